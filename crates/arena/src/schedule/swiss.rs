use std::collections::BTreeSet;

use super::Round;
use super::matching::Graph;
use super::record::PlayedRounds;

/// Opponents with as many points as possible in common.
///
/// Players are ranked by points, then by seat. From the top each is given the opponent that suits
/// best, if the rest can still be paired: one that it has met least often, with the same points
/// or else the next fewer; one who is due for the other colour; and among those with the same points
/// the one who stands as far below the middle as itself above, so that strong ones meet at the end.
///
/// As many as possible of those with the same points meet each other, before any player's own wish.
///
/// Two conditions hold for the round as a whole, and are given up only if no round can keep them:
/// that no two meet twice and none rests twice, and that no two meet who both have had one colour twice more
/// than the other.
pub fn draw(round: u32, record: &PlayedRounds, seats: &[usize]) -> Round {
    let mut ranking = seats.to_vec();
    ranking.sort_by_key(|&player| std::cmp::Reverse(record.half_points[player]));
    if ranking.len() % 2 == 1 {
        ranking.push(record.nobody());
    }
    let strain = |a: usize, b: usize| {
        let (a, b) = (ranking[a], ranking[b]);
        2 * record.met(a, b) + u32::from(is_clash(record, a, b, 2))
    };
    let wishes = |one: usize, left: &[usize]| wishes(record, &ranking, one, left);
    let is_close = |a: usize, b: usize| {
        let [a, b] = [ranking[a], ranking[b]];
        record.half_points.get(a) == record.half_points.get(b) && record.met(a, b) == 0
    };
    let pair_up = |most: u32| {
        Graph::new(ranking.len(), |a, b| strain(a, b) <= most).pair_up(wishes, is_close)
    };
    let mut drawn = pair_up(0);
    if !drawn.is_perfect {
        let places = 0..ranking.len();
        let all = places.clone().flat_map(|a| places.clone().map(move |b| (a, b)));
        let strains: BTreeSet<u32> = all.map(|(a, b)| strain(a, b)).collect();
        // With the most allowed any two may meet, so a perfect round is found.
        let perfect = strains.into_iter().map(pair_up).find(|drawn| drawn.is_perfect);
        drawn = perfect.unwrap_or(drawn);
    }
    let (mut meetings, mut resting) = (Vec::new(), Vec::new());
    for pair in drawn.pairs {
        let [a, b] = pair.map(|place| ranking[place]);
        if b == record.nobody() {
            resting.push(a);
        } else {
            meetings.push(coloured(
                record,
                [a, b],
                (meetings.len() + round as usize).is_multiple_of(2),
            ));
        }
    }
    Round::new(round, &meetings, resting)
}

/// A rest is worth as much as winning all games.
pub fn reward(record: &mut PlayedRounds, round: &Round) {
    for &player in &round.resting {
        record.half_points[player] += 2 * record.games;
    }
}

/// Those that are left, the most wished for first.
fn wishes(record: &PlayedRounds, ranking: &[usize], one: usize, left: &[usize]) -> Vec<usize> {
    let player = ranking[one];
    let points = |place: usize| record.half_points.get(ranking[place]).copied();
    let equals = left.iter().take_while(|&&other| points(other) == points(one)).count();
    let middle = equals.div_ceil(2);
    let mut wishes: Vec<(usize, usize)> = left.iter().copied().enumerate().collect();
    wishes.sort_by_key(|&(index, place)| {
        let other = ranking[place];
        let fewer = points(one).unwrap_or_default().abs_diff(points(place).unwrap_or_default());
        let is_nobody = other == record.nobody();
        let aside = if index < equals { (index + 1).abs_diff(middle) } else { index };
        (record.met(player, other), is_nobody, fewer, is_clash(record, player, other, 1), aside)
    });
    wishes.into_iter().map(|(_, place)| place).collect()
}

/// Whether both have moved first, or both second, this many more times than the other way.
fn is_clash(record: &PlayedRounds, a: usize, b: usize, times: i32) -> bool {
    let [Some(&a), Some(&b)] = [a, b].map(|player| record.lead.get(player)) else { return false };
    a.abs().min(b.abs()) >= times && a.signum() == b.signum()
}

/// Who moves first: the one that did so less often, or else did not last time, or else by turns.
fn coloured(record: &PlayedRounds, [a, b]: [usize; 2], is_higher_first: bool) -> [usize; 2] {
    let due = |player: usize| (record.lead[player], record.was_first[player]);
    let is_first = match due(a).cmp(&due(b)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Equal => is_higher_first,
        std::cmp::Ordering::Greater => false,
    };
    if is_first { [a, b] } else { [b, a] }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_at_most_once_a_round, by_strength, meetings, play_out};
    use super::super::{Format, NextStep, Results, Schedule, ScheduledGame};

    fn swiss(players: usize, rounds: u32, games: u32, seed: u64) -> Schedule {
        Schedule::new(Format::Swiss { rounds }, players, games, seed).unwrap()
    }

    #[test]
    fn nobody_meets_or_rests_twice() {
        for players in 2..=40 {
            for seed in 0..6 {
                // This many rounds are always possible: players who have met fewer than half of the
                // others can be paired anew (Dirac).
                let rounds = (players as u32 / 2).clamp(1, 9);
                let schedule = swiss(players, rounds, 1, seed);
                let results = play_out(&schedule, by_strength(seed));
                let rounds = schedule.rounds(&results);
                assert_eq!(results.len() as u64, schedule.cost().most);
                assert_at_most_once_a_round(&rounds, players);
                assert!(meetings(&rounds).values().all(|&count| count == 1), "{players} {seed}");
                let mut rests: Vec<usize> = rounds.iter().flat_map(|r| r.resting.clone()).collect();
                assert_eq!(rests.len(), rounds.len() * (players % 2));
                rests.sort_unstable();
                rests.dedup();
                assert_eq!(rests.len(), rounds.len() * (players % 2), "nobody rests twice");
            }
        }
    }

    #[test]
    fn everybody_can_meet_everybody() {
        // Six players, five rounds: to the last round no two meet twice if any round allows it.
        // Where earlier rounds have made that impossible, they meet again, and all still play.
        for seed in 0..50 {
            let schedule = swiss(6, 8, 2, seed);
            let results = play_out(&schedule, by_strength(seed));
            let rounds = schedule.rounds(&results);
            assert_eq!(rounds.len(), 8);
            assert!(rounds.iter().all(|round| round.pairings.len() == 3));
            for (number, round) in rounds.iter().enumerate() {
                let before = meetings(&rounds[..number]);
                let again = round.pairings.iter().any(|pairing| {
                    let (a, b) = (pairing.first, pairing.second);
                    before.contains_key(&[a.min(b), a.max(b)])
                });
                assert_eq!(again, !has_fresh_round(&before), "seed {seed}, round {number}");
            }
        }
    }

    /// Whether six players can be paired without any two meeting again, by trying everything.
    fn has_fresh_round(met: &std::collections::BTreeMap<[usize; 2], u32>) -> bool {
        fn rest(left: &[usize], met: &std::collections::BTreeMap<[usize; 2], u32>) -> bool {
            let Some((&a, others)) = left.split_first() else { return true };
            others.iter().any(|&b| {
                let left: Vec<usize> = others.iter().copied().filter(|&c| c != b).collect();
                !met.contains_key(&[a, b]) && rest(&left, met)
            })
        }
        rest(&[0, 1, 2, 3, 4, 5], met)
    }

    #[test]
    fn colours_stay_balanced() {
        for (players, seed) in [(8, 1), (17, 2), (30, 3), (64, 4)] {
            let schedule = swiss(players, 7, 1, seed);
            let results = play_out(&schedule, by_strength(seed));
            let mut lead = vec![0_i32; players];
            for pairing in schedule.rounds(&results).iter().flat_map(|round| &round.pairings) {
                lead[pairing.first] += 1;
                lead[pairing.second] -= 1;
                assert!(lead.iter().all(|lead| lead.abs() <= 2), "{players}: {lead:?}");
            }
        }
    }

    #[test]
    fn points_meet_points() {
        // With 32 players and no draws the groups halve evenly: no player has to leave its group.
        let schedule = swiss(32, 5, 2, 9);
        let mut results = Results::new();
        let stronger_wins = |game: &ScheduledGame| {
            let is_first = game.first < game.second;
            plyglot_core::Outcome::Win(if is_first {
                plyglot_core::Side::First
            } else {
                plyglot_core::Side::Second
            })
        };
        while let NextStep::Play(games) = schedule.next(&results) {
            let mut points = [0; 32];
            for standing in schedule.standings(&results) {
                points[standing.player] = standing.half_points;
            }
            assert!(games.iter().all(|game| points[game.first] == points[game.second]));
            results.extend(games.iter().map(|game| (game.key, stronger_wins(game))));
        }
        let standings = schedule.standings(&results);
        assert_eq!((standings[0].player, standings[0].won, standings[0].place), (0, 10, 1));
        assert_eq!((standings[31].player, standings[31].lost), (31, 10));
    }

    #[test]
    fn a_rest_is_worth_all_games() {
        let schedule = swiss(3, 1, 2, 5);
        let results = play_out(&schedule, |_| plyglot_core::Outcome::Draw);
        let best = schedule.standings(&results)[0];
        assert_eq!((best.half_points, best.rests, best.won), (4, 1, 0));
    }
}
