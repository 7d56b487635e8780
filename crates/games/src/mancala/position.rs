use super::board::Half;
use super::sowing::Sowing;
use super::{Board, Move};
use crate::mix::mix;
use crate::{Game, Outcome, Side, Value};

/// A board and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    to_move: Side,
    /// Which pits of each half hold stones, a bit a pit in the order of sowing.
    occupied: [u16; 2],
}

impl Position {
    /// A position with `to_move` to move. Without a stone to move the game is over, and swept.
    pub fn new(board: Board, to_move: Side) -> Position {
        let mut position = Position { board, to_move, occupied: [0; 2] };
        for (half, occupied) in board.halves.iter().zip(&mut position.occupied) {
            for (place, _) in half[..board.pits()].iter().enumerate().filter(|pit| *pit.1 > 0) {
                *occupied |= 1 << place;
            }
        }
        if position.occupied[to_move as usize] == 0 {
            position.sweep();
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

    /// Sows all stones from a pit of the mover, and tells where the last one falls. Places count in
    /// the order of sowing: the mover's pits from 0, his mancala, then the opponent's pits.
    #[inline]
    fn sow(&mut self, from: usize) -> usize {
        let pits = self.board.pits();
        let cycle = 2 * pits + 1;
        let mover = self.to_move as usize;
        let stones = usize::from(self.board.halves[mover][from]);
        let (laps, rest) =
            if stones < cycle { (0, stones) } else { (stones / cycle, stones % cycle) };
        let end = from + rest;
        let sowing = Sowing::of(pits, from, rest);
        add(&mut self.board.halves[mover], &sowing.own);
        add(&mut self.board.halves[1 - mover], &sowing.opposite);
        self.board.halves[mover][from] -= stones as u16;

        // A bit for each place that gets a stone; those beyond the end of the cycle come round.
        let reached = ((1_u32 << rest) - 1) << (from + 1);
        let reached = reached | reached >> cycle;
        let pit_bits = (1 << pits) - 1;
        self.occupied[mover] = (self.occupied[mover] ^ 1 << from) | (reached & pit_bits) as u16;
        self.occupied[1 - mover] |= (reached >> (pits + 1) & pit_bits) as u16;
        if laps > 0 {
            self.add_laps(laps as u16);
        }
        if end < cycle { end } else { end - cycle }
    }

    /// Adds whole laps of the mover's to what was sown.
    #[cold]
    fn add_laps(&mut self, laps: u16) {
        let pits = self.board.pits();
        let mover = self.to_move as usize;
        for (half, length) in [(mover, pits + 1), (1 - mover, pits)] {
            self.board.halves[half][..length].iter_mut().for_each(|place| *place += laps);
            self.occupied[half] = (1 << pits) - 1;
        }
    }

    /// The stone in a pit of the mover and all stones opposite go to his mancala.
    #[inline]
    fn capture(&mut self, place: usize) {
        let pits = self.board.pits();
        let mover = self.to_move as usize;
        let opposite = pits - 1 - place;
        let stones = 1 + std::mem::take(&mut self.board.halves[1 - mover][opposite]);
        self.board.halves[mover][place] = 0;
        self.board.halves[mover][pits] += stones;
        self.occupied[mover] &= !(1 << place);
        self.occupied[1 - mover] &= !(1 << opposite);
    }

    /// The stones of each row go to its owner's mancala.
    #[cold]
    fn sweep(&mut self) {
        let pits = self.board.pits();
        for half in &mut self.board.halves {
            half[pits] += half[..pits].iter().sum::<u16>();
            half[..pits].fill(0);
        }
        self.occupied = [0; 2];
    }
}

/// Adds place by place.
#[inline]
fn add(half: &mut Half, sown: &Half) {
    for (stones, more) in half.iter_mut().zip(sown) {
        *stones += more;
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
        let mut places = u32::from(self.occupied[self.to_move as usize]);
        let side = self.to_move;
        while places != 0 {
            // Player 2 sows from right to left, so his leftmost pit is the last.
            let place = match side {
                Side::First => places.trailing_zeros(),
                Side::Second => places.ilog2(),
            };
            places ^= 1 << place;
            out.push(Move { side, column: self.board.place(side, place as usize) as u8 });
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let pits = self.board.pits();
        let mover = self.to_move;
        let last = self.sow(self.board.place(mv.side, mv.column()));
        if last < pits && self.board.halves[mover as usize][last] == 1 {
            self.capture(last);
        }
        if last != pits {
            self.to_move = mover.other();
        }
        if self.occupied.contains(&0) {
            self.sweep();
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (self.occupied[self.to_move as usize] == 0).then(|| {
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
        let (words, _) = self.board.halves.as_flattened().as_chunks::<4>();
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
        u64::from(self.occupied[self.to_move as usize].count_ones())
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
    use crate::mix::Random;

    /// The rules stone by stone, on a board with names: what the fast way must agree with.
    #[derive(Clone, Debug, PartialEq)]
    struct Plain {
        /// The places in the order of player 1's sowing: B2.., his mancala, A(N+1)..A2, the other.
        ring: Vec<u16>,
        to_move: Side,
    }

    impl Plain {
        fn of(position: &Position) -> Plain {
            let pits = position.board.pits();
            let half = |side: Side| position.board.halves[side as usize][..=pits].to_vec();
            let ring = [half(Side::First), half(Side::Second)].concat();
            Plain { ring, to_move: position.to_move }
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
                    let mut plain = Plain::of(&position);
                    while position.outcome().is_none() {
                        let moves = position.moves();
                        let mv = moves[random.below(moves.len())];
                        let before = position;
                        position.play(mv);
                        plain.play(mv);
                        assert_eq!(Plain::of(&position), plain, "{mv} in\n{before}");
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
