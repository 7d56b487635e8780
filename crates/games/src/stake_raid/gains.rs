use super::{Cell, Kind, Move, Position};
use plyglot_core::mix::mix;
use plyglot_core::{Game, Side};

/// A position that knows at any time what each move would gain, and takes moves back: for searches
/// that ask for the largest gain far more often than they play. A test holds it against
/// [`Position`], move by move.
///
/// A gain is what a move adds to the mover's score: the value of the cell, and twice that of each
/// piece conquered.
#[derive(Clone, Debug)]
pub struct Gains {
    /// How far the rows lie apart. A column between them and a row above and below the board are
    /// never free: so every place on the board has four neighbours.
    stride: usize,
    places: Vec<Place>,
    /// What the best move on each place gains for X and for O; [`NOT_FREE`] elsewhere.
    best: [Vec<i16>; 2],
    to_move: Side,
    free: u32,
    key: u64,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    /// 0 beyond the board.
    value: i16,
    owner: Option<Side>,
    /// The sums of the values of X's and of O's pieces next to it, kept up to date while it is
    /// free. A sum is 0 only if there are none: every cell is worth something.
    near: [i16; 2],
}

/// Less than any gain.
const NOT_FREE: i16 = i16::MIN;

/// A move and what it gains. The greatest is the one that gains most; of equal ones it is that
/// which comes first by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    // One number compares faster than its parts: the gain in the upper half, in the lower half
    // the complement of the order.
    packed: u32,
}

/// Marks a Raid in [`Candidate::order`]; the rest is the place.
const RAID: u16 = 1 << 15;

impl Candidate {
    #[inline]
    fn new(gain: i16, kind: Kind, place: usize) -> Candidate {
        let order = place as u16 | if kind == Kind::Raid { RAID } else { 0 };
        Candidate { packed: (gain as u32) << 16 | u32::from(!order) }
    }

    /// What the move adds to the mover's score.
    #[inline]
    pub fn gain(self) -> i32 {
        (self.packed >> 16) as i32
    }

    /// A number that is smaller the earlier the move comes by the rules.
    #[inline]
    pub fn order(self) -> u16 {
        !(self.packed as u16)
    }

    #[inline]
    fn kind(self) -> Kind {
        if self.order() & RAID == 0 { Kind::Stake } else { Kind::Raid }
    }

    #[inline]
    fn place(self) -> usize {
        usize::from(self.order() & !RAID)
    }
}

/// What a move has changed, for [`Gains::take_back`].
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Played {
    place: usize,
    /// Which neighbours were conquered.
    conquered: [bool; 4],
}

impl Gains {
    /// The gains in a position.
    pub fn new(position: &Position) -> Gains {
        let size = position.values().size();
        let stride = size + 1;
        let beyond = Place { value: 0, owner: None, near: [0; 2] };
        let length = stride * (size + 2);
        let mut gains = Gains {
            stride,
            places: vec![beyond; length],
            best: [vec![NOT_FREE; length], vec![NOT_FREE; length]],
            to_move: position.to_move(),
            free: 0,
            key: 0,
        };
        for cell in position.values().cells() {
            let place = gains.place(cell);
            gains.places[place].value = position.values().get(cell) as i16;
            gains.clear(place);
        }
        for cell in position.values().cells() {
            if let Some(side) = position.board().get(cell) {
                gains.put(gains.place(cell), side);
            }
        }
        gains
    }

    /// How many cells are free.
    pub fn free(&self) -> u32 {
        self.free
    }

    /// A hash of the pieces and the side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key ^ self.to_move as u64
    }

    /// The largest gain of the side to move. A cell must be free.
    #[inline]
    pub fn largest(&self) -> i32 {
        let best = &self.best[self.to_move as usize];
        i32::from(best.iter().fold(NOT_FREE, |largest, &gain| largest.max(gain)))
    }

    /// What the opponent gains at least, whatever is played now: a Stake on the best cell that can
    /// be left, which is the second best. 0 if no cell can be left.
    #[inline]
    pub fn sure_reply(&self) -> i32 {
        let (mut first, mut second) = (0, 0);
        for (&best, place) in self.best[0].iter().zip(&self.places) {
            if best != NOT_FREE {
                second = second.max(first.min(place.value));
                first = first.max(place.value);
            }
        }
        i32::from(second)
    }

    /// Appends the moves that gain more than `above`, in no order. Raids that conquer nothing are
    /// left out: the Stake on the same cell leaves the same board, and comes first.
    #[inline]
    pub fn list(&self, above: i32, out: &mut Vec<Candidate>) {
        let best = &self.best[self.to_move as usize];
        for (index, (&best, place)) in best.iter().zip(&self.places).enumerate() {
            if i32::from(best) <= above {
                continue;
            }
            if i32::from(place.value) > above {
                out.push(Candidate::new(place.value, Kind::Stake, index));
            }
            if best > place.value {
                out.push(Candidate::new(best, Kind::Raid, index));
            }
        }
    }

    /// A listed move as the rules write it.
    pub fn as_move(&self, candidate: Candidate) -> Move {
        let place = candidate.place();
        let cell = Cell::at(place / self.stride - 1, place % self.stride);
        Move { kind: candidate.kind(), cell }
    }

    /// Plays a listed move.
    #[inline]
    pub fn play(&mut self, candidate: Candidate) -> Played {
        let (place, mover) = (candidate.place(), self.to_move);
        let is_raid = candidate.kind() == Kind::Raid;
        let enemy = Some(mover.other());
        let neighbours = self.neighbours(place);
        let conquered = neighbours.map(|near| is_raid && self.places[near].owner == enemy);
        self.put(place, mover);
        self.hand_over(place, conquered, mover);
        self.to_move = mover.other();
        Played { place, conquered }
    }

    /// Undoes the last move that is not undone yet.
    #[inline]
    pub fn take_back(&mut self, played: Played) {
        let Played { place, conquered } = played;
        self.hand_over(place, conquered, self.to_move);
        self.to_move = self.to_move.other();
        self.remove(place, self.to_move);
    }

    fn place(&self, cell: Cell) -> usize {
        self.stride * (cell.row() + 1) + cell.column()
    }

    #[inline]
    fn neighbours(&self, place: usize) -> [usize; 4] {
        [place - self.stride, place - 1, place + 1, place + self.stride]
    }

    #[inline]
    fn put(&mut self, place: usize, side: Side) {
        self.key ^= piece_key(place, side);
        self.places[place].owner = Some(side);
        self.best[0][place] = NOT_FREE;
        self.best[1][place] = NOT_FREE;
        self.free -= 1;
        self.spread(place, side, 1);
    }

    #[inline]
    fn remove(&mut self, place: usize, side: Side) {
        self.key ^= piece_key(place, side);
        self.spread(place, side, -1);
        self.clear(place);
    }

    #[inline]
    fn clear(&mut self, place: usize) {
        self.places[place].owner = None;
        self.free += 1;
        self.refresh(place);
    }

    /// Gives the chosen neighbours' pieces to `side`.
    #[inline]
    fn hand_over(&mut self, place: usize, chosen: [bool; 4], side: Side) {
        for (near, chosen) in self.neighbours(place).into_iter().zip(chosen) {
            if chosen {
                self.key ^= piece_key(near, Side::First) ^ piece_key(near, Side::Second);
                self.places[near].owner = Some(side);
                self.spread(near, side, 1);
                self.spread(near, side.other(), -1);
            }
        }
    }

    /// Tells the free neighbours that `side` has one piece more (1) or less (-1) on `place`.
    #[inline]
    fn spread(&mut self, place: usize, side: Side, count: i16) {
        let change = self.places[place].value * count;
        for near in self.neighbours(place) {
            if self.best[0][near] != NOT_FREE {
                self.places[near].near[side as usize] += change;
                self.refresh(near);
            }
        }
    }

    /// Works out the best move on a free place, which a Raid is wherever it is possible.
    #[inline]
    fn refresh(&mut self, place: usize) {
        let Place { value, near: [x, o], .. } = self.places[place];
        self.best[0][place] = value + if x > 0 { 2 * o } else { 0 };
        self.best[1][place] = value + if o > 0 { 2 * x } else { 0 };
    }
}

#[inline]
fn piece_key(place: usize, side: Side) -> u64 {
    mix((place << 1 | side as usize) as u64)
}
