use std::f64::consts::LN_10;

use plyglot_core::mix::{Random, mix};

use super::likelihood::{Likelihood, NewtonStep, PairPoints};
use super::normal::Z_95;

/// What two players did against each other at once: a pair of games with colours swapped, or a
/// single game. It is what a bootstrap draws as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Duel {
    /// The two players.
    pub players: [usize; 2],
    /// How many games they played.
    pub games: u32,
    /// How many half points the first of them made: twice a win and once a draw.
    pub half_points: u32,
}

/// How strong a player is, compared to the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo; the mean of all players is 0.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end of its 95 % interval.
    pub high: f64,
    /// How many games it played.
    pub games: u32,
    /// Its points: a win 1, a draw a half.
    pub points: f64,
    /// Players with the same number have met, or have opponents that have, and so on. Ratings of
    /// different groups cannot be compared.
    pub group: usize,
}

/// The ratings of all players by the model of Bradley and Terry: of two players the one with `d`
/// Elo more makes 1 / (1 + 10^(-d/400)) points a game. They are those under which the results are
/// the likeliest, with draws as half wins.
///
/// Each player is given one more game, a draw against a player of rating 0. That keeps the ratings
/// of players who won or lost everything finite, and of groups that never met in one place; among a
/// hundred games it does not show.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// One for each player.
    pub players: Vec<Rating>,
    /// How many groups of players there are that never met; with 1 all can be compared.
    pub groups: usize,
}

/// With more duels than this, samples lie so close to the likeliest ratings that one step of Newton's
/// method from there finds them: 45,000 duels of 300 players took a twentieth of a second a sample
/// otherwise.
const MANY_DUELS: usize = 10_000;

/// How many Elo one unit of the model is, whose odds are powers of e.
const UNIT: f64 = 400.0 / LN_10;

impl Ratings {
    /// How many samples make a good interval. A fifth of them will do where there are many duels:
    /// 300 players, each against each, take a twentieth of a second a sample.
    pub const SAMPLES: u32 = 1000;

    /// Rates `players` players by their duels. Duels of unknown players, of a
    /// player against itself and without games are left out.
    ///
    /// The intervals come from a bootstrap: as many duels are drawn from those played, some of them
    /// repeatedly, `samples` times over; between which ratings do 95 % of the samples lie? Where all
    /// duels of a player ended alike no sample can differ, and the curvature of the likelihood
    /// tells the interval instead. Each sample has random numbers of its own, so the same duels in
    /// the same order and the same seed give the same intervals.
    pub fn new(players: usize, duels: &[Duel], samples: u32, seed: u64) -> Ratings {
        let duels: Vec<Duel> =
            duels.iter().copied().filter(|duel| duel.is_among(players)).collect();
        let likelihood = Likelihood::new(players, duels.iter().map(Duel::meeting));
        let best = likelihood.maximum(&vec![0.0; players]);
        let centred = centred(&best);
        let seeds = (0..samples).map(|sample| mix(seed) ^ u64::from(sample));
        let sampled: Vec<Vec<f64>> = if duels.len() > MANY_DUELS {
            let step = likelihood.step_from(&best);
            let surplus: Vec<f64> =
                duels.iter().map(|duel| duel.meeting().surplus(&best)).collect();
            seeds.map(|seed| one_step(&duels, &surplus, &best, &step, seed)).collect()
        } else {
            seeds.map(|seed| bootstrap(players, &duels, &best, seed)).collect()
        };
        let groups = groups(players, &duels);
        let rate = |player: usize| {
            let own = || duels.iter().filter_map(move |duel| duel.seen_by(player));
            let elo = UNIT * centred[player];
            let mut rating = Rating {
                elo,
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
                games: own().map(|(games, _)| games).sum(),
                points: own().map(|(_, half_points)| f64::from(half_points) / 2.0).sum(),
                group: groups[player],
            };
            let shares = || own().map(|(games, half)| f64::from(half) / f64::from(games));
            let is_varied = shares().any(|share| shares().next() != Some(share));
            if is_varied && samples > 0 {
                let all = sampled.iter().map(|sample| UNIT * sample[player]);
                let (low, high) = middle(all.collect());
                (rating.low, rating.high) = (low.min(elo), high.max(elo));
            } else if rating.games > 0 {
                let width = Z_95 * UNIT * likelihood.deviation(&best, player);
                (rating.low, rating.high) = (elo - width, elo + width);
            }
            rating
        };
        let players = (0..players).map(rate).collect();
        Ratings { players, groups: groups.iter().max().map_or(0, |last| last + 1) }
    }
}

impl Duel {
    fn is_among(&self, players: usize) -> bool {
        let [one, other] = self.players;
        let is_played = self.games > 0 && self.half_points <= 2 * self.games;
        one.max(other) < players && one != other && is_played
    }

    fn meeting(&self) -> PairPoints {
        let games = f64::from(self.games);
        PairPoints { players: self.players, games, points: f64::from(self.half_points) / 2.0 }
    }

    /// The games and half points of one of the two; `None` for all others.
    fn seen_by(&self, player: usize) -> Option<(u32, u32)> {
        let [one, other] = self.players;
        if player == one {
            Some((self.games, self.half_points))
        } else {
            (player == other).then(|| (self.games, 2 * self.games - self.half_points))
        }
    }
}

/// The ratings of a sample, close to those of all duels, from where the search starts.
fn bootstrap(players: usize, duels: &[Duel], near: &[f64], seed: u64) -> Vec<f64> {
    let mut random = Random::new(seed);
    let drawn = duels.iter().map(|_| duels[random.below(duels.len())].meeting());
    centred(&Likelihood::new(players, drawn).maximum(near))
}

/// The same by one step, where `surplus` is what each duel brought beyond what was to be expected: at the
/// top it adds up to nothing, and what is drawn instead makes the difference.
fn one_step(
    duels: &[Duel],
    surplus: &[f64],
    near: &[f64],
    step: &NewtonStep,
    seed: u64,
) -> Vec<f64> {
    let mut random = Random::new(seed);
    let mut slope = step.imagined_slope.clone();
    for _ in duels {
        let drawn = random.below(duels.len());
        let [one, other] = duels[drawn].players;
        slope[one] += surplus[drawn];
        slope[other] -= surplus[drawn];
    }
    let moved = near.iter().zip(step.solve(&slope)).map(|(from, by)| from + by);
    centred(&moved.collect::<Vec<_>>())
}

/// The same differences with mean 0.
fn centred(ratings: &[f64]) -> Vec<f64> {
    let mean = ratings.iter().sum::<f64>() / ratings.len().max(1) as f64;
    ratings.iter().map(|rating| rating - mean).collect()
}

/// Between which numbers the middle 95 % lie.
fn middle(mut numbers: Vec<f64>) -> (f64, f64) {
    numbers.sort_by(f64::total_cmp);
    let last = numbers.len() - 1;
    let at = |share: f64| numbers[(share * last as f64).round() as usize];
    (at(0.025), at(0.975))
}

/// The group of each player, numbered from 0 in the order of their first players.
fn groups(players: usize, duels: &[Duel]) -> Vec<usize> {
    let mut parents: Vec<usize> = (0..players).collect();
    for &Duel { players: [one, other], .. } in duels {
        let (one, other) = (root(&mut parents, one), root(&mut parents, other));
        // The smaller stands for both, so a group is met first in its own root.
        parents[one.max(other)] = one.min(other);
    }
    let mut groups = vec![0; players];
    let mut count = 0;
    for player in 0..players {
        let root = root(&mut parents, player);
        groups[player] = if root == player { count } else { groups[root] };
        count += usize::from(root == player);
    }
    groups
}

fn root(parents: &mut [usize], mut player: usize) -> usize {
    while parents[player] != player {
        parents[player] = parents[parents[player]];
        player = parents[player];
    }
    player
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(one: usize, other: usize, games: u32, half_points: u32) -> Duel {
        Duel { players: [one, other], games, half_points }
    }

    fn elos(players: usize, duels: &[Duel]) -> Vec<f64> {
        let ratings = Ratings::new(players, duels, 0, 0);
        ratings.players.iter().map(|rating| rating.elo).collect()
    }

    fn assert_close(found: &[f64], expected: &[f64]) {
        let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5);
        assert!(close && found.len() == expected.len(), "{found:?} {expected:?}");
    }

    const FOUR: [Duel; 6] = [
        Duel { players: [0, 1], games: 10, half_points: 13 },
        Duel { players: [0, 2], games: 10, half_points: 15 },
        Duel { players: [0, 3], games: 10, half_points: 18 },
        Duel { players: [1, 2], games: 10, half_points: 11 },
        Duel { players: [1, 3], games: 10, half_points: 16 },
        Duel { players: [2, 3], games: 10, half_points: 14 },
    ];

    #[test]
    fn the_same_by_another_way() {
        // Computed apart, in Python, by minorisation and maximisation (Hunter 2004).
        assert_close(&elos(4, &FOUR), &[159.645317, 39.118082, -17.754544, -181.008855]);
        // A cycle with a player who won everything, and one who never played.
        let sparse = [duel(0, 1, 4, 8), duel(1, 2, 6, 7), duel(2, 3, 2, 4), duel(0, 3, 4, 7)];
        assert_close(
            &elos(5, &sparse),
            &[271.505826, -32.591032, -26.477530, -207.101058, -5.336207],
        );
    }

    #[test]
    fn two_players_in_closed_form() {
        // By symmetry they stand at +x and -x. In units of the model the slope is
        // points - games * f(2x) + 1/2 - f(x) = 0, which a rating must fulfil.
        for (games, half_points) in [(10, 13), (100, 120), (4, 8), (7, 7)] {
            let found = elos(2, &[duel(0, 1, games, half_points)]);
            let f = |lead: f64| 1.0 / (1.0 + (-lead).exp());
            let x = found[0] / UNIT;
            let slope = f64::from(half_points) / 2.0 - f64::from(games) * f(2.0 * x) + 0.5 - f(x);
            assert!(slope.abs() < 1e-6 && (found[0] + found[1]).abs() < 1e-9, "{found:?}");
        }
        // With many games nothing is left of the imagined one: 3 points to 1 are 400 log10(3) Elo.
        let found = elos(2, &[duel(0, 1, 1_000_000, 1_500_000)]);
        assert!((found[0] - found[1] - 400.0 * 3_f64.log10()).abs() < 0.001, "{found:?}");
    }

    #[test]
    fn names_and_order_do_not_matter() {
        let new_names = [2, 0, 3, 1];
        let renamed: Vec<Duel> = FOUR
            .iter()
            .rev()
            .map(|&Duel { players, games, half_points }| {
                let [one, other] = players.map(|player| new_names[player]);
                // Seen from the other side as well.
                duel(other, one, games, 2 * games - half_points)
            })
            .collect();
        let (found, other) = (elos(4, &FOUR), elos(4, &renamed));
        assert_close(&found, &new_names.map(|name| other[name]));
        // A pair at a time, or all at once.
        let split: Vec<Duel> = FOUR
            .iter()
            .flat_map(|d| {
                [
                    duel(d.players[0], d.players[1], 5, d.half_points / 2),
                    duel(d.players[0], d.players[1], 5, d.half_points.div_ceil(2)),
                ]
            })
            .collect();
        assert_close(&found, &elos(4, &split));
    }

    #[test]
    fn more_points_are_never_a_worse_rating() {
        let mut last = f64::NEG_INFINITY;
        for half_points in 0..=20 {
            let mut duels = FOUR;
            duels[1].half_points = half_points;
            let found = elos(4, &duels)[0];
            assert!(found > last && found.is_finite());
            last = found;
        }
    }

    #[test]
    fn equals_are_equal_and_nobody_is_infinite() {
        assert_close(&elos(3, &[duel(0, 1, 2, 2), duel(1, 2, 2, 2), duel(0, 2, 2, 2)]), &[0.0; 3]);
        let cycle = [duel(0, 1, 2, 4), duel(1, 2, 2, 4), duel(2, 0, 2, 4)];
        assert_close(&elos(3, &cycle), &[0.0; 3]);
        let ratings = Ratings::new(2, &[duel(0, 1, 2, 4); 10], 50, 1);
        let [best, worst] = [ratings.players[0], ratings.players[1]];
        assert!(best.elo > 200.0 && best.elo < 800.0, "{ratings:?}");
        // Every sample is the same here, and yet the interval is not empty.
        assert!(best.high - best.low > 100.0 && best.high.is_finite(), "{ratings:?}");
        assert_eq!((best.games, best.points, worst.points), (20, 20.0, 0.0));
        assert!(Ratings::new(0, &[], 10, 0).players.is_empty());
        let idle = Ratings::new(1, &[], 10, 0).players[0];
        assert_eq!((idle.elo, idle.low, idle.high), (0.0, f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn groups_that_never_met_are_told_apart() {
        let duels = [
            duel(4, 2, 2, 4),
            duel(0, 3, 2, 1),
            duel(3, 5, 2, 2),
            duel(9, 0, 2, 0),
            duel(1, 2, 0, 0),
        ];
        let ratings = Ratings::new(6, &duels, 0, 0);
        let groups: Vec<usize> = ratings.players.iter().map(|rating| rating.group).collect();
        assert_eq!((groups, ratings.groups), (vec![0, 1, 2, 0, 2, 0], 3));
        assert_eq!(ratings.players[0].games, 2, "the stranger's duel is left out");
    }

    #[test]
    fn the_bootstrap_agrees_with_the_normal_interval() {
        // Two players, 200 pairs with known counts: the interval of a difference is that of Elo.
        let mut duels = Vec::new();
        for (half_points, count) in [(0, 20), (1, 30), (2, 70), (3, 50), (4, 30)] {
            duels.extend(vec![duel(0, 1, 2, half_points); count]);
        }
        let ratings = Ratings::new(2, &duels, 2000, 7);
        let elo = super::super::Estimate::of(&super::super::Pairs::new([20, 30, 70, 50, 30]));
        let best = ratings.players[0];
        // A rating is half of the difference.
        assert!((2.0 * best.elo - elo.elo).abs() < 0.3, "{best:?} {elo:?}");
        assert!((2.0 * best.low - elo.low).abs() < 4.0, "{best:?} {elo:?}");
        assert!((2.0 * best.high - elo.high).abs() < 4.0, "{best:?} {elo:?}");
        assert_eq!(ratings, Ratings::new(2, &duels, 2000, 7));
        assert_ne!(ratings, Ratings::new(2, &duels, 2000, 8));
    }

    /// A sample that one step finds differs a little from what the whole search finds, since it weighs
    /// games as all duels do; the intervals are the same.
    #[test]
    fn many_duels_are_sampled_by_one_step() {
        let (players, mut random) = (12, Random::new(5));
        let duels: Vec<Duel> = (0..MANY_DUELS + 2000)
            .map(|number| {
                let one = number % players;
                let other = (one + 1 + random.below(players - 1)) % players;
                let lead = one as f64 - other as f64;
                let chance = (1000.0 / (1.0 + (-0.2 * lead).exp())) as usize;
                let half_points = (0..4).filter(|_| random.below(1000) < chance).count() as u32;
                Duel { players: [one, other], games: 2, half_points }
            })
            .collect();
        let likelihood = Likelihood::new(players, duels.iter().map(Duel::meeting));
        let best = likelihood.maximum(&vec![0.0; players]);
        let step = likelihood.step_from(&best);
        let surplus: Vec<f64> = duels.iter().map(|duel| duel.meeting().surplus(&best)).collect();
        let intervals = |sample: &dyn Fn(u64) -> Vec<f64>| {
            let samples: Vec<Vec<f64>> = (0..200).map(sample).collect();
            let of = |player: usize| middle(samples.iter().map(|it| it[player]).collect());
            (0..players).map(of).collect::<Vec<(f64, f64)>>()
        };
        let whole = intervals(&|seed| bootstrap(players, &duels, &best, seed));
        let quick = intervals(&|seed| one_step(&duels, &surplus, &best, &step, seed));
        for ((low, high), (quick_low, quick_high)) in whole.into_iter().zip(quick) {
            let apart = (low - quick_low).abs().max((high - quick_high).abs());
            assert!(apart < 0.05 * (high - low), "{apart} of {}", high - low);
        }
    }
}
