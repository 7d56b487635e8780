//! What a game is: the trait [`Game`] with its laws, and what every game shares.
//!
//! No input or output, no search, no clock. Everything that looks ahead, referees or draws a board
//! does so through [`Game`].
//!
//! ```
//! use plyglot_core::{Game, Side, Value, perft, tree::Tree};
//!
//! let tree: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
//! assert_eq!(perft(&tree, 2).leaves, 9);
//! let leaf = tree.after("1".parse().unwrap()).after("2".parse().unwrap());
//! assert_eq!(leaf.evaluate(Side::First), Value::finite(12));
//! ```

pub mod bits;
mod decimal;
mod game;
mod in_threads;
pub mod laws;
pub mod mix;
pub mod numbers;
mod over;
mod perft;
pub mod picture;
pub mod safe_text;
mod side;
pub mod text;
pub mod tree;
mod value;

pub use game::{Game, IllegalMove, Outcome};
pub use in_threads::in_threads;
pub use over::{Cause, DrawRule, Over};
pub use perft::{Perft, divide, perft, perft_by, two_plies_listed};
pub use side::Side;
pub use value::Value;
