use super::Square;
use plyglot_core::Side;

const ROW_H: u64 = 0xff;
const ROW_A: u64 = 0xff << 56;
const COLUMN_1: u64 = 0x0101_0101_0101_0101;
const COLUMN_8: u64 = COLUMN_1 << 7;

/// All moves of one side at once: the squares that its pieces can reach, to the left and to the
/// right. A square may be reached both ways.
#[derive(Clone, Copy)]
pub(super) struct Targets {
    pub(super) steps: [u64; 2],
    pub(super) jumps: [u64; 2],
}

/// How far a step goes to the left and to the right, in squares as [`Square`] numbers them; a jump
/// goes twice as far.
pub(super) const STEPS: [[i32; 2]; 2] = [[-9, -7], [7, 9]];

impl Targets {
    /// The moves of `side`, given both sides' squares.
    #[inline(always)]
    pub(super) fn new(squares: [u64; 2], side: Side) -> Targets {
        let own = squares[side as usize];
        let last_row = last_row(side);
        let open = !(squares[0] | squares[1]) | (own & last_row);
        let reached = forward(own & !last_row, side);
        // A piece on the edge cannot be jumped: there is no square beyond it.
        let jumped =
            reached.map(|squares_reached| squares_reached & squares[side.other() as usize]);
        let [beyond_left, _] = forward(jumped[0], side);
        let [_, beyond_right] = forward(jumped[1], side);
        Targets {
            steps: reached.map(|squares| squares & open),
            jumps: [beyond_left & open, beyond_right & open],
        }
    }

    #[inline(always)]
    pub(super) fn has_jumps(&self) -> bool {
        self.jumps[0] | self.jumps[1] != 0
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.steps[0] | self.steps[1] | self.jumps[0] | self.jumps[1] == 0
    }

    /// How many moves there are, a pass not among them.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        let [left, right] = self.steps;
        let steps = left.count_ones() + right.count_ones();
        // Jumps are rare: it pays not to count what is not there.
        if self.has_jumps() {
            steps + self.jumps[0].count_ones() + self.jumps[1].count_ones()
        } else {
            steps
        }
    }

    /// No step of the opponent takes more of these moves: two jumps over the piece that leaves, two jumps
    /// to the square that it reaches, and one step to there. The other step to there becomes a jump,
    /// since the square behind is free now.
    #[inline(always)]
    pub(super) fn most_lost(&self) -> u32 {
        if self.has_jumps() { 5 } else { 1 }
    }

    /// How many replies there are to all steps together, if `replies` are possible before them and none
    /// of the steps takes all of these away. No step is made: what changes is counted for all steps in one
    /// direction and all replies in one direction at once.
    #[inline(always)]
    pub(super) fn replies_to_steps(&self, squares: [u64; 2], side: Side, replies: &Targets) -> u32 {
        let other = side.other();
        let [own, enemy] = [squares[side as usize], squares[other as usize]];
        let enemy_last_row = last_row(other);
        let open = !(own | enemy) | (enemy & enemy_last_row);
        let reached = forward(enemy & !enemy_last_row, other);
        let [beyond_left, _] = forward(reached[0] & own, other);
        let [_, beyond_right] = forward(reached[1] & own, other);
        let beyond = [beyond_left, beyond_right];
        let left = backward(self.steps, side);
        let jumped = backward(replies.jumps, other);
        let steps = self.steps[0].count_ones() + self.steps[1].count_ones();
        let mut count = steps * replies.count();
        for way in [0, 1] {
            for reply in [0, 1] {
                // New are steps and jumps to the square left; lost are jumps over it, each where there is
                // a new step, and to the square reached.
                count += (left[way] & reached[reply] & !jumped[reply]).count_ones();
                count += (left[way] & beyond[reply]).count_ones();
                count -= (self.steps[way] & replies.jumps[reply]).count_ones();
            }
            // To the square reached no step is left, but perhaps a jump over it. From straight ahead, which
            // is left for one side and right for the other, there always is: nothing changes.
            let met = self.steps[way] & reached[way];
            count += (forward(met, other)[way] & open).count_ones();
            count -= met.count_ones();
        }
        count
    }

    /// Calls `each` with every move (from, to), in ascending order.
    #[inline]
    pub(super) fn for_each(&self, side: Side, mut each: impl FnMut(Square, Square)) {
        let steps = STEPS[side as usize];
        let [a, b] = [0, 1].map(|way| (self.steps[way], steps[way]));
        let [c, d] = [0, 1].map(|way| (self.jumps[way], 2 * steps[way]));
        // Targets ascend: so Star's jumps come before its steps, and Circle's steps before its jumps.
        let by_target = if side == Side::First { [c, d, a, b] } else { [a, b, c, d] };
        let by_target = by_target.map(|(squares, distance)| {
            let leaving = if distance < 0 { squares << -distance } else { squares >> distance };
            (leaving, distance)
        });
        let mut rest = by_target.iter().fold(0, |all, (leaving, _)| all | leaving);
        while rest != 0 {
            let from = rest.trailing_zeros();
            rest &= rest - 1;
            for (leaving, distance) in by_target {
                if leaving >> from & 1 != 0 {
                    each(Square::new(from), Square::new(from.wrapping_add_signed(distance)));
                }
            }
        }
    }
}

/// Where a side's pieces pile up.
#[inline(always)]
fn last_row(side: Side) -> u64 {
    if side == Side::First { ROW_H } else { ROW_A }
}

/// One step forward, to the left and to the right.
#[inline(always)]
fn forward(squares: u64, side: Side) -> [u64; 2] {
    let [left, right] = [squares & !COLUMN_1, squares & !COLUMN_8];
    match side {
        Side::First => [left >> 9, right >> 7],
        Side::Second => [left << 7, right << 9],
    }
}

/// One step back, from where a step to the left led and from where one to the right did.
#[inline(always)]
fn backward([left, right]: [u64; 2], side: Side) -> [u64; 2] {
    match side {
        Side::First => [left << 9, right << 7],
        Side::Second => [left >> 7, right >> 9],
    }
}
