use std::ops::RangeInclusive;

use plyglot_core::Game;

/// A game with a name and a start: what the commands, the page and the tables need to know of it.
pub trait Playable: Game<Move: Send + Sync> + Send + Sync + 'static {
    /// As written on the command line and in JSON: `connect-four`.
    const NAME: &'static str;

    /// The name, where it is known only as the program runs: [`NAME`](Playable::NAME) for all games
    /// whose rules are compiled.
    fn name() -> &'static str {
        Self::NAME
    }

    /// As written in a sentence: `Connect Four`.
    const TITLE: &'static str;

    /// What it is about, in one line without a full stop.
    const ABOUT: &'static str;

    /// Its rules for people, in Markdown; empty if nobody wrote them down.
    const RULES: &'static str = "";

    /// What was measured of its levels, as [`MeasuredLevels`](crate::measured::MeasuredLevels) reads
    /// it; empty if nobody did.
    const MEASURED_LEVELS: &'static str = "";

    /// Which sizes of its board can be chosen; empty if the rules leave none open.
    const SIZES: &'static [Size] = &[];

    /// Where a game begins. `sizes` has a number within its range for each of
    /// [`SIZES`](Playable::SIZES); `seed` decides what the rules leave to chance.
    fn start(sizes: &[usize], seed: u64) -> Self;

    /// The position to show and to count from if none is given.
    fn sample() -> Self {
        let usual: Vec<usize> = Self::SIZES.iter().map(|size| size.usual).collect();
        Self::start(&usual, 0)
    }
}

/// A size of a board that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// As an option of the command line, without the dashes: `size`.
    pub name: &'static str,
    /// What it counts: `rows and columns`.
    pub about: &'static str,
    /// From the least to the greatest.
    pub range: RangeInclusive<usize>,
    /// The default.
    pub usual: usize,
}

impl Size {
    /// The number that was chosen, or the usual one.
    ///
    /// # Errors
    /// If no board has that size.
    pub fn choose(&self, chosen: Option<usize>) -> Result<usize, WrongSize> {
        let number = chosen.unwrap_or(self.usual);
        if self.range.contains(&number) {
            Ok(number)
        } else {
            Err(WrongSize { what: self.name, number, range: self.range.clone() })
        }
    }
}

/// A number that no board has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is from {} to {}, not {number}", .range.start(), .range.end())]
pub struct WrongSize {
    what: &'static str,
    number: usize,
    range: RangeInclusive<usize>,
}

impl WrongSize {
    /// The name of the size: `pits`.
    pub fn what(&self) -> &'static str {
        self.what
    }
}
