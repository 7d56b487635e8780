//! Cases, misreadings, explanations, grades and reports.

mod cases;
mod plain;
