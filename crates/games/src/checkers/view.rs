/// Sets of squares, a bit a [`Square`](super::Square), as one side sees them: its men go up. So
/// what is good for the mover looks the same for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The own men.
    pub men: u32,
    /// The own kings.
    pub kings: u32,
    /// The opponent's men.
    pub enemy_men: u32,
    /// The opponent's kings.
    pub enemy_kings: u32,
}

impl View {
    /// The board turned by half a circle; whose pieces they are stays.
    #[inline]
    pub const fn turned(self) -> View {
        View {
            men: turn(self.men),
            kings: turn(self.kings),
            enemy_men: turn(self.enemy_men),
            enemy_kings: turn(self.enemy_kings),
        }
    }

    /// The same as the other side sees it.
    #[inline]
    pub const fn of_other(self) -> View {
        let View { men, kings, enemy_men, enemy_kings } = self.turned();
        View { men: enemy_men, kings: enemy_kings, enemy_men: men, enemy_kings: kings }
    }

    /// The own pieces.
    #[inline]
    pub const fn own(self) -> u32 {
        self.men | self.kings
    }

    /// The opponent's pieces.
    #[inline]
    pub const fn enemy(self) -> u32 {
        self.enemy_men | self.enemy_kings
    }

    /// The squares without a piece.
    #[inline]
    pub const fn empty(self) -> u32 {
        !(self.own() | self.enemy())
    }
}

/// Half a circle takes the square with the number n to 7 - n, modulo 32.
#[inline]
pub(super) const fn turn(set: u32) -> u32 {
    set.reverse_bits().rotate_left(8)
}

#[cfg(test)]
mod tests {
    use super::super::{Position, Square};
    use super::*;

    #[test]
    fn turning_is_by_column_and_row() {
        for square in Square::all() {
            let opposite = Square::at(7 - square.column(), 7 - square.row()).unwrap();
            assert_eq!(turn(square.bit()), opposite.bit(), "{square}");
        }
    }

    /// Black's start looks to Black as White's does to White.
    #[test]
    fn both_sides_see_the_same() {
        let start = Position::start();
        let other = Position::new(start.board(), plyglot_core::Side::Second);
        assert_eq!(start.view(), other.view());
        assert_eq!(start.view().of_other(), start.view());
        let after: Position =
            plyglot_core::Game::after(&start, plyglot_core::Game::moves(&start)[0]);
        let again = Position::new(after.board(), plyglot_core::Side::First);
        assert_eq!(after.view().of_other(), again.view());
    }
}
