//! Any board in a terminal, from its picture.

mod framed;
mod grid;
mod symbols;

pub use symbols::symbol;

use plyglot_core::picture::{Cell, Ground, Picture};

use super::look::Look;

/// The board, ended by a newline. Cells that the last move touched are marked; a turned board is seen
/// from the other side.
pub fn draw(picture: &Picture, look: &Look, marked: &[String], is_turned: bool) -> String {
    let is_plain = |cell: &Cell| cell.ground != Ground::Pit && cell.width * cell.height == 1;
    if !picture.cells.iter().all(is_plain) {
        // Legends say where its parts are, so it stays as it is.
        return framed::draw(picture, look, marked);
    }
    if is_turned {
        return grid::draw(&picture.clone().turned(), look, marked);
    }
    grid::draw(picture, look, marked)
}

/// A board as plain lines of at most 80 columns, without colours.
pub fn board_text(picture: &Picture, marked: &[String]) -> String {
    let look = Look { unicode: true, width: 80 };
    anstream::adapter::strip_str(&draw(picture, &look, marked, false)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::Side;
    use plyglot_core::picture::Shape;

    const LOOK: Look = Look { unicode: true, width: 80 };

    fn plain(picture: &Picture, marked: &[&str], is_turned: bool) -> String {
        let marked: Vec<String> = marked.iter().map(|&name| name.to_owned()).collect();
        anstream::adapter::strip_str(&draw(picture, &LOOK, &marked, is_turned)).to_string()
    }

    #[test]
    fn cells_of_every_size_have_lines_around_them() {
        let cell = |name: &str, [column, row, width, height]: [u16; 4]| Cell {
            width,
            height,
            text: name.to_owned(),
            ..Cell::new(name, column.into(), row.into(), Ground::Field)
        };
        let picture = Picture {
            columns: 3,
            rows: 2,
            cells: vec![
                cell("high", [0, 0, 1, 2]),
                cell("wide", [1, 0, 2, 1]),
                cell("a", [1, 1, 1, 1]),
                Cell { label: "b".to_owned(), ..cell("", [2, 1, 1, 1]) },
            ],
            ..Picture::default()
        };
        assert_eq!(
            plain(&picture, &["wide", ""], true),
            "┌──────┬─────────────┐\n\
             │      │   [wide]    │\n\
             │ high ├──────┬──────┤\n\
             │      │  a   │  ·   │\n\
             └──────┴──────┴──────┘\n                [b]\n"
        );
    }

    #[test]
    fn boards_without_colours_share_their_blanks() {
        let cell = |name: &str, column| Cell::new(name, column, 0, Ground::Field);
        let cells = vec![cell("a", 0).with(Side::First, Shape::Cross), cell("b", 1), cell("c", 2)];
        let picture = Picture::grid(["a", "b", "c"], [1], cells);
        assert_eq!(plain(&picture, &["b"], false), "  a b c\n1 ×[·]·\n");
        assert_eq!(plain(&picture, &["b"], true), "  c b a\n1 ·[·]×\n");
    }
}
