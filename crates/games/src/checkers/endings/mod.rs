//! Endings with few pieces, solved exactly: who wins, and how soon.
//!
//! [`Endings`] answers for a position; those with up to five pieces are part of the program. All is
//! seen by the side to move ([`View`](super::View)), so that there is no Black and no White here.
//!
//! The distance of a win or a loss is counted in plies to the next conversion: a jump, a crowning, or
//! the end of the game. Each of them begins the count of quiet turns anew (rule 14), so that the
//! distance tells whether there are turns enough: with `quiet` turns behind a position it is still won
//! if `quiet + plies <= 50`.
//!
//! ```
//! use plyglot_games::checkers::Position;
//! use plyglot_games::checkers::endings::{Endings, Verdict};
//!
//! let endings = Endings::in_program();
//! let two_against_one = "WHITE\n........\n........\n........\n........\n\
//!     ...B....\n........\n.W.....W\n........\n";
//! let position: Position = two_against_one.parse().unwrap();
//! assert_eq!(endings.verdict(&position), Some(Verdict::Win));
//! assert_eq!(endings.verdict(&Position::start()), None);
//! ```

mod build;
mod cache;
mod check;
mod class;
mod layout;
mod probe;
mod rank;
mod store;
mod tables;
#[cfg(test)]
mod tests;
mod value;

pub use class::Class;
pub use probe::{Endings, FOLDER_VARIABLE, Known};
pub use rank::Ranking;
pub use store::TableError;
pub use tables::CheckersTables;
pub use value::{Rule, Verdict};

use layout::Layout;
use value::Code;
