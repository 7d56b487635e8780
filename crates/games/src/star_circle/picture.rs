use super::position::last_row;
use super::words::shape;
use super::{Board, Move, Position, Square};
use plyglot_core::picture::{Cell, Frame, Ground, Palette, Picture};
use plyglot_core::{Game, Side};

use plyglot_kit::{Brush, Does, Drawn};

/// How long a piece takes for its way, in milliseconds.
const STEP: u32 = 240;

impl Drawn for Position {
    const NATURAL_VIEWER: Option<Side> = Some(Side::First);

    const BRUSHES: &'static [Brush] = &[
        Brush { name: "S", label: "Star", does: Does::put(Side::First, shape(Side::First)) },
        Brush { name: "C", label: "Circle", does: Does::put(Side::Second, shape(Side::Second)) },
        Brush { name: "0", label: "Empty", does: Does::Take },
    ];

    /// At the other end of a row stands what a star is worth there.
    fn picture(&self) -> Picture {
        let cells = Square::all().map(|square| cell(self.board(), square));
        let grid = Picture::grid(1..=8, ('A'..='H').rev(), cells.collect());
        let worths = self.row_values().iter().rev();
        let row_notes = worths.map(ToString::to_string).collect();
        Picture { row_notes, palette: Palette::Cool, ..grid }
    }

    fn path(&self, mv: Move) -> Vec<String> {
        match mv {
            Move::Go { from, to } => vec![from.to_string(), to.to_string()],
            Move::Pass => Vec::new(),
        }
    }

    fn frames(&self, mv: Move, after: &Position) -> Vec<Frame> {
        let (travel, milliseconds) = match mv {
            Move::Go { from, to } => (vec![(from.to_string(), to.to_string())], STEP),
            Move::Pass => (Vec::new(), 0),
        };
        vec![Frame::between(&self.picture(), &after.picture(), travel, milliseconds)]
    }

    /// Pieces pile up on their last row only. On a light square there may be a piece already, but
    /// none is put there.
    fn painted(&self, cell: &str, brush: &str) -> Option<Position> {
        let square = Square::all().find(|square| square.to_string() == cell)?;
        let side = match brush {
            "S" => Some(Side::First),
            "C" => Some(Side::Second),
            "0" => None,
            _ => return None,
        };
        if !square.is_dark() && side.is_some() {
            return None;
        }
        let mut board = *self.board();
        let there = board.get(square);
        board.take(square);
        if let Some(side) = side {
            let more = match there {
                Some((owner, count)) if owner == side && square.row() == last_row(side) => count,
                _ => 0,
            };
            let most = Board::MOST_ON_A_SQUARE as u8;
            board.put(square, side, (more + 1).min(most));
        }
        Some(Position::new(board, *self.row_values(), self.to_move()))
    }

    fn cleared(&self) -> Option<Position> {
        Some(Position::new(Board::EMPTY, *self.row_values(), self.to_move()))
    }

    fn with_mover(&self, side: Side) -> Option<Position> {
        Some(Position::new(*self.board(), *self.row_values(), side))
    }

    /// No piece is ever added to those that a game begins with.
    fn why_impossible(&self) -> Option<String> {
        let pieces = |position: &Position, side: Side| {
            let own = Square::all().filter_map(|square| position.board().get(square));
            own.filter(|(owner, _)| *owner == side).map(|(_, count)| u32::from(count)).sum::<u32>()
        };
        let start = Position::start();
        let is_more = |&side: &Side| pieces(self, side) > pieces(&start, side);
        let side = Side::BOTH.into_iter().find(is_more)?;
        let (name, most) = (Position::side_name(side), pieces(&start, side));
        Some(format!("{name} has more than {most} pieces"))
    }
}

fn cell(board: &Board, square: Square) -> Cell {
    let ground = if square.is_dark() { Ground::Dark } else { Ground::Light };
    let mut cell = Cell::new(square.to_string(), square.column(), square.row(), ground);
    let Some((side, count)) = board.get(square) else {
        return cell.saying(if square.is_dark() { "empty" } else { "light square" });
    };
    cell = cell.with(side, shape(side));
    if let Some(piece) = &mut cell.piece {
        piece.count = u32::from(count);
    }
    let what = if side == Side::First { "star" } else { "circle" };
    match count {
        1 => cell.saying(what),
        _ => cell.saying(&format!("{count} {what}s")),
    }
}
