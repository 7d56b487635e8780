//! Minimax and alpha-beta once more, with the mistakes that people make in them.

use super::infinity;

/// A position as a plain search sees it.
pub trait Searchable: Sized {
    /// A move.
    type Move: Copy;

    /// Whether nothing is searched below it.
    fn is_over(&self) -> bool;
    /// In the order in which they are tried.
    fn moves(&self) -> Vec<Self::Move>;
    /// The position after a move.
    fn after(&self, mv: Self::Move) -> Self;
    /// Whether the player at the root moves here.
    fn we_move(&self) -> bool;
    /// What it is worth to the player at the root.
    fn value(&self) -> i64;
    /// Whether a move that begins a turn makes the search one ply deeper.
    fn costs_a_ply(&self, _: Self::Move) -> bool {
        true
    }
}

/// More than any value.
pub const INFINITY: i64 = i64::MAX;

/// How to search, and what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub struct PlainSearch {
    /// How many turns ahead.
    pub depth: u32,
    /// Whether by alpha-beta.
    pub prune: bool,
    /// Cuts on `v > beta` only.
    pub strict_cut: bool,
    /// Takes the last of equal moves.
    pub last_of_equals: bool,
    /// Narrows beta to `min(alpha, v)`.
    pub beta_from_alpha: bool,
    /// Searches every node with a full window.
    pub bounds_kept_back: bool,
    /// Searches the root's children with a full window.
    pub full_window_at_root: bool,
    /// Ends at the depth even if the turn goes on.
    pub cuts_off_turns: bool,
    /// Counts each move as a turn.
    pub move_is_turn: bool,
    /// Shows the new window in the line of a cut.
    pub new_window_on_cut: bool,
    /// Shows the old window in all other lines.
    pub old_window: bool,
    /// Shows no line for a cut.
    pub no_line_on_cut: bool,
    /// What it takes for infinity.
    pub infinity: i64,
    /// Writes infinity as a number.
    pub numeric_infinity: bool,
    /// How many nodes it visits at most.
    pub most_nodes: u64,
}

/// A node on its way down.
#[derive(Clone, Copy, Debug)]
pub struct SearchNode<'p, P: Searchable> {
    /// The position here.
    pub position: &'p P,
    /// The move that led here; none at the root.
    pub mv: Option<P::Move>,
    /// How many turns lie above.
    pub depth: u32,
    /// Whether the player who made that move moves again.
    goes_on: bool,
}

/// The state of a node when the log has a line about it.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Whether it has just been entered and has children.
    pub is_entered: bool,
    /// Its value so far.
    pub value: i64,
    /// Alpha and beta.
    pub window: (i64, i64),
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The root's value.
    pub value: i64,
    /// Best play by both sides.
    pub line: Vec<M>,
    /// The nodes visited.
    pub nodes: u64,
    /// Children that were not looked at after a cut.
    pub skipped: u64,
}

impl PlainSearch {
    /// A search without mistakes.
    pub fn new(depth: u32, prune: bool, most_nodes: u64) -> PlainSearch {
        PlainSearch {
            depth,
            prune,
            strict_cut: false,
            last_of_equals: false,
            beta_from_alpha: false,
            bounds_kept_back: false,
            full_window_at_root: false,
            cuts_off_turns: false,
            move_is_turn: false,
            new_window_on_cut: false,
            old_window: false,
            no_line_on_cut: false,
            infinity: INFINITY,
            numeric_infinity: false,
            most_nodes,
        }
    }

    /// Searches; `None` if it took too many nodes.
    pub fn run<P: Searchable>(self, root: &P) -> Option<SearchResult<P::Move>> {
        self.run_with(root, |_, _| {})
    }

    /// Searches, and calls `log` for each line of a log: when a node is entered, and after each of
    /// its children.
    pub fn run_with<P: Searchable>(
        self,
        root: &P,
        mut log: impl FnMut(&SearchNode<'_, P>, Shown),
    ) -> Option<SearchResult<P::Move>> {
        let mut visits = Visits { search: self, nodes: 0, skipped: 0, log: &mut log };
        let node = SearchNode { position: root, mv: None, depth: 0, goes_on: false };
        let (value, line) = visits.visit(&node, self.full_window())?;
        Some(SearchResult { value, line, nodes: visits.nodes, skipped: visits.skipped })
    }

    /// A value as logs write it.
    pub fn text(&self, value: i64) -> String {
        let [plus, minus] =
            if self.numeric_infinity { infinity::AS_NUMBERS } else { infinity::AS_WORDS };
        match value {
            _ if value == self.infinity => plus.to_owned(),
            _ if value == -self.infinity => minus.to_owned(),
            _ => value.to_string(),
        }
    }

    fn full_window(&self) -> (i64, i64) {
        (-self.infinity, self.infinity)
    }

    fn is_leaf<P: Searchable>(&self, node: &SearchNode<'_, P>) -> bool {
        let depth_reached = node.depth >= self.depth && (!node.goes_on || self.cuts_off_turns);
        depth_reached || node.position.is_over()
    }

    /// The node that a move leads to.
    fn child<'c, P: Searchable>(
        &self,
        parent: &SearchNode<'_, P>,
        mv: P::Move,
        position: &'c P,
    ) -> SearchNode<'c, P> {
        let same_turn = parent.goes_on && !self.move_is_turn;
        let is_deeper = !same_turn && parent.position.costs_a_ply(mv);
        let goes_on = position.we_move() == parent.position.we_move();
        SearchNode { position, mv: Some(mv), depth: parent.depth + u32::from(is_deeper), goes_on }
    }

    /// The window that a node gives to its children.
    fn handed_down<P: Searchable>(
        &self,
        node: &SearchNode<'_, P>,
        window: (i64, i64),
    ) -> (i64, i64) {
        let is_root = node.mv.is_none();
        let kept_back = self.bounds_kept_back || (self.full_window_at_root && is_root);
        if kept_back { self.full_window() } else { window }
    }

    fn cuts(&self, is_max: bool, value: i64, (alpha, beta): (i64, i64)) -> bool {
        let is_enough = if is_max { value >= beta } else { value <= alpha };
        let is_equal = if is_max { value == beta } else { value == alpha };
        self.prune && is_enough && !(self.strict_cut && is_equal)
    }

    /// The window once a node has reached a value.
    fn narrowed(&self, is_max: bool, value: i64, (alpha, beta): (i64, i64)) -> (i64, i64) {
        match is_max {
            _ if !self.prune => (alpha, beta),
            true => (alpha.max(value), beta),
            false => (alpha, if self.beta_from_alpha { alpha } else { beta }.min(value)),
        }
    }
}

struct Visits<'l, L> {
    search: PlainSearch,
    nodes: u64,
    skipped: u64,
    log: &'l mut L,
}

impl<L> Visits<'_, L> {
    /// The value of a node, and best play from it on.
    fn visit<P: Searchable>(
        &mut self,
        node: &SearchNode<'_, P>,
        mut window: (i64, i64),
    ) -> Option<(i64, Vec<P::Move>)>
    where
        L: FnMut(&SearchNode<'_, P>, Shown),
    {
        let search = self.search;
        self.nodes += 1;
        if self.nodes > search.most_nodes {
            return None;
        }
        if search.is_leaf(node) {
            let value = node.position.value();
            (self.log)(node, Shown { is_entered: false, value, window });
            return Some((value, Vec::new()));
        }
        let is_max = node.position.we_move();
        let mut value = if is_max { -search.infinity } else { search.infinity };
        (self.log)(node, Shown { is_entered: true, value, window });
        let moves = node.position.moves();
        // What is played if nothing is better than a small infinity.
        let mut line: Vec<P::Move> = moves.first().copied().into_iter().collect();
        for (index, &mv) in moves.iter().enumerate() {
            let position = node.position.after(mv);
            let child = search.child(node, mv, &position);
            let (returned, rest) = self.visit(&child, search.handed_down(node, window))?;
            let is_better = if is_max { returned > value } else { returned < value };
            if is_better || (search.last_of_equals && returned == value) {
                value = returned;
                line = [vec![mv], rest].concat();
            }
            let (old, new) = (window, search.narrowed(is_max, value, window));
            let mut show = |window| {
                (self.log)(node, Shown { is_entered: false, value, window });
            };
            if search.cuts(is_max, value, window) {
                if !search.no_line_on_cut {
                    show(if search.new_window_on_cut { new } else { old });
                }
                self.skipped += (moves.len() - index - 1) as u64;
                break;
            }
            window = new;
            show(if search.old_window { old } else { new });
        }
        Some((value, line))
    }
}
