use super::Square;

/// One of the four diagonal directions, as White sees the board: up is toward row 8, right toward
/// column h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From a1 to b2.
    UpRight,
    /// From b2 to a3.
    UpLeft,
    /// From b2 to a1.
    DownLeft,
    /// From a3 to b2.
    DownRight,
}

/// For each direction, the squares from which one square, and two, can be gone on the board.
/// Everywhere else a rotation would come in again at another edge.
const ROOM: [[u32; 4]; 2] = {
    let mut room = [[0; 4]; 2];
    let mut number = 0;
    while number < 128 {
        let (square, way) = (Square::new(number / 4), Direction::ALL[number as usize % 4]);
        let mut distance = 1;
        while distance <= 2 && square.toward(way, distance).is_some() {
            room[distance as usize - 1][way as usize] |= square.bit();
            distance += 1;
        }
        number += 1;
    }
    room
};

impl Direction {
    /// All four, in the order of the moves.
    pub const ALL: [Direction; 4] =
        [Direction::UpRight, Direction::UpLeft, Direction::DownLeft, Direction::DownRight];

    /// The direction with that place in [`ALL`](Direction::ALL), modulo 4.
    #[inline]
    pub(super) const fn new(number: u32) -> Direction {
        match number % 4 {
            0 => Direction::UpRight,
            1 => Direction::UpLeft,
            2 => Direction::DownLeft,
            _ => Direction::DownRight,
        }
    }

    /// Whether it leads toward row 8.
    #[inline]
    pub const fn is_up(self) -> bool {
        matches!(self, Direction::UpRight | Direction::UpLeft)
    }

    /// What one square in this direction adds to column and row.
    pub(super) const fn offset(self) -> (i8, i8) {
        match self {
            Direction::UpRight => (1, 1),
            Direction::UpLeft => (-1, 1),
            Direction::DownLeft => (-1, -1),
            Direction::DownRight => (1, -1),
        }
    }

    /// What one square in this direction adds to a square's number, modulo 32.
    #[inline]
    pub(super) const fn turn(self) -> u32 {
        match self {
            Direction::UpRight => 1,
            Direction::UpLeft => 7,
            Direction::DownLeft => 32 - 1,
            Direction::DownRight => 32 - 7,
        }
    }

    /// The squares whose neighbour in this direction is in `set`.
    ///
    /// ```
    /// use plyglot_games::checkers::{Direction, Square};
    ///
    /// let d4 = Square::at(3, 3).unwrap();
    /// let c3 = Square::at(2, 2).unwrap();
    /// assert_eq!(Direction::UpRight.before(d4.bit()), c3.bit());
    /// ```
    #[inline]
    pub const fn before(self, set: u32) -> u32 {
        set.rotate_right(self.turn()) & ROOM[0][self as usize]
    }

    /// The squares from which a piece can jump in this direction.
    #[inline]
    pub(super) const fn can_jump(self, enemy: u32, empty: u32) -> u32 {
        enemy.rotate_right(self.turn())
            & empty.rotate_right(2 * self.turn())
            & ROOM[1][self as usize]
    }

    /// `set` moved by one square. All its squares must have room for that.
    #[inline]
    pub(super) const fn one(self, set: u32) -> u32 {
        set.rotate_left(self.turn())
    }

    /// `set` moved by two squares. All its squares must have room for that.
    #[inline]
    pub(super) const fn two(self, set: u32) -> u32 {
        set.rotate_left(2 * self.turn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One square at a time, by column and row, against the rotations.
    #[test]
    fn rotations_are_the_four_directions() {
        for square in Square::all() {
            for way in Direction::ALL {
                let (one, two) = (square.toward(way, 1), square.toward(way, 2));
                let bit = |target: Option<Square>| target.map_or(0, Square::bit);
                if one.is_some() {
                    assert_eq!(way.one(square.bit()), bit(one), "{square} {way:?}");
                }
                if two.is_some() {
                    assert_eq!(way.two(square.bit()), bit(two), "{square} {way:?}");
                }
                for other in Square::all() {
                    let leads = one == Some(other);
                    assert_eq!(way.before(other.bit()) & square.bit() != 0, leads);
                }
                let can_jump = way.can_jump(bit(one), bit(two)) & square.bit() != 0;
                assert_eq!(can_jump, two.is_some(), "{square} {way:?}");
                assert_eq!(way.can_jump(bit(one), !bit(two)) & square.bit(), 0);
                assert_eq!(way.can_jump(!bit(one), bit(two)) & square.bit(), 0);
            }
        }
    }
}
