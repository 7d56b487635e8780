use super::{Board, Move, Piece, Position, Square};
use plyglot_core::picture::{Cell, Frame, Ground, Picture, Shape};
use plyglot_core::{Game, Side};

use plyglot_kit::{Brush, Does, Drawn};

/// How long a piece takes for a step or a jump, in milliseconds.
const STEP: u32 = 220;

/// All that can be put on a square, with its symbol.
const PIECES: [Piece; 4] = [
    Piece { side: Side::First, is_king: false },
    Piece { side: Side::First, is_king: true },
    Piece { side: Side::Second, is_king: false },
    Piece { side: Side::Second, is_king: true },
];

impl Drawn for Position {
    /// White sits at row 1, Black at row 8.
    const NATURAL_VIEWER: Option<Side> = Some(Side::Second);

    const BRUSHES: &'static [Brush] = &[
        Brush { name: "b", label: "Black man", does: Does::put(Side::First, Shape::Man) },
        Brush { name: "B", label: "Black king", does: Does::put(Side::First, Shape::King) },
        Brush { name: "w", label: "White man", does: Does::put(Side::Second, Shape::Man) },
        Brush { name: "W", label: "White king", does: Does::put(Side::Second, Shape::King) },
        Brush { name: ".", label: "Empty", does: Does::Take },
    ];

    fn picture(&self) -> Picture {
        let board = self.board();
        let rows = (0..8).rev().flat_map(|row| (0..8).map(move |column| (column, row)));
        let cells = rows.map(|(column, row)| cell(&board, column, row));
        Picture::grid('a'..='h', (1..=8).rev(), cells.collect())
    }

    fn path(&self, mv: Move) -> Vec<String> {
        mv.squares().map(|square| square.to_string()).collect()
    }

    /// A jump at a time.
    fn frames(&self, mv: Move, after: &Position) -> Vec<Frame> {
        let mut now = self.picture();
        let mut so_far = Move::standing(mv.from());
        let mut frames = Vec::new();
        for way in mv.directions() {
            let from = so_far.to();
            so_far = so_far.jump_unchecked(way);
            let next = self.after(so_far).picture();
            let travel = vec![(from.to_string(), so_far.to().to_string())];
            frames.push(Frame::between(&now, &next, travel, STEP));
            now = next;
        }
        if !mv.is_jump() {
            let travel = vec![(mv.from().to_string(), mv.to().to_string())];
            frames.push(Frame::between(&now, &after.picture(), travel, STEP));
        }
        frames
    }

    fn painted(&self, cell: &str, brush: &str) -> Option<Position> {
        let square = Square::all().find(|square| square.to_string() == cell)?;
        let piece = match brush {
            "." => None,
            _ => Some(PIECES.into_iter().find(|piece| piece.symbol().to_string() == brush)?),
        };
        let mut board = self.board();
        board.take(square);
        if let Some(piece) = piece {
            board.put(square, piece);
        }
        Some(Position::new(board, self.to_move()))
    }

    fn cleared(&self) -> Option<Position> {
        Some(Position::new(Board::EMPTY, self.to_move()))
    }

    fn with_mover(&self, side: Side) -> Option<Position> {
        Some(Position::new(self.board(), side))
    }
}

/// The cell in a column and a row, both from 0, from the lower left.
fn cell(board: &Board, column: u8, row: u8) -> Cell {
    let name = format!("{}{}", char::from(b'a' + column), row + 1);
    let cell = |ground| Cell::new(name, usize::from(column), usize::from(7 - row), ground);
    let Some(square) = Square::at(column, row) else {
        return cell(Ground::Light).saying("light square");
    };
    let cell = cell(Ground::Dark);
    let Some(Piece { side, is_king }) = board.get(square) else {
        return cell.saying("empty");
    };
    let colour = if side == Side::First { "black" } else { "white" };
    let (shape, rank) = if is_king { (Shape::King, "king") } else { (Shape::Man, "man") };
    cell.with(side, shape).saying(&format!("{colour} {rank}"))
}
