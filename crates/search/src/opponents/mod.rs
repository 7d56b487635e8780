//! The opponents to play against, by name: the reference agents of the sources, and the engine at
//! several levels.

mod level;
mod minimax;
mod player;
mod style;

pub use level::{Level, Levels};
pub use minimax::best_moves;
pub use player::{ChosenMove, Player};
pub use style::{Person, Style};

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
    /// The engine, at a level of the game's.
    Engine(Level),
    /// The same in any style, to try what no level does.
    Styled(Style),
}

impl Opponent {
    /// Plain minimax deeper than this is not worth waiting for.
    pub const DEEPEST_MINIMAX: u32 = 8;

    /// All opponents that have a name of their own, minimax at one of its depths: first those of the
    /// sources, then the levels, weakest first. How the two compare differs from game to game.
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
            Opponent::Styled(style) => style.describe(),
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
            Opponent::Styled(style) => f.pad(&style.to_string()),
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
        let styled = || name.parse().ok().map(Opponent::Styled);
        found.map(|(_, opponent)| opponent).or_else(styled).ok_or_else(|| {
            let levels = Level::ALL.map(Level::name).join(", ");
            let deepest = Opponent::DEEPEST_MINIMAX;
            span.expected(format!(
                "random, greedy, minimax-1 to minimax-{deepest}, nodes-N, or {levels}"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        let styles = [Style::Nodes(1), Style::Nodes(5_000), Style::person(1, 30, 250)];
        let styles = styles.into_iter().chain(Levels::USUAL.0).map(Opponent::Styled);
        for opponent in Opponent::examples().into_iter().chain(styles) {
            assert_eq!(opponent.to_string().parse(), Ok(opponent));
            assert!(!opponent.describe().is_empty());
        }
        let unknown = ["", "minimax", "minimax-0", "minimax-9", "Random", "grandmaster"];
        let no_style =
            ["nodes", "nodes-0", "nodes--1", "nodes-99999999999", "person-1-101-0", "person-1"];
        for wrong in unknown.into_iter().chain(no_style) {
            assert!(wrong.parse::<Opponent>().is_err(), "{wrong}");
        }
    }
}
