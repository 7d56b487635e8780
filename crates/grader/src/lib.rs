//! Program against answers: cases that tell misreadings apart, explanations, grades and reports.

pub mod cases;
pub mod judge;
pub mod plain;
