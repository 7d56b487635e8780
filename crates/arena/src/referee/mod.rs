//! One game between two agents: asks in turn, checks every answer, keeps the clocks, and says how it
//! ended.

mod built_in;
mod ending;
mod fault;
mod play;
mod program;
mod rules;
mod seat;

pub use ending::{Ending, Reason};
pub use fault::Fault;
pub use rules::Rules;
pub use seat::RefereeError;

pub(crate) use built_in::BuiltIn;
pub(crate) use play::{BoardPairing, forfeited, play};
pub(crate) use program::{ProgramAnswer, ProgramSeat};
pub(crate) use seat::Seat;
