//! How the codes of a class are foreseen: by those of similar positions that stand before them.

use super::super::super::{Direction, Position, View};
use super::super::{Code, Layout, Verdict};
use super::Kind;
use super::range::Coder;

/// As many places are stored, read and kept together.
pub const BLOCK: u64 = 1 << 14;

/// A verdict is foreseen by the two verdicts before it, the one with the own kings one set before, and
/// by how many jumps the other side threatens.
const VERDICT_CONTEXTS: usize = 3 * 3 * 4 * 4;
const VERDICT_NODES: usize = VERDICT_CONTEXTS * 2;

/// A distance is foreseen by the verdict, the distance above, if the verdict is the same there, and
/// the last distance with that verdict. It is written bit by bit, the highest first, and each knows
/// those before it.
const PLIES_BITS: u32 = 7;
const NEAR: u8 = 51;
const NEAR_STEP: u8 = 8;
const PLIES_CONTEXTS: usize = 2 * NEAR as usize * (NEAR / NEAR_STEP + 1) as usize;
const PLIES_NODES: usize = PLIES_CONTEXTS << PLIES_BITS;

/// How many nodes a model has.
pub fn nodes(kind: Kind) -> usize {
    match kind {
        Kind::Verdicts => VERDICT_NODES,
        Kind::Distances => VERDICT_NODES + PLIES_NODES,
    }
}

/// How many blocks a class has.
pub fn blocks(layout: &Layout) -> u64 {
    layout.places().div_ceil(BLOCK)
}

/// Goes through a block, in which `codes` has the codes if they are known, and has them afterwards. At
/// places without a position, or where the side to move can jump, something is filled in that nobody
/// asks for.
pub fn walk(layout: &Layout, kind: Kind, block: u64, coder: &mut impl Coder, codes: &mut [Code]) {
    let start = block * BLOCK;
    // Without enemy kings, it is the one with the men one set before.
    let row = if layout.columns > 1 { layout.columns } else { layout.size } as usize;
    let mut before = [Verdict::Draw; 2];
    let mut last_plies = [1; 3];
    let mut index: usize = 0;
    layout.for_each(start..start + codes.len() as u64, |view| {
        let above = index.checked_sub(row).map(|above| codes[above]);
        codes[index] = match view {
            Some(view) if !Position::of_view(view).can_jump() => {
                let [last, last_but_one] = before;
                let context = last as usize * 3 + last_but_one as usize;
                let context = context * 4 + above.map_or(3, |code| code.verdict() as usize);
                let node = (context * 4 + threats(view)) * 2;
                let code = codes[index];
                let verdict = code_verdict(node, code.verdict(), coder);
                before = [verdict, last];
                if kind == Kind::Verdicts || verdict == Verdict::Draw {
                    Code::at_once(verdict)
                } else {
                    let last = &mut last_plies[verdict as usize];
                    let near = above.filter(|code| code.verdict() == verdict);
                    let near = near.map_or(*last, Code::plies).min(NEAR - 1);
                    let context = usize::from(verdict == Verdict::Win) * usize::from(NEAR)
                        + usize::from(near);
                    let context = context * usize::from(NEAR / NEAR_STEP + 1)
                        + usize::from((*last).min(NEAR - 1) / NEAR_STEP);
                    let root = VERDICT_NODES + (context << PLIES_BITS);
                    *last = code_plies(root, code.plies(), coder);
                    Code::new(verdict, *last)
                }
            }
            _ => above.unwrap_or(Code::at_once(before[0])),
        };
        index += 1;
    });
}

fn code_verdict(node: usize, verdict: Verdict, coder: &mut impl Coder) -> Verdict {
    if coder.bit(node, verdict == Verdict::Win) {
        Verdict::Win
    } else if coder.bit(node + 1, verdict == Verdict::Draw) {
        Verdict::Draw
    } else {
        Verdict::Loss
    }
}

fn code_plies(root: usize, plies: u8, coder: &mut impl Coder) -> u8 {
    let mut known = 1;
    for bit in (0..PLIES_BITS).rev() {
        known = known << 1 | usize::from(coder.bit(root + known, plies >> bit & 1 != 0));
    }
    (known - (1 << PLIES_BITS)) as u8
}

/// How many jumps the other side threatens, up to three.
#[inline]
fn threats(view: View) -> usize {
    let (own, empty) = (view.own(), view.empty());
    let jumps = Direction::ALL.map(|way| {
        let movers = if way.is_up() { view.enemy_kings } else { view.enemy() };
        (movers & way.can_jump(own, empty)).count_ones()
    });
    jumps.iter().sum::<u32>().min(3) as usize
}
