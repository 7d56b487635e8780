//! The three-move ballots.

use plyglot_kit::openings::Openings;

use super::Position;
use super::knowledge::Checkers;

/// The moves of a ballot.
const PLIES: usize = 3;

/// The three-move ballots from a start, all that do not lose a man by force.
///
/// Three moves lead to 216 different positions. In 42 of them an exchange costs one side a man; a
/// search of 500 nodes finds the same ones as a search of 300,000. That leaves 174, which is the
/// number that players give. Their federations bar 18 of those as lost in the long run, which takes
/// deep analysis to know; they stay in here, as both players have each side once.
pub fn ballots(start: &Position, seed: u64) -> Openings<Position> {
    Openings::sound(&Checkers::default(), start, PLIES, seed)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plyglot_core::Game;
    use plyglot_kit::openings::every;

    use super::*;

    #[test]
    fn as_many_as_players_count() {
        assert_eq!(every(&Position::start(), 1).len(), 7);
        assert_eq!(every(&Position::start(), 2).len(), 49);
        assert_eq!(every(&Position::start(), 3).len(), 216);
        let ballots = ballots(&Position::start(), 1);
        assert_eq!(ballots.len(), 174);
        for opening in ballots.iter() {
            let mut position = Position::start();
            for &mv in &opening.moves {
                position = position.try_play(mv).unwrap();
            }
            assert_eq!((position, opening.moves.len()), (opening.position, 3));
        }
    }

    #[test]
    fn what_loses_a_man_is_left_out() {
        let ballots = ballots(&Position::start(), 1);
        let has = |moves: [&str; 3]| {
            let position = moves.iter().fold(Position::start(), |position, mv| {
                position.try_play(mv.parse().unwrap()).unwrap()
            });
            ballots.iter().any(|opening| opening.position == position)
        };
        // In players' numbers 10-14 21-17 14x21 and 9-14 21-17 14x21: a man for nothing.
        assert!(!has(["E d6 c5", "E a3 b4", "J c5 a3"]));
        assert!(!has(["E b6 c5", "E a3 b4", "J c5 a3"]));
        // A man is offered, and jumped two for one.
        assert!(!has(["E h6 g5", "E g3 h4", "E g5 f4"]));
        // 11-15 23-19 8-11, one of the oldest openings, and an even exchange.
        assert!(has(["E f6 e5", "E e3 f4", "E g7 f6"]));
        assert!(has(["E f6 e5", "E c3 d4", "J e5 c3"]));
    }

    #[test]
    fn the_seed_decides_only_the_order() {
        let [one, same, other] = [1, 1, 2].map(|seed| ballots(&Position::start(), seed));
        assert_eq!(one, same);
        assert_ne!(one, other);
        let positions = |suite: &Openings<Position>| -> HashSet<Position> {
            suite.iter().map(|opening| opening.position).collect()
        };
        assert_eq!(positions(&one), positions(&other));
    }
}
