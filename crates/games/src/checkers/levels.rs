//! What the levels of checkers do, weakest first. `levels.tsv` has what came of it in games.
//!
//! A point is a man.

use plyglot_search::opponents::{Levels, Style};

pub const LEVELS: Levels = Levels([
    Style::person(0, 0, 320),
    Style::person(1, 55, 220),
    Style::person(1, 36, 170),
    Style::person(1, 21, 115),
    Style::person(1, 10, 70),
    Style::person(1, 3, 40),
    Style::Nodes(150),
    Style::Nodes(370),
    Style::Nodes(1_900),
    Style::Nodes(13_000),
]);
