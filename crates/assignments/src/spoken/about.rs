//! The games in one line each.

use plyglot_games::GameId;

/// What a game is about.
pub const fn about(game: GameId) -> &'static str {
    match game {
        GameId::StarCircle => "bring your pieces across the board; far rows are worth more",
        GameId::Checkers => "take the other's pieces, or leave them without a move",
        GameId::StakeRaid => "stake cells for their values, and raid those of the other",
        GameId::Mancala => "sow stones around the board, and bring most of them home",
        GameId::CaptureGo => "surround stones to remove them; most stones on the full board win",
    }
}
