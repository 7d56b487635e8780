//! What can be misread of a search, whatever the game.

use super::super::search::PlainSearch;

crate::misreadings! {
    StrictCut "strict-cut"
        "cuts only when v > beta or v < alpha"
        "equality cuts too: v >= beta, v <= alpha"
    NoPruning "no-pruning"
        "answers ALPHABETA with plain minimax"
        "ALPHABETA does not visit what alpha-beta cuts off"
    BoundsKeptBack "bounds-kept-back"
        "begins every node with alpha and beta at infinity"
        "a node hands alpha and beta down to its children"
    FullWindowAtRoot "full-window-at-root"
        "searches every move of the root with alpha and beta at infinity"
        "the root hands down alpha as every MAX node does"
    LastOfEquals "last-of-equals"
        "takes a later move of equal value, at every node"
        "the first best move wins, at every node"
    DepthOffByOne "depth-off-by-one"
        "looks one turn further than it is told"
        "the root has depth 0, and a node at the depth of the input is a leaf"
    WrongSide "wrong-side"
        "evaluates a leaf for the side that moves there"
        "a leaf is evaluated for the side that moves at the root"
    RootNotCounted "root-not-counted"
        "does not count the root as a node"
        "the nodes visited include the root"
    WindowNewOnCut "window-new-on-cut"
        "shows alpha and beta updated in the line of a cut"
        "the line of a cut shows the new value and the old alpha and beta"
    WindowOld "window-old"
        "writes a line before it updates alpha and beta"
        "without a cut, alpha or beta is updated first, then the line is written"
    NoLineOnCut "no-line-on-cut"
        "writes no line when it cuts"
        "a cut writes its line too, then returns"
    NumericInfinity "numeric-infinity"
        "writes infinity as a number"
        "infinity is written Infinity and -Infinity"
}

impl Flaw {
    /// The same search with this flaw, if the flaw is one of the search.
    pub(super) fn in_search(self, search: PlainSearch) -> PlainSearch {
        match self {
            Flaw::StrictCut => PlainSearch { strict_cut: true, ..search },
            Flaw::NoPruning => PlainSearch { prune: false, ..search },
            Flaw::BoundsKeptBack => PlainSearch { bounds_kept_back: true, ..search },
            Flaw::FullWindowAtRoot => PlainSearch { full_window_at_root: true, ..search },
            Flaw::LastOfEquals => PlainSearch { last_of_equals: true, ..search },
            Flaw::DepthOffByOne => PlainSearch { depth: search.depth + 1, ..search },
            Flaw::WindowNewOnCut => PlainSearch { new_window_on_cut: true, ..search },
            Flaw::WindowOld => PlainSearch { old_window: true, ..search },
            Flaw::NoLineOnCut => PlainSearch { no_line_on_cut: true, ..search },
            Flaw::NumericInfinity => PlainSearch { numeric_infinity: true, ..search },
            Flaw::WrongSide | Flaw::RootNotCounted => search,
        }
    }
}
