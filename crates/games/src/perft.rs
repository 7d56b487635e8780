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
    fn add_assign(&mut self, other: Perft) {
        self.leaves += other.leaves;
        self.ended += other.ended;
    }
}

/// Counts the lines of `depth` moves from `position`: the standard check of a move generator. The
/// last ply is counted, not played.
pub fn perft<G: Game>(position: &G, depth: u32) -> Perft {
    walk(position, depth, &mut Vec::new())
}

/// [`perft`], told apart by the first move; empty at depth 0.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, Perft)> {
    if depth == 0 {
        return Vec::new();
    }
    position.moves().into_iter().map(|mv| (mv, perft(&position.after(mv), depth - 1))).collect()
}

/// `stack` holds the moves of every node on the path, one behind the other: no allocation a node.
fn walk<G: Game>(position: &G, depth: u32, stack: &mut Vec<G::Move>) -> Perft {
    if depth == 0 {
        return Perft { leaves: 1, ended: 0 };
    }
    if depth == 1 {
        let leaves = position.move_count();
        return Perft { leaves, ended: u64::from(leaves == 0) };
    }
    let start = stack.len();
    position.legal_moves(stack);
    let end = stack.len();
    let mut total = Perft { leaves: 0, ended: u64::from(start == end) };
    for index in start..end {
        total += walk(&position.after(stack[index]), depth - 1, stack);
    }
    stack.truncate(start);
    total
}
