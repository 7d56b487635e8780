use plyglot_games::{Outcome, Side};

use super::{Format, Results, Schedule};
use crate::stats::GameScore;

/// Where a player stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The player.
    pub player: usize,
    /// The place, from 1; players with nothing between them share one.
    pub place: usize,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Rounds without an opponent.
    pub rests: u32,
    /// Twice the points: a win 2, a draw 1, and in a Swiss tournament a rest as much as all games of
    /// a pairing.
    pub half_points: u32,
    /// The half points of all opponents together, one for each game against them (Buchholz).
    pub opponents: u32,
    /// The round in which a player was put out of a knockout.
    pub out: Option<u32>,
}

impl Schedule {
    /// All players, the best first: in a knockout whoever is left or stayed longer, then by points,
    /// then by the points of the opponents.
    pub fn standings(&self, results: &Results) -> Vec<Standing> {
        let (rounds, out) = match self.format {
            Format::Knockout { .. } => {
                let (rounds, record) = self.drawn(results);
                (rounds, record.out)
            }
            _ => (self.rounds(results), vec![None; self.players]),
        };
        let mut standings: Vec<Standing> = (0..self.players)
            .map(|player| Standing { player, out: out[player], ..Standing::default() })
            .collect();
        let mut met = Vec::new();
        for round in &rounds {
            let mut is_finished = true;
            for game in round.games(self.games) {
                let Some(&outcome) = results.get(&game.key) else {
                    is_finished = false;
                    continue;
                };
                standings[game.first].add(outcome, Side::First);
                standings[game.second].add(outcome, Side::Second);
                met.push([game.first, game.second]);
            }
            // A rest counts when the others have played.
            for &player in round.resting.iter().filter(|_| is_finished) {
                standings[player].rests += 1;
                if matches!(self.format, Format::Swiss { .. }) {
                    standings[player].half_points += 2 * self.games;
                }
            }
        }
        for [first, second] in met {
            standings[first].opponents += standings[second].half_points;
            standings[second].opponents += standings[first].half_points;
        }
        standings.sort_by_key(|standing| (standing.rank(), standing.player));
        for index in 0..standings.len() {
            let is_shared = index > 0 && standings[index - 1].rank() == standings[index].rank();
            standings[index].place = if is_shared { standings[index - 1].place } else { index + 1 };
        }
        standings
    }
}

impl Standing {
    fn add(&mut self, outcome: Outcome, side: Side) {
        let score = GameScore::of(outcome, side);
        self.half_points += score.half_points();
        *match score {
            GameScore::Win => &mut self.won,
            GameScore::Draw => &mut self.drawn,
            GameScore::Loss => &mut self.lost,
        } += 1;
    }

    /// Less is better.
    fn rank(&self) -> impl Ord + use<> {
        let stayed = self.out.map_or(0, |round| u32::MAX - round);
        (stayed, u32::MAX - self.half_points, u32::MAX - self.opponents)
    }
}
