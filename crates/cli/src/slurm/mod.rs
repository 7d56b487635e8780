//! Workers on a Slurm cluster, for any work that is in a store of units. Slurm starts them, one array
//! for all; what is done and what is missing is known from the store alone.

mod arguments;
mod fleet;
mod folder;
mod nodes;
mod queue;
mod script;

pub use arguments::SlurmArgs;
pub use fleet::Fleet;
pub use nodes::{Node, nodes, run_on};
pub use script::Order;
