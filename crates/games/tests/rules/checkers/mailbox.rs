//! The rules once more, as plainly as possible: a board of symbols, one square at a time. It
//! shares nothing with the real generator but the text of a position.

use plyglot_games::checkers::Position;

type Rows = [[char; 8]; 8];

/// The legal turns with the positions after them, as text, sorted.
pub fn turns(position: &Position) -> Vec<(String, String)> {
    let text = position.to_string();
    let is_black = text.starts_with("BLACK");
    let mut rows = [['.'; 8]; 8];
    for (row, line) in text.lines().skip(1).enumerate() {
        for (column, symbol) in line.chars().enumerate() {
            rows[row][column] = symbol;
        }
    }
    let mut board = Mailbox { rows, is_black, found: Vec::new() };
    board.jumps();
    if board.found.is_empty() {
        board.steps();
    }
    board.found.sort();
    board.found
}

struct Mailbox {
    /// Row 8 first.
    rows: Rows,
    is_black: bool,
    found: Vec<(String, String)>,
}

impl Mailbox {
    fn steps(&mut self) {
        for (row, column) in squares() {
            let piece = self.rows[row][column];
            for (down, right) in self.directions(piece) {
                if let Some((to_row, to_column)) = away(row, column, down, right)
                    && self.rows[to_row][to_column] == '.'
                {
                    let mut rows = self.rows;
                    rows[row][column] = '.';
                    rows[to_row][to_column] = crowned(piece, to_row);
                    let text = format!("E {} {}", name(row, column), name(to_row, to_column));
                    self.add(text, rows);
                }
            }
        }
    }

    fn jumps(&mut self) {
        for (row, column) in squares() {
            let piece = self.rows[row][column];
            let mut rows = self.rows;
            rows[row][column] = '.';
            self.jump_on(rows, piece, row, column, &[]);
        }
    }

    /// `piece` has been lifted from the board and stands above this square.
    fn jump_on(&mut self, rows: Rows, piece: char, row: usize, column: usize, path: &[String]) {
        let mut ended = true;
        for (down, right) in self.directions(piece) {
            let over = away(row, column, down, right);
            let to = away(row, column, 2 * down, 2 * right);
            let (Some(over), Some(to)) = (over, to) else { continue };
            if self.is_enemy(rows[over.0][over.1]) && rows[to.0][to.1] == '.' {
                ended = false;
                let mut rows = rows;
                rows[over.0][over.1] = '.';
                let step = format!("J {} {}", name(row, column), name(to.0, to.1));
                let path = [path, &[step]].concat();
                if crowned(piece, to.0) == piece {
                    self.jump_on(rows, piece, to.0, to.1, &path);
                } else {
                    rows[to.0][to.1] = crowned(piece, to.0);
                    self.add(path.join(" ; "), rows);
                }
            }
        }
        if ended && !path.is_empty() {
            let mut rows = rows;
            rows[row][column] = piece;
            self.add(path.join(" ; "), rows);
        }
    }

    fn add(&mut self, turn: String, rows: Rows) {
        let rows: String = rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        let next = if self.is_black { "WHITE" } else { "BLACK" };
        self.found.push((turn, format!("{next}\n{rows}")));
    }

    /// Where the mover's pieces may go; nowhere for anything else.
    fn directions(&self, piece: char) -> Vec<(isize, isize)> {
        match piece {
            'b' if self.is_black => vec![(1, -1), (1, 1)],
            'w' if !self.is_black => vec![(-1, -1), (-1, 1)],
            'B' if self.is_black => vec![(1, -1), (1, 1), (-1, -1), (-1, 1)],
            'W' if !self.is_black => vec![(1, -1), (1, 1), (-1, -1), (-1, 1)],
            _ => vec![],
        }
    }

    fn is_enemy(&self, piece: char) -> bool {
        if self.is_black { "wW".contains(piece) } else { "bB".contains(piece) }
    }
}

fn squares() -> impl Iterator<Item = (usize, usize)> {
    (0..64).map(|cell| (cell / 8, cell % 8))
}

fn away(row: usize, column: usize, down: isize, right: isize) -> Option<(usize, usize)> {
    let row = row.checked_add_signed(down)?;
    let column = column.checked_add_signed(right)?;
    (row < 8 && column < 8).then_some((row, column))
}

fn crowned(piece: char, row: usize) -> char {
    match (piece, row) {
        ('b', 7) => 'B',
        ('w', 0) => 'W',
        _ => piece,
    }
}

fn name(row: usize, column: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), 8 - row)
}
