use plyglot_core::{Outcome, Side};

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
    /// By how many points of the game itself it is ahead in all games, where points decide them.
    pub margin: i64,
    /// The round in which a player was put out of a knockout.
    pub out: Option<u32>,
}

impl Schedule {
    /// All players, the best first: in a knockout by how long they stayed, then by points,
    /// then by the points of the opponents, then by what they are ahead in the games themselves.
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
                let Some(outcome) = results.get(&game.key) else {
                    is_finished = false;
                    continue;
                };
                standings[game.first].add(outcome, Side::First);
                standings[game.second].add(outcome, Side::Second);
                let margin = results.margin(&game.key).unwrap_or(0);
                standings[game.first].margin += margin;
                standings[game.second].margin -= margin;
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
        let points = (u32::MAX - self.half_points, u32::MAX - self.opponents);
        (stayed, points, std::cmp::Reverse(self.margin))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GameResult, NextStep, ScheduledGame};
    use super::*;

    /// Plays each against each, twice; the second side wins by `margin` points.
    fn standings(pairs_decide: bool, margin: impl Fn(&ScheduledGame) -> i64) -> Vec<Standing> {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, 1).unwrap();
        let mut results = Results::by_pairs(pairs_decide);
        while let NextStep::Play(games) = schedule.next(&results) {
            results.extend(games.iter().map(|game| {
                let outcome = Outcome::Win(Side::Second);
                (game.key, GameResult { outcome, margin: Some(-margin(game)) })
            }));
        }
        schedule.standings(&results)
    }

    /// Player 2 wins by more than player 1, and that one by more than player 0.
    fn by_strength(game: &ScheduledGame) -> i64 {
        1 + game.second as i64
    }

    #[test]
    fn between_equals_the_lead_in_the_games_decides() {
        let found = standings(false, by_strength);
        let players = found.iter().map(|it| (it.player, it.place, it.won, it.margin));
        assert_eq!(players.collect::<Vec<_>>(), [(2, 1, 2, 3), (1, 2, 2, 0), (0, 3, 2, -3)]);
        assert!(standings(false, |_| 1).iter().all(|it| (it.place, it.margin) == (1, 0)));
    }

    #[test]
    fn where_pairs_decide_they_are_won_or_lost() {
        let found = standings(true, by_strength);
        let players = found.iter().map(|it| (it.player, it.won, it.lost, it.half_points));
        assert_eq!(players.collect::<Vec<_>>(), [(2, 4, 0, 8), (1, 2, 2, 4), (0, 0, 4, 0)]);
    }
}
