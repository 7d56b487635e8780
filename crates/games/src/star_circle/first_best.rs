//! The first of the moves that minimax finds best, without counting nodes: alpha-beta that knows again
//! what it has met before.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{Move, Position};
use plyglot_core::{Game, Value};
use plyglot_search::textbook::{Algorithm, Progress, Solution};

/// The first best move and its value for the side to move; anything at all once that `is_unwanted`. The game
/// must not be over, and `depth` not 0.
pub(super) fn first_best(
    root: &Position,
    depth: u32,
    progress: Option<&Progress>,
    is_unwanted: &AtomicBool,
) -> (Move, Value) {
    if cfg!(target_family = "wasm") {
        // The page has textbook's search anyway, and no room for another.
        let Solution { value, line, .. } = Algorithm::AlphaBeta.solve_shown(root, depth, progress);
        return (line[0], value);
    }
    // Few plies have few positions.
    let known = vec![Known::NOTHING; 1 << (2 * depth.min(8))];
    let mut search = FirstBest { known, moves: Vec::new(), progress, is_unwanted, nodes: 0 };
    let moves = root.moves();
    let mut best = (moves[0], Value::NEG_INFINITY);
    for (done, &mv) in (1..).zip(&moves) {
        let value = -search.value(&root.after(mv), depth - 1, Value::NEG_INFINITY, -best.1);
        if value > best.1 {
            best = (mv, value);
        }
        if let Some(progress) = progress {
            progress.set_share(f64::from(done) / moves.len() as f64);
        }
    }
    best
}

struct FirstBest<'a> {
    known: Vec<Known>,
    /// The moves of all nodes on the current path, one list behind the other.
    moves: Vec<Move>,
    progress: Option<&'a Progress>,
    is_unwanted: &'a AtomicBool,
    /// Children, visited or not.
    nodes: u64,
}

/// Bounds for the value of a position, so many plies ahead.
#[derive(Clone, Copy)]
struct Known {
    /// 64 bits tell all positions of a search apart, for all that chance can do.
    key: u64,
    depth: u32,
    lower: Value,
    upper: Value,
}

impl Known {
    const NOTHING: Known =
        Known { key: 0, depth: 0, lower: Value::NEG_INFINITY, upper: Value::INFINITY };
    /// Nearer to the leaves a search is as fast as looking it up.
    const LEAST_DEPTH: u32 = 3;
}

impl FirstBest<'_> {
    /// What a position is worth for the side to move: exact between `alpha` and `beta`, else a bound that
    /// lies on the same side of them.
    fn value(&mut self, position: &Position, depth: u32, alpha: Value, beta: Value) -> Value {
        if depth == 0 || position.outcome().is_some() {
            return position.evaluate(position.to_move());
        }
        if depth < Known::LEAST_DEPTH {
            return self.best(position, depth, alpha, beta);
        }
        if self.gives_up() {
            return alpha;
        }
        let key = position.key();
        let place = key as usize & (self.known.len() - 1);
        let mut known = self.known[place];
        if (known.key, known.depth) != (key, depth) {
            known = Known { key, depth, ..Known::NOTHING };
        }
        if known.lower >= beta {
            return known.lower;
        }
        if known.upper <= alpha {
            return known.upper;
        }
        let value = self.best(position, depth, alpha, beta);
        if value > alpha {
            known.lower = value;
        }
        if value < beta {
            known.upper = value;
        }
        self.known[place] = known;
        value
    }

    fn gives_up(&self) -> bool {
        self.is_unwanted.load(Relaxed)
            || self.progress.is_some_and(|progress| progress.gives_up_at(self.nodes))
    }

    /// The same for the best of all moves.
    fn best(&mut self, position: &Position, depth: u32, alpha: Value, beta: Value) -> Value {
        let start = self.moves.len();
        position.legal_moves(&mut self.moves);
        self.nodes += (self.moves.len() - start) as u64;
        let mut best = Value::NEG_INFINITY;
        for index in start..self.moves.len() {
            let child = position.after(self.moves[index]);
            let value = -self.value(&child, depth - 1, -beta, -alpha.max(best));
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        self.moves.truncate(start);
        best
    }
}
