use super::board::HALF;
use super::sowing::Sowing;
use super::{Board, Move, Packed, Sown};
use plyglot_core::mix::mix;
use plyglot_core::{Game, Outcome, Side, Value};

/// A board and whose turn it is.
///
/// The order in memory matters: a copy is read again at once, eight places at a time, and that is
/// fast only if it was written in the same pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Position {
    board: Board,
    to_move: Side,
    /// Which pits hold stones, a bit each: see [`pit_bit`].
    occupied: u32,
}

impl Position {
    /// A position with `to_move` to move. Without a stone to move the game is over, and swept.
    pub fn new(board: Board, to_move: Side) -> Position {
        let mut position = Position::unswept(board, to_move);
        if position.occupied_pits(to_move) == 0 {
            position.sweep();
        }
        position
    }

    /// The stones just as they lie, though the game may be over.
    pub(super) fn unswept(board: Board, to_move: Side) -> Position {
        let mut position = Position { board, to_move, occupied: 0 };
        for side in [Side::First, Side::Second] {
            for (pit, _) in board.row(side).iter().enumerate().filter(|pit| *pit.1 > 0) {
                position.occupied |= pit_bit(side, pit);
            }
        }
        position
    }

    /// The start of the game that is played most: six pits a side, four stones in each.
    pub fn start() -> Position {
        Position::new(Board::filled(6, 4), Side::First)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pits of a side that hold stones, a bit a pit in the order of sowing.
    #[inline]
    fn occupied_pits(&self, side: Side) -> u16 {
        (self.occupied >> (16 * side as u32)) as u16
    }

    /// Sows all stones from a pit of the mover. Tells where the last one falls, see
    /// [`Sowing::last`], and whether that place was empty, if it is a pit of the mover.
    #[inline(always)]
    fn sow(&mut self, place: usize) -> (usize, bool) {
        let lap = 2 * self.board.pits() + 1;
        let pit = place - HALF * self.to_move as usize;
        let stones = usize::from(self.board.places[place]);
        let rest = if stones < lap { stones } else { stones % lap };
        let sowing = Sowing::of(self.board.pits(), self.to_move, pit, rest);
        let last = usize::from(sowing.last);
        for (stones, gain) in self.board.places.iter_mut().zip(&sowing.gains) {
            *stones += gain;
        }
        self.board.places[place] = 0;
        self.occupied &= !pit_bit(self.to_move, pit);
        let was_empty = u32::from(self.occupied_pits(self.to_move)) >> last & 1 == 0;
        self.occupied |= sowing.reached;
        if stones >= lap {
            self.add_laps((stones / lap) as u16);
            // After more than one lap no pit is empty.
            return (last, was_empty && stones == lap);
        }
        (last, was_empty)
    }

    /// Adds whole laps of the mover's to what was sown.
    #[cold]
    fn add_laps(&mut self, laps: u16) {
        self.board.places[self.board.mancala_place(self.to_move)] += laps;
        for side in [Side::First, Side::Second] {
            for (pit, stones) in self.board.row_mut(side).iter_mut().enumerate() {
                *stones += laps;
                self.occupied |= pit_bit(side, pit);
            }
        }
    }

    /// The stone in the mover's `pit` and all stones opposite go to the mover's mancala.
    #[inline]
    fn capture(&mut self, pit: usize) {
        let (mover, other) = (self.to_move, self.to_move.other());
        let opposite = self.board.pits() - 1 - pit;
        let mancala = self.board.mancala_place(mover);
        let places = &mut self.board.places;
        places[mancala] += 1 + std::mem::take(&mut places[HALF * other as usize + opposite]);
        places[HALF * mover as usize + pit] = 0;
        self.occupied &= !(pit_bit(mover, pit) | pit_bit(other, opposite));
    }

    /// The stones of each row go to its owner's mancala.
    #[cold]
    fn sweep(&mut self) {
        for side in [Side::First, Side::Second] {
            let stones: u16 = self.board.row(side).iter().sum();
            self.board.set_mancala(side, self.board.mancala(side) + stones);
            self.board.row_mut(side).fill(0);
        }
        self.occupied = 0;
    }
}

/// The bit of a pit; pits count in the order of sowing, from 0.
#[inline]
pub(super) const fn pit_bit(side: Side, pit: usize) -> u32 {
    1 << (16 * side as usize + pit)
}

impl Sown for Position {
    const IS_QUICK: bool = false;

    fn packed(&self) -> Option<Packed> {
        Packed::new(self)
    }

    #[inline]
    fn pits(&self) -> usize {
        self.board.pits()
    }

    #[inline]
    fn pit(&self, mv: Move) -> usize {
        self.board.place(mv.side, mv.column()) - HALF * mv.side as usize
    }

    #[inline]
    fn own(&self, pit: usize) -> u32 {
        u32::from(self.board.row(self.to_move)[pit])
    }

    #[inline]
    fn others(&self, pit: usize) -> u32 {
        u32::from(self.board.row(self.to_move.other())[pit])
    }

    #[inline]
    fn left(&self) -> u32 {
        let banked = [Side::First, Side::Second].map(|side| u32::from(self.board.mancala(side)));
        self.board.stones() as u32 - banked[0] - banked[1]
    }

    #[inline]
    fn lead(&self) -> i32 {
        let [own, others] =
            [self.to_move, self.to_move.other()].map(|side| self.board.mancala(side));
        i32::from(own) - i32::from(others)
    }

    #[inline]
    fn each_move(&self) -> impl Iterator<Item = Move> + use<> {
        let (side, pits) = (self.to_move, self.board.pits());
        let mut occupied = self.occupied_pits(side);
        std::iter::from_fn(move || {
            let pit = occupied.trailing_zeros() as usize;
            occupied &= occupied.checked_sub(1)?;
            let column = if side == Side::First { pit } else { pits - 1 - pit };
            Some(Move { side, column: column as u8 })
        })
    }

    #[inline]
    fn running_totals(&self) -> impl Iterator<Item = usize> + use<'_> {
        let rows = [self.to_move, self.to_move.other()].map(|side| self.board.row(side));
        rows.into_iter().flatten().scan(0, |total, &stones| {
            *total += usize::from(stones);
            Some(*total)
        })
    }

    #[inline]
    fn pits_key(&self) -> u64 {
        // Odd numbers with bits everywhere, so that no two places count the same.
        const SALT: [u64; 6] =
            [mix(1) | 1, mix(2) | 1, mix(3) | 1, mix(4) | 1, mix(5) | 1, mix(6) | 1];
        let pits = self.board.pits();
        let half = |side: Side| {
            let (words, _) = self.board.places[HALF * side as usize..][..HALF].as_chunks::<4>();
            let mut words = [words[0], words[1], words[2]].map(|word| {
                word.iter().rev().fold(0, |all, &stones| all << 16 | u64::from(stones))
            });
            words[pits / 4] &= !(0xffff << (16 * (pits % 4)));
            words
        };
        let (own, others) = (half(self.to_move), half(self.to_move.other()));
        let all = [own[0], own[1], own[2], others[0], others[1], others[2]];
        let salted: [u64; 6] = std::array::from_fn(|index| all[index] ^ SALT[index]);
        let (pairs, _) = salted.as_chunks::<2>();
        pairs.iter().fold(pits as u64, |key, &[a, b]| {
            let product = u128::from(a) * u128::from(b);
            (key ^ product as u64 ^ (product >> 64) as u64).wrapping_mul(SALT[0])
        })
    }
}

impl Game for Position {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<Move>) {
        let side = self.to_move;
        let pits = self.occupied_pits(side);
        // Player 2 sows from right to left, so the first pit is in the last column.
        let mut columns = match side {
            Side::First => pits,
            Side::Second => pits.reverse_bits() >> (16 - self.board.pits),
        };
        while columns != 0 {
            out.push(Move { side, column: columns.trailing_zeros() as u8 });
            columns &= columns - 1;
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let pits = self.board.pits();
        let (last, was_empty) = self.sow(self.board.place(mv.side, mv.column()));
        if last < pits && was_empty {
            self.capture(last);
        }
        if last != pits {
            self.to_move = self.to_move.other();
        }
        if self.occupied_pits(Side::First) == 0 || self.occupied_pits(Side::Second) == 0 {
            self.sweep();
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.occupied_pits(self.to_move) == 0).then(|| {
            let [first, second] = [Side::First, Side::Second].map(|side| self.board.mancala(side));
            Outcome::by_margin(i64::from(first) - i64::from(second))
        })
    }

    #[inline]
    fn evaluate(&self, side: Side) -> Value {
        let [own, others] = [side, side.other()].map(|side| i64::from(self.board.mancala(side)));
        Value::finite(own - others)
    }

    fn key(&self) -> u64 {
        let turn = u64::from(self.board.pits) << 1 | self.to_move as u64;
        let (words, _) = self.board.places.as_chunks::<4>();
        words.iter().fold(turn, |key, word| {
            let word = word.iter().fold(0, |all, &stones| all << 16 | u64::from(stones));
            mix(key.rotate_left(23) ^ word)
        })
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "1",
            Side::Second => "2",
        }
    }

    #[inline]
    fn move_count(&self) -> u64 {
        u64::from(self.occupied_pits(self.to_move).count_ones())
    }

    fn why_illegal(&self, mv: Move) -> Option<String> {
        if self.outcome().is_some() {
            return Some("the game is over".to_owned());
        }
        if mv.side != self.to_move {
            return Some(format!("{mv} is not player {}'s pit", Position::side_name(self.to_move)));
        }
        if mv.column() >= self.board.pits() {
            return Some(format!("there is no pit {mv} on this board"));
        }
        (self.board.pit(mv.side, mv.column()) == 0).then(|| format!("{mv} is empty"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::mix::Random;

    /// The rules stone by stone, on a board with names: what the fast way must agree with.
    #[derive(Clone, Debug, PartialEq)]
    struct PlainPosition {
        /// The places in the order of player 1's sowing: B2.., own mancala, A(N+1)..A2, the other.
        ring: Vec<u16>,
        to_move: Side,
    }

    impl PlainPosition {
        fn of(position: &Position) -> PlainPosition {
            let half = |side| [position.board.row(side), &[position.board.mancala(side)]].concat();
            let ring = [half(Side::First), half(Side::Second)].concat();
            PlainPosition { ring, to_move: position.to_move }
        }

        fn play(&mut self, mv: Move) {
            let pits = self.ring.len() / 2 - 1;
            let (own_mancala, other_mancala) = match self.to_move {
                Side::First => (pits, 2 * pits + 1),
                Side::Second => (2 * pits + 1, pits),
            };
            let own_row = own_mancala - pits..own_mancala;
            let mut place = match self.to_move {
                Side::First => mv.column(),
                Side::Second => 2 * pits - mv.column(),
            };
            let stones = std::mem::take(&mut self.ring[place]);
            for _ in 0..stones {
                place = (place + 1) % self.ring.len();
                if place == other_mancala {
                    place = (place + 1) % self.ring.len();
                }
                self.ring[place] += 1;
            }
            if own_row.contains(&place) && self.ring[place] == 1 {
                self.ring[own_mancala] += 1 + self.ring[2 * pits - place];
                self.ring[place] = 0;
                self.ring[2 * pits - place] = 0;
            }
            if place != own_mancala {
                self.to_move = self.to_move.other();
            }
            let rows = [0..pits, pits + 1..2 * pits + 1];
            if rows.iter().any(|row| self.ring[row.clone()].iter().all(|&stones| stones == 0)) {
                for row in rows {
                    self.ring[row.end] += self.ring[row.clone()].iter().sum::<u16>();
                    self.ring[row].fill(0);
                }
            }
        }
    }

    fn random_position(random: &mut Random, pits: usize, most: usize) -> Position {
        let mut board = Board::empty(pits);
        for side in [Side::First, Side::Second] {
            for column in 0..pits {
                // Many empty pits, so that captures and ends are common.
                let stones = if random.below(2) == 0 { 0 } else { random.below(most + 1) };
                board.set_pit(side, column, stones as u16);
            }
            board.set_mancala(side, random.below(most + 1) as u16);
        }
        Position::new(board, if random.below(2) == 0 { Side::First } else { Side::Second })
    }

    #[test]
    fn agrees_with_sowing_stone_by_stone() {
        let mut random = Random::new(1);
        for pits in Board::PITS {
            for most in [1, 2, 5, 2 * pits, 2 * pits + 1, 4 * pits + 2, 60, 1000] {
                for _ in 0..200 {
                    let mut position = random_position(&mut random, pits, most);
                    let mut plain = PlainPosition::of(&position);
                    while position.outcome().is_none() {
                        let moves = position.moves();
                        let mv = moves[random.below(moves.len())];
                        let before = position;
                        assert!(
                            moves.iter().copied().all(|mv| before.each_move().any(|m| m == mv))
                        );
                        assert_eq!(moves.len(), before.each_move().count());
                        position.play(mv);
                        plain.play(mv);
                        assert_eq!(PlainPosition::of(&position), plain, "{mv} in\n{before}");
                        assert_eq!(position, Position::new(position.board, position.to_move));
                        if random.below(100) == 0 {
                            break;
                        }
                    }
                }
            }
        }
    }
}
