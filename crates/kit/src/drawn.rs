use plyglot_core::Side;
use plyglot_core::picture::{Frame, Picture, Piece, Shape};
use serde::{Deserialize, Serialize};

use crate::Playable;

/// A game that can be seen: terminal, reports and page draw it from one picture.
pub trait Drawn: Playable {
    /// The side at the bottom of the picture, from whose place two people look at the board; the
    /// other side sees it turned round. `None` where both look from the same place.
    const NATURAL_VIEWER: Option<Side> = None;

    /// What a position can be set up with; nothing where that is not possible.
    const BRUSHES: &'static [Brush] = &[];

    /// The board.
    fn picture(&self) -> Picture;

    /// The cells to be clicked for a move, by their names, and the way that its piece takes. Empty
    /// for a move without a place, such as a pass.
    fn path(&self, mv: Self::Move) -> Vec<String> {
        self.picture().named_in(&mv.to_string())
    }

    /// How the board changes while a legal move is made, up to the picture after it. A path of
    /// several cells has a frame for each of its steps; more may follow.
    fn frames(&self, mv: Self::Move, after: &Self) -> Vec<Frame> {
        along(&self.picture(), &self.path(mv), &after.picture())
    }

    /// This position with a brush used on a cell; `None` if that changes nothing. What comes out need
    /// not be a position that its text can be read as: further strokes may mend it.
    fn painted(&self, _cell: &str, _brush: &str) -> Option<Self> {
        None
    }

    /// The same board without pieces.
    fn cleared(&self) -> Option<Self> {
        None
    }

    /// The same board with that side to move, as if nothing had been played before.
    fn with_mover(&self, _side: Side) -> Option<Self> {
        None
    }

    /// Why no game comes to this position: it holds what the rules would have taken away, or more
    /// than a game begins with. An input may have such a position, but nobody sets one up to play
    /// from. `None` if nothing speaks against it.
    fn why_impossible(&self) -> Option<String> {
        None
    }
}

/// What a position can be set up with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Brush {
    /// As it is named in requests.
    pub name: &'static str,
    /// For people.
    pub label: &'static str,
    /// What it does to a cell.
    pub does: Does,
}

/// What a brush does to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Does {
    /// It puts this there.
    Put(Piece),
    /// It takes away what another brush has put there.
    Take,
    /// Something else.
    Change,
}

impl Does {
    /// It puts one piece of a side there.
    pub const fn put(side: Side, shape: Shape) -> Does {
        Does::Put(Piece::new(side, shape))
    }
}

/// One step of setting up a position.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stroke {
    /// Use a brush on a cell.
    Paint {
        /// The cell's name.
        cell: String,
        /// The brush's name.
        brush: String,
    },
    /// Take all pieces away.
    Clear,
    /// Let that side move.
    Mover(Side),
}

impl Stroke {
    /// The position after this step, whose text may not read back; a step that the game does not
    /// know changes nothing.
    pub fn on<G: Drawn>(&self, position: &G) -> G {
        let changed = match self {
            Stroke::Paint { cell, brush } => position.painted(cell, brush),
            Stroke::Clear => position.cleared(),
            Stroke::Mover(side) => position.with_mover(*side),
        };
        changed.unwrap_or_else(|| position.clone())
    }
}

/// How long a piece takes from cell to cell, in milliseconds.
const STEP: u32 = 220;

/// The piece on the first cell goes along its path; the last step shows what else changes.
fn along(before: &Picture, path: &[String], after: &Picture) -> Vec<Frame> {
    let mut now = before.clone();
    let mut frames = Vec::new();
    for (number, step) in (2..).zip(path.windows(2)) {
        let [from, to] = step else { continue };
        let next = if number == path.len() { after.clone() } else { now.with_moved(from, to) };
        let travel = vec![(from.clone(), to.clone())];
        frames.push(Frame::between(&now, &next, travel, STEP));
        now = next;
    }
    if frames.is_empty() {
        frames.push(Frame::between(before, after, Vec::new(), STEP));
    }
    frames
}
