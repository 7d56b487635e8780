//! A position as a grid of cells, for a page that knows no rules.

use plyglot_core::Side;
use plyglot_games::capture_go::Cell as Ground;
use plyglot_games::{capture_go, checkers, mancala, stake_raid, star_circle};
use plyglot_kit::competition::Competition;

/// One cell: what kind it is, as words for a style sheet, and what is written on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub class: &'static str,
    pub text: String,
}

/// All cells, row by row, with those that only name rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    pub columns: usize,
    pub cells: Vec<Cell>,
}

/// A game that can be drawn.
pub trait Drawn: Competition {
    fn grid(&self) -> Grid;
}

fn cell(class: &'static str, text: impl Into<String>) -> Cell {
    Cell { class, text: text.into() }
}

/// Rows of cells with names at their left, and the names of the columns below.
fn named(
    rows: impl Iterator<Item = (String, Vec<Cell>)>,
    columns: impl Iterator<Item = String>,
) -> Grid {
    let mut cells = Vec::new();
    for (name, row) in rows {
        cells.push(cell("label", name));
        cells.extend(row);
    }
    let names: Vec<Cell> = columns.map(|name| cell("label", name)).collect();
    let columns = names.len() + 1;
    cells.push(cell("label", ""));
    cells.extend(names);
    Grid { columns, cells }
}

/// The one of two classes that is a side's.
fn of(side: Side, [first, second]: [&'static str; 2]) -> &'static str {
    if side == Side::First { first } else { second }
}

impl Drawn for checkers::Position {
    fn grid(&self) -> Grid {
        let square = |column, row| match checkers::Square::at(column, row) {
            None => cell("light", ""),
            Some(square) => match self.board().get(square) {
                None => cell("dark", ""),
                Some(piece) => {
                    let class = of(piece.side, ["dark piece first", "dark piece second"]);
                    cell(class, if piece.is_king { "♛" } else { "" })
                }
            },
        };
        let rows = (0..8)
            .rev()
            .map(|row| ((row + 1).to_string(), (0..8).map(|column| square(column, row)).collect()));
        named(rows, ('a'..='h').map(String::from))
    }
}

impl Drawn for star_circle::Position {
    fn grid(&self) -> Grid {
        let square = |square: star_circle::Square| match self.board().get(square) {
            None => cell(if square.is_dark() { "dark" } else { "light" }, ""),
            Some((side, count)) => {
                let symbol = if side == Side::First { "★" } else { "○" };
                let count = if count > 1 { count.to_string() } else { String::new() };
                cell(of(side, ["dark gold", "dark pale"]), format!("{symbol}{count}"))
            }
        };
        let squares: Vec<star_circle::Square> = star_circle::Square::all().collect();
        // A square's name is its row's letter and its column's number.
        let rows = squares.chunks(8).map(|row| {
            let name = row[0].to_string().chars().take(1).collect();
            (name, row.iter().copied().map(square).collect())
        });
        named(rows, (1..=8).map(|number| number.to_string()))
    }
}

impl Drawn for stake_raid::Position {
    fn grid(&self) -> Grid {
        let (values, size) = (self.values(), self.values().size());
        let mut cells = values.cells().map(|place| {
            let class = match self.board().get(place) {
                None => "field",
                Some(side) => of(side, ["field blue", "field red"]),
            };
            cell(class, values.get(place).to_string())
        });
        let rows = (1..=size).map(|row| (row.to_string(), cells.by_ref().take(size).collect()));
        named(rows, ('A'..='Z').take(size).map(String::from))
    }
}

impl Drawn for mancala::Position {
    /// Player 2's row above, player 1's below, the mancalas at their ends.
    fn grid(&self) -> Grid {
        let (board, pits) = (self.board(), self.board().pits());
        let blank = || cell("blank", "");
        let names = |side: Side| {
            let moves = mancala::Move::all().filter(move |mv| mv.side() == side).take(pits);
            let names = moves.map(|mv| cell("label", mv.to_string()));
            [blank()].into_iter().chain(names).chain([blank()])
        };
        let row = |side: Side| {
            let row = (0..pits).map(move |column| match board.pit(side, column) {
                0 => cell(of(side, ["pit bare blue", "pit bare red"]), "0"),
                stones => cell(of(side, ["pit blue", "pit red"]), stones.to_string()),
            });
            [blank()].into_iter().chain(row).chain([blank()])
        };
        let home =
            |side: Side| cell(of(side, ["pit blue", "pit red"]), board.mancala(side).to_string());
        let homes = [home(Side::Second)]
            .into_iter()
            .chain((0..pits).map(|_| blank()))
            .chain([home(Side::First)]);
        let cells = names(Side::Second)
            .chain(row(Side::Second))
            .chain(homes)
            .chain(row(Side::First))
            .chain(names(Side::First));
        Grid { columns: pits + 2, cells: cells.collect() }
    }
}

impl<const W: usize> Drawn for capture_go::Position<W> {
    fn grid(&self) -> Grid {
        let board = self.board();
        let mut cells = board.points().map(|point| match board.get(point) {
            Ground::Empty => cell("wood", "·"),
            Ground::Invalid => cell("wood", "×"),
            Ground::Stone(side) => cell(of(side, ["wood piece first", "wood piece second"]), ""),
        });
        let columns = board.columns();
        let rows =
            (1..=board.rows()).map(|row| (row.to_string(), cells.by_ref().take(columns).collect()));
        named(rows, (1..=columns).map(|number| number.to_string()))
    }
}
