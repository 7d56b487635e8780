use plyglot_kit::any::{Games, kit};

use crate::{capture_go, checkers, mancala, stake_raid, star_circle};

/// The games of Plyglot. This is the only list of them: a new game is one line here.
pub const GAMES: Games = Games::new(&[
    kit::<star_circle::Position>(),
    kit::<checkers::Position>(),
    kit::<stake_raid::Position>(),
    kit::<mancala::Position>(),
    kit::<capture_go::Large>(),
])
.usually(1);
