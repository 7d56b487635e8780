use super::{Board, Cell as Content, Large, Point, Position};
use plyglot_core::picture::{Cell, Frame, Ground, Picture, Piece, Shape};
use plyglot_core::{Game, Side};

use plyglot_kit::wording::Spoken;
use plyglot_kit::{Brush, Does, Drawn};

/// How long it takes to put a stone, and to take others away, in milliseconds.
const PUT: u32 = 180;
const CAPTURE: u32 = 220;

/// What lies on lost ground.
const LOST: Piece = Piece { side: None, shape: Shape::Cross, count: 1 };

impl<const W: usize> Drawn for Position<W> {
    const BRUSHES: &'static [Brush] = &[
        Brush { name: "B", label: "Black", does: Does::put(Side::First, Shape::Stone) },
        Brush { name: "W", label: "White", does: Does::put(Side::Second, Shape::Stone) },
        Brush { name: "x", label: "Lost", does: Does::Put(LOST) },
        Brush { name: ".", label: "Empty", does: Does::Take },
    ];

    fn picture(&self) -> Picture {
        drawn(&self.board())
    }

    fn path(&self, point: Point) -> Vec<String> {
        vec![point.to_string()]
    }

    /// The stone first, and what it captures a moment later.
    fn frames(&self, point: Point, after: &Self) -> Vec<Frame> {
        let mut board = self.board();
        board.set(point, Content::Stone(self.to_move()));
        let (put, after) = (drawn(&board), after.picture());
        let mut frames = vec![Frame::between(&self.picture(), &put, Vec::new(), PUT)];
        if put != after {
            frames.push(Frame::between(&put, &after, Vec::new(), CAPTURE));
        }
        frames
    }

    fn painted(&self, cell: &str, brush: &str) -> Option<Self> {
        let mut board = self.board();
        let point = board.points().find(|point| point.to_string() == cell)?;
        board.set(point, Content::of_symbol(brush)?);
        Position::new(&board, self.to_move())
    }

    fn cleared(&self) -> Option<Self> {
        let board = self.board();
        Position::new(&Board::empty(board.columns(), board.rows())?, self.to_move())
    }

    fn with_mover(&self, side: Side) -> Option<Self> {
        Position::new(&self.board(), side)
    }

    fn why_impossible(&self) -> Option<String> {
        untaken(&self.board(), self.to_move())
    }
}

/// The side that has just moved has taken all stones without a liberty. Its own may have none: it may
/// have played there.
fn untaken(board: &Board, to_move: Side) -> Option<String> {
    // One form for all boards will do: nobody waits for this.
    let position = Large::new(board, to_move)?;
    let own = Content::Stone(to_move);
    let is_taken = |&point: &Point| board.get(point) == own && position.liberties(point) == Some(0);
    let point = board.points().find(is_taken)?;
    let [name, other] = [to_move, to_move.other()].map(Large::title);
    Some(format!("{name}'s stone on {point} has no liberty: {other}'s last move has taken it"))
}

fn drawn(board: &Board) -> Picture {
    let cells = board.points().map(|point| cell(point, board.get(point)));
    Picture::grid(1..=board.columns(), 1..=board.rows(), cells.collect())
}

fn cell(point: Point, content: Content) -> Cell {
    let mut cell = Cell::new(point.to_string(), point.column(), point.row(), Ground::Wood);
    match content {
        Content::Empty => cell.saying("empty"),
        Content::Stone(Side::First) => cell.with(Side::First, Shape::Stone).saying("black stone"),
        Content::Stone(Side::Second) => cell.with(Side::Second, Shape::Stone).saying("white stone"),
        Content::Invalid => {
            cell.piece = Some(LOST);
            cell.saying("lost ground")
        }
    }
}
