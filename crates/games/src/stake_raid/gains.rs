use std::cmp::Reverse;

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
    /// Random numbers for a piece of X, one of O and no piece on each place.
    marks: Vec<[u64; 3]>,
    /// All places on the board, the most valuable first.
    by_value: Vec<u16>,
    to_move: Side,
    free: u32,
    /// Hashes of the free cells and the open pieces, as X and as O see them.
    keys: [u64; 2],
    /// What the free cells are worth.
    free_worth: i32,
    /// What the open pieces of X and of O are worth.
    open_worth: [i32; 2],
}

#[derive(Clone, Copy, Debug)]
struct Place {
    /// 0 beyond the board.
    value: i16,
    owner: Option<Side>,
    /// How many free cells are next to it. A piece next to none is closed: nothing happens to it any
    /// more, and through it.
    free_near: u8,
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

    /// Whether it conquers, or only takes a cell.
    #[inline]
    pub fn kind(self) -> Kind {
        if self.order() & RAID == 0 { Kind::Stake } else { Kind::Raid }
    }

    /// Where it puts a piece: a place of [`Gains`].
    #[inline]
    pub fn place(self) -> usize {
        usize::from(self.order() & !RAID)
    }
}

/// A move and how early to try it: the greatest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked {
    /// How early.
    pub rank: u32,
    /// The move.
    pub candidate: Candidate,
}

/// A move that the opponent would like to make.
#[derive(Clone, Copy, Debug)]
pub struct Threat {
    place: usize,
    gain: i32,
    /// The largest gain after it.
    reply: i32,
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
        let beyond = Place { value: 0, owner: None, free_near: 0, near: [0; 2] };
        let length = stride * (size + 2);
        let mut gains = Gains {
            stride,
            places: vec![beyond; length],
            best: [vec![NOT_FREE; length], vec![NOT_FREE; length]],
            marks: (0..length as u64)
                .map(|place| [0, 1, 2].map(|mark| mix(place << 2 | mark)))
                .collect(),
            by_value: Vec::new(),
            to_move: position.to_move(),
            free: 0,
            keys: [0; 2],
            free_worth: 0,
            open_worth: [0; 2],
        };
        for cell in position.values().cells() {
            let place = gains.place(cell);
            gains.places[place].value = position.values().get(cell) as i16;
            gains.count_free(place, 1);
            gains.refresh(place);
            for near in gains.neighbours(place) {
                gains.places[near].free_near += 1;
            }
            gains.by_value.push(place as u16);
        }
        let value = |place: &u16| Reverse(gains.places[usize::from(*place)].value);
        gains.by_value.sort_by_key(value);
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

    /// A hash of all that the rest of a game depends on, as the side to move sees it: the free cells, and
    /// who has the pieces next to them. With the colours changed it is the same.
    #[inline]
    pub fn key(&self) -> u64 {
        self.keys[self.to_move as usize]
    }

    /// The least and the most that the side to move can come to gain over the other: one of them gets
    /// every free cell, and every piece of the other that is next to one.
    #[inline]
    pub fn bounds(&self) -> (i32, i32) {
        let [own, others] = [self.to_move, self.to_move.other()].map(|side| side as usize);
        let most = |loser: usize| self.free_worth + 2 * self.open_worth[loser];
        (-most(own), most(others))
    }

    /// The largest gain of the side to move. A cell must be free.
    #[inline]
    pub fn largest(&self) -> i32 {
        i32::from(greatest(&self.best[self.to_move as usize]))
    }

    /// What the most valuable free cell is worth, after so many; 0 if there are no more.
    #[inline]
    pub fn nth_cell(&self, nth: usize) -> i32 {
        let is_free = |&&place: &&u16| self.best[0][usize::from(place)] != NOT_FREE;
        let place = self.by_value.iter().filter(is_free).nth(nth);
        place.map_or(0, |&place| self.places[usize::from(place)].value.into())
    }

    /// Appends the moves that may be worth more than `above` after the opponent's reply, the best on each
    /// free cell.
    ///
    /// One of the best two cells is left to the opponent in any case, and can be staked. A Stake of ours
    /// takes from the opponent's gains only that on its own cell; what a Raid conquers may take more.
    #[inline]
    pub fn list_for_two(&self, above: i32, out: &mut Vec<Candidate>) {
        let [own, others] =
            [self.to_move, self.to_move.other()].map(|side| &self.best[side as usize]);
        let enough = (above + self.nth_cell(1)).clamp(NOT_FREE.into(), i16::MAX.into()) as i16;
        let reply = above + i32::from(greatest(others));
        for (chunk, gains) in own.chunks(CHUNK).enumerate() {
            // Few pieces of the board have one: all others are passed over at once.
            if greatest(gains) <= enough {
                continue;
            }
            for (index, &gain) in (chunk * CHUNK..).zip(gains) {
                let is_raid = gain > self.places[index].value;
                let may_do = gain > enough
                    && (is_raid
                        || i32::from(gain) > reply
                        || i32::from(others[index]) + above >= reply);
                if may_do {
                    let kind = if is_raid { Kind::Raid } else { Kind::Stake };
                    out.push(Candidate::new(gain, kind, index));
                }
            }
        }
    }

    /// The opponent's largest gain after a Stake, which need not be played: the free cells next to it
    /// have one piece more to conquer, its own cell is gone, and nothing else changes.
    #[inline]
    pub fn reply_to_stake(&self, candidate: Candidate) -> i32 {
        let place = candidate.place();
        let (mover, other) = (self.to_move as usize, self.to_move.other() as usize);
        let gains = &self.best[other];
        let elsewhere = greatest(&gains[..place]).max(greatest(&gains[place + 1..]));
        let more = 2 * self.places[place].value;
        let near = self.neighbours(place).into_iter().filter(|&near| gains[near] != NOT_FREE);
        let raids = near.filter(|&near| self.places[near].near[other] > 0).map(|near| {
            let Place { value, near, .. } = self.places[near];
            value + 2 * near[mover] + more
        });
        i32::from(raids.fold(elsewhere, i16::max))
    }

    /// The two largest gains of the opponent, on two cells, if it were its turn, and what the side to move
    /// could gain after each; the one that leaves the opponent more comes first. None on the last cell.
    #[inline]
    pub fn threats(&mut self) -> Option<[Threat; 2]> {
        let other = self.to_move.other();
        let gains = &self.best[other as usize];
        let first = position_of_greatest(gains, None)?;
        let second = position_of_greatest(gains, Some(first))?;
        self.to_move = other;
        let threats = [first, second].map(|place| {
            let mv = self.best_on(place);
            let played = self.play(mv);
            let reply = self.largest();
            self.take_back(played);
            Threat { place, gain: mv.gain(), reply }
        });
        self.to_move = other.other();
        let [first, second] = threats;
        let is_in_order = first.gain - first.reply >= second.gain - second.reply;
        Some(if is_in_order { [first, second] } else { [second, first] })
    }

    /// Whether one of these threats keeps a move from coming to more than `most` in three plies.
    #[inline]
    pub fn is_hopeless(&self, mv: Candidate, threats: &[Threat; 2], most: i32) -> bool {
        threats.iter().any(|threat| self.is_refuted(mv, threat, most + threat.gain - mv.gain()))
    }

    /// Whether a threat can still be carried out after a move, and the answer to it gains at most `most`.
    ///
    /// The threat gains no less than before, unless the move conquers a piece next to it. The answer gains
    /// more than before only next to the new piece and to what it has conquered, which are bases now. If
    /// the threat takes the new piece too, it gains as much more as the answer can win back.
    #[inline]
    fn is_refuted(&self, mv: Candidate, threat: &Threat, most: i32) -> bool {
        if threat.reply > most || threat.place == mv.place() {
            return false;
        }
        let enemy = Some(self.to_move.other());
        self.neighbours(mv.place()).into_iter().all(|near| {
            if mv.kind() == Kind::Raid && self.places[near].owner == enemy {
                let mut around = self.neighbours(near).into_iter();
                around.all(|near| near != threat.place && self.most_after(threat, near) <= most)
            } else {
                self.most_after(threat, near) <= most
            }
        })
    }

    /// What the side to move can gain on a place at most after a threat is carried out; 0 if the place is
    /// not free then.
    #[inline(always)]
    fn most_after(&self, threat: &Threat, place: usize) -> i32 {
        if self.best[0][place] == NOT_FREE || place == threat.place {
            return 0;
        }
        let Place { value, near, .. } = self.places[place];
        let most = value + 2 * near[self.to_move.other() as usize];
        let is_close = self.are_close(place, threat.place);
        i32::from(most + if is_close { 2 * self.lost_near(threat, place) } else { 0 })
    }

    /// What the other side gets next to a place by a threat: a piece there, and those next to that.
    #[inline(never)]
    fn lost_near(&self, threat: &Threat, place: usize) -> i16 {
        let around = self.neighbours(threat.place);
        let is_lost = |near: &usize| {
            *near == threat.place
                || around.contains(near) && self.places[*near].owner == Some(self.to_move)
        };
        let lost = self.neighbours(place).into_iter().filter(is_lost);
        lost.map(|near| self.places[near].value).sum()
    }

    /// Whether two places may have a neighbour in common, or be neighbours.
    #[inline]
    fn are_close(&self, a: usize, b: usize) -> bool {
        let distance = a.abs_diff(b);
        distance <= 2 || distance.abs_diff(self.stride) <= 1 || distance == 2 * self.stride
    }

    /// The best move on a free cell.
    ///
    /// Owning more never hurts, see [`Position::best_moves`]: so a Raid that conquers something is never
    /// worse than the Stake on the same cell, however far one looks.
    #[inline]
    fn best_on(&self, place: usize) -> Candidate {
        let (gain, value) = (self.best[self.to_move as usize][place], self.places[place].value);
        let kind = if gain > value { Kind::Raid } else { Kind::Stake };
        Candidate::new(gain, kind, place)
    }

    /// What the best move on each place gains and takes from the opponent.
    #[inline]
    fn ranks(&self) -> impl Iterator<Item = i16> {
        let [x, o] = &self.best;
        x.iter().zip(o).map(|(x, o)| x.saturating_add(*o))
    }

    /// The best move on that place if it is free, or else the one to try first.
    #[inline]
    pub fn first_to_try(&self, place: Option<u16>) -> Candidate {
        let known = place.map(usize::from).filter(|&place| self.best[0][place] != NOT_FREE);
        self.best_on(known.unwrap_or_else(|| {
            let greatest = self.ranks().fold(NOT_FREE, i16::max);
            self.ranks().position(|rank| rank == greatest).unwrap_or_default()
        }))
    }

    /// Appends the best move on each free cell but one, with a rank.
    #[inline]
    pub fn list_best(&self, but: Candidate, out: &mut Vec<Ranked>) {
        for (place, rank) in self.ranks().enumerate() {
            if rank != NOT_FREE && place != but.place() {
                out.push(Ranked { rank: rank as u32, candidate: self.best_on(place) });
            }
        }
    }

    /// Appends all moves, in no order. Raids that conquer nothing are left out: the Stake on the same cell
    /// leaves the same board, and comes first.
    pub fn list(&self, out: &mut Vec<Candidate>) {
        let best = &self.best[self.to_move as usize];
        for (index, (&best, place)) in best.iter().zip(&self.places).enumerate() {
            if best == NOT_FREE {
                continue;
            }
            out.push(Candidate::new(place.value, Kind::Stake, index));
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
        self.places[place].owner = Some(side);
        self.best[0][place] = NOT_FREE;
        self.best[1][place] = NOT_FREE;
        self.count_free(place, -1);
        self.count_open(place, side, 1);
        for near in self.neighbours(place) {
            self.places[near].free_near -= 1;
            if self.places[near].free_near == 0
                && let Some(owner) = self.places[near].owner
            {
                self.toggle_open(near, owner, -1);
            }
        }
        self.spread(place, side, 1);
    }

    #[inline]
    fn remove(&mut self, place: usize, side: Side) {
        self.spread(place, side, -1);
        for near in self.neighbours(place) {
            if self.places[near].free_near == 0
                && let Some(owner) = self.places[near].owner
            {
                self.toggle_open(near, owner, 1);
            }
            self.places[near].free_near += 1;
        }
        self.count_open(place, side, -1);
        self.count_free(place, 1);
        self.places[place].owner = None;
        self.refresh(place);
    }

    /// A place becomes free (1) or is taken (-1).
    #[inline]
    fn count_free(&mut self, place: usize, count: i32) {
        self.free = self.free.wrapping_add_signed(count);
        self.free_worth += count * i32::from(self.places[place].value);
        let mark = self.marks[place][2];
        self.keys = self.keys.map(|key| key ^ mark);
    }

    /// The piece on a place comes (1) or goes (-1), if it is open.
    #[inline]
    fn count_open(&mut self, place: usize, side: Side, count: i32) {
        if self.places[place].free_near > 0 {
            self.toggle_open(place, side, count);
        }
    }

    /// An open piece comes (1) or goes (-1).
    #[inline]
    fn toggle_open(&mut self, place: usize, side: Side, count: i32) {
        self.open_worth[side as usize] += count * i32::from(self.places[place].value);
        self.keys[0] ^= self.marks[place][side as usize];
        self.keys[1] ^= self.marks[place][side.other() as usize];
    }

    /// Gives the chosen neighbours' pieces to `side`.
    #[inline]
    fn hand_over(&mut self, place: usize, chosen: [bool; 4], side: Side) {
        for (near, chosen) in self.neighbours(place).into_iter().zip(chosen) {
            if chosen {
                self.count_open(near, side.other(), -1);
                self.count_open(near, side, 1);
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

/// How many gains are looked at together.
const CHUNK: usize = 16;

#[inline]
fn greatest(gains: &[i16]) -> i16 {
    gains.iter().fold(NOT_FREE, |greatest, &gain| greatest.max(gain))
}

/// Where the greatest gain is, but for one place. None if no place is free.
#[inline]
fn position_of_greatest(gains: &[i16], but: Option<usize>) -> Option<usize> {
    let greatest = match but {
        None => greatest(gains),
        Some(but) => greatest(&gains[..but]).max(greatest(&gains[but + 1..])),
    };
    let mut places = (0..gains.len()).filter(|&place| gains[place] == greatest);
    let found = places.find(|&place| Some(place) != but);
    found.filter(|_| greatest != NOT_FREE)
}
