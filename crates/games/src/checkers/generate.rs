//! Which moves there are, found for all pieces at once.

use super::{Direction, Move, Square};

/// The board as the side to move sees it. `IS_UP` says whether its men go up: known when compiled,
/// every rotation is by a constant.
#[derive(Clone, Copy)]
pub(super) struct MoverView<const IS_UP: bool> {
    /// The own pieces.
    pub(super) own: u32,
    /// Those of them that are kings.
    pub(super) kings: u32,
    pub(super) enemy: u32,
    pub(super) empty: u32,
}

const UP: [Direction; 2] = [Direction::UpRight, Direction::UpLeft];
const DOWN: [Direction; 2] = [Direction::DownLeft, Direction::DownRight];

/// For each direction, a set of squares. Two directions share a word, so that one count or one
/// loop serves both.
#[derive(Clone, Copy)]
struct ByDirection {
    forward: u64,
    backward: u64,
}

#[inline]
fn pair([first, second]: [u32; 2]) -> u64 {
    u64::from(first) | u64::from(second) << 32
}

impl<const IS_UP: bool> MoverView<IS_UP> {
    const FORWARD: [Direction; 2] = if IS_UP { UP } else { DOWN };
    const BACKWARD: [Direction; 2] = if IS_UP { DOWN } else { UP };

    /// The pieces that are in the set which `squares` gives for a direction, if they may go there.
    /// Most positions have no king: that half of the work is seldom needed.
    #[inline]
    fn movers(&self, squares: impl Fn(Direction) -> u32) -> ByDirection {
        let forward = pair(Self::FORWARD.map(|way| self.own & squares(way)));
        let backward = if self.kings == 0 {
            0
        } else {
            pair(Self::BACKWARD.map(|way| self.kings & squares(way)))
        };
        ByDirection { forward, backward }
    }

    #[inline]
    fn steps(&self) -> ByDirection {
        self.movers(|way| way.before(self.empty))
    }

    #[inline]
    fn jumps(&self) -> ByDirection {
        self.movers(|way| way.can_jump(self.enemy, self.empty))
    }

    /// Whether there is a legal move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        self.steps().any() || self.jumps().any()
    }

    /// Whether there is a jump.
    #[inline]
    pub(super) fn can_jump(&self) -> bool {
        self.jumps().any()
    }

    /// Appends the legal moves in order.
    #[inline]
    pub(super) fn list(&self, out: &mut Vec<Move>) {
        let jumps = self.jumps();
        if jumps.any() {
            self.for_each(jumps, |way, from| self.start_jumping(from).list(way, out));
        } else {
            self.for_each(self.steps(), |way, from| {
                out.push(Move::step(from, Square::new(from.number() + way.turn())));
            });
        }
    }

    /// Rule 10: by direction, then by square.
    #[inline]
    fn for_each(&self, moves: ByDirection, mut visit: impl FnMut(Direction, Square)) {
        let ByDirection { forward, backward } = moves;
        let (up, down) = if IS_UP { (forward, backward) } else { (backward, forward) };
        for (first, mut word) in [(0, up), (2, down)] {
            while word != 0 {
                let bit = word.trailing_zeros();
                word &= word - 1;
                visit(Direction::new(first + bit / 32), Square::new(bit));
            }
        }
    }

    /// Calls `visit` with the two squares that each step changes, in no order. `None` if there is a jump,
    /// or no move at all.
    #[inline(always)]
    pub(super) fn for_each_step(&self, mut visit: impl FnMut(u32)) -> Option<()> {
        if self.jumps().any() {
            return None;
        }
        let mut is_any = false;
        // A loop a direction: each is by a constant.
        for way in Self::FORWARD {
            let mut movers = self.own & way.before(self.empty);
            is_any |= movers != 0;
            while movers != 0 {
                let from = movers & movers.wrapping_neg();
                movers ^= from;
                visit(from | way.one(from));
            }
        }
        if self.kings != 0 {
            for way in Self::BACKWARD {
                let mut movers = self.kings & way.before(self.empty);
                is_any |= movers != 0;
                while movers != 0 {
                    let from = movers & movers.wrapping_neg();
                    movers ^= from;
                    visit(from | way.one(from));
                }
            }
        }
        is_any.then_some(())
    }

    /// The number of legal moves.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        if self.kings != 0 {
            return self.count_with_kings();
        }
        let can_jump = Self::FORWARD.map(|way| way.can_jump(self.enemy, self.empty));
        let [first, second] = can_jump.map(|squares| self.own & squares);
        let landed = Self::FORWARD[0].two(first) | Self::FORWARD[1].two(second);
        if landed & (can_jump[0] | can_jump[1]) != 0 {
            return count_men::<IS_UP>(can_jump, self.own);
        }
        // No jump goes on: a move a bit. Both words are at hand, so that this needs no branch.
        let jumps = pair([first, second]);
        let steps = self.steps().forward;
        u64::from((if jumps == 0 { steps } else { jumps }).count_ones())
    }

    #[inline(never)]
    fn count_with_kings(self) -> u64 {
        if !self.jumps().any() {
            return self.steps().count();
        }
        let can_jump = Self::FORWARD.map(|way| way.can_jump(self.enemy, self.empty));
        let mut total = count_men::<IS_UP>(can_jump, self.own & !self.kings);
        let mut kings = self.kings;
        while kings != 0 {
            let king = kings & kings.wrapping_neg();
            kings ^= king;
            total += count_king(king, self.enemy, self.empty | king);
        }
        total
    }

    fn start_jumping(&self, from: Square) -> Jumper {
        let is_king = self.kings & from.bit() != 0;
        Jumper {
            up: IS_UP || is_king,
            down: !IS_UP || is_king,
            enemy: self.enemy,
            empty: self.empty | from.bit(),
            path: Move::standing(from),
        }
    }

    /// A direction in which the piece that made the jumps of `path` must go on.
    pub(super) fn next_jump(&self, path: Move) -> Option<Direction> {
        let start = self.start_jumping(path.from());
        let at = Jumper { enemy: self.enemy & !path.jumped(), path, ..start };
        Direction::ALL.into_iter().find(|&way| at.can_jump(way))
    }
}

impl ByDirection {
    #[inline]
    fn any(self) -> bool {
        self.forward | self.backward != 0
    }

    #[inline]
    fn count(self) -> u64 {
        u64::from(self.forward.count_ones() + self.backward.count_ones())
    }
}

/// How many ways a set of men has to jump; `can_jump` says for both forward directions from which
/// squares that is possible. Men only go forward, so they never meet again what they have changed:
/// those who take the same directions go together, as one set.
fn count_men<const IS_UP: bool>(can_jump: [u32; 2], men: u32) -> u64 {
    let mut total = 0;
    for (way, from) in MoverView::<IS_UP>::FORWARD.into_iter().zip(can_jump) {
        let landed = way.two(men & from);
        let going_on = landed & (can_jump[0] | can_jump[1]);
        total += u64::from((landed ^ going_on).count_ones());
        if going_on != 0 {
            total += count_men::<IS_UP>(can_jump, going_on);
        }
    }
    total
}

/// How many ways a king has to jump; 0 if it cannot.
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
