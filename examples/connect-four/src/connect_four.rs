//! Connect Four: discs fall to the bottom of seven columns, and four in a row win.

use std::fmt;
use std::str::FromStr;

use plyglot_core::mix::mix;
use plyglot_core::picture::{Cell, Ground, Picture, Shape};
use plyglot_core::text::{Lines, TextError, whole};
use plyglot_core::{Game, Outcome, Side, Value};
use plyglot_kit::competition::Competition;
use plyglot_kit::wording::{Legend, Spoken};
use plyglot_kit::{Assignment, Drawn, Plain, Playable};

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// The board, row 0 at the bottom, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    discs: [[Option<Side>; COLUMNS]; ROWS],
    to_move: Side,
}

/// The column that a disc falls into, from 0; written `a` to `g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(usize);

impl Position {
    /// The lowest free row of a column.
    fn landing(&self, column: usize) -> Option<usize> {
        (0..ROWS).find(|&row| self.discs[row][column].is_none())
    }

    /// The owner of four discs that begin here and go on in this direction, if all are one side's.
    fn four(&self, row: usize, column: usize, (up, right): (isize, isize)) -> Option<Side> {
        let disc = |step: isize| -> Option<Side> {
            let row = row.checked_add_signed(up * step)?;
            let column = column.checked_add_signed(right * step)?;
            *self.discs.get(row)?.get(column)?
        };
        let first = disc(0)?;
        (1..4).all(|step| disc(step) == Some(first)).then_some(first)
    }

    fn winner(&self) -> Option<Side> {
        let starts = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
        starts.into_iter().find_map(|(row, column)| {
            let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
            directions.into_iter().find_map(|direction| self.four(row, column, direction))
        })
    }
}

impl Game for Position {
    type Move = Move;

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.winner().is_none() {
            let free = (0..COLUMNS).filter(|&column| self.landing(column).is_some());
            out.extend(free.map(Move));
        }
    }

    fn play(&mut self, Move(column): Move) {
        if let Some(row) = self.landing(column) {
            self.discs[row][column] = Some(self.to_move);
        }
        self.to_move = self.to_move.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_full = (0..COLUMNS).all(|column| self.landing(column).is_none());
        self.winner().map(Outcome::Win).or(is_full.then_some(Outcome::Draw))
    }

    /// A win is 100; before that, discs in the middle are worth more: 3 in column d, 0 at the edge.
    fn evaluate(&self, side: Side) -> Value {
        if let Some(winner) = self.winner() {
            return Value::from(if winner == side { 100 } else { -100 });
        }
        let worth = |column: usize| 3 - (column as i32 - 3).abs();
        let cells = self.discs.iter().flat_map(|row| row.iter().enumerate());
        let values = cells.map(|(column, disc)| match disc {
            Some(owner) if *owner == side => worth(column),
            Some(_) => -worth(column),
            None => 0,
        });
        Value::from(values.sum::<i32>())
    }

    fn key(&self) -> u64 {
        let cells = self.discs.iter().flatten();
        cells.fold(self.to_move as u64, |key, disc| mix(key ^ disc.map_or(2, |side| side as u64)))
    }

    fn side_name(side: Side) -> &'static str {
        ["X", "O"][side as usize]
    }
}

/// Whose turn it is, and the rows from the top: `X`, `O` or `.`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Position::side_name(self.to_move))?;
        for row in self.discs.iter().rev() {
            let text: String =
                row.iter().map(|disc| disc.map_or(".", Position::side_name)).collect();
            writeln!(f, "{text}")?;
        }
        Ok(())
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let mut lines = Lines::new(text);
        let to_move = lines.next("the side to move")?.side::<Position>()?;
        let mut discs = [[None; COLUMNS]; ROWS];
        let known = [('.', None), ('X', Some(Side::First)), ('O', Some(Side::Second))];
        let mut below = None;
        for row in (0..ROWS).rev() {
            below = Some(lines.next("a row")?);
            if let Some(line) = below {
                discs[row].copy_from_slice(&line.symbols(COLUMNS, &known)?);
            }
        }
        let floats = |row: usize, column: usize| {
            discs[row][column].is_none() && discs[row + 1][column].is_some()
        };
        if let Some(line) = below
            && (0..ROWS - 1).any(|row| (0..COLUMNS).any(|column| floats(row, column)))
        {
            return Err(line.error("a disc floats above a free cell"));
        }
        lines.end()?;
        Ok(Position { discs, to_move })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", (b'a' + self.0 as u8) as char)
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        let names = (0..COLUMNS).map(|column| (Move(column).to_string(), Move(column)));
        let names: Vec<(String, Move)> = names.collect();
        let known: Vec<(&str, Move)> = names.iter().map(|(name, mv)| (&**name, *mv)).collect();
        whole(text).one_of(&known)
    }
}

impl Playable for Position {
    const NAME: &'static str = "connect-four";
    const TITLE: &'static str = "Connect Four";
    const ABOUT: &'static str = "let discs fall, and bring four of them into a row";

    fn start(_: &[usize], _: u64) -> Position {
        Position { discs: [[None; COLUMNS]; ROWS], to_move: Side::First }
    }
}

impl Drawn for Position {
    fn picture(&self) -> Picture {
        let letter = |column: usize| Move(column).to_string();
        let mut cells = Vec::new();
        for row in (0..ROWS).rev() {
            for column in 0..COLUMNS {
                let name = format!("{}{}", letter(column), row + 1);
                let cell = Cell::new(name, column, ROWS - 1 - row, Ground::Field);
                cells.push(match self.discs[row][column] {
                    Some(side) => cell.with(side, Shape::Man),
                    None => cell,
                });
            }
        }
        Picture::grid((0..COLUMNS).map(letter), (1..=ROWS).rev(), cells)
    }

    /// A disc is put where it lands.
    fn path(&self, mv: Move) -> Vec<String> {
        let landing = self.landing(mv.0).map(|row| format!("{mv}{}", row + 1));
        landing.into_iter().collect()
    }
}

/// The engine knows no more than the rules.
impl Competition for Position {
    type Knowledge = Plain<Position>;
}

impl Spoken for Position {
    fn legend(_: Side) -> Legend {
        Legend::piece(Shape::Man)
    }
}

impl Assignment for Position {}
