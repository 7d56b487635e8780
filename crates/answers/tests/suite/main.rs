//! Cases, misreadings and explanations.

/// A test for each game, so that they run side by side and a failure names its game.
macro_rules! for_every_game {
    ($check:ident) => {
        for_every_game!($check: star_circle "star-circle", checkers "checkers",
            stake_raid "stake-raid", mancala "mancala", capture_go "capture-go");
    };
    ($check:ident: $($name:ident $game:literal),*) => {
        $(#[test]
        fn $name() {
            $check(plyglot_games::GAMES.find($game).unwrap());
        })*
    };
}

mod cases;
mod explain;
mod rules_alone;
