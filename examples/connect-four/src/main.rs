//! A program for one game, with all commands of Plyglot.

mod connect_four;

use std::process::ExitCode;

use plyglot_kit::any::{Games, kit};

const GAMES: Games = Games::new(&[kit::<connect_four::Position>()]);

fn main() -> ExitCode {
    plyglot_cli::main(GAMES)
}

#[cfg(test)]
mod tests {
    use plyglot_core::{laws, perft};
    use plyglot_kit::Playable;

    use super::connect_four::Position;

    /// The laws of every game, on random games.
    #[test]
    fn keeps_the_laws() {
        laws::check(&Position::start(&[], 0), 50, |mv| *mv);
    }

    /// Six moves never end a game and fill no column of six but by six in it: 7^6 sequences.
    #[test]
    fn six_moves_are_free() {
        assert_eq!(perft(&Position::start(&[], 0), 6).leaves, 7_u64.pow(6));
    }
}
