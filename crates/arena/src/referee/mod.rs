//! One game between two agents: asks in turn, checks every answer, keeps the clocks, and says how it
//! ended.

mod ending;
mod fault;
mod rules;

pub use ending::{Ending, Reason};
pub use fault::Fault;
pub use rules::Rules;
