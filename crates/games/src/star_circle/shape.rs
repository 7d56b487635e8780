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

    /// Both sides' dark squares in one number: the bytes of the side to move and the other's take turns,
    /// from the lowest. It is different for different shapes of the same side to move, if they
    /// [are dark](TreeShape::is_dark).
    #[inline]
    pub fn dark_key(self) -> u64 {
        self.key_of(DARK)
    }

    /// The dark shape with that key.
    #[inline]
    pub fn from_dark_key(key: u64, to_move: Side) -> TreeShape {
        TreeShape { squares: squares_of(key, DARK, to_move), to_move }
    }

    /// The same for squares of both colours.
    #[inline]
    pub fn key(self) -> u128 {
        u128::from(self.key_of(LIGHT)) << 64 | u128::from(self.key_of(DARK))
    }

    /// The shape with that key.
    #[inline]
    pub fn from_key(key: u128, to_move: Side) -> TreeShape {
        let dark = squares_of(key as u64, DARK, to_move);
        let light = squares_of((key >> 64) as u64, LIGHT, to_move);
        TreeShape { squares: [dark[0] | light[0], dark[1] | light[1]], to_move }
    }

    #[inline]
    fn key_of(self, colour: usize) -> u64 {
        let [own, other] = [self.to_move, self.to_move.other()].map(|side| {
            let squares = self.squares[side as usize] & OF_COLOUR[colour];
            // Squares of one colour in two rows fill a byte.
            (squares | squares >> 8) & EVEN_ROWS
        });
        own | other << 8
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
            side @ Side::First => self.after_each(side, Targets::new(self.squares, side), each),
            side @ Side::Second => self.after_each(side, Targets::new(self.squares, side), each),
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
        match self.to_move {
            Side::First => self.grandchildren(Side::First),
            Side::Second => self.grandchildren(Side::Second),
        }
    }

    #[inline(always)]
    fn grandchildren(self, side: Side) -> u64 {
        let moves = Targets::new(self.squares, side);
        let replies = Targets::new(self.squares, side.other());
        if moves.is_empty() {
            return u64::from(replies.count().max(1));
        }
        // The page has no room for counting many at once.
        if cfg!(target_family = "wasm") || replies.count() <= replies.most_lost() {
            return self.replies_to(moves);
        }
        let steps = moves.replies_to_steps(self.squares, side, &replies);
        let jumps = Targets { steps: [0; 2], ..moves };
        u64::from(steps) + if jumps.has_jumps() { self.replies_to(jumps) } else { 0 }
    }

    /// How many positions there are after all replies to some moves.
    fn replies_to(self, moves: Targets) -> u64 {
        let mut count = 0;
        let each = |child: TreeShape| {
            if !child.is_over() {
                count += child.move_count().max(1);
            }
        };
        match self.to_move {
            side @ Side::First => self.after_each(side, moves, each),
            side @ Side::Second => self.after_each(side, moves, each),
        }
        count
    }

    /// Calls `each` with the shape after every one of `targets`, moves of `side`, which is to move: a caller
    /// that writes it out lets the compiler know the directions of all shifts.
    #[inline(always)]
    fn after_each(self, side: Side, targets: Targets, mut each: impl FnMut(TreeShape)) {
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

const EVEN_ROWS: u64 = 0x00ff_00ff_00ff_00ff;

/// The squares of one colour that a key stands for.
#[inline]
fn squares_of(key: u64, colour: usize, to_move: Side) -> [u64; 2] {
    let [own, other] = [key, key >> 8].map(|rows| {
        let rows = rows & EVEN_ROWS;
        (rows | rows << 8) & OF_COLOUR[colour]
    });
    match to_move {
        Side::First => [own, other],
        Side::Second => [other, own],
    }
}

#[inline(always)]
fn for_each_bit(mut set: u64, mut each: impl FnMut(u32)) {
    while set != 0 {
        each(set.trailing_zeros());
        set &= set - 1;
    }
}
