//! A game written in Python: a class with `to_move`, `legal_moves`, `play`, `outcome` and `evaluate`
//! becomes a [`PythonGame`], and so gets all that rules alone get: the textbook searches with counts,
//! log and tree, cases and explanations.
//!
//! - **Which class it is** belongs to a [session](session): the kit asks for names and reads positions
//!   without a position at hand. A session is one call from Python, on one thread.
//! - **What fails in Python** ends the session. The exception is kept, nothing more is asked of the
//!   class, so that whatever was under way runs out at once, and the exception is raised.
//! - **Who holds the interpreter** does not matter: every question to the class asks for it.

mod class;
mod drawing;
mod kit;
mod laws;
mod moves;
mod position;
mod search;
mod session;

pub use class::Class;
pub use drawing::draw;
pub use laws::check;
pub use position::PythonGame;
pub use search::search;
pub use session::{SessionKind, is_asked, session};

use plyglot_kit::any::GameRef;

/// The door to whatever class the session is about.
pub const GAME: GameRef = plyglot_kit::any::kit::<PythonGame>();
