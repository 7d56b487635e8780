//! The opponents to play against, by name: the reference agents of the sources, and the engine at
//! several levels.

mod level;
mod minimax;
mod player;

pub use level::Level;
pub use minimax::best_moves;
pub use player::{ChosenMove, Player};

use std::fmt;
use std::str::FromStr;

use plyglot_core::{text, text::TextError};

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// Any legal move, all with the same chance.
    Random,
    /// The first move that is best at the end of the turn.
    Greedy,
    /// Plain minimax without pruning, this many turns deep, by the rules' own evaluation; of equal
    /// moves any, with the same chance. In checkers, at depth 3, it is the source's reference.
    Minimax(u32),
    /// The engine.
    Engine(Level),
}

impl Opponent {
    /// Plain minimax deeper than this is not worth waiting for.
    pub const DEEPEST_MINIMAX: u32 = 8;

    /// All opponents, weakest first; minimax at one of its depths.
    pub fn examples() -> Vec<Opponent> {
        let levels = Level::ALL.map(Opponent::Engine);
        [vec![Opponent::Random, Opponent::Greedy, Opponent::Minimax(3)], levels.to_vec()].concat()
    }

    /// What it does, in a few words.
    pub fn describe(self) -> String {
        match self {
            Opponent::Random => "any legal move".to_owned(),
            Opponent::Greedy => "the move that is best right now".to_owned(),
            Opponent::Minimax(depth) => {
                format!("plain minimax {depth} turns deep, equal moves by chance")
            }
            Opponent::Engine(level) => level.describe().to_owned(),
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opponent::Random => f.pad("random"),
            Opponent::Greedy => f.pad("greedy"),
            Opponent::Minimax(depth) => f.pad(&format!("minimax-{depth}")),
            Opponent::Engine(level) => f.pad(level.name()),
        }
    }
}

impl FromStr for Opponent {
    type Err = TextError;

    fn from_str(name: &str) -> Result<Opponent, TextError> {
        let span = text::whole(name);
        let known: Vec<(String, Opponent)> = [Opponent::Random, Opponent::Greedy]
            .into_iter()
            .chain((1..=Opponent::DEEPEST_MINIMAX).map(Opponent::Minimax))
            .chain(Level::ALL.map(Opponent::Engine))
            .map(|opponent| (opponent.to_string(), opponent))
            .collect();
        let found = known.into_iter().find(|(known, _)| known == name);
        found.map(|(_, opponent)| opponent).ok_or_else(|| {
            let levels = Level::ALL.map(Level::name).join(", ");
            let deepest = Opponent::DEEPEST_MINIMAX;
            span.expected(format!("random, greedy, minimax-1 to minimax-{deepest}, or {levels}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for opponent in Opponent::examples() {
            assert_eq!(opponent.to_string().parse(), Ok(opponent));
            assert!(!opponent.describe().is_empty());
        }
        for wrong in ["", "minimax", "minimax-0", "minimax-9", "Random", "grandmaster"] {
            assert!(wrong.parse::<Opponent>().is_err(), "{wrong}");
        }
    }
}
