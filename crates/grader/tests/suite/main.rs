//! Cases, misreadings, explanations and reports. Grading itself is tested with the program, which it
//! needs as a warden: in `crates/cli`.

/// A test for each game, so that they run side by side and a failure names its game.
macro_rules! for_every_game {
    ($check:ident) => {
        for_every_game!($check: star_circle StarCircle, checkers Checkers, stake_raid StakeRaid,
            mancala Mancala, capture_go CaptureGo);
    };
    ($check:ident: $($name:ident $game:ident),*) => {
        $(#[test]
        fn $name() {
            $check(plyglot_games::GameId::$game);
        })*
    };
}

mod cases;
mod explain;
mod plain;
mod reports;
