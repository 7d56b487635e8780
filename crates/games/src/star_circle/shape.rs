//! Positions without their scores, for counting how large a tree is.

use super::Position;
use super::square::{DARK, LIGHT, OF_COLOUR};
use super::targets::{STEPS, Targets};
use plyglot_core::{Game, Side};

/// What a position's tree looks like depends on nothing else: not on the row values, and not on how
/// many pieces are piled up on a last-row square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeShape {
    squares: [u64; 2],
    to_move: Side,
}

impl TreeShape {
    /// The shape of a position that does not stand after a pass.
    pub fn of(position: &Position) -> Option<TreeShape> {
        let squares = position.board().squares;
        (position.passes() == 0).then_some(TreeShape { squares, to_move: position.to_move() })
    }

    /// Whether all pieces stand on dark squares; moves do not change that.
    pub fn is_dark(self) -> bool {
        (self.squares[0] | self.squares[1]) & OF_COLOUR[LIGHT] == 0
    }

    /// Both sides' dark squares in one number. It is different for different shapes of the same side
    /// to move, if they [are dark](TreeShape::is_dark).
    #[inline]
    pub fn dark_key(self) -> u64 {
        packed(self.squares, DARK)
    }

    /// The dark shape with that key.
    #[inline]
    pub fn from_dark_key(key: u64, to_move: Side) -> TreeShape {
        TreeShape { squares: unpacked(key, DARK), to_move }
    }

    /// Both sides' squares in one number, different for different shapes of the same side to move.
    #[inline]
    pub fn key(self) -> u128 {
        u128::from(packed(self.squares, LIGHT)) << 64 | u128::from(packed(self.squares, DARK))
    }

    /// The shape with that key.
    #[inline]
    pub fn from_key(key: u128, to_move: Side) -> TreeShape {
        let [dark, light] = [unpacked(key as u64, DARK), unpacked((key >> 64) as u64, LIGHT)];
        TreeShape { squares: [dark[0] | light[0], dark[1] | light[1]], to_move }
    }

    /// Who moves.
    pub fn to_move(self) -> Side {
        self.to_move
    }

    /// Whether a side has no piece left.
    #[inline]
    pub fn is_over(self) -> bool {
        self.squares[0] == 0 || self.squares[1] == 0
    }

    /// Calls `each` with the shape after every move. Without a move, which means a pass, it is not
    /// called at all.
    #[inline]
    pub fn for_each_child(self, each: impl FnMut(TreeShape)) {
        match self.to_move {
            Side::First => self.children(Side::First, each),
            Side::Second => self.children(Side::Second, each),
        }
    }

    /// The same shape with the other side to move, as after a pass.
    pub fn passed(self) -> TreeShape {
        TreeShape { to_move: self.to_move.other(), ..self }
    }

    /// How many moves there are; 0 means a pass.
    #[inline]
    pub fn move_count(self) -> u64 {
        u64::from(Targets::new(self.squares, self.to_move).count())
    }

    /// How many positions are two plies away. The game must not be over here.
    #[inline]
    pub fn grandchild_count(self) -> u64 {
        let mut count = 0;
        let mut is_stuck = true;
        self.for_each_child(|child| {
            is_stuck = false;
            if !child.is_over() {
                count += child.move_count().max(1);
            }
        });
        if is_stuck { self.passed().move_count().max(1) } else { count }
    }

    /// `side` is the side to move: a caller that writes it out lets the compiler know the
    /// directions of all shifts.
    #[inline(always)]
    fn children(self, side: Side, mut each: impl FnMut(TreeShape)) {
        let targets = Targets::new(self.squares, side);
        let to_move = side.other();
        for (way, step) in STEPS[side as usize].into_iter().enumerate() {
            for_each_bit(targets.steps[way], |to| {
                let mut squares = self.squares;
                squares[side as usize] ^= 1 << to.wrapping_add_signed(-step);
                squares[side as usize] |= 1 << to;
                each(TreeShape { squares, to_move });
            });
            for_each_bit(targets.jumps[way], |to| {
                let mut squares = self.squares;
                squares[side as usize] ^= 1 << to.wrapping_add_signed(-2 * step);
                squares[side as usize] |= 1 << to;
                squares[to_move as usize] ^= 1 << to.wrapping_add_signed(-step);
                each(TreeShape { squares, to_move });
            });
        }
    }
}

/// Both sides' squares of one colour in one number.
#[inline]
pub(super) fn packed(squares: [u64; 2], colour: usize) -> u64 {
    let [stars, circles] = squares.map(|squares| squares & OF_COLOUR[colour]);
    // One row down, every dark square becomes a light one: the two sets cannot overlap.
    stars | circles.rotate_left(8)
}

/// The squares that were [packed] into a number.
#[inline]
fn unpacked(key: u64, colour: usize) -> [u64; 2] {
    let own = OF_COLOUR[colour];
    [key & own, (key & !own).rotate_right(8)]
}

#[inline(always)]
fn for_each_bit(mut set: u64, mut each: impl FnMut(u32)) {
    while set != 0 {
        each(set.trailing_zeros());
        set &= set - 1;
    }
}
