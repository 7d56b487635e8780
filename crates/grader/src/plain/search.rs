//! Minimax and alpha-beta once more, with the mistakes that people make in them.

/// A position as a plain search sees it.
pub trait Position: Sized {
    type Move: Copy;

    /// Whether nothing is searched below it.
    fn is_over(&self) -> bool;
    /// In the order in which they are tried.
    fn moves(&self) -> Vec<Self::Move>;
    fn after(&self, mv: Self::Move) -> Self;
    /// Whether the player at the root moves here.
    fn we_move(&self) -> bool;
    /// What it is worth to the player at the root.
    fn value(&self) -> i64;
    /// Whether a move makes the search one ply deeper.
    fn costs_a_ply(&self, _: Self::Move) -> bool {
        true
    }
}

/// More than any value.
pub const INFINITY: i64 = i64::MAX;

/// How to search, and what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    pub depth: u32,
    pub prune: bool,
    /// Cuts on `v > beta` only.
    pub strict_cut: bool,
    /// Of equal moves takes the last.
    pub last_of_equals: bool,
    /// Narrows beta to `min(alpha, v)`.
    pub beta_from_alpha: bool,
    /// What it takes for infinity.
    pub infinity: i64,
    /// How many nodes it visits at most.
    pub most_nodes: u64,
}

impl Search {
    pub fn new(depth: u32, prune: bool, most_nodes: u64) -> Search {
        Search {
            depth,
            prune,
            strict_cut: false,
            last_of_equals: false,
            beta_from_alpha: false,
            infinity: INFINITY,
            most_nodes,
        }
    }

    /// Searches; `None` if it took too many nodes.
    pub fn run<P: Position>(self, root: &P) -> Option<Found<P::Move>> {
        let mut visits = Visits { search: self, nodes: 0, skipped: 0 };
        let (value, line) = visits.visit(root, 0, -self.infinity, self.infinity)?;
        Some(Found { value, line, nodes: visits.nodes, skipped: visits.skipped })
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    pub value: i64,
    pub line: Vec<M>,
    pub nodes: u64,
    /// Children that were not looked at after a cut.
    pub skipped: u64,
}

struct Visits {
    search: Search,
    nodes: u64,
    skipped: u64,
}

impl Visits {
    fn visit<P: Position>(
        &mut self,
        position: &P,
        depth: u32,
        mut alpha: i64,
        mut beta: i64,
    ) -> Option<(i64, Vec<P::Move>)> {
        let search = self.search;
        self.nodes += 1;
        if self.nodes > search.most_nodes {
            return None;
        }
        if depth == search.depth || position.is_over() {
            return Some((position.value(), Vec::new()));
        }
        let is_max = position.we_move();
        let moves = position.moves();
        let mut value = if is_max { -search.infinity } else { search.infinity };
        // What is played if nothing is better than a small infinity.
        let mut line: Vec<P::Move> = moves.first().copied().into_iter().collect();
        for (index, &mv) in moves.iter().enumerate() {
            let child_depth = depth + u32::from(position.costs_a_ply(mv));
            let (returned, rest) = self.visit(&position.after(mv), child_depth, alpha, beta)?;
            let is_better = if is_max { returned > value } else { returned < value };
            if is_better || (search.last_of_equals && returned == value) {
                value = returned;
                line = [vec![mv], rest].concat();
            }
            if !search.prune {
                continue;
            }
            let is_enough = if is_max { value >= beta } else { value <= alpha };
            let is_equal = if is_max { value == beta } else { value == alpha };
            if is_enough && !(search.strict_cut && is_equal) {
                self.skipped += (moves.len() - index - 1) as u64;
                break;
            }
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = if search.beta_from_alpha { alpha } else { beta }.min(value);
            }
        }
        Some((value, line))
    }
}
