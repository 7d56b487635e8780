use super::board::HALF;
use super::sowing::landing;
use super::{Board, Move, Position, Sown};
use plyglot_core::picture::{Cell, Frame, Ground, Picture, Piece, Shape};
use plyglot_core::{Game, Side};

use plyglot_kit::wording::{Spoken, counted};
use plyglot_kit::{Brush, Does, Drawn};

/// How long all stones of a sowing take together, and one of them at least and at most, in
/// milliseconds.
const SOWING: u32 = 1600;
const FASTEST: u32 = 12;
const SLOWEST: u32 = 110;
/// How long it takes to bring stones home.
const HOME: u32 = 420;
/// A larger heap is sown at once: it would take too long to watch.
const MOST_WATCHED: u16 = 120;
/// No brush puts more stones into one place.
const MOST_PAINTED: u16 = 1000;
/// A stone, which is nobody's until it is home.
const SEED: Piece = Piece { side: None, shape: Shape::Seeds, count: 1 };

impl Drawn for Position {
    const NATURAL_VIEWER: Option<Side> = Some(Side::First);

    const BRUSHES: &'static [Brush] = &[
        Brush { name: "1", label: "Add a stone", does: Does::Put(SEED) },
        Brush { name: "-1", label: "Take a stone", does: Does::Take },
        Brush { name: "0", label: "Empty", does: Does::Change },
    ];

    /// Player 2's row above, player 1's below, the mancalas at their ends.
    fn picture(&self) -> Picture {
        drawn(self.board())
    }

    fn path(&self, mv: Move) -> Vec<String> {
        vec![mv.to_string()]
    }

    /// Stone by stone; then what is captured goes home, or all that is left when the game ends.
    fn frames(&self, mv: Move, after: &Position) -> Vec<Frame> {
        let mut board = *self.board();
        let (pits, mover, from) = (board.pits(), self.to_move(), self.pit(mv));
        let (mut at, mut now) = (board.place(mover, mv.column()), self.picture());
        let hand = std::mem::take(&mut board.places[at]);
        let milliseconds = (SOWING / u32::from(hand).max(1)).clamp(FASTEST, SLOWEST);
        let mut frames = Vec::new();
        for stones in 1..=usize::from(hand) {
            let (_, side, number) = landing(pits, mover, from, stones);
            let left = std::mem::replace(&mut at, HALF * side as usize + number);
            board.places[at] += 1;
            if hand <= MOST_WATCHED {
                let next = drawn(&board);
                let travel = vec![(name(&board, left), name(&board, at))];
                frames.push(Frame::between(&now, &next, travel, milliseconds));
                now = next;
            }
        }
        let then = after.picture();
        if now != then {
            let is_less = |spot: &Spot| {
                !spot.is_home && board.places[spot.place] > after.board().places[spot.place]
            };
            let is_over = after.outcome().is_some();
            let home = |spot: &Spot| home(if is_over { spot.side } else { mover });
            let going = spots(pits).filter(is_less).map(|spot| (spot.name.clone(), home(&spot)));
            frames.push(Frame::between(&now, &then, going.collect(), HOME));
        }
        frames
    }

    fn painted(&self, cell: &str, brush: &str) -> Option<Position> {
        let mut board = *self.board();
        let spot = spots(board.pits()).find(|spot| spot.name == cell)?;
        let stones = &mut board.places[spot.place];
        *stones = match brush {
            "1" => (*stones + 1).min(MOST_PAINTED),
            "-1" => stones.saturating_sub(1),
            "0" => 0,
            _ => return None,
        };
        Some(Position::unswept(board, self.to_move()))
    }

    fn cleared(&self) -> Option<Position> {
        Some(Position::unswept(Board::empty(self.board().pits()), self.to_move()))
    }

    fn with_mover(&self, side: Side) -> Option<Position> {
        Some(Position::unswept(*self.board(), side))
    }

    /// The game ends with the last stone of either row, and what is left in the other goes home.
    fn why_impossible(&self) -> Option<String> {
        let is_empty = |side: &Side| self.board().row_is_empty(*side);
        let side = Side::BOTH.into_iter().find(is_empty).filter(|side| !is_empty(&side.other()))?;
        let name = Position::side_name(side);
        Some(format!("player {name}'s row is empty, so the game is over"))
    }
}

/// A pit or a mancala.
struct Spot {
    name: String,
    side: Side,
    is_home: bool,
    /// Its index in [`Board::places`].
    place: usize,
    column: usize,
}

/// All of them, row by row from the top.
fn spots(pits: usize) -> impl Iterator<Item = Spot> {
    let board = Board::empty(pits);
    let end = move |side: Side, column| Spot {
        name: home(side),
        side,
        is_home: true,
        place: board.mancala_place(side),
        column,
    };
    let row = move |side: Side| {
        let moves = Move::all().filter(move |mv| mv.side() == side).take(pits);
        moves.map(move |mv| Spot {
            name: mv.to_string(),
            side,
            is_home: false,
            place: board.place(side, mv.column()),
            column: mv.column() + 1,
        })
    };
    let upper = [end(Side::Second, 0)].into_iter().chain(row(Side::Second));
    upper.chain([end(Side::First, pits + 1)]).chain(row(Side::First))
}

/// The name of a mancala.
fn home(side: Side) -> String {
    format!("M{}", Position::side_name(side))
}

/// The name of a place of the board.
fn name(board: &Board, place: usize) -> String {
    spots(board.pits()).find(|spot| spot.place == place).map(|spot| spot.name).unwrap_or_default()
}

fn drawn(board: &Board) -> Picture {
    let cells = spots(board.pits()).map(|spot| {
        let stones = board.places[spot.place];
        let row = usize::from(!spot.is_home && spot.side == Side::First);
        let said = counted(stones.into(), Position::UNIT);
        let mut cell = Cell::new(spot.name, spot.column, row, Ground::Pit);
        cell.owner = Some(spot.side);
        cell.piece =
            Some(Piece { side: Some(spot.side), shape: Shape::Seeds, count: stones.into() });
        if spot.is_home {
            cell.height = 2;
            cell.says = format!("Mancala of player {}, {said}", Position::side_name(spot.side));
            return cell;
        }
        cell.label.clone_from(&cell.name);
        cell.saying(&said)
    });
    let columns = board.pits() as u16 + 2;
    Picture { columns, rows: 2, cells: cells.collect(), ..Picture::default() }
}
