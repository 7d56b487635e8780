//! A board of rows and columns as lines of text, as wide as the terminal allows.

use std::fmt::Write;

use anstyle::Style;

use plyglot_core::picture::{Ground, Picture};

use super::symbols;
use crate::play::look::Look;

/// A board whose cells are all of one size.
pub fn draw(picture: &Picture, look: &Look, marked: &[String]) -> String {
    let longest = picture.cells.iter().map(|cell| columns_of(&cell.text)).max().unwrap_or(0);
    let blank = || TextCell { text: String::new(), style: Style::new(), is_marked: false };
    let columns = usize::from(picture.columns);
    let mut rows: Vec<(String, Vec<TextCell>)> = (0..usize::from(picture.rows))
        .map(|row| (label(&picture.row_labels, row), (0..columns).map(|_| blank()).collect()))
        .collect();
    for cell in &picture.cells {
        let is_marked = marked.contains(&cell.name);
        let symbol = symbols::of(cell, look);
        let text = match longest {
            0 => symbol,
            // Numbers of one digit and of two make boards of the same width.
            _ => format!("{symbol:1}{:>1$}", cell.text, longest.max(2)),
        };
        rows[usize::from(cell.row)].1[usize::from(cell.column)] =
            TextCell { text, style: symbols::style(cell, is_marked), is_marked };
    }
    TextGrid {
        columns: (0..columns).map(|column| label(&picture.column_labels, column)).collect(),
        rows,
        // Where cells have no colour, brackets can share the blank between them.
        is_close: picture.cells.iter().all(|cell| cell.ground == Ground::Field),
    }
    .draw(look.width)
}

fn label(labels: &[String], index: usize) -> String {
    labels.get(index).cloned().unwrap_or_default()
}

/// What is drawn for one square.
#[derive(Clone, Debug)]
struct TextCell {
    text: String,
    style: Style,
    /// Whether the last move touched it: it is put in brackets.
    is_marked: bool,
}

/// Squares with the labels of their rows and columns, as the game's own notation has them.
#[derive(Clone, Debug, Default)]
struct TextGrid {
    columns: Vec<String>,
    rows: Vec<(String, Vec<TextCell>)>,
    /// Whether neighbours share the blank between them, if there is no need to save even that.
    is_close: bool,
}

/// How much room a cell has around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spacing {
    /// A blank on both sides.
    Wide,
    /// A blank between two cells.
    Close,
    /// None.
    Dense,
}

impl Spacing {
    /// Those to be tried before there is none, the best first.
    const ROOMY: [Spacing; 2] = [Spacing::Wide, Spacing::Close];
}

impl TextGrid {
    /// The lines. If the board is wider than `width` even without blanks, its columns come in
    /// several blocks.
    fn draw(&self, width: usize) -> String {
        let texts = self.rows.iter().flat_map(|(_, cells)| cells.iter().map(|cell| &cell.text));
        let core = texts.chain(&self.columns).map(|text| columns_of(text)).max().unwrap_or(1);
        let label = self.rows.iter().map(|(label, _)| columns_of(label)).max().unwrap_or(0);
        let room = width.saturating_sub(label);
        let fits = |spacing| self.columns.len() * pitch(spacing, core) + edge(spacing) <= room;
        let spacings = if self.is_close { &[Spacing::Close][..] } else { &Spacing::ROOMY };
        let spacing = spacings.iter().copied().find(|&spacing| fits(spacing));
        let spacing = spacing.unwrap_or(Spacing::Dense);
        let in_a_block = match spacing {
            Spacing::Dense => (room / core).max(1),
            Spacing::Wide | Spacing::Close => self.columns.len().max(1),
        };
        let sizes = Sizes { spacing, core, label };
        let starts = (0..self.columns.len()).step_by(in_a_block);
        let blocks = starts.map(|start| self.block(start, in_a_block, sizes));
        blocks.collect::<Vec<_>>().join("\n")
    }

    fn block(&self, start: usize, count: usize, sizes: Sizes) -> String {
        let Sizes { spacing, core, label } = sizes;
        let before = if spacing == Spacing::Wide { " " } else { "" };
        let mut head = " ".repeat(label) + before;
        for name in self.columns.iter().skip(start).take(count) {
            let name = format!("{name:^core$}");
            head += &match spacing {
                Spacing::Wide => format!(" {name} "),
                Spacing::Close => format!(" {name}"),
                Spacing::Dense => name,
            };
        }
        let mut text = format!("{}\n", head.trim_end());
        for (name, cells) in &self.rows {
            let mut line = format!("{name:>label$}{before}");
            let mut closes = false;
            for cell in cells.iter().skip(start).take(count) {
                closes = push_cell(&mut line, cell, sizes, closes);
            }
            if closes {
                line.push(']');
            }
            text += &line;
            text.push('\n');
        }
        text
    }
}

#[derive(Clone, Copy)]
struct Sizes {
    spacing: Spacing,
    /// The width of what a cell holds.
    core: usize,
    /// The width of the row labels.
    label: usize,
}

/// Appends one cell; whether a bracket has still to be closed behind it. `closes` says that of the
/// cell before.
fn push_cell(line: &mut String, cell: &TextCell, sizes: Sizes, closes: bool) -> bool {
    let TextCell { text, style, is_marked } = cell;
    let core = sizes.core;
    let before = if *is_marked { '[' } else { ' ' };
    let after = if *is_marked { ']' } else { ' ' };
    // Writing to a string cannot fail.
    match sizes.spacing {
        Spacing::Wide => {
            _ = write!(line, "{style}{before}{text:>core$}{after}{style:#}");
            false
        }
        Spacing::Close => {
            line.push(if closes && !is_marked { ']' } else { before });
            _ = write!(line, "{style}{text:>core$}{style:#}");
            *is_marked
        }
        // No room for brackets: small letters instead.
        Spacing::Dense => {
            let text = if *is_marked { text.to_lowercase() } else { text.clone() };
            _ = write!(line, "{style}{text:>core$}{style:#}");
            false
        }
    }
}

/// From one cell to the next.
fn pitch(spacing: Spacing, core: usize) -> usize {
    match spacing {
        Spacing::Wide => core + 2,
        Spacing::Close => core + 1,
        Spacing::Dense => core,
    }
}

/// What comes before the first cell, or behind the last one.
fn edge(spacing: Spacing) -> usize {
    usize::from(spacing != Spacing::Dense)
}

/// Our symbols take one column each.
fn columns_of(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(size: usize) -> TextGrid {
        let cell = |column| TextCell {
            text: format!("X{column}"),
            style: Style::new(),
            is_marked: column == 1,
        };
        TextGrid {
            columns: (0..size).map(|column| column.to_string()).collect(),
            rows: (0..size).map(|row| (row.to_string(), (0..size).map(cell).collect())).collect(),
            is_close: false,
        }
    }

    #[test]
    fn it_fits_where_it_can() {
        for size in 1..12 {
            for width in 5..60 {
                let text = grid(size).draw(width);
                assert!(text.lines().all(|line| columns_of(line) <= width), "{width}\n{text}");
                let shown = text.to_lowercase().matches('x').count();
                assert_eq!(shown, size * size, "{width}\n{text}");
            }
        }
    }

    #[test]
    fn the_last_move_is_seen_in_every_spacing() {
        let wide = grid(3).draw(80);
        assert_eq!(wide.lines().nth(1), Some("0  X0 [X1] X2 "));
        assert_eq!(grid(3).draw(11).lines().nth(1), Some("0 X0[X1]X2"));
        assert_eq!(grid(3).draw(7).lines().nth(1), Some("0X0x1X2"));
    }
}
