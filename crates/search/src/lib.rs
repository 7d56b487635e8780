//! Looking ahead, written once for all games.
//!
//! [`textbook`] searches as the textbook does, to the node; what is printed about a search (counts,
//! logs, best lines) comes from observers of that one search. [`shortcut`] reaches the same answers
//! without walking the whole tree, where only the answer is asked for.
//!
//! ```
//! use plyglot_games::star_circle::Position;
//! use plyglot_search::{shortcut, textbook::Algorithm};
//!
//! let start = Position::start();
//! let walked = Algorithm::Minimax.solve(&start, 6);
//! assert_eq!((walked.line[0].to_string().as_str(), walked.nodes), ("C1-D2", 216_033));
//! assert_eq!(Algorithm::AlphaBeta.solve(&start, 6).nodes, 2_874);
//! assert_eq!(shortcut::star_circle::minimax(&start, 6).nodes, walked.nodes);
//! ```

pub mod engine;
pub mod knowledge;
pub mod opponents;
pub mod shortcut;
pub mod textbook;
