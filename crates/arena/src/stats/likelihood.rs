//! How likely results are under given strengths, and the strengths that make them the likeliest.

/// All that two players did against each other; the order of the two does not matter otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairPoints {
    pub players: [usize; 2],
    pub games: f64,
    /// The first one's points.
    pub points: f64,
}

/// The likelihood of Bradley and Terry, with strengths as logarithms of odds. It has exactly one
/// maximum: every player's imagined game against strength 0 sees to that.
#[derive(Clone, Debug)]
pub struct Likelihood {
    players: usize,
    /// One for each two players that met.
    meetings: Vec<PairPoints>,
}

/// How many further games each player is assumed to have drawn against strength 0.
const IMAGINED: f64 = 1.0;

/// How far a strength may move at once; some 350 Elo.
const MOST_AT_ONCE: f64 = 2.0;

impl Likelihood {
    pub fn new(players: usize, meetings: impl Iterator<Item = PairPoints>) -> Likelihood {
        let mut meetings: Vec<PairPoints> = meetings.map(PairPoints::ordered).collect();
        meetings.sort_by_key(|meeting| meeting.players);
        meetings.dedup_by(|next, kept| {
            let is_same = next.players == kept.players;
            if is_same {
                kept.games += next.games;
                kept.points += next.points;
            }
            is_same
        });
        Likelihood { players, meetings }
    }

    /// The likeliest strengths, by Newton's method from `start`.
    pub fn maximum(&self, start: &[f64]) -> Vec<f64> {
        let mut strengths = start.to_vec();
        let mut value = self.value(&strengths);
        for _ in 0..100 {
            let step = self.curvature(&strengths).solve(&self.slope(&strengths));
            // Far away a whole step may lead much too far: then only the part of it by which no
            // player gains more than a bit, or half of that, and so on. If nothing is better this is the top, as far
            // as numbers can tell.
            let longest = step.iter().fold(MOST_AT_ONCE, |most, by| by.abs().max(most));
            let shares = (0..30).map(|halvings| MOST_AT_ONCE / longest * 0.5_f64.powi(halvings));
            let better = shares.map(|share| moved(&strengths, &step, share)).find_map(|moved| {
                let next = self.value(&moved);
                (next >= value).then_some((moved, next))
            });
            let Some(better) = better else { break };
            (strengths, value) = better;
            // The error after a step is about its square.
            if step.iter().all(|by| by.abs() < 1e-5) {
                break;
            }
        }
        strengths
    }

    /// What a step of Newton's method from these strengths needs, for results that differ little.
    pub fn step_from(&self, strengths: &[f64]) -> NewtonStep {
        let imagined = strengths.iter().map(|&it| IMAGINED * (0.5 - expected(it)));
        NewtonStep { curvature: self.curvature(strengths), imagined_slope: imagined.collect() }
    }

    /// The deviation of a player's strength from the true one, as the curvature at the maximum
    /// tells it, if the mean of all is held fast.
    pub fn deviation(&self, strengths: &[f64], player: usize) -> f64 {
        let rest = 1.0 / self.players as f64;
        let direction: Vec<f64> =
            (0..self.players).map(|other| f64::from(u8::from(other == player)) - rest).collect();
        dot(&direction, &self.curvature(strengths).solve(&direction)).max(0.0).sqrt()
    }

    fn value(&self, strengths: &[f64]) -> f64 {
        let imagined = strengths.iter().map(|&strength| IMAGINED * log_odds(strength, 0.5));
        let played = self.meetings.iter().map(|meeting| {
            meeting.games * log_odds(meeting.lead(strengths), meeting.points / meeting.games)
        });
        imagined.sum::<f64>() + played.sum::<f64>()
    }

    /// How the likelihood grows with each strength: points made less points to be expected.
    fn slope(&self, strengths: &[f64]) -> Vec<f64> {
        let mut slope: Vec<f64> =
            strengths.iter().map(|&strength| IMAGINED * (0.5 - expected(strength))).collect();
        for meeting in &self.meetings {
            let more = meeting.surplus(strengths);
            slope[meeting.players[0]] += more;
            slope[meeting.players[1]] -= more;
        }
        slope
    }

    fn curvature(&self, strengths: &[f64]) -> Curvature {
        let bend = |lead: f64| expected(lead) * (1.0 - expected(lead));
        let mut diagonal: Vec<f64> =
            strengths.iter().map(|&strength| IMAGINED * bend(strength)).collect();
        let mut beside = Vec::with_capacity(self.meetings.len());
        for meeting in &self.meetings {
            let weight = meeting.games * bend(meeting.lead(strengths));
            for player in meeting.players {
                diagonal[player] += weight;
            }
            beside.push((meeting.players, weight));
        }
        Curvature { diagonal, beside }
    }
}

/// A step of Newton's method, from strengths that are the likeliest of other results.
#[derive(Clone, Debug)]
pub struct NewtonStep {
    curvature: Curvature,
    /// How the likelihood of the imagined games grows with each strength.
    pub imagined_slope: Vec<f64>,
}

impl NewtonStep {
    /// How far the strengths move with this slope.
    pub fn solve(&self, slope: &[f64]) -> Vec<f64> {
        self.curvature.solve(slope)
    }
}

impl PairPoints {
    fn ordered(self) -> PairPoints {
        let PairPoints { players: [one, other], games, points } = self;
        if one < other {
            self
        } else {
            PairPoints { players: [other, one], games, points: games - points }
        }
    }

    /// The first one's points beyond those to be expected.
    pub fn surplus(&self, strengths: &[f64]) -> f64 {
        self.points - self.games * expected(self.lead(strengths))
    }

    fn lead(&self, strengths: &[f64]) -> f64 {
        strengths[self.players[0]] - strengths[self.players[1]]
    }
}

fn moved(strengths: &[f64], step: &[f64], share: f64) -> Vec<f64> {
    strengths.iter().zip(step).map(|(strength, by)| strength + share * by).collect()
}

/// The points to be expected a game.
fn expected(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// The logarithm of the likelihood of a game that made `points`.
fn log_odds(lead: f64, points: f64) -> f64 {
    // ln(expected) = min(lead, 0) - ln(1 + e^-|lead|): no power is too large to write down.
    points * lead.min(0.0) + (1.0 - points) * (-lead).min(0.0) - (-lead.abs()).exp().ln_1p()
}

/// How fast the slope falls: symmetric, with few entries beside the diagonal.
#[derive(Clone, Debug)]
struct Curvature {
    diagonal: Vec<f64>,
    beside: Vec<([usize; 2], f64)>,
}

impl Curvature {
    /// Solves the linear equations by conjugate gradients: a tournament of 300 has 90,000 entries
    /// in full, but a player has only a few opponents.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut found = vec![0.0; right.len()];
        let mut rest = right.to_vec();
        let mut eased = self.eased(&rest);
        let mut direction = eased.clone();
        let mut error = dot(&rest, &eased);
        // Eight digits of the solution; more would only be lost again to rounding.
        let enough = 1e-16 * error;
        for _ in 0..right.len() {
            if error <= enough {
                break;
            }
            let image = self.times(&direction);
            let length = error / dot(&direction, &image);
            for (index, step) in direction.iter().enumerate() {
                found[index] += length * step;
                rest[index] -= length * image[index];
            }
            eased = self.eased(&rest);
            let next = dot(&rest, &eased);
            let turn = next / error;
            error = next;
            for (step, eased) in direction.iter_mut().zip(&eased) {
                *step = eased + turn * *step;
            }
        }
        found
    }

    /// Divided by the diagonal, which brings players with many and with few games closer together.
    fn eased(&self, rest: &[f64]) -> Vec<f64> {
        rest.iter().zip(&self.diagonal).map(|(rest, diagonal)| rest / diagonal).collect()
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let mut image: Vec<f64> = vector.iter().zip(&self.diagonal).map(|(a, b)| a * b).collect();
        for &([one, other], weight) in &self.beside {
            image[one] -= weight * vector[other];
            image[other] -= weight * vector[one];
        }
        image
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use plyglot_core::mix::Random;

    use super::*;

    #[test]
    fn the_top_is_flat_however_few_games_there_are() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let players = 2 + random.below(80);
            let mut meetings = Vec::new();
            for _ in 0..random.below(4 * players) {
                let both = [random.below(players), random.below(players)];
                let points = random.below(5) as f64 / 2.0;
                if both[0] != both[1] {
                    meetings.push(PairPoints { players: both, games: 2.0, points });
                }
            }
            let likelihood = Likelihood::new(players, meetings.into_iter());
            // From far away as well: some 1400 Elo.
            let far: Vec<f64> = (0..players).map(|_| random.below(17) as f64 - 8.0).collect();
            for start in [vec![0.0; players], far] {
                let top = likelihood.maximum(&start);
                let slope = likelihood.slope(&top);
                assert!(slope.iter().all(|slope| slope.abs() < 1e-6), "seed {seed}: {slope:?}");
            }
        }
    }

    #[test]
    fn the_deviation_of_two_players_by_hand() {
        // Level after 15 games, of which each bends by a quarter: 16/4 on the diagonal, with the
        // imagined one, and -15/4 beside it. Along (1/2, -1/2) that is 31/4.
        let meeting = PairPoints { players: [0, 1], games: 15.0, points: 7.5 };
        let likelihood = Likelihood::new(2, std::iter::once(meeting));
        let by_hand: f64 = 0.5 / (31.0 / 4.0);
        assert!((likelihood.deviation(&[0.0; 2], 0) - by_hand.sqrt()).abs() < 1e-9);
    }
}
