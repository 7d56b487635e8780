use std::fmt;
use std::str::FromStr;

use super::{Board, Move, Position, Sown, sown::Ways};
use plyglot_core::mix::mix;
use plyglot_core::{Game, Outcome, Side, Value};
use plyglot_core::{text, text::TextError};

/// A position on a small board in two words: a byte a place, so that sowing is one addition a side.
/// It is the same game as [`Position`]; solving is what needs it, where moves are played by the
/// hundred million.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed {
    /// The half of the side to move: its pits in the order of sowing from the lowest byte on, its
    /// mancala in the highest.
    own: u64,
    /// The half of the other side.
    others: u64,
    to_move: Side,
    /// How many pits a side has.
    pits: u8,
}

/// The bytes of a half that can be pits.
const PITS: u64 = u64::MAX >> 8;
/// Where the mancala begins.
const MANCALA: usize = 56;
/// A half times this has in each byte the sum of all up to there: in the highest, of all.
const ONES: u64 = u64::from_le_bytes([1; 8]);
/// The highest bit of each byte.
const HIGH: u64 = ONES << 7;

impl Packed {
    /// The most pits of a side: the mancala needs the last byte.
    pub const MOST_PITS: usize = 7;
    /// The most stones in all, so that no sum outgrows a byte.
    pub const MOST_STONES: i64 = u8::MAX as i64;

    /// The same position, if it is small enough.
    pub fn new(position: &Position) -> Option<Packed> {
        let board = position.board();
        if board.pits() > Packed::MOST_PITS || board.stones() > Packed::MOST_STONES {
            return None;
        }
        let half = |side| {
            let pits = board.row(side).iter().rev();
            let pits = pits.fold(0, |all, &stones| all << 8 | u64::from(stones));
            pits | u64::from(board.mancala(side)) << MANCALA
        };
        let to_move = position.to_move();
        let (own, others) = (half(to_move), half(to_move.other()));
        Some(Packed { own, others, to_move, pits: board.pits() as u8 })
    }

    /// The halves of player 1 and of player 2.
    fn halves(&self) -> [u64; 2] {
        match self.to_move {
            Side::First => [self.own, self.others],
            Side::Second => [self.others, self.own],
        }
    }

    /// The pits of the side to move that hold stones: the highest bit of each one's byte.
    #[inline]
    fn occupied(&self) -> u64 {
        occupied(self.own & PITS)
    }

    /// The highest bit of each pit's byte.
    #[inline]
    fn row(&self) -> u64 {
        (HIGH & PITS) >> (8 * (Packed::MOST_PITS - usize::from(self.pits)))
    }

    /// Adds whole laps to what was sown.
    #[cold]
    fn add_laps(&mut self, laps: u64) {
        let row = laps * (ONES & PITS >> (8 * (Packed::MOST_PITS - usize::from(self.pits))));
        self.own += row + (laps << MANCALA);
        self.others += row;
    }

    /// The stones of each row go to its owner's mancala.
    #[cold]
    fn sweep(&mut self) {
        self.own = sum(self.own) << MANCALA;
        self.others = sum(self.others) << MANCALA;
    }
}

/// The bytes that are not 0: the highest bit of each.
#[inline]
fn occupied(half: u64) -> u64 {
    // A carry into the highest bit, unless all below it are 0.
    (half | ((half & !HIGH) + !HIGH)) & HIGH
}

/// The stones in the fullest place.
#[inline]
fn largest(half: u64) -> u32 {
    u32::from(half.to_le_bytes().into_iter().max().unwrap_or_default())
}

/// The stones in one place.
#[inline]
fn byte(half: u64, place: usize) -> u64 {
    half >> (8 * place) & 0xff
}

/// All stones of a half, or of both if they are added before.
#[inline]
fn sum(half: u64) -> u64 {
    half.wrapping_mul(ONES) >> MANCALA
}

/// The most stones that the owner of a half captures with one move, with the one that captures. For each
/// number of stones, all pits at once: from which that many just reach an empty one.
#[inline]
fn captured(half: u64, other: u64, pits: usize, row: u64) -> u32 {
    let free = row & !occupied(half);
    let mut captors = 0;
    for stones in 1..pits {
        let with_so_many = row & !occupied(half ^ (stones as u64 * ONES));
        captors |= (with_so_many << (8 * stones)) & free;
    }
    if captors == 0 {
        return 0;
    }
    // What lies opposite has the order turned round.
    let opposite = other.swap_bytes() >> (8 * (8 - pits));
    let captured = opposite & ((captors >> 7) * 0xff);
    1 + largest(captured)
}

/// What happens when a pit with less than a lap of stones is sown.
#[derive(Clone, Copy)]
struct PackedSowing {
    own: u64,
    others: u64,
    /// Where the last stone falls, counted in the order of sowing: the mover's pits from 0, his
    /// mancala, the opponent's pits.
    last: u64,
}

const LONGEST_LAP: usize = 2 * Packed::MOST_PITS + 1;

/// By the number of pits, less one, the pit, and the number of stones.
static SOWINGS: [[[PackedSowing; LONGEST_LAP]; Packed::MOST_PITS]; Packed::MOST_PITS] = {
    let nothing = PackedSowing { own: 0, others: 0, last: 0 };
    let mut sowings = [[[nothing; LONGEST_LAP]; Packed::MOST_PITS]; Packed::MOST_PITS];
    let mut pits = 1;
    while pits <= Packed::MOST_PITS {
        let mut pit = 0;
        while pit < pits {
            // After whole laps the last stone has fallen into the pit itself.
            sowings[pits - 1][pit][0].last = pit as u64;
            let mut stones = 1;
            while stones <= 2 * pits {
                let mut sowing = sowings[pits - 1][pit][stones - 1];
                let last = (pit + stones) % (2 * pits + 1);
                if last < pits {
                    sowing.own += 1 << (8 * last);
                } else if last == pits {
                    sowing.own += 1 << MANCALA;
                } else {
                    sowing.others += 1 << (8 * (last - pits - 1));
                }
                sowing.last = last as u64;
                sowings[pits - 1][pit][stones] = sowing;
                stones += 1;
            }
            pit += 1;
        }
        pits += 1;
    }
    sowings
};

impl Sown for Packed {
    const IS_QUICK: bool = true;

    #[inline]
    fn packed(&self) -> Option<Packed> {
        Some(*self)
    }

    #[inline]
    fn pits(&self) -> usize {
        usize::from(self.pits)
    }

    #[inline]
    fn pit(&self, mv: Move) -> usize {
        match mv.side {
            Side::First => mv.column(),
            Side::Second => usize::from(self.pits) - 1 - mv.column(),
        }
    }

    #[inline]
    fn own(&self, pit: usize) -> u32 {
        byte(self.own, pit) as u32
    }

    #[inline]
    fn others(&self, pit: usize) -> u32 {
        byte(self.others, pit) as u32
    }

    #[inline]
    fn left(&self) -> u32 {
        sum((self.own & PITS) + (self.others & PITS)) as u32
    }

    #[inline]
    fn others_left(&self) -> u32 {
        sum(self.others & PITS) as u32
    }

    #[inline]
    fn bonus_moves(&self) -> [u32; 2] {
        // 1 in the last pit, 2 in the one before it.
        let distances = 0x0001_0203_0405_0607 >> (8 * (Packed::MOST_PITS - usize::from(self.pits)));
        let row = self.row();
        [self.own, self.others].map(|half| (row & !occupied(half ^ distances)).count_ones())
    }

    /// All moves that earn another, from the right, as long as there are any; then what gains most.
    #[inline]
    fn sure_of(&self, wanted: u32) -> u32 {
        let gap = 8 * (Packed::MOST_PITS - usize::from(self.pits));
        let (row, distances) = (self.row(), 0x0001_0203_0405_0607 >> gap);
        let mut own = self.own & PITS;
        let mut count = 0;
        loop {
            let bonus = row & !occupied(own ^ distances);
            if bonus == 0 {
                break;
            }
            count += 1;
            // From the lowest bit of the last of these pits on.
            let place = 56 - bonus.leading_zeros();
            let after = (ONES & PITS >> gap) >> place >> 8 << 8 << place;
            own = (own & !(0xff << place)) + after;
        }
        if count >= wanted || wanted - count > 1 + largest(self.others & PITS) {
            return count;
        }
        count + captured(own, self.others, usize::from(self.pits), row)
    }

    #[inline]
    fn lead(&self) -> i32 {
        (self.own >> MANCALA) as i32 - (self.others >> MANCALA) as i32
    }

    #[inline]
    fn each_move(&self) -> impl Iterator<Item = Move> + use<> {
        let (side, pits) = (self.to_move, usize::from(self.pits));
        let mut occupied = self.occupied();
        std::iter::from_fn(move || {
            let pit = occupied.trailing_zeros() as usize / 8;
            occupied &= occupied.checked_sub(1)?;
            let column = if side == Side::First { pit } else { pits - 1 - pit };
            Some(Move { side, column: column as u8 })
        })
    }

    #[inline]
    fn running_totals(&self) -> impl Iterator<Item = usize> + use<'_> {
        let pits = usize::from(self.pits);
        let own = (self.own & PITS).wrapping_mul(ONES);
        let others = (self.others & PITS).wrapping_mul(ONES) + byte(own, pits) * ONES;
        let totals = [own, others].map(|half| (0..pits).map(move |pit| byte(half, pit) as usize));
        let [own, others] = totals;
        own.chain(others)
    }

    #[inline]
    fn place(&self, ways: &[Ways]) -> usize {
        let pits = usize::from(self.pits);
        let own = (self.own & PITS).wrapping_mul(ONES);
        let others = (self.others & PITS).wrapping_mul(ONES) + byte(own, pits) * ONES;
        let (own_ways, others_ways) = ways.split_at(pits);
        let mut place = 0;
        // Few stones: no total outgrows the list, and the compiler sees it.
        for (pit, ways) in own_ways.iter().enumerate() {
            place += ways[(own >> (8 * pit)) as usize & 31];
        }
        for (pit, ways) in others_ways.iter().enumerate() {
            place += ways[(others >> (8 * pit)) as usize & 31];
        }
        place as usize
    }

    #[inline]
    fn threat(&self) -> u32 {
        captured(self.others, self.own, usize::from(self.pits), self.row())
    }

    /// Two multiplications: the first lets every pit meet every pit opposite, the second spreads
    /// what comes of it.
    #[inline]
    fn pits_key(&self) -> u64 {
        const SALT: [u64; 3] = [mix(1) | 1, mix(2) | 1, mix(3) | 1];
        let own = (self.own & PITS) ^ SALT[0];
        let others = (self.others & PITS) ^ SALT[1];
        let product = u128::from(own) * u128::from(others);
        let key = product as u64 ^ (product >> 64) as u64 ^ u64::from(self.pits);
        (key ^ key >> 29).wrapping_mul(SALT[2])
    }
}

impl Game for Packed {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let start = out.len();
        out.extend(self.each_move());
        if self.to_move == Side::Second {
            out[start..].reverse();
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let (pit, pits) = (self.pit(mv), usize::from(self.pits));
        let lap = 2 * pits + 1;
        let stones = byte(self.own, pit) as usize;
        let rest = if stones < lap { stones } else { stones % lap };
        let sowing = &SOWINGS[pits - 1][pit][rest];
        let last = sowing.last as usize;
        self.own = (self.own & !(0xff << (8 * pit))) + sowing.own;
        self.others += sowing.others;
        if stones >= lap {
            self.add_laps((stones / lap) as u64);
        }
        // A single stone where the last one fell: the pit was empty.
        if last < pits && byte(self.own, last) == 1 {
            let opposite = pits - 1 - last;
            self.own &= !(0xff << (8 * last));
            self.own += (1 + byte(self.others, opposite)) << MANCALA;
            self.others &= !(0xff << (8 * opposite));
        }
        if self.own & PITS == 0 || self.others & PITS == 0 {
            self.sweep();
        }
        if last != pits {
            (self.own, self.others) = (self.others, self.own);
            self.to_move = self.to_move.other();
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.own & PITS == 0).then(|| {
            let [first, second] = self.halves().map(|half| (half >> MANCALA) as i64);
            Outcome::by_margin(first - second)
        })
    }

    #[inline]
    fn evaluate(&self, side: Side) -> Value {
        let lead = i64::from(self.lead());
        Value::finite(if side == self.to_move { lead } else { -lead })
    }

    fn key(&self) -> u64 {
        let turn = u64::from(self.pits) << 1 | self.to_move as u64;
        self.halves().into_iter().fold(turn, |key, half| mix(key.rotate_left(23) ^ half))
    }

    fn side_name(side: Side) -> &'static str {
        Position::side_name(side)
    }

    #[inline]
    fn move_count(&self) -> u64 {
        u64::from(self.occupied().count_ones())
    }

    fn why_illegal(&self, mv: Move) -> Option<String> {
        Position::from(*self).why_illegal(mv)
    }
}

impl From<Packed> for Position {
    fn from(packed: Packed) -> Position {
        let mut board = Board::empty(usize::from(packed.pits));
        for (side, half) in [Side::First, Side::Second].into_iter().zip(packed.halves()) {
            for (pit, stones) in board.row_mut(side).iter_mut().enumerate() {
                *stones = byte(half, pit) as u16;
            }
            board.set_mancala(side, (half >> MANCALA) as u16);
        }
        Position::new(board, packed.to_move)
    }
}

impl fmt::Display for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Position::from(*self).fmt(f)
    }
}

impl FromStr for Packed {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Packed, TextError> {
        let position: Position = text.parse()?;
        Packed::new(&position).ok_or_else(|| {
            let (pits, stones) = (Packed::MOST_PITS, Packed::MOST_STONES);
            text::whole(text).error(format!("more than {pits} pits a side or {stones} stones"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::mix::Random;

    /// Plays the same random games both ways, on boards of every size, with few stones and with as
    /// many as fit.
    #[test]
    fn agrees_with_the_plain_position() {
        let mut random = Random::new(1);
        for pits in 1..=Packed::MOST_PITS {
            for most in [1, 3, 8, 4 * pits + 2, 255] {
                for _ in 0..100 {
                    let mut plain = random_position(&mut random, pits, most);
                    let mut packed = Packed::new(&plain).unwrap();
                    while !plain.moves().is_empty() {
                        check(&packed, &plain);
                        let moves = plain.moves();
                        let mv = moves[random.below(moves.len())];
                        plain.play(mv);
                        packed.play(mv);
                    }
                    check(&packed, &plain);
                }
            }
        }
    }

    fn random_position(random: &mut Random, pits: usize, most: usize) -> Position {
        let mut board = Board::empty(pits);
        let mut left = 255;
        for _ in 0..4 * pits {
            let side = if random.below(2) == 0 { Side::First } else { Side::Second };
            let stones = random.below(most.min(left) + 1);
            left -= stones;
            match random.below(pits + 1) {
                pit if pit < pits => board.row_mut(side)[pit] += stones as u16,
                _ => board.set_mancala(side, board.mancala(side) + stones as u16),
            }
        }
        Position::new(board, if random.below(2) == 0 { Side::First } else { Side::Second })
    }

    fn check(packed: &Packed, plain: &Position) {
        assert_eq!(Position::from(*packed), *plain);
        assert_eq!(Packed::new(plain), Some(*packed), "\n{plain}");
        assert_eq!(packed.moves(), plain.moves(), "\n{plain}");
        assert_eq!(packed.outcome(), plain.outcome(), "\n{plain}");
        assert!(packed.each_move().eq(plain.each_move()), "\n{plain}");
        assert!(packed.running_totals().eq(plain.running_totals()), "\n{plain}");
        assert_eq!((packed.left(), packed.lead()), (plain.left(), plain.lead()), "\n{plain}");
        assert_eq!(packed.threat(), plain.threat(), "\n{plain}");
        assert_eq!(packed.bonus_moves(), plain.bonus_moves(), "\n{plain}");
        assert_eq!(packed.others_left(), plain.others_left(), "\n{plain}");
        assert!(packed.each_move().all(|mv| packed.pit(mv) == plain.pit(mv)), "\n{plain}");
        let most = most_this_turn(plain);
        for wanted in [0, 1, 2, 4, 8, 255] {
            let sure = packed.sure_of(wanted);
            assert!(sure <= most, "{sure} of {wanted} is more than {most}\n{plain}");
            assert!(sure >= u32::from(packed.bonus_moves()[0] > 0), "\n{plain}");
        }
    }

    /// The most stones that the mover can bring home before the opponent's turn.
    fn most_this_turn(position: &Position) -> u32 {
        let side = position.to_move();
        let home = |position: &Position| u32::from(position.board().mancala(side));
        let after = position.moves().into_iter().map(|mv| {
            let child = position.after(mv);
            let more = if child.to_move() == side { most_this_turn(&child) } else { 0 };
            home(&child) - home(position) + more
        });
        after.max().unwrap_or_default()
    }

    /// A capture at the end of a row of moves that earn another.
    #[test]
    fn what_is_sure_this_turn() {
        // B7 and B6 earn a move, and B7 once more; then B2 captures five over B5.
        let packed: Packed = "1\n0 0 0 5 0 1\n3 0 0 0 2 1\n0\n0\n".parse().unwrap();
        let sure = [0, 3, 4, 9, 12].map(|wanted| packed.sure_of(wanted));
        assert_eq!(sure, [3, 3, 9, 9, 3]);
    }

    /// A board turned round is the same to the side to move; a mancala changes nothing.
    #[test]
    fn the_key_is_that_of_the_pits() {
        let key = |text: &str| text.parse::<Packed>().unwrap().pits_key();
        let one = key("1\n1 2 3\n4 5 6\n7\n8\n");
        assert_eq!(key("2\n6 5 4\n3 2 1\n0\n9\n"), one);
        for other in ["2\n1 2 3\n4 5 6\n7\n8\n", "1\n1 2 3 0\n4 5 6 0\n7\n8\n"] {
            assert_ne!(key(other), one);
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        for (pits, stones, fits) in [(7, 18, true), (7, 19, false), (8, 1, false)] {
            let position = Position::new(Board::filled(pits, stones), Side::First);
            assert_eq!(Packed::new(&position).is_some(), fits, "({pits},{stones})");
            assert_eq!(position.to_string().parse::<Packed>().is_ok(), fits, "({pits},{stones})");
        }
    }
}
