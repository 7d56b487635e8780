use std::ops::RangeInclusive;

use plyglot_games::{GameId, Side, capture_go, mancala, stake_raid};

use crate::AnyPosition;

/// The start of a game, which the rules leave open in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// An empty board with values by chance.
    StakeRaid {
        /// Rows and columns.
        size: usize,
    },
    /// All pits filled alike.
    Mancala {
        /// Pits of each player.
        pits: usize,
        /// Stones in each.
        stones: u16,
    },
    /// An empty board.
    CaptureGo {
        /// Rows and columns.
        size: usize,
    },
    /// As the rules have it.
    Fixed(GameId),
}

/// How large a board is to be, as far as that is said. What a game does not have is ignored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sizes {
    /// Rows and columns.
    pub size: Option<usize>,
    /// Pits of each player.
    pub pits: Option<usize>,
    /// Stones in each pit.
    pub stones: Option<u16>,
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
    /// What is of that size: `size`, `pits` or `stones`.
    pub fn what(&self) -> &'static str {
        self.what
    }
}

impl Start {
    /// A pit may start with so many stones.
    pub const STONES: RangeInclusive<usize> = 1..=1000;

    /// A start of the usual size, unless another is given.
    ///
    /// # Errors
    /// If no board has that size.
    pub fn new(game: GameId, sizes: &Sizes) -> Result<Start, WrongSize> {
        let square = |largest| within("size", sizes.size, default_size(game), 1..=largest);
        Ok(match game {
            GameId::StakeRaid => Start::StakeRaid { size: square(stake_raid::Board::LARGEST)? },
            GameId::Mancala => Start::Mancala {
                pits: within("pits", sizes.pits, 6, mancala::Board::PITS)?,
                stones: within("stones", sizes.stones.map(usize::from), 4, Start::STONES)? as u16,
            },
            GameId::CaptureGo => Start::CaptureGo { size: square(capture_go::LARGEST)? },
            GameId::StarCircle | GameId::Checkers => Start::Fixed(game),
        })
    }

    /// Which game it is.
    pub fn game(self) -> GameId {
        match self {
            Start::StakeRaid { .. } => GameId::StakeRaid,
            Start::Mancala { .. } => GameId::Mancala,
            Start::CaptureGo { .. } => GameId::CaptureGo,
            Start::Fixed(game) => game,
        }
    }

    /// The position to begin with.
    pub fn position(self, seed: u64) -> AnyPosition {
        match self {
            Start::StakeRaid { size } => {
                let values = stake_raid::Values::random(size, stake_raid::Values::LARGEST, seed);
                AnyPosition::StakeRaid(stake_raid::Position::empty(values))
            }
            Start::Mancala { pits, stones } => {
                let board = mancala::Board::filled(pits, stones);
                AnyPosition::Mancala(mancala::Position::new(board, Side::First))
            }
            Start::CaptureGo { size } => AnyPosition::CaptureGo(
                capture_go::Large::empty(size, size).unwrap_or_else(capture_go::Large::start),
            ),
            Start::Fixed(game) => AnyPosition::start(game),
        }
    }
}

const fn default_size(game: GameId) -> usize {
    if matches!(game, GameId::CaptureGo) { 6 } else { 5 }
}

fn within(
    what: &'static str,
    number: Option<usize>,
    default: usize,
    range: RangeInclusive<usize>,
) -> Result<usize, WrongSize> {
    let number = number.unwrap_or(default);
    if range.contains(&number) { Ok(number) } else { Err(WrongSize { what, number, range }) }
}
