use std::fmt;

use super::{Direction, Square};

/// One whole turn: a simple move, or a series of jumps by one piece.
///
/// It is written a step at a time, `E c3 b4` or `J f6 d4 ; J d4 f2`. The text of a move that no
/// rule could ever allow, such as a jump to a neighbouring square, is no move; otherwise a value of
/// this type need not be legal anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The squares jumped over.
    jumped: u32,
    /// From the lowest bit: the square left (5 bits), the square reached (5), the number of jumps
    /// (4, of which 0 is a simple move), and the direction of each jump (2 each, the first lowest).
    route: u32,
}

const TO: u32 = 5;
const JUMPS: u32 = 10;
const DIRECTIONS: u32 = 14;

impl Move {
    /// No turn has more jumps: a piece stays on rows that are even or odd, and jumps over the
    /// others; away from the edge those have nine dark squares.
    pub const MOST_JUMPS: usize = 9;

    /// A simple move.
    #[inline]
    pub const fn step(from: Square, to: Square) -> Move {
        Move { jumped: 0, route: from.number() | to.number() << TO }
    }

    /// A series of jumps that has not begun.
    #[inline]
    pub(super) const fn standing(on: Square) -> Move {
        Move::step(on, on)
    }

    /// This series with one more jump; `None` if that leads off the board, or if there were
    /// [`MOST_JUMPS`](Move::MOST_JUMPS) already.
    pub(super) fn jump(self, way: Direction) -> Option<Move> {
        self.to().toward(way, 2).filter(|_| self.jumps() < Move::MOST_JUMPS)?;
        Some(self.jump_unchecked(way))
    }

    /// [`jump`](Move::jump), if it is known that there is room.
    #[inline]
    pub(super) const fn jump_unchecked(self, way: Direction) -> Move {
        let jumps = self.jumps() as u32;
        let to = Square::new(self.to().number() + 2 * way.turn());
        let route = self.route & !(31 << TO | 15 << JUMPS)
            | to.number() << TO
            | (jumps + 1) << JUMPS
            | (way as u32) << (DIRECTIONS + 2 * jumps);
        Move { jumped: self.jumped | way.one(self.to().bit()), route }
    }

    /// The square left.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.route)
    }

    /// The square reached at the end.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new(self.route >> TO)
    }

    /// How many jumps it has: 0 for a simple move.
    #[inline]
    pub const fn jumps(self) -> usize {
        (self.route >> JUMPS & 15) as usize
    }

    /// Whether it jumps.
    #[inline]
    pub const fn is_jump(self) -> bool {
        self.jumps() != 0
    }

    /// The directions of the jumps; none for a simple move.
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        let directions = self.route >> DIRECTIONS;
        (0..self.jumps()).map(move |jump| Direction::new(directions >> (2 * jump)))
    }

    /// The squares stood on after each step, the last one included and the first one left not.
    pub fn landings(self) -> impl Iterator<Item = Square> {
        let simple = (!self.is_jump()).then(|| self.to());
        let jumps = self.directions().scan(self.from(), |at, way| {
            *at = Square::new(at.number() + 2 * way.turn());
            Some(*at)
        });
        simple.into_iter().chain(jumps)
    }

    /// All squares that the piece stands on, from the first to the last.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        [self.from()].into_iter().chain(self.landings())
    }

    /// The squares jumped over.
    #[inline]
    pub(super) const fn jumped(self) -> u32 {
        self.jumped
    }

    /// One line a step, each ended by a newline: the form of `output.txt`.
    pub fn lines(self) -> impl fmt::Display {
        fmt::from_fn(move |f| self.steps(f, |f, step| writeln!(f, "{step}")))
    }

    /// Writes each step, `E c3 b4` or `J f6 d4`, through `each`.
    fn steps(
        self,
        f: &mut fmt::Formatter<'_>,
        mut each: impl FnMut(&mut fmt::Formatter<'_>, fmt::Arguments<'_>) -> fmt::Result,
    ) -> fmt::Result {
        let kind = if self.is_jump() { 'J' } else { 'E' };
        let mut from = self.from();
        for to in self.landings() {
            each(f, format_args!("{kind} {from} {to}"))?;
            from = to;
        }
        Ok(())
    }
}

/// `E c3 b4`, or `J f6 d4 ; J d4 f2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        self.steps(f, |f, step| {
            write!(f, "{separator}{step}")?;
            separator = " ; ";
            Ok(())
        })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
