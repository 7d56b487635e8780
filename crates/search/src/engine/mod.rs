//! One strong search for all games: iterative deepening, principal-variation search with aspiration
//! windows, a transposition table, killers, history, reductions, quiescence.
//!
//! A game adds its [`Knowledge`], a caller the [`Limit`] at which to stop. The engine itself names no
//! game.

mod clock;
mod crew;
mod deepen;
#[expect(clippy::module_inception, reason = "the engine itself, beside its parts")]
mod engine;
mod estimates;
mod knowledge;
mod limit;
mod memory;
mod order;
mod patience;
mod problem;
mod quick_form;
pub mod score;
mod scratch;
mod search;
mod table;
mod techniques;
mod watch;
mod window;

pub use clock::CpuClock;
pub use engine::{Engine, Settings, Signals};
pub use knowledge::rules_score;
pub use knowledge::{Futility, Knowledge, Known, Margin, MoveOf, Repetition, Solved, Trial};
pub use limit::Limit;
pub use memory::Memory;
pub use problem::{Problem, Thought};
pub use quick_form::{Converted, QuickForm};

pub use score::Score;
use table::Table;
pub use techniques::Techniques;
