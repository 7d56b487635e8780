//! Looking ahead, written once for all games.
//!
//! [`textbook`] searches as the textbook does, to the node; what is printed about a search (counts,
//! logs, best lines) comes from observers of that one search. [`shortcut`] reaches the same answers
//! without walking the whole tree, where only the answer is asked for.

pub mod shortcut;
pub mod textbook;
