//! What the server answers: to the page, and to those who mean no good.

mod answers;
#[path = "../common/mod.rs"]
mod common;
mod contests;
mod gradings;
mod hostile;
