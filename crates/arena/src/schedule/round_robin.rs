use super::Round;

/// Each against each, once a round at most. One stays in place while the others move
/// around the tables (the circle method); with an odd number the one without an opponent rests.
///
/// Where two meet for an odd number of games, one has to move first once more than the other: by the
/// seats, the lower one if their sum is odd, which comes out even for all players within one.
pub fn rounds(seats: &[usize]) -> Vec<Round> {
    let players = seats.len();
    let places = players + players % 2;
    let circle = places - 1;
    let seat_of = |place: usize, round: usize| {
        if place == circle { circle } else { (place + round) % circle }
    };
    (0..circle)
        .map(|round| {
            let (mut meetings, mut resting) = (Vec::new(), Vec::new());
            for place in 0..places / 2 {
                let (a, b) = (seat_of(place, round), seat_of(circle - place, round));
                let (low, high) = (a.min(b), a.max(b));
                if high == players {
                    resting.push(seats[low]);
                } else if (low + high) % 2 == 1 {
                    meetings.push([seats[low], seats[high]]);
                } else {
                    meetings.push([seats[high], seats[low]]);
                }
            }
            Round::new(round as u32, &meetings, resting)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_at_most_once_a_round, meetings};
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        for players in 2..=25 {
            let seats: Vec<usize> = (0..players).collect();
            let rounds = rounds(&seats);
            assert_eq!(rounds.len(), players - 1 + players % 2);
            assert_at_most_once_a_round(&rounds, players);
            let met = meetings(&rounds);
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(met.values().all(|&count| count == 1));
        }
    }

    #[test]
    fn everybody_moves_first_about_as_often() {
        for players in 2..=25 {
            let seats: Vec<usize> = (0..players).rev().collect();
            let rounds = rounds(&seats);
            let pairings = || rounds.iter().flat_map(|round| &round.pairings);
            for player in 0..players {
                let first = pairings().filter(|pairing| pairing.first == player).count();
                let second = pairings().filter(|pairing| pairing.second == player).count();
                assert!(first.abs_diff(second) <= 1, "{players} players: {first} {second}");
            }
        }
    }
}
