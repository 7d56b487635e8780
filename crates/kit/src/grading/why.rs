//! Why a move, a value or a count is the right one.

use plyglot_core::{Game, Value};
use plyglot_search::textbook::{Algorithm, Node, Observer, Window};

/// What a legal move is worth to its player after best play, in a search that looks `depth` turns
/// ahead from here.
pub fn worth<G: Game>(position: &G, mv: G::Move, depth: u32) -> Value {
    let child = position.after(mv);
    let value = |depth| Algorithm::AlphaBeta.solve(&child, depth).value;
    if child.to_move() == position.to_move() {
        // The same turn goes on.
        value(depth)
    } else {
        -value(depth.saturating_sub(1))
    }
}

/// Why one move is right and another one is not. `order` says which of equal moves comes first.
pub fn compare_moves<G: Game>(
    position: &G,
    best: G::Move,
    found: &str,
    worth: impl Fn(G::Move) -> Value,
    order: &str,
) -> Vec<String> {
    let best_value = worth(best);
    let mut why = vec![format!("{best} is worth {best_value} after best play.")];
    let Ok(found) = found.trim().parse::<G::Move>() else { return why };
    if let Some(reason) = position.why_illegal(found) {
        why.push(format!("{found} is illegal: {reason}."));
        return why;
    }
    let value = worth(found);
    why.push(if value == best_value {
        format!(
            "{found} is worth the same, but comes later: {order}, and the first best move wins."
        )
    } else {
        format!("{found} is worth {value} only.")
    });
    why
}

/// Where the value of a search comes from. `name` is how the assignment calls that value.
pub fn best_play<G: Game>(position: &G, depth: u32, name: &str) -> Vec<String> {
    let answer = Algorithm::AlphaBeta.solve(position, depth);
    let play: Vec<String> = answer.line.iter().map(ToString::to_string).collect();
    vec![format!(
        "The {name} is the value of the board {} plies ahead after best play: {}. It is worth {}.",
        answer.line.len(),
        play.join(", "),
        answer.value
    )]
}

/// How the nodes of a search spread over the first moves and over the plies.
pub fn count_nodes<G: Game>(position: &G, algorithm: Algorithm, depth: u32) -> Vec<String> {
    let mut counts = Counts { first_moves: Vec::new(), plies: Vec::new() };
    algorithm.run(position, depth, &mut counts);
    let below: Vec<String> =
        counts.first_moves.iter().map(|(mv, nodes)| format!("{mv} {nodes}")).collect();
    let plies: Vec<String> = counts.plies.iter().map(ToString::to_string).collect();
    vec![
        format!("Nodes below each first move: {}; and one for the root.", below.join(", ")),
        format!("Nodes ply by ply, from the root: {}.", plies.join(", ")),
    ]
}

struct Counts<M> {
    first_moves: Vec<(M, u64)>,
    plies: Vec<u64>,
}

impl<M: Copy> Counts<M> {
    fn count<G: Game<Move = M>>(&mut self, node: &Node<'_, G>) {
        let ply = node.ply as usize;
        if ply == 1
            && let Some(mv) = node.mv
        {
            self.first_moves.push((mv, 0));
        }
        if let Some((_, nodes)) = self.first_moves.last_mut() {
            *nodes += 1;
        }
        self.plies.resize(self.plies.len().max(ply + 1), 0);
        self.plies[ply] += 1;
    }
}

impl<G: Game> Observer<G> for Counts<G::Move> {
    fn enter(&mut self, node: &Node<'_, G>, _: Window) {
        self.count(node);
    }

    fn leaf(&mut self, node: &Node<'_, G>, _: Value, _: Window) {
        self.count(node);
    }
}
