use super::{Board, Cell as Place, Kind, Move, Position, Values};
use plyglot_core::picture::{Cell, Frame, Ground, Picture, Shape};
use plyglot_core::{Game, Side};

use plyglot_kit::{Brush, Does, Drawn};

/// How long it takes to put a piece, and to conquer, in milliseconds.
const PUT: u32 = 200;
const CONQUER: u32 = 260;

impl Drawn for Position {
    const BRUSHES: &'static [Brush] = &[
        Brush { name: "X", label: "X", does: Does::put(Side::First, Shape::Claim) },
        Brush { name: "O", label: "O", does: Does::put(Side::Second, Shape::Claim) },
        Brush { name: ".", label: "Free", does: Does::Take },
        Brush { name: "more", label: "Value + 1", does: Does::Change },
        Brush { name: "less", label: "Value − 1", does: Does::Change },
    ];

    /// Every cell shows its value, and its owner.
    fn picture(&self) -> Picture {
        let cells = self.values().cells().map(|place| self.cell(place)).collect();
        let size = self.values().size();
        Picture::grid(('A'..='Z').take(size), 1..=size, cells)
    }

    fn path(&self, mv: Move) -> Vec<String> {
        vec![mv.cell.to_string()]
    }

    /// The piece first, and what it conquers a moment later.
    fn frames(&self, mv: Move, after: &Position) -> Vec<Frame> {
        let stake = self.after(Move { kind: Kind::Stake, ..mv }).picture();
        let mut frames = vec![Frame::between(&self.picture(), &stake, Vec::new(), PUT)];
        if self.conquered(mv) > 0 {
            frames.push(Frame::between(&stake, &after.picture(), Vec::new(), CONQUER));
        }
        frames
    }

    fn painted(&self, cell: &str, brush: &str) -> Option<Position> {
        let place = self.values().cells().find(|place| place.to_string() == cell)?;
        let value = self.values().get(place) as u8;
        let (mut board, mut values) = (*self.board(), self.values().clone());
        match brush {
            "X" => board.give(place, Some(Side::First)),
            "O" => board.give(place, Some(Side::Second)),
            "." => board.give(place, None),
            "more" => values = values.with(place, (value + 1).min(Values::LARGEST)),
            "less" => values = values.with(place, (value - 1).max(1)),
            _ => return None,
        }
        Some(Position::new(values, board, self.to_move()))
    }

    fn cleared(&self) -> Option<Position> {
        Some(Position::new(self.values().clone(), Board::EMPTY, self.to_move()))
    }

    fn with_mover(&self, side: Side) -> Option<Position> {
        Some(Position::new(self.values().clone(), *self.board(), side))
    }
}

impl Position {
    fn cell(&self, place: Place) -> Cell {
        let value = self.values().get(place);
        let mut cell = Cell::new(place.to_string(), place.column(), place.row(), Ground::Field);
        cell.text = value.to_string();
        match self.board().get(place) {
            None => cell.saying(&format!("worth {value}, free")),
            Some(side) => {
                let owner = Position::side_name(side);
                let what = format!("worth {value}, owned by {owner}");
                cell.with(side, Shape::Claim).saying(&what)
            }
        }
    }
}
