use crate::Game;

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

/// [`perft`], told apart by the first move; empty at depth 0.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, Perft)> {
    if depth == 0 {
        return Vec::new();
    }
    position.moves().into_iter().map(|mv| (mv, perft(&position.after(mv), depth - 1))).collect()
}

#[inline]
fn last_ply<G: Game>(position: &G) -> Perft {
    let leaves = position.move_count();
    Perft { leaves, ended: u64::from(leaves == 0) }
}

/// At least two plies. `stack` holds the moves of every node on the path, one behind the other: no
/// allocation a node. The last ply, nearly all of the work, needs no call.
fn walk<G: Game>(position: &G, depth: u32, stack: &mut Vec<G::Move>) -> Perft {
    let start = stack.len();
    position.legal_moves(stack);
    let mut total = Perft { leaves: 0, ended: u64::from(start == stack.len()) };
    if depth == 2 {
        for &mv in &stack[start..] {
            total += last_ply(&position.after(mv));
        }
    } else {
        for index in start..stack.len() {
            total += walk(&position.after(stack[index]), depth - 1, stack);
        }
    }
    stack.truncate(start);
    total
}
