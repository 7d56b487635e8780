//! Servers that a test starts for itself, with all their files in a temporary directory. They end with
//! it, also when it fails.

mod daemon;
mod postgres;
mod slurm;

pub use postgres::Postgres;
pub use slurm::Cluster;
