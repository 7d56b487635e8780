//! Commands for people who set and take assignments.

pub mod cases;
mod container;
pub mod explain;
pub mod export;
pub mod grade;
pub mod table;
mod workers;
