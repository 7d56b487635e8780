//! A board with lines between its cells, which may be of several sizes.

use anstyle::Style;

use plyglot_core::picture::{Cell, Picture, Shape};

use super::symbols;
use crate::play::look::{Look, OWNED};

/// The board, with the labels of its upper cells above it and those of the others below it.
pub fn draw(picture: &Picture, look: &Look, marked: &[String]) -> String {
    let frame = Framed { picture, look, marked, width: inner_width(picture, look) };
    let (above, below): (Vec<&Cell>, Vec<&Cell>) =
        picture.cells.iter().filter(|cell| !cell.label.is_empty()).partition(|cell| cell.row == 0);
    let lines = (0..=2 * usize::from(picture.rows)).map(|line| frame.line(line));
    let labels = |cells: &[&Cell]| (!cells.is_empty()).then(|| frame.labels(cells));
    let all = labels(&above).into_iter().chain(lines).chain(labels(&below));
    all.map(|line| line + "\n").collect()
}

/// The room of one column: enough for all seeds in one pit, so that it stays the same.
fn inner_width(picture: &Picture, look: &Look) -> usize {
    let pieces = picture.cells.iter().filter_map(|cell| cell.piece);
    let seeds = pieces.filter(|piece| piece.shape == Shape::Seeds).map(|piece| piece.count);
    let most = seeds.sum::<u32>().to_string().len();
    let texts = picture.cells.iter().map(|cell| content(cell, look).chars().count());
    texts.max().unwrap_or(0).max(most).max(2) + 2
}

fn content(cell: &Cell, look: &Look) -> String {
    symbols::of(cell, look) + &cell.text
}

struct Framed<'f> {
    picture: &'f Picture,
    look: &'f Look,
    marked: &'f [String],
    width: usize,
}

impl Framed<'_> {
    /// The cell that covers a place.
    fn at(&self, row: Option<usize>, column: Option<usize>) -> Option<&Cell> {
        let (row, column) = (row? as u16, column? as u16);
        self.picture.cells.iter().find(|cell| {
            (cell.row..cell.row + cell.height).contains(&row)
                && (cell.column..cell.column + cell.width).contains(&column)
        })
    }

    /// Whether there is a line above a place.
    fn is_flat(&self, row: usize, column: Option<usize>) -> bool {
        self.at(row.checked_sub(1), column) != self.at(Some(row), column)
    }

    /// Whether there is a line at the left of a place.
    fn is_upright(&self, row: Option<usize>, column: usize) -> bool {
        self.at(row, column.checked_sub(1)) != self.at(row, Some(column))
    }

    /// A line of text: an even one runs along the upper edges of a row, an odd one through it.
    fn line(&self, line: usize) -> String {
        let (row, columns) = (line / 2, usize::from(self.picture.columns));
        let is_edge = line.is_multiple_of(2);
        let mut text = String::new();
        let mut column = 0;
        while column < columns {
            text += &self.corner(line, column);
            if is_edge && self.is_flat(row, Some(column)) {
                text += &lines(self.look).flat.repeat(self.width);
                column += 1;
                continue;
            }
            match self.at(Some(row), Some(column)) {
                // What is on a cell stands in its middle.
                Some(cell) if usize::from(2 * cell.row + cell.height) == line => {
                    text += &self.filled(cell);
                    column += usize::from(cell.width);
                }
                _ => {
                    text += &" ".repeat(self.width);
                    column += 1;
                }
            }
        }
        text + &self.corner(line, columns)
    }

    /// What stands at the left of a column: an upright line, or where lines meet.
    fn corner(&self, line: usize, column: usize) -> String {
        let (row, lines) = (line / 2, lines(self.look));
        if !line.is_multiple_of(2) {
            let is_line = self.is_upright(Some(row), column);
            return if is_line { lines.upright } else { " " }.to_owned();
        }
        let [left, right] = [column.checked_sub(1), Some(column)].map(|c| self.is_flat(row, c));
        let [up, down] = [row.checked_sub(1), Some(row)].map(|r| self.is_upright(r, column));
        let arms = [up, right, down, left];
        let number = arms.into_iter().rev().fold(0, |number, arm| 2 * number + usize::from(arm));
        lines.corners[number].to_string()
    }

    fn filled(&self, cell: &Cell) -> String {
        let columns = usize::from(cell.width);
        let width = columns * self.width + columns - 1;
        let text = content(cell, self.look);
        let owner = cell.owner.or(cell.piece.and_then(|piece| piece.side));
        let style = match owner {
            Some(side) if cell.piece.is_some_and(|piece| piece.count > 0) => OWNED[side as usize],
            _ => Style::new(),
        };
        let is_marked = cell.label.is_empty() && self.marked.contains(&cell.name);
        let text = if is_marked { format!("[{text}]") } else { text };
        format!("{style}{text:^width$}{style:#}")
    }

    /// The labels of some cells over their columns.
    fn labels(&self, cells: &[&Cell]) -> String {
        let (mut line, mut end) = (String::new(), 0);
        for cell in cells {
            let start = usize::from(cell.column) * (self.width + 1) + 1;
            line += &" ".repeat(start.saturating_sub(end));
            let is_marked = self.marked.contains(&cell.name);
            let label = if is_marked { format!("[{}]", cell.label) } else { cell.label.clone() };
            let style = match cell.owner {
                Some(side) if is_marked => OWNED[side as usize],
                _ => Style::new(),
            };
            let width = self.width;
            line += &format!("{style}{label:^width$}{style:#} ");
            end = end.max(start) + width.max(label.chars().count()) + 1;
        }
        line.trim_end().to_owned()
    }
}

struct FramedLines {
    flat: &'static str,
    upright: &'static str,
    /// Where lines meet, by those that lead up (1), right (2), down (4) and left (8).
    corners: [char; 16],
}

fn lines(look: &Look) -> FramedLines {
    let unicode = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    let ascii = [' ', '|', '-', '+', '|', '|', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+'];
    look.pick(
        FramedLines { flat: "─", upright: "│", corners: unicode },
        FramedLines { flat: "-", upright: "|", corners: ascii },
    )
}
