//! What the levels of Capture Go do, weakest first. `levels.tsv` has what came of it in games.
//!
//! Even a few nodes go far here: the engine sees what is certain, and of moves that look alike takes the
//! one that its order puts first, where a person takes any.

use plyglot_search::opponents::{Levels, Style};

pub const LEVELS: Levels = Levels([
    Style::person(0, 0, 2_000),
    Style::person(0, 0, 700),
    Style::person(1, 50, 400),
    Style::person(1, 25, 220),
    Style::person(2, 25, 150),
    Style::person(2, 5, 70),
    Style::person(3, 15, 65),
    Style::Nodes(10),
    Style::Nodes(50),
    Style::Nodes(2_000),
]);
