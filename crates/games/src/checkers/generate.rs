//! Which moves there are, found for all pieces at once.

use super::board::Board;
use super::{Direction, Move, Square};
use crate::Side;

/// The board as the side to move sees it.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    /// The own pieces that may go up: all of White's, Black's kings.
    up: u32,
    /// The own pieces that may go down: all of Black's, White's kings.
    down: u32,
    enemy: u32,
    empty: u32,
}

/// For each direction, the squares that a piece can leave that way. Two directions share a word,
/// since all four are asked for together and few bits are set.
#[derive(Clone, Copy)]
struct Leaving {
    up: u64,
    down: u64,
}

impl Leaving {
    #[inline]
    fn new(by_direction: impl Fn(Direction) -> u32) -> Leaving {
        let pair =
            |right, left| u64::from(by_direction(right)) | u64::from(by_direction(left)) << 32;
        Leaving {
            up: pair(Direction::UpRight, Direction::UpLeft),
            down: pair(Direction::DownLeft, Direction::DownRight),
        }
    }

    #[inline]
    fn any(self) -> bool {
        self.up | self.down != 0
    }

    #[inline]
    fn count(self) -> u64 {
        u64::from(self.up.count_ones() + self.down.count_ones())
    }

    /// Rule 10: by direction, then by square.
    #[inline]
    fn for_each(self, mut visit: impl FnMut(Direction, Square)) {
        for (first, mut word) in [(0, self.up), (2, self.down)] {
            while word != 0 {
                let bit = word.trailing_zeros();
                word &= word - 1;
                visit(Direction::ALL[(first + bit / 32) as usize], Square::new(bit));
            }
        }
    }
}

impl Turn {
    #[inline]
    pub(super) fn new(board: &Board, side: Side) -> Turn {
        let own = board.pieces[side as usize];
        let enemy = board.pieces[side.other() as usize];
        let (up, down) = match side {
            Side::First => (own & board.kings, own),
            Side::Second => (own, own & board.kings),
        };
        Turn { up, down, enemy, empty: !(own | enemy) }
    }

    #[inline]
    fn movers(&self, way: Direction) -> u32 {
        if way.is_up() { self.up } else { self.down }
    }

    #[inline]
    fn steps(&self) -> Leaving {
        Leaving::new(|way| self.movers(way) & way.before(self.empty))
    }

    #[inline]
    fn jumps(&self) -> Leaving {
        Leaving::new(|way| self.movers(way) & way.can_jump(self.enemy, self.empty))
    }

    /// Whether some piece can jump.
    #[inline]
    pub(super) fn can_jump(&self) -> bool {
        self.jumps().any()
    }

    /// Whether there is a legal move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        self.steps().any() || self.can_jump()
    }

    /// Appends the legal moves in order.
    #[inline]
    pub(super) fn list(&self, out: &mut Vec<Move>) {
        let jumps = self.jumps();
        if jumps.any() {
            jumps.for_each(|way, from| self.start_jumping(from).list(way, out));
        } else {
            self.steps().for_each(|way, from| {
                out.push(Move::step(from, Square::new(from.number() + way.turn())));
            });
        }
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> u64 {
        if self.can_jump() { self.count_jumps() } else { self.steps().count() }
    }

    /// Kings go their ways one by one. Men only go forward, so they never meet again what they
    /// have changed: those who make the same turns go together, as one set.
    fn count_jumps(&self) -> u64 {
        let mut kings = self.up & self.down;
        let up = self.up & !kings;
        let down = self.down & !kings;
        let mut total = self.count_men([Direction::UpRight, Direction::UpLeft], up)
            + self.count_men([Direction::DownLeft, Direction::DownRight], down);
        while kings != 0 {
            let king = kings & kings.wrapping_neg();
            kings ^= king;
            total += count_king(king, self.enemy, self.empty | king);
        }
        total
    }

    #[inline]
    fn count_men(&self, ways: [Direction; 2], men: u32) -> u64 {
        let can_jump = ways.map(|way| way.can_jump(self.enemy, self.empty));
        count_men_paths(ways, can_jump, men)
    }

    fn start_jumping(&self, from: Square) -> Jumper {
        let bit = from.bit();
        Jumper {
            up: self.up & bit != 0,
            down: self.down & bit != 0,
            enemy: self.enemy,
            empty: self.empty | bit,
            path: Move::standing(from),
        }
    }

    /// Whether the piece that made the jumps of `path` can go on jumping.
    pub(super) fn next_jump(&self, path: Move) -> Option<Direction> {
        let start = self.start_jumping(path.from());
        let at = Jumper { enemy: self.enemy & !path.jumped(), path, ..start };
        Direction::ALL.into_iter().find(|&way| at.can_jump(way))
    }
}

/// How many ways a set of men has to jump on: `can_jump` says for both forward directions from
/// which squares that is possible.
fn count_men_paths(ways: [Direction; 2], can_jump: [u32; 2], men: u32) -> u64 {
    let mut total = 0;
    for (way, from) in ways.into_iter().zip(can_jump) {
        let landed = way.two(men & from);
        let going_on = landed & (can_jump[0] | can_jump[1]);
        total += u64::from((landed ^ going_on).count_ones());
        if going_on != 0 {
            total += count_men_paths(ways, can_jump, going_on);
        }
    }
    total
}

/// How many ways a king has to jump on; 0 if it cannot.
fn count_king(king: u32, enemy: u32, empty: u32) -> u64 {
    let mut total = 0;
    for way in Direction::ALL {
        if king & way.can_jump(enemy, empty) != 0 {
            total += count_king(way.two(king), enemy ^ way.one(king), empty).max(1);
        }
    }
    total
}

/// A piece on its way.
#[derive(Clone, Copy)]
struct Jumper {
    up: bool,
    down: bool,
    /// What it has not yet jumped.
    enemy: u32,
    /// The empty squares and the one that it left. The squares of the pieces jumped need not be
    /// among them: no landing square can be one.
    empty: u32,
    path: Move,
}

impl Jumper {
    #[inline]
    fn can_jump(&self, way: Direction) -> bool {
        (if way.is_up() { self.up } else { self.down })
            && way.can_jump(self.enemy, self.empty) & self.path.to().bit() != 0
    }

    /// Appends all ways to go on with a jump in this direction, which must be possible.
    fn list(mut self, way: Direction, out: &mut Vec<Move>) {
        self.path = self.path.jump_unchecked(way);
        self.enemy &= !self.path.jumped();
        let mut ended = true;
        for way in Direction::ALL {
            if self.can_jump(way) {
                self.list(way, out);
                ended = false;
            }
        }
        if ended {
            out.push(self.path);
        }
    }
}
