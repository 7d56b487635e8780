//! Looking ahead, written once for all games.
//!
//! [`textbook`] searches as the textbook does, to the node; what is printed about a search (counts,
//! logs, best lines) comes from observers of that one search. [`engine`] is the same grown strong,
//! and [`opponents`] play by either.
//!
//! ```
//! use plyglot_core::tree::Tree;
//! use plyglot_search::textbook::Algorithm;
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
//! assert_eq!(Algorithm::Minimax.solve(&tree, 2).nodes, 13);
//! assert_eq!(Algorithm::AlphaBeta.solve(&tree, 2).nodes, 11);
//! ```

pub mod engine;
pub mod opponents;
pub mod textbook;
