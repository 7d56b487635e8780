use plyglot_games::mancala::Sown;

/// What the last stones in the pits are worth: every ending that was ever asked for, once and
/// exactly. Few stones lie in few ways, so each way has a place of its own.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    /// Endings have at most so many stones in the pits.
    most_stones: u32,
    /// How many pits a side the board has that the rest is about.
    pits: usize,
    /// For each pit, one more of them each time, and each number of stones: how many ways there are
    /// to lay fewer stones into them.
    ways: Vec<[u32; Endings::MOST_STONES + 2]>,
    /// By place: 0 while it is not known, otherwise what the mover gains and [`KNOWN`].
    values: Vec<u8>,
}

const KNOWN: i32 = 128;

impl Endings {
    /// More stones are never an ending.
    pub const MOST_STONES: usize = 16;
    /// More endings than this are not kept: on wide boards endings have fewer stones.
    const MOST_PLACES: u32 = 10_000_000;

    pub fn new(most_stones: u32) -> Endings {
        let most_stones = most_stones.min(Endings::MOST_STONES as u32);
        Endings { most_stones, pits: 0, ways: Vec::new(), values: Vec::new() }
    }

    /// How many stones an ending may have.
    #[inline]
    pub fn most_stones(&self) -> u32 {
        self.most_stones
    }

    /// What the mover gains from here on, less what the opponent does; `None` if that is no ending.
    #[inline]
    pub fn value(&mut self, position: &impl Sown, stones: u32) -> Option<i32> {
        if stones > self.most_stones {
            return None;
        }
        if self.pits != position.pits() {
            self.begin(position.pits());
        }
        let fits =
            self.ways.last().is_some_and(|ways| ways[stones as usize + 1] <= Endings::MOST_PLACES);
        fits.then(|| self.solve(position))
    }

    /// Makes room for the endings on a board. It costs nothing until they are asked for.
    #[cold]
    fn begin(&mut self, pits: usize) {
        self.pits = pits;
        self.ways = vec![[0; Endings::MOST_STONES + 2]; 2 * pits];
        for pit in 0..2 * pits {
            for stones in 1..Endings::MOST_STONES + 2 {
                let without_this_pit = if pit == 0 { 1 } else { self.ways[pit - 1][stones] };
                let fewer = self.ways[pit][stones - 1];
                self.ways[pit][stones] = fewer.saturating_add(without_this_pit);
            }
        }
        let places = self.ways[2 * pits - 1][self.most_stones as usize + 1];
        self.values = vec![0; places.min(Endings::MOST_PLACES) as usize];
    }

    fn solve<P: Sown>(&mut self, position: &P) -> i32 {
        let place = self.place(position);
        let known = self.values[place];
        if known != 0 {
            return i32::from(known) - KNOWN;
        }
        let mut best = i32::MIN;
        for mv in position.each_move() {
            let child = position.after(mv);
            let rest = if child.outcome().is_some() { 0 } else { self.solve(&child) };
            let lead = child.lead() + rest;
            best = best.max(if child.to_move() == position.to_move() { lead } else { -lead });
        }
        best -= position.lead();
        self.values[place] = (best + KNOWN) as u8;
        best
    }

    /// A number for the stones in the pits as the mover sees them.
    #[inline]
    fn place(&self, position: &impl Sown) -> usize {
        let totals = position.running_totals();
        self.ways.iter().zip(totals).map(|(ways, stones)| ways[stones] as usize).sum()
    }
}
