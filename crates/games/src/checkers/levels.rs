//! What the levels of checkers do, weakest first. `levels.tsv` has what came of it in games.
//!
//! A point is a man.

use plyglot_search::opponents::{Levels, Style};

pub const LEVELS: Levels = Levels([
    Style::person(0, 0, 320),
    Style::person(1, 62, 230),
    Style::person(1, 34, 162),
    Style::person(1, 17, 98),
    Style::person(1, 7, 56),
    Style::person(1, 1, 30),
    Style::Nodes(165),
    Style::Nodes(600),
    Style::Nodes(1_850),
    Style::Nodes(9_500),
]);
