//! What the levels of Capture Go do, weakest first. `levels.tsv` has what came of it in games.
//!
//! With few nodes the engine does not get beyond the width of the tree here, and a person who looks at
//! the answers to each move plays better: hence the jump from persons to many nodes.

use plyglot_search::opponents::{Levels, Style};

pub const LEVELS: Levels = Levels([
    Style::person(0, 0, 400),
    Style::person(1, 30, 300),
    Style::person(2, 22, 170),
    Style::person(3, 24, 110),
    Style::person(3, 5, 60),
    Style::person(4, 13, 45),
    Style::Nodes(36_000),
    Style::Nodes(64_000),
    Style::Nodes(115_000),
    Style::Nodes(180_000),
]);
