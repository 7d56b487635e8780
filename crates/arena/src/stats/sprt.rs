use super::Tally;
use super::elo::{NORMALISED, expected_score};
use super::solve::balanced;

/// A sequential probability ratio test: play on until the results speak clearly enough for one of
/// two hypotheses about the difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the null hypothesis, such as 0.
    pub elo0: f64,
    /// The difference under the other, such as 5. It must be larger.
    pub elo1: f64,
    /// What the differences are measured in.
    pub scale: EloScale,
    /// The chance to accept the second although the first is true.
    pub alpha: f64,
    /// The chance to accept the first although the second is true.
    pub beta: f64,
}

/// What a difference in strength is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloScale {
    /// Elo: what score is to be expected.
    Elo,
    /// Normalised Elo: how far the expected score lies from even, in deviations of a game. How many
    /// games a test takes then depends on its bounds alone.
    Normalised,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Play on.
    GoOn,
    /// The difference is not larger than `elo0`.
    AcceptH0,
    /// The difference is at least `elo1`.
    AcceptH1,
}

impl Sprt {
    /// A test in Elo with the usual 5 % for both errors.
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, scale: EloScale::Elo, alpha: 0.05, beta: 0.05 }
    }

    /// Whether the test can be made: bounds in order, chances of errors that leave something to know.
    pub fn is_sound(&self) -> bool {
        let is_chance = |chance: f64| chance > 0.0 && chance < 0.5;
        self.elo0.is_finite()
            && self.elo1.is_finite()
            && self.elo0 < self.elo1
            && is_chance(self.alpha)
            && is_chance(self.beta)
    }

    /// Between which log-likelihood ratios the test goes on.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of how much more likely the results are under the second hypothesis than under
    /// the first, each taken with the distribution of results that suits it best.
    pub fn log_likelihood_ratio<const CELLS: usize>(&self, tally: &Tally<CELLS>) -> f64 {
        if tally.total() == 0 {
            return 0.0;
        }
        let (total, observed) = observed(tally);
        let games = Tally::<CELLS>::games_each() as f64;
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| match self.scale {
            EloScale::Elo => with_mean(observed, expected_score(elo)),
            // A pair scatters less than a game, so the same distance is more deviations of a pair.
            EloScale::Normalised => with_distance(observed, elo / NORMALISED * games.sqrt()),
        });
        let cells = observed.iter().zip(p0.iter().zip(&p1));
        total * cells.map(|((_, p), (p0, p1))| p * (p1 / p0).ln()).sum::<f64>()
    }

    /// What the test says so far.
    pub fn verdict<const CELLS: usize>(&self, tally: &Tally<CELLS>) -> SprtVerdict {
        let ratio = self.log_likelihood_ratio(tally);
        match self.bounds() {
            (low, _) if ratio <= low => SprtVerdict::AcceptH0,
            (_, high) if ratio >= high => SprtVerdict::AcceptH1,
            _ => SprtVerdict::GoOn,
        }
    }
}

/// How many results there are, and the share of each score. A score that was never reached counts as
/// a thousandth of a result: it may be rare, but no hypothesis shall call it impossible.
fn observed<const CELLS: usize>(tally: &Tally<CELLS>) -> (f64, [(f64, f64); CELLS]) {
    let mut cells = tally.cells();
    for cell in &mut cells {
        cell.1 = cell.1.max(1e-3);
    }
    let total: f64 = cells.iter().map(|cell| cell.1).sum();
    (total, cells.map(|(score, count)| (score, count / total)))
}

/// The likeliest distribution whose mean is `mean`.
fn with_mean<const CELLS: usize>(cells: [(f64, f64); CELLS], mean: f64) -> [f64; CELLS] {
    balanced(cells.map(|(score, p)| (score - mean, p)))
}

/// The likeliest distribution whose mean lies `distance` of its own deviations above even.
///
/// The constraint is not linear, as the deviation changes with the distribution. It is replaced by
/// its tangent at the last distribution found, until that no longer changes. The first is the even
/// one: results that are nearly all the same would give a tangent that leads nowhere.
fn with_distance<const CELLS: usize>(cells: [(f64, f64); CELLS], distance: f64) -> [f64; CELLS] {
    let mut found = [1.0 / CELLS as f64; CELLS];
    for _ in 0..50 {
        let of_each = || cells.iter().zip(found).map(|(&(score, _), p)| (score, p));
        let mean: f64 = of_each().map(|(score, p)| p * score).sum();
        let variance: f64 = of_each().map(|(score, p)| p * (score - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let tangent = |score: f64| {
            let square = ((score - mean) / deviation).powi(2);
            score - 0.5 - 0.5 * distance * deviation * (1.0 + square)
        };
        let next = balanced(cells.map(|(score, p)| (tangent(score), p)));
        let change = next.iter().zip(found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-12 {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::{Pairs, Singles};
    use super::*;

    fn ratio(scale: EloScale, bounds: (f64, f64), counts: [u64; 5]) -> f64 {
        let test = Sprt { scale, ..Sprt::new(bounds.0, bounds.1) };
        test.log_likelihood_ratio(&Pairs::new(counts))
    }

    #[test]
    fn published_tests_in_elo() {
        // As fishtest printed them for Stockfish in 2020 (pull requests 2493, 3098, 3209), when its
        // bounds were in Elo.
        for (bounds, counts, published) in [
            ((-1.0, 3.0), [424, 2948, 5832, 3045, 460], 2.94),
            ((0.0, 2.0), [1284, 17437, 55536, 18085, 1292], 2.94),
            ((-0.25, 1.25), [491, 7345, 29693, 7670, 465], 2.96),
            ((0.25, 1.25), [53, 2220, 21459, 2445, 47], 2.97),
            ((-0.25, 1.25), [253, 4282, 17604, 4431, 286], 2.94),
            ((0.25, 1.25), [58, 3302, 33130, 3518, 84], 2.97),
        ] {
            let found = ratio(EloScale::Elo, bounds, counts);
            assert!((found - published).abs() < 0.006, "{counts:?}: {found} {published}");
        }
    }

    #[test]
    fn published_tests_in_normalised_elo() {
        // As fishtest printed them for Monty in 2024 (pull request 66), and as fastchess did.
        for (bounds, counts, published) in [
            ((0.0, 4.0), [434, 4052, 8304, 4206, 492], 3.00),
            ((1.0, 5.0), [829, 14632, 32502, 15215, 902], 2.93),
            ((0.0, 10.0), [40, 67, 295, 123, 54], 2.95),
            ((0.0, 10.0), [73, 79, 296, 91, 118], 2.95),
        ] {
            let found = ratio(EloScale::Normalised, bounds, counts);
            assert!((found - published).abs() < 0.006, "{counts:?}: {found} {published}");
        }
    }

    #[test]
    fn the_same_by_another_way() {
        // Computed apart, in Python: Newton's method on the dual problem; for normalised Elo mean and
        // variance were two linear constraints, and the best mean was found by golden section.
        for (scale, bounds, counts, other) in [
            (EloScale::Elo, (0.0, 2.0), [1284, 17437, 55536, 18085, 1292], 2.940_239_204),
            (EloScale::Elo, (0.0, 20.0), [0, 3, 10, 9, 0], 1.019_696_851),
            (EloScale::Normalised, (1.0, 5.0), [829, 14632, 32502, 15215, 902], 2.929_834_301),
            (EloScale::Normalised, (0.0, 20.0), [0, 3, 10, 9, 0], 0.588_066_862),
        ] {
            let found = ratio(scale, bounds, counts);
            assert!((found - other).abs() < 1e-7, "{scale:?} {counts:?}: {found} {other}");
        }
        let singles = Singles::new([10, 20, 15]);
        let test = Sprt::new(-5.0, 5.0);
        assert!((test.log_likelihood_ratio(&singles) - 0.259_005_134).abs() < 1e-7);
        let test = Sprt { scale: EloScale::Normalised, ..test };
        assert!((test.log_likelihood_ratio(&singles) - 0.193_073_690).abs() < 1e-7);
    }

    #[test]
    fn bounds_are_walds() {
        let (low, high) = Sprt::new(0.0, 5.0).bounds();
        assert!((low + 19_f64.ln()).abs() < 1e-12 && (high - 19_f64.ln()).abs() < 1e-12);
        let (low, high) = Sprt { alpha: 0.01, beta: 0.2, ..Sprt::new(0.0, 5.0) }.bounds();
        assert!((low - (0.2_f64 / 0.99).ln()).abs() < 1e-12 && (high - 80_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn swapping_players_and_hypotheses_changes_only_the_sign() {
        let counts = [12, 40, 100, 60, 9];
        for scale in [EloScale::Elo, EloScale::Normalised] {
            let one = ratio(scale, (-2.0, 7.0), counts);
            let mut counts = counts;
            counts.reverse();
            assert!((one + ratio(scale, (-7.0, 2.0), counts)).abs() < 1e-9);
        }
    }

    #[test]
    fn verdicts_follow_the_results() {
        for scale in [EloScale::Elo, EloScale::Normalised] {
            let test = Sprt { scale, ..Sprt::new(0.0, 50.0) };
            assert_eq!(test.verdict(&Pairs::default()), SprtVerdict::GoOn);
            assert_eq!(test.verdict(&Pairs::new([3, 5, 20, 6, 4])), SprtVerdict::GoOn);
            assert_eq!(test.verdict(&Pairs::new([30, 50, 200, 50, 30])), SprtVerdict::AcceptH0);
            assert_eq!(test.verdict(&Pairs::new([10, 50, 200, 90, 90])), SprtVerdict::AcceptH1);
            // Even where all results are the same there is a ratio, and it points the right way.
            for (counts, sign) in [([0, 0, 0, 0, 40], 1.0), ([40, 0, 0, 0, 0], -1.0)] {
                let ratio = test.log_likelihood_ratio(&Pairs::new(counts));
                assert!(ratio.is_finite() && ratio * sign > 0.0, "{scale:?} {counts:?}: {ratio}");
            }
        }
    }

    #[test]
    fn unsound_tests_are_known() {
        assert!(Sprt::new(0.0, 5.0).is_sound());
        for unsound in [
            Sprt::new(5.0, 5.0),
            Sprt::new(5.0, 0.0),
            Sprt::new(f64::NAN, 0.0),
            Sprt::new(0.0, f64::INFINITY),
            Sprt { alpha: 0.0, ..Sprt::new(0.0, 5.0) },
            Sprt { beta: 0.5, ..Sprt::new(0.0, 5.0) },
        ] {
            assert!(!unsound.is_sound(), "{unsound:?}");
        }
    }
}
