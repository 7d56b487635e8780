//! What the levels of Star and Circle do, weakest first. `levels.tsv` has what came of it in games.
//!
//! A step forward is worth many points here, so errors are large.

use plyglot_search::opponents::{Levels, Style};

pub const LEVELS: Levels = Levels([
    Style::person(0, 0, 20_000),
    Style::person(0, 0, 9_000),
    Style::person(1, 95, 3_600),
    Style::person(1, 65, 2_100),
    Style::person(1, 38, 1_300),
    Style::person(1, 12, 600),
    Style::Nodes(120),
    Style::Nodes(400),
    Style::Nodes(2_400),
    Style::Nodes(20_000),
]);
