use plyglot_core::Side;

use super::matching::Graph;
use super::record::PlayedRounds;
use super::{Results, Round};
use crate::stats::GameScore;

/// As many as possible of those who are left, against opponents they have not met; the rest wait.
/// No player waits for a second time while another could. `None` if no two can be paired.
pub fn draw(round: u32, record: &PlayedRounds, seats: &[usize]) -> Option<Round> {
    let mut players: Vec<usize> =
        seats.iter().copied().filter(|&player| record.out[player].is_none()).collect();
    if players.len() % 2 == 1 {
        players.push(record.nobody());
    }
    let graph = Graph::new(players.len(), |a, b| record.met(players[a], players[b]) == 0);
    // A rest comes last, so a player is wished for before it.
    let drawn = graph.pair_up(|_, left| left.to_vec(), |_, _| false);
    let (mut meetings, mut resting) = (Vec::new(), Vec::new());
    let alone = drawn.alone.iter().map(|&place| players[place]);
    resting.extend(alone.filter(|&player| player != record.nobody()));
    for [a, b] in drawn.pairs.into_iter().map(|pair| pair.map(|place| players[place])) {
        if b == record.nobody() { resting.push(a) } else { meetings.push([a, b]) }
    }
    (!meetings.is_empty()).then(|| Round::new(round, &meetings, resting))
}

/// Puts out the player who lost more than half of the games at a table. That cannot be both of them,
/// and may be neither.
pub fn judge(record: &mut PlayedRounds, round: &Round, results: &Results) {
    for pairing in &round.pairings {
        for player in [pairing.first, pairing.second] {
            let lost = pairing.games(record.games).filter(|game| {
                let side = if game.first == player { Side::First } else { Side::Second };
                let outcome = results.get(&game.key);
                outcome.is_some_and(|outcome| GameScore::of(outcome, side) == GameScore::Loss)
            });
            if 2 * lost.count() > record.games as usize {
                record.out[player] = Some(pairing.round);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use plyglot_core::Side::{First, Second};
    use plyglot_core::{
        Outcome,
        Outcome::{Draw, Win},
    };

    use super::super::testing::{assert_at_most_once_a_round, by_strength, meetings, play_out};
    use super::super::{Format, NextStep, Schedule, ScheduledGame};
    use super::*;

    fn knockout(players: usize, seed: u64) -> Schedule {
        Schedule::new(Format::knockout(players), players, 4, seed).unwrap()
    }

    fn stronger_wins(game: &ScheduledGame) -> Outcome {
        Win(if game.first < game.second { First } else { Second })
    }

    /// Who is out after the only pairing of two players, of whom 0 plays the games as told.
    fn out_after(scores: [GameScore; 4]) -> Vec<usize> {
        let schedule = knockout(2, 0);
        let results = play_out(&schedule, |game| {
            let side = if game.first == 0 { First } else { Second };
            match scores[game.key.number as usize] {
                GameScore::Win => Win(side),
                GameScore::Draw => Draw,
                GameScore::Loss => Win(side.other()),
            }
        });
        assert_eq!(schedule.next(&results), NextStep::Done);
        let out = schedule.standings(&results).into_iter().filter(|player| player.out.is_some());
        out.map(|standing| standing.player).collect()
    }

    #[test]
    fn who_loses_more_than_half_is_out() {
        use GameScore::{Draw, Loss, Win};
        assert_eq!(out_after([Loss; 4]), [0]);
        assert_eq!(out_after([Loss, Loss, Win, Loss]), [0]);
        assert_eq!(out_after([Loss, Draw, Loss, Loss]), [0]);
        assert_eq!(out_after([Win, Win, Draw, Win]), [1]);
        // Each wins or draws half: both advance.
        for scores in [
            [Win, Win, Loss, Loss],
            [Draw; 4],
            [Loss, Loss, Draw, Draw],
            [Loss, Loss, Draw, Win],
            [Win, Draw, Draw, Draw],
        ] {
            assert!(out_after(scores).is_empty(), "{scores:?}");
        }
    }

    #[test]
    fn the_strongest_is_left() {
        for players in 2..=33 {
            for seed in 0..4 {
                let schedule = knockout(players, seed);
                let results = play_out(&schedule, stronger_wins);
                let rounds = schedule.rounds(&results);
                assert_at_most_once_a_round(&rounds, players);
                assert_eq!(rounds.len(), super::super::halvings(players) as usize);
                assert_eq!(results.len() as u64, schedule.cost().least);
                let standings = schedule.standings(&results);
                assert_eq!((standings[0].player, standings[0].place), (0, 1));
                assert!(standings[1..].iter().all(|standing| standing.out.is_some()));
                assert!(standings.iter().all(|standing| standing.rests <= 1), "{standings:?}");
            }
        }
    }

    #[test]
    fn it_ends_when_all_that_are_left_have_met() {
        // No player ever loses: with five players that takes each against each, and no more.
        let format = Format::Knockout { most_rounds: 100 };
        let schedule = Schedule::new(format, 5, 2, 3).unwrap();
        let results = play_out(&schedule, |_| Draw);
        assert_eq!(results.len(), 2 * 10);
        assert!(schedule.standings(&results).iter().all(|standing| standing.place == 1));
        // With fewer rounds it ends sooner.
        let format = Format::Knockout { most_rounds: 2 };
        let schedule = Schedule::new(format, 5, 2, 3).unwrap();
        assert_eq!(play_out(&schedule, |_| Draw).len(), 2 * 4);
    }

    #[test]
    fn chance_keeps_all_rules() {
        for players in 2..=24 {
            for seed in 0..8 {
                let schedule = knockout(players, seed);
                let results = play_out(&schedule, by_strength(seed));
                let (rounds, record) = schedule.drawn(&results);
                let cost = schedule.cost();
                assert!((cost.least..=cost.most).contains(&(results.len() as u64)));
                assert_at_most_once_a_round(&rounds, players);
                assert!(meetings(&rounds).values().all(|&count| count == 1));
                assert!(record.out.iter().any(Option::is_none), "somebody is left");
                // A player who is out does not come back.
                for (number, round) in rounds.iter().enumerate() {
                    for pairing in &round.pairings {
                        for player in [pairing.first, pairing.second] {
                            assert!(record.out[player].is_none_or(|out| out as usize >= number));
                        }
                    }
                }
            }
        }
    }
}
