use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_core::{Game, Side};

use crate::engine::{Knowledge, MoveOf, Score, rules_score};

/// The moves that plain minimax finds best, `depth` turns ahead and without pruning, by the rules'
/// own evaluation; a game that is over counts as what it is. Once `stop` is set it ends soon, with
/// moves that mean nothing.
pub fn best_moves<K: Knowledge>(
    knowledge: &K,
    root: &K::Game,
    depth: u32,
    stop: &AtomicBool,
) -> Vec<MoveOf<K>> {
    judged_moves(knowledge, root, depth, stop)
        .into_iter()
        .fold((Score::MIN, Vec::new()), |(best, mut moves), (mv, score)| {
            if score > best {
                moves.clear();
            }
            if score >= best {
                moves.push(mv);
            }
            (best.max(score), moves)
        })
        .1
}

/// Every move and its minimax value for the side to move.
fn judged_moves<K: Knowledge>(
    knowledge: &K,
    root: &K::Game,
    depth: u32,
    stop: &AtomicBool,
) -> Vec<(MoveOf<K>, Score)> {
    let side = root.to_move();
    let judge = |mv| {
        let after = root.after(mv);
        let depth = depth.saturating_sub(u32::from(after.to_move() != side));
        (mv, value(knowledge, &after, depth, side, stop))
    };
    root.moves().into_iter().map(judge).collect()
}

/// The value for `side`, `depth` whole turns ahead.
fn value<K: Knowledge>(
    knowledge: &K,
    position: &K::Game,
    depth: u32,
    side: Side,
    stop: &AtomicBool,
) -> Score {
    let mover = position.to_move();
    let for_side = |score: Score| if mover == side { score } else { -score };
    if position.outcome().is_some() {
        return for_side(knowledge.final_score(position));
    }
    if depth == 0 || stop.load(Ordering::Relaxed) {
        return for_side(rules_score(position, K::POINT));
    }
    let scores = position.moves().into_iter().map(|mv| {
        let after = position.after(mv);
        let depth = depth - u32::from(after.to_move() != mover);
        value(knowledge, &after, depth, side, stop)
    });
    let best = if mover == side { scores.max() } else { scores.min() };
    // There is a move, as the game goes on.
    best.unwrap_or_default()
}
