use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::{Game, in_threads};

/// What a walk over all lines of a given length found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Lines of exactly that many moves.
    pub leaves: u64,
    /// Lines that were shorter because the game ended.
    pub ended: u64,
}

impl std::ops::AddAssign for Perft {
    #[inline]
    fn add_assign(&mut self, other: Perft) {
        self.leaves += other.leaves;
        self.ended += other.ended;
    }
}

/// Counts the lines of `depth` moves from `position`: the standard check of a move generator. The
/// last ply is counted, not played.
pub fn perft<G: Game>(position: &G, depth: u32) -> Perft {
    match depth {
        0 => Perft { leaves: 1, ended: 0 },
        1 => last_ply(position),
        _ => walk(position, depth, &mut Vec::new()),
    }
}

/// [`perft`] by several threads: the positions after the first plies are divided among them.
pub fn perft_by<G: Game>(threads: usize, position: &G, depth: u32) -> Perft {
    /// Enough that no thread waits long for the last one.
    const PARTS_A_THREAD: usize = 64;
    /// With fewer plies below, a part is done sooner than it is handed out.
    const LEAST_DEPTH: u32 = 4;
    let (mut parts, mut depth) = (vec![position.clone()], depth);
    let mut total = Perft::default();
    while threads > 1 && depth > LEAST_DEPTH && parts.len() < threads * PARTS_A_THREAD {
        let mut next = Vec::new();
        for part in &parts {
            let moves = part.moves();
            total.ended += u64::from(moves.is_empty());
            next.extend(moves.into_iter().map(|mv| part.after(mv)));
        }
        if next.is_empty() {
            return total;
        }
        (parts, depth) = (next, depth - 1);
    }
    let next = AtomicUsize::new(0);
    let counted = in_threads(threads.min(parts.len()), || {
        let mut counted = Perft::default();
        while let Some(part) = parts.get(next.fetch_add(1, Relaxed)) {
            counted += perft(part, depth);
        }
        counted
    });
    counted.into_iter().for_each(|counted| total += counted);
    total
}

/// [`perft_by`], told apart by the first move; empty at depth 0.
pub fn divide<G: Game>(threads: usize, position: &G, depth: u32) -> Vec<(G::Move, Perft)> {
    if depth == 0 {
        return Vec::new();
    }
    let below = |mv| perft_by(threads, &position.after(mv), depth - 1);
    position.moves().into_iter().map(|mv| (mv, below(mv))).collect()
}

#[inline]
fn last_ply<G: Game>(position: &G) -> Perft {
    let leaves = position.move_count();
    Perft { leaves, ended: u64::from(leaves == 0) }
}

/// At least two plies. `stack` holds the moves of every node on the path, one behind the other: no
/// allocation a node.
fn walk<G: Game>(position: &G, depth: u32, stack: &mut Vec<G::Move>) -> Perft {
    if depth == 2 {
        return position.count_two_plies(stack);
    }
    let start = stack.len();
    position.legal_moves(stack);
    let mut total = Perft { leaves: 0, ended: u64::from(start == stack.len()) };
    for index in start..stack.len() {
        total += walk(&position.after(stack[index]), depth - 1, stack);
    }
    stack.truncate(start);
    total
}

/// [`perft`] to two plies, by listing the moves behind those in `stack`. The last ply, nearly all of the
/// work, needs no call.
#[inline]
pub fn two_plies_listed<G: Game>(position: &G, stack: &mut Vec<G::Move>) -> Perft {
    let start = stack.len();
    position.legal_moves(stack);
    let mut total = Perft { leaves: 0, ended: u64::from(start == stack.len()) };
    for &mv in &stack[start..] {
        total += last_ply(&position.after(mv));
    }
    stack.truncate(start);
    total
}
