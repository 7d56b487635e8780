//! What a position looks like, as data: terminal, reports and page all draw from it.

use serde::Serialize;

use crate::Side;

/// A board to be drawn, as the game's natural viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// How many columns the board has.
    pub columns: u16,
    /// How many rows it has.
    pub rows: u16,
    /// All cells, row by row from the top.
    pub cells: Vec<Cell>,
    /// The names of the columns, from the left; none where cells have labels of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub column_labels: Vec<String>,
    /// The names of the rows, from the top; none where cells have labels of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub row_labels: Vec<String>,
    /// What else a row says at its other end, from the top, where there is room for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub row_notes: Vec<String>,
    /// The colours of light and dark squares, where there are colours to choose from.
    #[serde(skip_serializing_if = "Palette::is_warm")]
    pub palette: Palette,
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
    #[serde(skip_serializing_if = "is_one")]
    pub width: u16,
    /// How many rows it covers.
    #[serde(skip_serializing_if = "is_one")]
    pub height: u16,
    /// What it is made of.
    pub ground: Ground,
    /// Whose cell it is for the whole game, where that shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Side>,
    /// What stands on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Piece>,
    /// What is written on it, such as its value.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What is written beside it: its name, where rows and columns have none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The whole cell in words, for those who do not see it: `c3, black man`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub says: String,
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

/// The colours of light and dark squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Palette {
    /// Green and cream.
    #[default]
    Warm,
    /// Blue and white.
    Cool,
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
    #[serde(skip_serializing_if = "is_one")]
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
    /// The whole cell has the colour of its owner, and its sign: a cross for the first side, a ring
    /// for the second.
    Claim,
    /// A heap of seeds, as many as the count; 0 is an empty one.
    Seeds,
    /// A cross.
    Cross,
}

/// A moment of a moving board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Frame {
    /// The cells that are different at its end, as they are then.
    pub cells: Vec<Cell>,
    /// What travels meanwhile: from cell to cell, by their names.
    pub travel: Vec<(String, String)>,
    /// How long it takes, in milliseconds.
    pub milliseconds: u32,
}

fn is_one<N: Copy + From<u8> + PartialEq>(number: &N) -> bool {
    *number == N::from(1)
}

impl Palette {
    fn is_warm(&self) -> bool {
        *self == Palette::Warm
    }
}

impl Piece {
    /// One piece of a side.
    pub const fn new(side: Side, shape: Shape) -> Piece {
        Piece { side: Some(side), shape, count: 1 }
    }
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
            says: String::new(),
        }
    }

    /// The same cell with a piece on it.
    #[must_use]
    pub fn with(mut self, side: Side, shape: Shape) -> Cell {
        self.piece = Some(Piece::new(side, shape));
        self
    }

    /// The same cell, said in words: its name and what is on it.
    #[must_use]
    pub fn saying(mut self, what: &str) -> Cell {
        self.says = format!("{}, {what}", self.name);
        self
    }
}

impl Picture {
    /// A board of rows and columns with these names, from the top left.
    pub fn grid(
        column_labels: impl IntoIterator<Item = impl ToString>,
        row_labels: impl IntoIterator<Item = impl ToString>,
        cells: Vec<Cell>,
    ) -> Picture {
        let column_labels: Vec<String> =
            column_labels.into_iter().map(|label| label.to_string()).collect();
        let row_labels: Vec<String> =
            row_labels.into_iter().map(|label| label.to_string()).collect();
        Picture {
            columns: column_labels.len() as u16,
            rows: row_labels.len() as u16,
            cells,
            column_labels,
            row_labels,
            ..Picture::default()
        }
    }

    /// A cell by its name.
    pub fn cell(&self, name: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.name == name)
    }

    /// The cells that a text names, in the order in which it names them: for most games the way of
    /// a move.
    pub fn named_in(&self, text: &str) -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let known = |word: &&str| self.cell(word).is_some();
        let mut named: Vec<String> = words.filter(known).map(str::to_owned).collect();
        // A series of jumps names every landing twice: where one ends and the next begins.
        named.dedup();
        named
    }

    /// The cells of a later picture of the same board that differ from this one's.
    pub fn changes(&self, later: &Picture) -> Vec<Cell> {
        let pairs = self.cells.iter().zip(&later.cells);
        pairs.filter(|(now, then)| now != then).map(|(_, then)| then.clone()).collect()
    }

    /// Puts cells in the place of those with the same names.
    pub fn change(&mut self, cells: &[Cell]) {
        for changed in cells {
            if let Some(cell) = self.cells.iter_mut().find(|cell| cell.name == changed.name) {
                cell.clone_from(changed);
            }
        }
    }

    /// The same board with the piece of one cell on another.
    #[must_use]
    pub fn with_moved(&self, from: &str, to: &str) -> Picture {
        let mut next = self.clone();
        let left = next.cells.iter_mut().find(|cell| cell.name == from);
        let piece = left.and_then(|cell| cell.piece.take());
        if let Some(reached) = next.cells.iter_mut().find(|cell| cell.name == to) {
            reached.piece = piece;
        }
        next
    }

    /// The same board seen from the other side: turned by half a circle.
    #[must_use]
    pub fn turned(mut self) -> Picture {
        for cell in &mut self.cells {
            cell.column = self.columns - cell.column - cell.width;
            cell.row = self.rows - cell.row - cell.height;
        }
        self.cells.sort_by_key(|cell| (cell.row, cell.column));
        for labels in [&mut self.column_labels, &mut self.row_labels, &mut self.row_notes] {
            labels.reverse();
        }
        self
    }
}

impl Frame {
    /// From one picture of a board to the next, while pieces travel along these steps.
    pub fn between(
        before: &Picture,
        after: &Picture,
        travel: Vec<(String, String)>,
        milliseconds: u32,
    ) -> Frame {
        Frame { cells: before.changes(after), travel, milliseconds }
    }
}
