//! What each feature is worth, in hundredths of a man.

mod hand_made;
mod tuned;

use crate::checkers::Square;

use super::features::Term;

/// A worth in the opening, with all pieces on the board, and in an ending without any: between them
/// it changes evenly with each piece taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(pub i16, pub i16);

/// What each feature is worth to the side that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A man on each square, by its number. Men are never on the last row.
    pub men: [Pair; 32],
    /// A king on each square.
    pub kings: [Pair; 32],
    /// Each set of men on the base row: bits 0 to 3 for a1, c1, e1, g1.
    pub base_row: [Pair; 16],
    /// A man that cannot be stopped, 1 to 7 rows before the last.
    pub runners: [Pair; 7],
    /// The rest, in the order of [`Term::ALL`].
    pub terms: [Pair; Term::ALL.len()],
}

impl Weights {
    /// Nothing but pieces: a man 100, a king 150.
    pub const MATERIAL: Weights = Weights {
        men: [Pair(100, 100); 32],
        kings: [Pair(150, 150); 32],
        base_row: [Pair(0, 0); 16],
        runners: [Pair(0, 0); 7],
        terms: [Pair(0, 0); Term::ALL.len()],
    };

    /// How many pairs there are.
    pub const COUNT: usize = 32 + 32 + 16 + 7 + Term::ALL.len();

    /// All pairs, in the order of the fields.
    pub fn pairs(&self) -> impl Iterator<Item = &Pair> {
        let Weights { men, kings, base_row, runners, terms } = self;
        men.iter().chain(kings).chain(base_row).chain(runners).chain(terms)
    }

    /// All pairs, to be changed.
    pub fn pairs_mut(&mut self) -> impl Iterator<Item = &mut Pair> {
        let Weights { men, kings, base_row, runners, terms } = self;
        men.iter_mut().chain(kings).chain(base_row).chain(runners).chain(terms)
    }
}

/// Weights of squares as they are drawn: row 8 first, the dark squares of each from the left.
const fn squares(rows: [[Pair; 4]; 8]) -> [Pair; 32] {
    let mut pairs = [Pair(0, 0); 32];
    let mut cell = 0;
    while cell < 64 {
        let (column, row) = (cell % 8, cell / 8);
        if let Some(square) = Square::at(column, row) {
            pairs[square.number() as usize] = rows[7 - row as usize][column as usize / 2];
        }
        cell += 1;
    }
    pairs
}
