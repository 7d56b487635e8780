//! The ideas that a checkers player has names for, one a function. Each says how often it occurs;
//! what it is worth stands in the weights.
//!
//! Sets of squares are as one side sees them: its men go up, from row 1 to row 8. What counts for
//! one side counts as much against it for the other; only `tempo` asks which side is to move.

use crate::checkers::{Direction, Square, View};

use Direction::{DownLeft, DownRight, UpLeft, UpRight};

/// Hears which features a position has. `times` is negative for what the opponent has.
///
/// There are two listeners: one adds up what the features are worth, and the tuner notes them down.
pub trait FeatureSink {
    /// Men on these squares.
    fn men(&mut self, squares: u32, times: i32);
    /// Kings on these squares.
    fn kings(&mut self, squares: u32, times: i32);
    /// Which men stand on the base row: bits 0 to 3 for a1, c1, e1, g1.
    fn base_row(&mut self, held: usize, times: i32);
    /// A man that cannot be stopped, and how many rows lie before it: 1 to 7.
    fn runner(&mut self, rows: usize, times: i32);
    /// Anything else.
    fn term(&mut self, term: Term, times: i32);
}

/// An idea that needs a single weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// To be on move.
    Tempo,
    /// To have the last move when both sides walk up to each other: what players call the move.
    Opposition,
    /// The lead in pieces as a share of all pieces, in 64ths: the side ahead wants to exchange.
    Lead,
    /// To have a king at all.
    Crowned,
    /// A step of a man.
    ManStep,
    /// A step of a man after which it cannot be jumped.
    SafeManStep,
    /// A man without such a step.
    HeldMan,
    /// A man with a piece of its own side right behind it.
    BackedMan,
    /// A man that has walked into the corner a7 behind which a man still stands at home on b8: the
    /// dog hole.
    DogHole,
    /// A step of a king.
    KingStep,
    /// A step of a king after which it cannot be jumped.
    SafeKingStep,
    /// A king without such a step.
    TrappedKing,
    /// A piece that could be jumped if the opponent were on move.
    Threatened,
    /// In an ending, for the side ahead: how far its kings are from the pieces that they hunt.
    HuntDistance,
    /// In an ending, for the side ahead: a king that has fled into a double corner.
    FledToCorner,
    /// In an ending, for the side ahead: how far the hunted kings are from the nearest double corner.
    CutOff,
}

impl Term {
    /// All of them, in order.
    pub const ALL: [Term; 16] = [
        Term::Tempo,
        Term::Opposition,
        Term::Lead,
        Term::Crowned,
        Term::ManStep,
        Term::SafeManStep,
        Term::HeldMan,
        Term::BackedMan,
        Term::DogHole,
        Term::KingStep,
        Term::SafeKingStep,
        Term::TrappedKing,
        Term::Threatened,
        Term::HuntDistance,
        Term::FledToCorner,
        Term::CutOff,
    ];
}

/// Lists all features of a position, as the side to move sees it.
#[inline]
pub fn list(view: View, tally: &mut impl FeatureSink) {
    half(view, 1, tally);
    half(view.of_other(), -1, tally);
    tempo(view, tally);
    lead(view, tally);
}

/// The features of one side, whichever is to move.
#[inline]
pub fn half(view: View, times: i32, tally: &mut impl FeatureSink) {
    tally.men(view.men, times);
    tally.base_row(base_row(view.men), times);
    let attacked = attacked(view);
    tally.term(Term::Threatened, times * count(view.own() & attacked));
    men(view, attacked, times, tally);
    runners(view, times, tally);
    if view.kings != 0 {
        kings(view, attacked, times, tally);
    }
}

/// Which men are still at home. Four squares are held together: so every set of them counts for
/// itself.
#[inline]
fn base_row(men: u32) -> usize {
    const A1: Square = at(0, 0);
    const C1: Square = at(2, 0);
    const E1: Square = at(4, 0);
    const G1: Square = at(6, 0);
    let is_held = |square: Square| men >> square.number() & 1;
    (is_held(A1) | is_held(C1) << 1 | is_held(E1) << 2 | is_held(G1) << 3) as usize
}

/// The squares on which a piece could be jumped: the opponent is next to them, and what lies
/// opposite is empty.
#[inline]
fn attacked(view: View) -> u32 {
    let empty = view.empty();
    let from = |way: Direction, other: Direction, enemy| way.before(enemy) & other.before(empty);
    let mut squares = from(UpRight, DownLeft, view.enemy()) | from(UpLeft, DownRight, view.enemy());
    if view.enemy_kings != 0 {
        squares |= from(DownLeft, UpRight, view.enemy_kings);
        squares |= from(DownRight, UpLeft, view.enemy_kings);
    }
    squares
}

/// Of the pieces that can step in a direction, those that could be jumped afterwards: on the square
/// reached, or straight back over it to the square that they left.
#[inline]
fn is_risky(way: Direction, view: View, attacked: u32) -> u32 {
    let facing = if way.is_up() { view.enemy() } else { view.enemy_kings };
    way.before(attacked | way.before(facing))
}

/// How free the men are, and how well they hold together.
#[inline]
fn men(view: View, attacked: u32, times: i32, tally: &mut impl FeatureSink) {
    let (mut steps, mut safe, mut free) = (0, 0, 0);
    for way in [UpRight, UpLeft] {
        let movers = view.men & way.before(view.empty());
        let safe_movers = movers & !is_risky(way, view, attacked);
        steps += count(movers);
        safe += count(safe_movers);
        free |= safe_movers;
    }
    let behind = DownLeft.before(view.own()) | DownRight.before(view.own());
    tally.term(Term::ManStep, times * steps);
    tally.term(Term::SafeManStep, times * safe);
    tally.term(Term::HeldMan, times * count(view.men & !free));
    tally.term(Term::BackedMan, times * count(view.men & behind));
    let in_hole = view.men >> at(0, 7 - 1).number() & view.enemy_men >> at(1, 7).number() & 1;
    tally.term(Term::DogHole, times * in_hole as i32);
}

/// Men before which no opposing piece stands, not even far to the side: they will be crowned.
#[inline]
fn runners(view: View, times: i32, tally: &mut impl FeatureSink) {
    let mut ahead_of = view.enemy();
    for _ in 0..6 {
        ahead_of |= UpRight.before(ahead_of) | UpLeft.before(ahead_of);
    }
    for man in each(view.men & !ahead_of) {
        tally.runner(usize::from(7 - man.row()), times);
    }
}

/// Where the kings stand and how free they are.
#[inline]
fn kings(view: View, attacked: u32, times: i32, tally: &mut impl FeatureSink) {
    tally.kings(view.kings, times);
    tally.term(Term::Crowned, times);
    let (mut steps, mut safe, mut free) = (0, 0, 0);
    for way in Direction::ALL {
        let movers = view.kings & way.before(view.empty());
        let safe_movers = movers & !is_risky(way, view, attacked);
        steps += count(movers);
        safe += count(safe_movers);
        free |= safe_movers;
    }
    tally.term(Term::KingStep, times * steps);
    tally.term(Term::SafeKingStep, times * safe);
    tally.term(Term::TrappedKing, times * count(view.kings & !free));
}

/// What it is worth to be on move, and to have *the* move. With equal numbers, the side to move has
/// it if an odd number of all pieces stands on its base row and every second row from there.
#[inline]
fn tempo(view: View, tally: &mut impl FeatureSink) {
    const EVERY_SECOND_ROW: u32 = rows(0) | rows(2) | rows(4) | rows(6);
    tally.term(Term::Tempo, 1);
    if view.own().count_ones() == view.enemy().count_ones() {
        let is_odd = !view.empty() & EVERY_SECOND_ROW;
        tally.term(Term::Opposition, 2 * (count(is_odd) & 1) - 1);
    }
}

/// The side with more pieces wants fewer on the board, and hunts down the rest.
#[inline]
fn lead(view: View, tally: &mut impl FeatureSink) {
    let (own, enemy) = (count(view.own()), count(view.enemy()));
    if own != enemy {
        tally.term(Term::Lead, (own - enemy) * SHARES[(own + enemy) as usize & 31] / 256);
        if own + enemy <= MOST_HUNTED {
            if own > enemy {
                hunt(view, 1, tally);
            } else {
                hunt(view.of_other(), -1, tally);
            }
        }
    }
}

/// With more pieces than this there is no hunt.
const MOST_HUNTED: i32 = 8;

/// 64 / n in 256ths, for a lead as a share of all n pieces.
const SHARES: [i32; 32] = {
    let mut shares = [0; 32];
    let mut pieces = 1;
    while pieces < 32 {
        shares[pieces] = 64 * 256 / pieces as i32;
        pieces += 1;
    }
    shares
};

/// An ending in which `view`'s side is ahead: its kings must come near, and keep the opponent's
/// kings out of the double corners, where a king can go to and fro.
#[inline(never)]
fn hunt(view: View, times: i32, tally: &mut impl FeatureSink) {
    const DOUBLE_CORNERS: u32 = at(6, 0).bit() | at(7, 1).bit() | at(1, 7).bit() | at(0, 6).bit();
    let far: i32 = each(view.kings).map(|king| nearest(king, view.enemy())).sum();
    let cut_off: i32 = each(view.enemy_kings).map(|king| nearest(king, DOUBLE_CORNERS)).sum();
    tally.term(Term::HuntDistance, times * far);
    tally.term(Term::FledToCorner, times * count(view.enemy_kings & DOUBLE_CORNERS));
    tally.term(Term::CutOff, times * cut_off);
}

/// How many steps a king needs to the nearest square of a set; 0 if there is none.
fn nearest(from: Square, set: u32) -> i32 {
    let distances = &DISTANCES[from.number() as usize];
    each(set).map(|to| i32::from(distances[to.number() as usize])).min().unwrap_or(0)
}

/// The squares of a set.
#[inline]
fn each(mut set: u32) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let number = (set != 0).then_some(set.trailing_zeros())?;
        set &= set - 1;
        Some(Square::new(number))
    })
}

#[inline]
fn count(set: u32) -> i32 {
    set.count_ones() as i32
}

/// The square in a column and a row, which must be a dark one.
const fn at(column: u8, row: u8) -> Square {
    match Square::at(column, row) {
        Some(square) => square,
        None => panic!("a light square"),
    }
}

/// All dark squares of a row.
const fn rows(row: u8) -> u32 {
    let (mut set, mut column) = (0, row % 2);
    while column < 8 {
        set |= at(column, row).bit();
        column += 2;
    }
    set
}

/// How many steps a king needs from one square to another on an empty board.
const DISTANCES: [[u8; 32]; 32] = {
    let mut distances = [[0; 32]; 32];
    let mut pair = 0;
    while pair < 32 * 32 {
        let (from, to) = (Square::new(pair as u32 / 32), Square::new(pair as u32));
        let columns = from.column().abs_diff(to.column());
        let rows = from.row().abs_diff(to.row());
        distances[pair / 32][pair % 32] = if columns > rows { columns } else { rows };
        pair += 1;
    }
    distances
};
