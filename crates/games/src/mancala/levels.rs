//! What the levels of Mancala do, weakest first. `levels.tsv` has what came of it in games.
//!
//! A point is a stone.

use plyglot_search::opponents::{Levels, Style};

pub const LEVELS: Levels = Levels([
    Style::person(0, 0, 800),
    Style::person(0, 0, 250),
    Style::person(1, 55, 260),
    Style::person(1, 26, 200),
    Style::person(1, 5, 160),
    Style::Nodes(140),
    Style::Nodes(480),
    Style::Nodes(2_400),
    Style::Nodes(13_000),
    Style::Nodes(65_000),
]);
