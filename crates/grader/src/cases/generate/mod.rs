//! Inputs by chance, with the situations in which programs go wrong.

mod capture_go;
mod checkers;
mod mancala;
mod stake_raid;
mod star_circle;

use plyglot_core::mix::Random;
use plyglot_games::GameId;

use super::Order;

/// How much there is to search in a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Difficulty {
    /// So little that a person can follow it.
    Easy,
    /// A moment for any program.
    #[default]
    Medium,
    /// Enough to tell slow programs from fast ones.
    Hard,
}

impl Difficulty {
    /// The nodes that a plain search may visit.
    pub fn most_nodes(self) -> u64 {
        match self {
            Difficulty::Easy => 256,
            Difficulty::Medium => 4096,
            Difficulty::Hard => 65536,
        }
    }

    fn deepest(self) -> usize {
        match self {
            Difficulty::Easy => 3,
            Difficulty::Medium => 6,
            Difficulty::Hard => 10,
        }
    }
}

/// An input whose depth is still open.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub game: GameId,
    pub player: String,
    pub algorithm: String,
    pub depth: u32,
    /// What is special about it.
    pub situation: &'static str,
    /// The input, with [`DEPTH`] in the place of the depth.
    text: String,
}

/// Stands for the depth.
const DEPTH: &str = "{depth}";

impl Sketch {
    pub fn input(&self) -> String {
        self.text.replace(DEPTH, &self.depth.to_string())
    }

    /// Whether the input says how deep to look.
    fn has_depth(&self) -> bool {
        self.text.contains(DEPTH)
    }

    /// What makes it like others.
    pub fn traits(&self) -> impl Iterator<Item = String> {
        let depth = self.has_depth().then(|| format!("depth {}", self.depth));
        [self.player.clone(), self.algorithm.clone(), self.situation.to_owned()]
            .into_iter()
            .chain(depth)
    }

    /// `Star, ALPHABETA depth 3, stacks on the last rows`.
    pub fn about(&self) -> String {
        let depth = if self.has_depth() { format!(" depth {}", self.depth) } else { String::new() };
        format!("{}, {}{depth}, {}", self.player, self.algorithm, self.situation)
    }
}

/// An input by chance; `None` if it came out senseless.
pub fn sketch(order: &Order, random: &mut Random) -> Option<Sketch> {
    let depth = 1 + random.below(order.difficulty.deepest()) as u32;
    match order.game {
        GameId::StarCircle => star_circle::sketch(depth, random),
        GameId::Checkers => checkers::sketch(random),
        GameId::StakeRaid => stake_raid::sketch(depth, order.size, random),
        GameId::Mancala => mancala::sketch(depth, order.size, random),
        GameId::CaptureGo => capture_go::sketch(depth, order.size, random),
    }
}

/// Whether a game can have boards of this size.
pub fn check_size(game: GameId, size: Option<usize>) -> Result<(), String> {
    let Some(size) = size else { return Ok(()) };
    let (what, range) = match game {
        GameId::StakeRaid => ("rows and columns", 2..=26),
        GameId::Mancala => ("pits", 3..=10),
        GameId::CaptureGo => ("rows and columns", 2..=19),
        GameId::StarCircle | GameId::Checkers => {
            return Err(format!("{} has one size only", game.title()));
        }
    };
    if range.contains(&size) {
        return Ok(());
    }
    let (least, most) = range.into_inner();
    Err(format!("{} has {least} to {most} {what}, not {size}", game.title()))
}

/// One of several.
fn one_of<T: Copy>(random: &mut Random, choices: &[T]) -> T {
    choices[random.below(choices.len())]
}

/// A number from a range, its end included.
fn between(random: &mut Random, least: usize, most: usize) -> usize {
    least + random.below(most - least + 1)
}
