//! What the levels of Stake and Raid do, weakest first. `levels.tsv` has what came of it in games.
//!
//! Who takes what is best at once plays well already, since the estimate knows what the opponent can
//! take next. So errors make the difference, and only the upper levels need to look further; on the
//! usual board even the strongest gains little by more nodes.

use plyglot_search::opponents::{Levels, Style};

pub const LEVELS: Levels = Levels([
    Style::person(0, 0, 400_000),
    Style::person(0, 0, 105_000),
    Style::person(0, 0, 60_000),
    Style::person(0, 0, 39_000),
    Style::person(0, 0, 27_000),
    Style::person(0, 0, 18_000),
    Style::person(0, 0, 11_500),
    Style::person(0, 0, 5_300),
    Style::person(1, 10, 1_500),
    Style::Nodes(1_000),
]);
