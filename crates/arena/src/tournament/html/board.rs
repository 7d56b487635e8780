//! A picture as a grid of cells, for a page that knows no rules.

use plyglot_core::Side;
use plyglot_core::picture::{self, Ground, Picture, Piece, Shape};

/// One cell: what kind it is, as words for a style sheet, and what is written on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HtmlCell {
    pub class: String,
    pub text: String,
}

/// All cells, row by row, with those that only name rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HtmlGrid {
    pub columns: usize,
    pub cells: Vec<HtmlCell>,
    /// The number of each cell that covers others, and how many columns and rows it has. Cells that
    /// are covered are there too, so that cells can be counted.
    pub spans: Vec<(u32, u16, u16)>,
}

fn cell(class: impl Into<String>, text: impl Into<String>) -> HtmlCell {
    HtmlCell { class: class.into(), text: text.into() }
}

impl HtmlGrid {
    /// The board with its labels: rows have theirs at the left, columns below, and cells above in the
    /// upper half of the board and below in the lower one.
    pub fn of(picture: &Picture) -> HtmlGrid {
        let Picture { columns, rows, column_labels, row_labels, .. } = picture;
        let left = usize::from(!row_labels.is_empty());
        let columns_in_all = (left + usize::from(*columns)).max(1);
        let mut grid = HtmlGrid { columns: columns_in_all, cells: Vec::new(), spans: Vec::new() };
        for row in 0..*rows {
            let labels = labels(picture, row, left);
            let (above, below) =
                if row < rows / 2 { (Some(labels), None) } else { (None, Some(labels)) };
            grid.cells.extend(above.into_iter().flatten());
            if let Some(name) = row_labels.get(usize::from(row)) {
                grid.cells.push(cell("label", name));
            }
            (0..*columns).for_each(|column| grid.push(picture, column, row));
            grid.cells.extend(below.into_iter().flatten());
        }
        if !column_labels.is_empty() {
            grid.cells.extend(vec![cell("label", ""); left]);
            grid.cells.extend(column_labels.iter().map(|name| cell("label", name)));
        }
        grid
    }

    /// Adds one square of the board.
    fn push(&mut self, picture: &Picture, column: u16, row: u16) {
        let covers = |it: &&picture::Cell| {
            (it.column..it.column + it.width).contains(&column)
                && (it.row..it.row + it.height).contains(&row)
        };
        let Some(found) = picture.cells.iter().find(covers) else {
            return self.cells.push(cell("blank", ""));
        };
        if (found.column, found.row) != (column, row) {
            return self.cells.push(cell("covered", ""));
        }
        if (found.width, found.height) != (1, 1) {
            self.spans.push((self.cells.len() as u32, found.width, found.height));
        }
        self.cells.push(drawn(found));
    }
}

/// The labels of the cells of a row as a row of their own; empty where they have none.
fn labels(picture: &Picture, row: u16, left: usize) -> Vec<HtmlCell> {
    let labelled = picture.cells.iter().filter(|it| it.row == row && !it.label.is_empty());
    let mut labels = Vec::new();
    for it in labelled {
        labels.resize(left + usize::from(picture.columns), cell("blank", ""));
        labels[left + usize::from(it.column)] = cell("label", &it.label);
    }
    labels
}

/// A cell of a board in the words of the style sheet.
fn drawn(it: &picture::Cell) -> HtmlCell {
    let ground = match it.ground {
        Ground::Light => "light",
        Ground::Dark => "dark",
        Ground::Field => "field",
        Ground::Wood => "wood",
        Ground::Pit => "pit",
    };
    let is_empty = it.piece.is_none_or(|piece| piece.count == 0);
    let bare = if it.ground == Ground::Pit && is_empty { " bare" } else { "" };
    let owner = it.owner.map_or("", |side| of(side, [" blue", " red"]));
    let (piece, written) = match it.piece {
        None => ("", it.text.clone()),
        Some(piece) => looks(piece, &it.text),
    };
    // A point is seen only by what is on it.
    let written = if it.ground == Ground::Wood && it.piece.is_none() && written.is_empty() {
        "·".to_owned()
    } else {
        written
    };
    cell(format!("{ground}{bare}{owner}{piece}"), written)
}

/// How a piece looks, and what is written on its cell.
fn looks(piece: Piece, text: &str) -> (&'static str, String) {
    let Piece { side, shape, count } = piece;
    let of_side = |classes| side.map_or("", |side| of(side, classes));
    let (class, symbol) = match shape {
        Shape::Man | Shape::Stone => (of_side([" piece first", " piece second"]), ""),
        Shape::King => (of_side([" piece first", " piece second"]), "♛"),
        Shape::Star => (" gold", "★"),
        Shape::Ring => (" pale", "○"),
        Shape::Claim => (of_side([" blue", " red"]), ""),
        Shape::Cross => ("", "×"),
        Shape::Seeds => return ("", count.to_string()),
    };
    let count = if count > 1 { count.to_string() } else { String::new() };
    let symbol = format!("{symbol}{count}");
    (class, if symbol.is_empty() { text.to_owned() } else { symbol })
}

/// The one of two classes that is a side's.
fn of(side: Side, [first, second]: [&'static str; 2]) -> &'static str {
    if side == Side::First { first } else { second }
}

#[cfg(test)]
mod tests {
    use plyglot_core::picture::Cell as Square;

    use super::*;

    fn shown(picture: &Picture) -> Vec<String> {
        let grid = HtmlGrid::of(picture);
        assert_eq!(grid.cells.len() % grid.columns, 0);
        let lines = grid.cells.chunks(grid.columns);
        let words = |it: &HtmlCell| format!("{}:{}", it.class, it.text);
        lines.map(|line| line.iter().map(words).collect::<Vec<_>>().join("|")).collect()
    }

    #[test]
    fn rows_are_named_at_the_left_and_columns_below() {
        let square = |column, row, ground| Square::new("", column, row, ground);
        let mut claimed = square(1, 1, Ground::Field).with(Side::Second, Shape::Claim);
        claimed.text = "7".to_owned();
        let cross = Piece { side: None, shape: Shape::Cross, count: 1 };
        let piled = Piece { side: Some(Side::First), shape: Shape::Star, count: 3 };
        let cells = vec![
            square(0, 0, Ground::Dark).with(Side::First, Shape::King),
            square(1, 0, Ground::Light),
            square(0, 1, Ground::Wood),
            claimed,
            Square { piece: Some(cross), ..square(0, 2, Ground::Wood) },
            Square { piece: Some(piled), ..square(1, 2, Ground::Dark) },
        ];
        let mut picture = Picture { columns: 2, rows: 3, cells, ..Picture::default() };
        picture.column_labels = ["a", "b"].map(str::to_owned).to_vec();
        picture.row_labels = ["3", "2", "1"].map(str::to_owned).to_vec();
        assert_eq!(
            shown(&picture),
            [
                "label:3|dark piece first:♛|light:",
                "label:2|wood:·|field red:7",
                "label:1|wood:×|dark gold:★3",
                "label:|label:a|label:b",
            ]
        );
    }

    #[test]
    fn cells_have_labels_beside_them_and_may_cover_others() {
        let pit = |column, row, side, count, label: &str| {
            let piece = Some(Piece { side: Some(side), shape: Shape::Seeds, count });
            let (owner, label) = (Some(side), label.to_owned());
            Square { owner, piece, label, ..Square::new("", column, row, Ground::Pit) }
        };
        let home = Square { height: 2, ..pit(0, 0, Side::Second, 12, "") };
        let (upper, lower) = (pit(1, 0, Side::Second, 4, "A2"), pit(1, 1, Side::First, 0, "B2"));
        let cells = vec![home, upper, lower];
        let picture = Picture { columns: 2, rows: 2, cells, ..Picture::default() };
        assert_eq!(
            shown(&picture),
            [
                "blank:|label:A2",
                "pit red:12|pit red:4",
                "covered:|pit bare blue:0",
                "blank:|label:B2"
            ]
        );
        assert_eq!(HtmlGrid::of(&picture).spans, [(2, 1, 2)]);
    }
}
