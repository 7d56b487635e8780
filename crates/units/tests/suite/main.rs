//! Stores of units: the laws of them all, and what is particular to each.

mod directory;
mod follow;
mod laws;
#[cfg(target_os = "linux")]
mod postgres;
