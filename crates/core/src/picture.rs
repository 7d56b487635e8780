//! What a position looks like, as data: terminal, reports and page all draw from it.

use serde::Serialize;

use crate::Side;

/// A board to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// How many columns the board has.
    pub columns: u16,
    /// How many rows it has.
    pub rows: u16,
    /// All cells, row by row from the top, as the game's natural viewer sees them.
    pub cells: Vec<Cell>,
    /// The names of the columns, from the left; none where cells have labels of their own.
    pub column_labels: Vec<String>,
    /// The names of the rows, from the top; none where cells have labels of their own.
    pub row_labels: Vec<String>,
}

/// One cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Cell {
    /// What moves and people call it: `c3`. No two cells share a name.
    pub name: String,
    /// The column of its left edge, from 0.
    pub column: u16,
    /// The row of its upper edge, from 0.
    pub row: u16,
    /// How many columns it covers.
    pub width: u16,
    /// How many rows it covers.
    pub height: u16,
    /// What it is made of.
    pub ground: Ground,
    /// Whose cell it is for the whole game, where that shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Side>,
    /// What stands on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
    /// What is written on it: its value, how many stones it holds.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What is written beside it: its name, where rows and columns have none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// What a cell is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A square of a board without colours.
    #[default]
    Field,
    /// A point of a wooden board, where lines cross.
    Wood,
    /// A hole for seeds.
    Pit,
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Piece {
    /// Whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What it looks like.
    pub shape: Shape,
    /// How many there are, one on the other.
    pub count: u32,
}

/// What a piece looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A flat round piece.
    Man,
    /// The same with a crown.
    King,
    /// A stone of Go.
    Stone,
    /// A star.
    Star,
    /// A ring.
    Ring,
    /// The whole cell has the colour of its owner.
    Claim,
    /// A heap of seeds, as many as the count.
    Seeds,
    /// A cross: the cell is lost to both.
    Cross,
}

/// One picture of a moving board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// The board at its end.
    pub picture: Picture,
    /// What travels meanwhile: from cell to cell, by their names.
    pub travel: Vec<(String, String)>,
    /// How long it takes, in milliseconds.
    pub milliseconds: u32,
}

impl Cell {
    /// An empty cell of one row and one column.
    pub fn new(name: impl Into<String>, column: usize, row: usize, ground: Ground) -> Cell {
        Cell {
            name: name.into(),
            column: column as u16,
            row: row as u16,
            width: 1,
            height: 1,
            ground,
            owner: None,
            piece: None,
            text: String::new(),
            label: String::new(),
        }
    }

    /// The same cell with a piece on it.
    #[must_use]
    pub fn with(mut self, side: Side, shape: Shape) -> Cell {
        self.piece = Some(Piece { side: Some(side), shape, count: 1 });
        self
    }
}

impl Picture {
    /// The cells that a text names, in the order in which it names them: for most games the way of
    /// a move.
    pub fn named_in(&self, text: &str) -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let known = |word: &&str| self.cells.iter().any(|cell| cell.name == *word);
        let mut named: Vec<String> = words.filter(known).map(str::to_owned).collect();
        // A series of jumps names every landing twice: where one ends and the next begins.
        named.dedup();
        named
    }
}
