use std::f64::consts::LN_10;

use super::Tally;
use super::normal::{Z_95, at_most};

/// What a tally says about how much stronger one is than the other.
///
/// Numbers of Elo are infinite where the results set no bound: a player who has won everything
/// may be better by any amount. None is ever "not a number".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How many games it is made from.
    pub games: u64,
    /// The mean score.
    pub score: f64,
    /// The difference in strength.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end of its 95 % interval.
    pub high: f64,
    /// The difference in units of how far single games scatter, which does not depend on how drawish
    /// the game or how long the thinking time is. `None` while the results do not differ.
    pub normalised: Option<f64>,
    /// The probability of being the stronger one at all.
    pub superiority: f64,
}

/// The score to be expected of a player who is stronger by `elo`.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The other way round: infinite at 0 and 1.
fn elo_of(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// How many normalised Elo one deviation of a game is.
pub(super) const NORMALISED: f64 = 800.0 / LN_10;

/// A difference too small to notice.
const SMALL: f64 = 10.0;
/// At this many deviations from even, "probably" is left out.
const BEYOND_DOUBT: f64 = 4.0;

impl Estimate {
    /// The interval is the usual one, the mean ± 1.96 standard errors, but never narrower than what
    /// so few results allow to say: what has not been seen in n of them may still happen with a chance
    /// of 1 - 0.025^(1/n), since it stays unseen in one case out of forty. So three wins out of three
    /// prove little, and three draws do not prove that both are equal. With some 15 pairs or more of
    /// ordinary results this bound no longer matters.
    pub fn of<const CELLS: usize>(tally: &Tally<CELLS>) -> Estimate {
        let (total, score, variance) = (tally.total(), tally.mean(), tally.variance());
        let usual = Z_95 * (variance / total.max(1) as f64).sqrt();
        let unseen = if total == 0 { 1.0 } else { 1.0 - 0.025_f64.powf(1.0 / total as f64) };
        let below = usual.max(score * unseen);
        let above = usual.max((1.0 - score) * unseen);
        let toward_even = if score > 0.5 { below } else { above };
        let a_game = (variance * Tally::<CELLS>::games_each() as f64).sqrt();
        Estimate {
            games: tally.games(),
            score,
            elo: elo_of(score),
            low: elo_of(score - below),
            high: elo_of(score + above),
            normalised: (variance > 0.0).then(|| (score - 0.5) / a_game * NORMALISED),
            superiority: at_most(Z_95 * (score - 0.5) / toward_even),
        }
    }

    /// The same results for the opponent.
    pub fn reversed(&self) -> Estimate {
        Estimate {
            games: self.games,
            score: 1.0 - self.score,
            elo: -self.elo,
            low: -self.high,
            high: -self.low,
            normalised: self.normalised.map(|elo| -elo),
            superiority: 1.0 - self.superiority,
        }
    }

    /// What `a`'s results against `b` mean, in one sentence.
    pub fn sentence(&self, a: &str, b: &str) -> String {
        if self.games == 0 {
            return "nothing has been played yet".to_owned();
        }
        if self.elo < 0.0 {
            return self.reversed().sentence(b, a);
        }
        let margin = self.margin();
        if self.score >= 1.0 {
            return if self.low > 0.0 {
                format!("{a} won everything: {margin}")
            } else {
                format!("{a} won everything, but that is too little to tell more")
            };
        }
        if self.low > 0.0 {
            let doubt = if self.superiority < at_most(BEYOND_DOUBT) { "probably " } else { "" };
            return format!("{a} is {doubt}stronger: {margin}");
        }
        if self.high - self.low < 2.0 * SMALL {
            return format!("{a} and {b} are about equally strong: {margin} for {a}");
        }
        if self.low.is_infinite() {
            return "no difference can be told yet".to_owned();
        }
        format!("no difference can be told yet: {margin} for {a}")
    }

    /// The difference and how sure it is: `+34 ± 21 Elo`, or as bounds where those lie unevenly.
    pub fn margin(&self) -> String {
        let Estimate { elo, low, high, .. } = *self;
        let digits = usize::from((high - low) / 2.0 < SMALL);
        if low.is_infinite() && high.is_infinite() {
            "any number of Elo".to_owned()
        } else if high.is_infinite() {
            format!("at least {low:+.0} Elo")
        } else if low.is_infinite() {
            format!("at most {high:+.0} Elo")
        } else if (high - elo).max(elo - low) < 1.25 * (high - elo).min(elo - low) {
            format!("{elo:+.digits$} ± {:.digits$} Elo", (high - low) / 2.0)
        } else {
            format!("{elo:+.digits$} Elo, between {low:+.digits$} and {high:+.digits$}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pairs, Singles};
    use super::*;

    fn of(counts: [u64; 5]) -> Estimate {
        Estimate::of(&Pairs::new(counts))
    }

    #[test]
    fn published_results() {
        // As fastchess printed them with its matches: pairs, Elo, normalised Elo, LOS in percent.
        for (pairs, elo, normalised, los) in [
            ([73, 79, 296, 91, 118], 27.02, 32.26, 99.96),
            ([40, 67, 295, 123, 54], 25.25, 36.44, 99.98),
            ([19, 23, 269, 81, 108], 83.57, 115.89, 100.00),
            ([66, 79, 5, 0, 0], -303.61, -622.74, 0.00),
            ([578, 1352, 1985, 1283, 564], -2.92, -3.70, 12.65),
        ] {
            let found = of(pairs);
            assert!((found.elo - elo).abs() < 0.006, "{pairs:?}: {found:?}");
            assert!((found.normalised.unwrap() - normalised).abs() < 0.006, "{pairs:?}: {found:?}");
            assert!((100.0 * found.superiority - los).abs() < 0.006, "{pairs:?}: {found:?}");
        }
    }

    #[test]
    fn published_intervals() {
        // There half the width of the interval is printed after ±.
        for (pairs, width) in [
            ([73, 79, 296, 91, 118], 15.81),
            ([40, 67, 295, 123, 54], 13.92),
            ([19, 23, 269, 81, 108], 16.15),
            ([578, 1352, 1985, 1283, 564], 5.02),
            ([598, 1553, 2651, 1569, 648], 4.37),
        ] {
            let found = of(pairs);
            assert!(((found.high - found.low) / 2.0 - width).abs() < 0.006, "{pairs:?}: {found:?}");
        }
    }

    #[test]
    fn elo_and_score_undo_each_other() {
        for elo in [-800.0, -34.0, 0.0, 1.5, 200.0, 1200.0] {
            assert!((elo_of(expected_score(elo)) - elo).abs() < 1e-6);
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn no_results_give_no_nonsense() {
        for counts in [[0; 5], [1, 0, 0, 0, 0], [0, 0, 3, 0, 0], [1, 0, 0, 0, 1], [0, 0, 0, 0, 9]] {
            let found = of(counts);
            for number in [found.elo, found.low, found.high, found.superiority] {
                assert!(!number.is_nan(), "{counts:?}: {found:?}");
            }
            assert!(found.low <= found.elo && found.elo <= found.high, "{found:?}");
            assert!(found.normalised.is_none_or(f64::is_finite), "{found:?}");
        }
    }

    #[test]
    fn what_was_never_seen_may_still_happen() {
        // All of n pairs won: a share of 0.025^(1/n) is the least that is not excluded at 2.5 %.
        let found = of([0, 0, 0, 0, 6]);
        assert_eq!((found.elo, found.high), (f64::INFINITY, f64::INFINITY));
        assert!((expected_score(found.low) - 0.025_f64.powf(1.0 / 6.0)).abs() < 1e-12);
        assert!(found.superiority > 0.975);
        assert!(of([0, 0, 0, 0, 5]).superiority < 0.975);
        // Level pairs only: narrower with more of them, but never nothing.
        let width = |pairs| of([0, 0, pairs, 0, 0]).high;
        assert!(width(3) > width(30) && width(30) > width(300) && width(300) > 1.0);
    }

    #[test]
    fn both_players_are_told_the_same() {
        let (pairs, singles) = (Pairs::new([3, 10, 40, 25, 9]), Singles::new([30, 50, 40]));
        for (one, other) in [
            (Estimate::of(&pairs), Estimate::of(&pairs.reversed())),
            (Estimate::of(&singles), Estimate::of(&singles.reversed())),
        ] {
            assert!((one.elo + other.elo).abs() < 1e-9 && (one.low + other.high).abs() < 1e-9);
            assert!((one.superiority + other.superiority - 1.0).abs() < 1e-12);
            assert_eq!(one.sentence("A", "B"), other.sentence("B", "A"));
        }
    }

    #[test]
    fn a_better_result_is_a_better_estimate() {
        let mut last = of([20, 20, 20, 20, 20]);
        for moved in 1..=20 {
            let next = of([20 - moved, 20, 20, 20, 20 + moved]);
            assert!(next.elo > last.elo && next.low > last.low);
            assert!(next.superiority > last.superiority);
            last = next;
        }
    }

    #[test]
    fn one_sentence_says_it() {
        for (counts, sentence) in [
            ([0; 5], "nothing has been played yet"),
            ([0, 0, 0, 0, 2], "A won everything, but that is too little to tell more"),
            ([0, 0, 0, 0, 40], "A won everything: at least +406 Elo"),
            ([9, 0, 0, 0, 0], "B won everything: at least +118 Elo"),
            ([1, 0, 0, 0, 1], "no difference can be told yet"),
            ([9, 9, 20, 9, 14], "no difference can be told yet: +29 ± 59 Elo for A"),
            ([14, 9, 20, 9, 9], "no difference can be told yet: +29 ± 59 Elo for B"),
            ([40, 67, 295, 123, 54], "A is probably stronger: +25 ± 14 Elo"),
            ([19, 23, 269, 81, 108], "A is stronger: +84 ± 16 Elo"),
            ([3, 2, 5, 10, 30], "A is stronger: +252 Elo, between +173 and +364"),
            (
                [598, 1553, 2651, 1569, 648],
                "A and B are about equally strong: +2.9 ± 4.4 Elo for A",
            ),
        ] {
            assert_eq!(of(counts).sentence("A", "B"), sentence);
        }
    }
}
