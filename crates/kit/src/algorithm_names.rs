//! Words and bounds that several sources share.

use plyglot_search::textbook::Algorithm;

/// How deep a search may be asked for; far beyond what any machine can walk.
pub const DEEPEST: i64 = 1_000;

/// What the inputs call the two searches.
pub const ALGORITHMS: [(&str, Algorithm); 2] =
    [("MINIMAX", Algorithm::Minimax), ("ALPHABETA", Algorithm::AlphaBeta)];

/// The word for a search.
pub fn algorithm_name(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Minimax => "MINIMAX",
        Algorithm::AlphaBeta => "ALPHABETA",
    }
}
