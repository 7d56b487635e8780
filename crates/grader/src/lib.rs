//! Program against answers: cases that tell misreadings apart, explanations, grades and reports.

pub mod cases;
pub mod explain;
pub mod grade;
pub mod judge;
pub mod plain;
pub mod report;

mod hash;
mod pool;
mod store;
