//! What the levels of Star and Circle do, weakest first. `levels.tsv` has what came of it in games.
//!
//! A step forward is worth many points here, so errors are large.

use plyglot_search::opponents::{Levels, Style};

pub const LEVELS: Levels = Levels([
    Style::person(0, 0, 19_000),
    Style::person(0, 0, 8_200),
    Style::person(1, 97, 4_600),
    Style::person(1, 73, 2_500),
    Style::person(1, 44, 1_450),
    Style::person(1, 15, 700),
    Style::Nodes(130),
    Style::Nodes(430),
    Style::Nodes(2_400),
    Style::Nodes(18_000),
]);
