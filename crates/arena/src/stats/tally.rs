use plyglot_core::{Outcome, Side};

/// How a game ended for one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameScore {
    /// Worth nothing.
    Loss,
    /// Worth half a point.
    Draw,
    /// Worth a point.
    Win,
}

impl GameScore {
    /// What an outcome is worth to the player of `side`.
    pub fn of(outcome: Outcome, side: Side) -> GameScore {
        match outcome {
            Outcome::Draw => GameScore::Draw,
            Outcome::Win(winner) if winner == side => GameScore::Win,
            Outcome::Win(_) => GameScore::Loss,
        }
    }

    /// 0, 1 or 2.
    pub const fn half_points(self) -> u32 {
        self as u32
    }

    /// The same game seen from the other side.
    pub const fn reversed(self) -> GameScore {
        match self {
            GameScore::Loss => GameScore::Win,
            GameScore::Draw => GameScore::Draw,
            GameScore::Win => GameScore::Loss,
        }
    }
}

/// How often each score was reached. The scores lie evenly from 0 to 1, one a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally<const CELLS: usize> {
    counts: [u64; CELLS],
}

/// Pairs of games from the same opening with colours swapped, worth 0, 1/4, 1/2, 3/4 or 1. What an
/// opening gives to one side cancels out within a pair, so pairs tell more than as many games do.
pub type Pairs = Tally<5>;

/// Games one by one: lost, drawn, won.
pub type Singles = Tally<3>;

impl<const CELLS: usize> Tally<CELLS> {
    /// A tally with these counts, the lowest score first.
    pub const fn new(counts: [u64; CELLS]) -> Tally<CELLS> {
        Tally { counts }
    }

    /// How often each score was reached, the lowest first.
    pub const fn counts(&self) -> [u64; CELLS] {
        self.counts
    }

    /// How many were counted: pairs, or games.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many games one of them stands for.
    pub const fn games_each() -> u64 {
        (CELLS as u64 - 1) / 2
    }

    /// How many games they are.
    pub fn games(&self) -> u64 {
        self.total() * Self::games_each()
    }

    /// The mean score; an even one while nothing has been played.
    pub fn mean(&self) -> f64 {
        let total = self.total();
        if total == 0 {
            return 0.5;
        }
        let sum: f64 = self.cells().iter().map(|(score, count)| score * count).sum();
        sum / total as f64
    }

    /// How far scores lie from their mean, squared, on average; 0 while nothing has been played.
    pub fn variance(&self) -> f64 {
        let total = self.total().max(1) as f64;
        let mean = self.mean();
        let squares = self.cells().map(|(score, count)| count * (score - mean).powi(2));
        squares.iter().sum::<f64>() / total
    }

    /// The same results for the opponent.
    pub fn reversed(&self) -> Tally<CELLS> {
        let mut counts = self.counts;
        counts.reverse();
        Tally { counts }
    }

    /// Each score and its count.
    pub(super) fn cells(&self) -> [(f64, f64); CELLS] {
        let score = |cell| cell as f64 / (CELLS - 1) as f64;
        std::array::from_fn(|cell| (score(cell), self.counts[cell] as f64))
    }
}

impl<const CELLS: usize> Default for Tally<CELLS> {
    fn default() -> Tally<CELLS> {
        Tally { counts: [0; CELLS] }
    }
}

impl Pairs {
    /// Counts one more pair.
    pub fn add(&mut self, games: [GameScore; 2]) {
        self.counts[games.map(GameScore::half_points).iter().sum::<u32>() as usize] += 1;
    }
}

impl Singles {
    /// Counts one more game.
    pub fn add(&mut self, game: GameScore) {
        self.counts[game.half_points() as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::GameScore::{Draw, Loss, Win};
    use super::*;

    #[test]
    fn a_pair_is_worth_the_mean_of_its_games() {
        for (games, cell) in [
            ([Loss, Loss], 0),
            ([Draw, Loss], 1),
            ([Loss, Win], 2),
            ([Draw, Draw], 2),
            ([Win, Draw], 3),
            ([Win, Win], 4),
        ] {
            let mut pairs = Pairs::default();
            pairs.add(games);
            assert_eq!(pairs.counts()[cell], 1, "{games:?}");
            assert_eq!(pairs.mean(), cell as f64 / 4.0);
            assert_eq!((pairs.total(), pairs.games()), (1, 2));
        }
    }

    #[test]
    fn mean_and_variance_by_hand() {
        // Two pairs lost, one level, one won: mean 3/8; squares 9/64, 9/64, 1/64, 25/64.
        let pairs = Pairs::new([2, 0, 1, 0, 1]);
        assert_eq!(pairs.mean(), 0.375);
        assert_eq!(pairs.variance(), 44.0 / 64.0 / 4.0);
        assert_eq!(pairs.reversed().mean(), 0.625);
        assert_eq!(pairs.reversed().variance(), pairs.variance());
        assert_eq!((Pairs::default().mean(), Pairs::default().variance()), (0.5, 0.0));
    }

    #[test]
    fn an_outcome_is_seen_from_a_side() {
        assert_eq!(GameScore::of(Outcome::Win(Side::First), Side::First), Win);
        assert_eq!(GameScore::of(Outcome::Win(Side::First), Side::Second), Loss);
        assert_eq!(GameScore::of(Outcome::Draw, Side::Second), Draw);
        assert_eq!([Loss, Draw, Win].map(GameScore::reversed), [Win, Draw, Loss]);
        let mut singles = Singles::default();
        singles.add(Win);
        singles.add(Draw);
        assert_eq!((singles.counts(), singles.mean(), singles.games()), ([0, 1, 1], 0.75, 2));
    }
}
