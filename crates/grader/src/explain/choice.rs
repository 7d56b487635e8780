//! Why a move, a value or a count is the right one.

use plyglot_core::{Game, Value};
use plyglot_games::{
    Task, capture_go::files as capture_go, mancala::files as mancala,
    stake_raid::files as stake_raid, star_circle::files as star_circle,
};
use plyglot_kit::Mode;
use plyglot_search::shortcut;
use plyglot_search::textbook::{Algorithm, Node, Observer, Window};

use crate::judge::{Difference, Question, Written};

/// Why the line at which an answer first goes wrong should be another.
pub fn why(
    task: &Task,
    question: &Question,
    written: &Written,
    difference: &Difference,
) -> Vec<String> {
    let right = question.right().and_then(|right| right.get(&difference.file));
    let right = right.map(String::as_str).unwrap_or_default();
    let found = written.get(&difference.file).map(|bytes| String::from_utf8_lossy(bytes));
    let found = found.unwrap_or_default();
    let line = |text: &str| text.lines().nth(difference.line - 1).unwrap_or_default().to_owned();
    let (right_line, found_line) = (line(right), line(&found));
    match task {
        Task::StarCircle(task) => star_circle(task, right, difference.line, &found_line),
        Task::StakeRaid(task) => stake_raid(task, right, difference.line, &found_line),
        Task::CaptureGo(task) => capture_go(task, right, difference.line, &right_line, &found_line),
        Task::Mancala(task) => next_state(task),
        Task::Checkers(_) => Vec::new(),
    }
}

fn star_circle(task: &star_circle::Task, right: &str, line: usize, found: &str) -> Vec<String> {
    let Mode::Exact { algorithm, depth } = task.mode else { return Vec::new() };
    let position = &task.position;
    let us = position.to_move();
    let Some(best) = right.lines().next().and_then(|mv| mv.parse().ok()) else { return Vec::new() };
    let worth = |mv| {
        let child = position.after(mv);
        -Algorithm::AlphaBeta.solve(&child, depth - 1).value
    };
    match line {
        1 => compare_moves(position, best, found, worth, "moves are ordered by (from, to)"),
        2 => {
            let after = position.after(best);
            vec![format!(
                "The myopic utility is that of the board right after {best}: own pieces less the \
                 opponent's, each counted by its row, {} for {}.",
                after.evaluate(us),
                star_circle_name(us)
            )]
        }
        3 => {
            let answer = Algorithm::AlphaBeta.solve(position, depth);
            let play: Vec<String> = answer.line.iter().map(ToString::to_string).collect();
            vec![format!(
                "The farsighted utility is the value of the board {} plies ahead after best play: \
                 {}. It is worth {}.",
                answer.line.len(),
                play.join(", "),
                answer.value
            )]
        }
        _ => count_nodes(position, algorithm, depth),
    }
}

fn star_circle_name(side: plyglot_core::Side) -> &'static str {
    plyglot_games::star_circle::Position::side_name(side)
}

fn stake_raid(task: &stake_raid::Task, right: &str, line: usize, found: &str) -> Vec<String> {
    let Mode::Exact { depth, .. } = task.mode else { return Vec::new() };
    let position = &task.position;
    let Some(best) = right.lines().next().and_then(|mv| mv.parse().ok()) else { return Vec::new() };
    if line > 1 {
        return vec![format!("It is row {} of the board after {best}.", line - 1)];
    }
    let worth = |mv| {
        let child = position.after(mv);
        let ahead = |depth| shortcut::stake_raid::first_best(&child, depth);
        match Some(depth - 1).filter(|&depth| depth > 0).and_then(ahead) {
            Some((_, value)) => -value,
            None => child.evaluate(position.to_move()),
        }
    };
    let order = "all Stakes come first, then all Raids, each row by row";
    compare_moves(position, best, found, worth, order)
}

fn capture_go(
    task: &capture_go::Task,
    right: &str,
    line: usize,
    right_line: &str,
    found: &str,
) -> Vec<String> {
    let capture_go::Goal::Compare { depth } = task.goal else { return Vec::new() };
    let moves: Vec<_> = right.lines().filter_map(move_of).collect();
    let ply = line.saturating_sub(2);
    if let (Some(best), Some(found)) = (move_of(right_line), move_of(found)) {
        let position = moves[..ply.min(moves.len())]
            .iter()
            .fold(task.position, |position, &mv| position.after(mv));
        let depth = depth.saturating_sub(ply as u32 + 1);
        let worth = |mv| -Algorithm::AlphaBeta.solve(&position.after(mv), depth).value;
        let found = found.to_string();
        let order = "points are tried row by row";
        let mut why = vec!["The board there:".to_owned()];
        why.extend(position.to_string().lines().map(|row| format!("  {row}")));
        why.extend(compare_moves(&position, best, &found, worth, order));
        return why;
    }
    if right_line.contains("pruned") {
        let [plain, pruning] = [Algorithm::Minimax, Algorithm::AlphaBeta]
            .map(|algorithm| algorithm.solve(&task.position, depth).nodes);
        return vec![format!(
            "Plain minimax visits {plain} nodes and alpha-beta {pruning}, roots included: {} are \
             pruned.",
            plain - pruning
        )];
    }
    if right_line.contains("utility") {
        return vec![
            "The utility is own stones on the board less opposing ones, at the end of the line, from \
             the view of the player at the root."
                .to_owned(),
        ];
    }
    Vec::new()
}

fn move_of(line: &str) -> Option<plyglot_games::capture_go::Move> {
    crate::judge::move_of_line(line.split_once(": ")?.1).map(|(_, point)| point)
}

/// Which moves our turn has.
fn next_state(task: &mancala::Task) -> Vec<String> {
    let mut files = plyglot_kit::InMemory::default();
    let Ok(report) = task.solve(&plyglot_kit::Options::default(), &mut files) else {
        return Vec::new();
    };
    let turn = report.moves.join(", then ");
    let value = report.value.map(|value| format!(", worth {value}")).unwrap_or_default();
    vec![format!("Our whole turn is {turn}{value}: the board shown is the one after all of it.")]
}

/// Why one move is right and another one is not.
fn compare_moves<G: Game>(
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

/// How the nodes of a search spread over the first moves and over the plies.
fn count_nodes<G: Game>(position: &G, algorithm: Algorithm, depth: u32) -> Vec<String> {
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
