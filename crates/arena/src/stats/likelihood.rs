//! How likely results are under given strengths, and the strengths that make them the likeliest.

/// All that two players did against each other; the order of the two does not matter otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
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
    meetings: Vec<Meeting>,
}

/// How many games everybody is imagined to have drawn against strength 0.
const IMAGINED: f64 = 1.0;

impl Likelihood {
    pub fn new(players: usize, meetings: impl Iterator<Item = Meeting>) -> Likelihood {
        let mut meetings: Vec<Meeting> = meetings.map(Meeting::ordered).collect();
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
            let curvature = self.curvature(&strengths);
            let step = curvature.solve(&self.slope(&strengths));
            // Far away a whole step may lead too far: half of it, then.
            let mut share = 1.0;
            let moved = loop {
                let moved: Vec<f64> = strengths
                    .iter()
                    .zip(&step)
                    .map(|(strength, by)| strength + share * by)
                    .collect();
                let next = self.value(&moved);
                if next >= value || share < 1e-6 {
                    value = next.max(value);
                    break moved;
                }
                share *= 0.5;
            };
            strengths = moved;
            if step.iter().all(|by| by.abs() < 1e-9) {
                break;
            }
        }
        strengths
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
            let more = meeting.points - meeting.games * expected(meeting.lead(strengths));
            slope[meeting.players[0]] += more;
            slope[meeting.players[1]] -= more;
        }
        slope
    }

    fn curvature(&self, strengths: &[f64]) -> Curvature {
        let bend = |lead: f64| expected(lead) * expected(-lead);
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

impl Meeting {
    fn ordered(self) -> Meeting {
        let Meeting { players: [one, other], games, points } = self;
        if one < other {
            self
        } else {
            Meeting { players: [other, one], games, points: games - points }
        }
    }

    fn lead(&self, strengths: &[f64]) -> f64 {
        strengths[self.players[0]] - strengths[self.players[1]]
    }
}

/// The points to be expected a game.
fn expected(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// The logarithm of the likelihood of a game that made `points`.
fn log_odds(lead: f64, points: f64) -> f64 {
    // ln(expected) = -ln(1 + e^-lead), without a power that is too large to write down.
    let ln_expected = |lead: f64| -((-lead.abs()).exp().ln_1p() + (-lead).max(0.0));
    points * ln_expected(lead) + (1.0 - points) * ln_expected(-lead)
}

/// How fast the slope falls: symmetric, with few entries beside the diagonal.
struct Curvature {
    diagonal: Vec<f64>,
    beside: Vec<([usize; 2], f64)>,
}

impl Curvature {
    /// Solves the linear equations by conjugate gradients: a tournament of 300 has 90,000 entries
    /// in full, but a player has only so many opponents.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut found = vec![0.0; right.len()];
        let mut rest = right.to_vec();
        let mut eased = self.eased(&rest);
        let mut direction = eased.clone();
        let mut error = dot(&rest, &eased);
        let enough = 1e-22 * error;
        for _ in 0..10 * right.len() {
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
