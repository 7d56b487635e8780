//! What the levels of Stake and Raid do, weakest first. `levels.tsv` has what came of it in games.
//!
//! Who takes what is best at once plays well already, since the estimate knows what the opponent can
//! take next. So errors make the difference, and only the upper levels need to look further; on the
//! usual board even the strongest gains little by more nodes.

use plyglot_search::opponents::{Levels, Style};

pub const LEVELS: Levels = Levels([
    Style::person(0, 0, 400_000),
    Style::person(0, 0, 125_000),
    Style::person(0, 0, 64_000),
    Style::person(0, 0, 40_000),
    Style::person(0, 0, 28_000),
    Style::person(0, 0, 18_000),
    Style::person(0, 0, 10_500),
    Style::person(0, 0, 5_500),
    Style::person(1, 10, 1_500),
    Style::Nodes(1_000),
]);
