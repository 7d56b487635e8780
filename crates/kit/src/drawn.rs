use plyglot_core::Side;
use plyglot_core::picture::{Frame, Picture};

use crate::Playable;

/// A game that can be seen: terminal, reports and page draw it from one picture.
pub trait Drawn: Playable {
    /// The side at the bottom of the picture, from whose place two people look at the board.
    const NATURAL_VIEWER: Side = Side::First;

    /// The board.
    fn picture(&self) -> Picture {
        Picture::default()
    }

    /// The cells to be clicked for a move, by their names, and the way that its piece takes. Empty
    /// for a move without a place, such as a pass.
    fn path(&self, mv: Self::Move) -> Vec<String> {
        self.picture().named_in(&mv.to_string())
    }

    /// How the board changes while a legal move is made.
    fn frames(&self, mv: Self::Move, after: &Self) -> Vec<Frame> {
        let path = self.path(mv);
        let travel = match &path[..] {
            [from, .., to] => vec![(from.clone(), to.clone())],
            _ => Vec::new(),
        };
        vec![Frame { picture: after.picture(), travel, milliseconds: 220 }]
    }
}
