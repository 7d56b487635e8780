//! Which of two sets of weights plays better checkers?

use std::fmt;
use std::io::Write;

use anyhow::Result;
use clap::{Args, ValueEnum};

use plyglot_core::Side;
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::knowledge::weights::Weights;

use crate::{game, jobs};

/// Let two sets of weights play checkers at equal nodes, and estimate how far apart they are
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo run --release -p plyglot-lab -- compare tuned hand-made
  cargo run --release -p plyglot-lab -- compare tuned material --nodes 10000 --pairs 200")]
pub struct Compare {
    /// One
    a: Named,
    /// The other
    b: Named,
    /// How many pairs of games: the same opening twice, colours changed
    #[arg(long, default_value_t = 500)]
    pairs: usize,
    /// How many nodes each may visit for a move
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// How many moves by chance make an opening
    #[arg(long, default_value_t = 6)]
    random_plies: u32,
    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; the result does not depend on it
    #[arg(long, default_value_t = jobs::cores())]
    threads: usize,
}

/// Weights that have a name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Named {
    /// Nothing but pieces
    Material,
    /// The first guess
    HandMade,
    /// What was learned
    Tuned,
}

impl Named {
    pub const fn weights(self) -> &'static Weights {
        match self {
            Named::Material => &Weights::MATERIAL,
            Named::HandMade => &Weights::HAND_MADE,
            Named::Tuned => &Weights::TUNED,
        }
    }
}

impl Compare {
    pub fn run(&self) -> Result<()> {
        let [a, b] = [self.a, self.b].map(|named| Checkers::with(named.weights()));
        let result = self.play(&a, &b);
        let name =
            |named: Named| named.to_possible_value().map(|value| value.get_name().to_owned());
        let [a, b] = [self.a, self.b].map(|named| name(named).unwrap_or_default());
        writeln!(std::io::stdout(), "{a} against {b}, {} nodes a move: {result}", self.nodes)?;
        Ok(())
    }

    fn play(&self, a: &Checkers, b: &Checkers) -> Score {
        let pairs = jobs::run("playing", self.pairs, self.threads, |pair| {
            let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(pair as u64);
            let start = game::opening(self.random_plies, seed);
            let first = game::play(start, [a, b], self.nodes).outcome;
            let second = game::play(start, [b, a], self.nodes).outcome;
            [game::points(first, Side::First), game::points(second, Side::Second)]
        });
        Score::of(&pairs)
    }
}

/// How a match ended for the first of two.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Score {
    won: u64,
    drawn: u64,
    lost: u64,
    /// The share of the points.
    share: f64,
    /// The standard error of the share.
    error: f64,
}

impl Score {
    /// The two games of a pair are alike, as an opening may favour one colour: so it is the pairs
    /// that are independent of each other, and whose spread tells how far chance may have led.
    fn of(pairs: &[[f64; 2]]) -> Score {
        let count = |points: f64| pairs.iter().flatten().filter(|&&p| p == points).count() as u64;
        let number = pairs.len().max(1) as f64;
        let shares = || pairs.iter().map(|[first, second]| (first + second) / 2.0);
        let share = shares().sum::<f64>() / number;
        let spread = shares().map(|pair| (pair - share).powi(2)).sum::<f64>();
        let error = (spread / (number - 1.0).max(1.0) / number).sqrt();
        Score { won: count(1.0), drawn: count(0.5), lost: count(0.0), share, error }
    }

    /// Elo and the two ends of its 95 % interval.
    fn elo(&self) -> [f64; 3] {
        [0.0, -1.96, 1.96].map(|errors| elo(self.share + errors * self.error))
    }
}

/// The difference in rating at which this share of the points is expected.
fn elo(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    400.0 * (share / (1.0 - share)).log10()
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Score { won, drawn, lost, share, .. } = self;
        let [elo, low, high] = self.elo();
        write!(f, "+{won} ={drawn} -{lost}, {:.1} %, ", 100.0 * share)?;
        write!(f, "Elo {elo:+.0}, 95 % interval {low:+.0} to {high:+.0}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_logistic() {
        assert!(elo(0.5).abs() < 1e-9);
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-6);
        assert_eq!(elo(1.0), f64::INFINITY);
    }

    /// A pair that is shared because of its opening says nothing, and adds nothing to the spread.
    #[test]
    fn pairs_are_counted_as_one() {
        let score = Score::of(&[[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]);
        assert_eq!((score.won, score.drawn, score.lost), (2, 2, 2));
        assert_eq!((score.share, score.error), (0.5, 0.0));
        let score = Score::of(&[[1.0, 1.0], [0.0, 0.0]]);
        assert!((score.error - 0.5).abs() < 1e-9);
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let compare = |threads| Compare {
            a: Named::HandMade,
            b: Named::Material,
            pairs: 4,
            nodes: 100,
            random_plies: 6,
            seed: 3,
            threads,
        };
        let [a, b] =
            [Named::HandMade, Named::Material].map(|named| Checkers::with(named.weights()));
        assert_eq!(compare(1).play(&a, &b), compare(3).play(&a, &b));
    }
}
