use super::Round;

/// The first `challengers` players, each against all of the others. In each round every challenger
/// goes on to the next opponent, so that no player is needed twice.
pub fn rounds(players: usize, challengers: usize) -> Vec<Round> {
    let others = players - challengers;
    let places = challengers.max(others);
    (0..places)
        .map(|round| {
            let opponent = |challenger: usize| (challenger + round) % places;
            let meetings: Vec<[usize; 2]> = (0..challengers)
                .filter(|&challenger| opponent(challenger) < others)
                .map(|challenger| [challenger, challengers + opponent(challenger)])
                // Who begins alternates from round to round, for those who play single games.
                .map(|[a, b]| if (a + round) % 2 == 0 { [a, b] } else { [b, a] })
                .collect();
            let is_resting = |player: &usize| !meetings.as_flattened().contains(player);
            let resting = (0..players).filter(is_resting).collect();
            Round::new(round as u32, &meetings, resting)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_at_most_once_a_round, meetings};
    use super::*;

    #[test]
    fn every_challenger_meets_all_the_others() {
        for players in 2..=12 {
            for challengers in 1..players {
                let rounds = rounds(players, challengers);
                assert_at_most_once_a_round(&rounds, players);
                let met = meetings(&rounds);
                assert_eq!(met.len(), challengers * (players - challengers));
                assert!(
                    met.iter().all(|(&[a, b], &n)| a < challengers && b >= challengers && n == 1)
                );
            }
        }
    }
}
