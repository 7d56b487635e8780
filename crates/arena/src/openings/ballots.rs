use std::collections::HashSet;

use plyglot_core::Game;
use plyglot_games::GameId;
use plyglot_games::checkers::Position;
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_kit::competition::Competition;
use plyglot_search::engine::Knowledge;

use super::judge::{Balance, Judge};
use super::{Opening, Openings, Wanted, shuffle};

/// The moves of a ballot in checkers.
const PLIES: usize = 3;

impl Openings<Position> {
    /// The three-move ballots of checkers, all that do not lose a man by force.
    ///
    /// Three moves lead to 216 different positions. In 42 of them an exchange costs one side a man;
    /// a search of 500 nodes finds the same ones as a search of 300,000. That leaves 174, which is
    /// the number that players give. Their federations bar 18 of those as lost in the long run,
    /// which takes deep analysis to know; they stay in here, as both players have each side once.
    pub fn ballots(seed: u64) -> Openings<Position> {
        Openings::sound(&Checkers::default(), &Position::start(), PLIES, seed)
    }
}

impl<G: Game> Openings<G> {
    /// All openings of so many moves that do not lose a point by force; for games with few moves.
    fn sound<K: Knowledge<Game = G>>(
        knowledge: &K,
        start: &G,
        plies: usize,
        seed: u64,
    ) -> Openings<G> {
        let judge = Judge::new(knowledge);
        let mut all = every(start, plies);
        all.retain(|opening| {
            let balance = judge.balance(&opening.position);
            matches!(balance, Balance::Open { lead } if lead.abs() < K::POINT)
        });
        shuffle(&mut all, seed);
        Openings::or_start(all, start)
    }

    /// What is usual in a game: the ballots in checkers, or else `wanted` by chance.
    pub fn usual<K>(knowledge: &K, start: &G, wanted: Wanted) -> Openings<G>
    where
        G: Competition<Knowledge = K>,
        K: Knowledge<Game = G>,
    {
        match G::ID {
            GameId::Checkers => Openings::sound(knowledge, start, PLIES, wanted.seed),
            _ => Openings::for_game(knowledge, start, wanted),
        }
    }
}

/// Every position after so many moves once, by the first way that leads there.
fn every<G: Game>(start: &G, plies: usize) -> Vec<Opening<G>> {
    let mut all = vec![Opening { moves: Vec::new(), position: start.clone() }];
    for _ in 0..plies {
        let mut known = HashSet::new();
        let longer = all.iter().flat_map(|opening| {
            opening.position.moves().into_iter().map(|mv| {
                let mut longer = opening.clone();
                longer.play(mv);
                longer
            })
        });
        all = longer.filter(|opening| known.insert(opening.position.clone())).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_players_count() {
        assert_eq!(every(&Position::start(), 1).len(), 7);
        assert_eq!(every(&Position::start(), 2).len(), 49);
        assert_eq!(every(&Position::start(), 3).len(), 216);
        let ballots = Openings::ballots(1);
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
        let ballots = Openings::ballots(1);
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
        let [one, same, other] = [1, 1, 2].map(Openings::ballots);
        assert_eq!(one, same);
        assert_ne!(one, other);
        let positions = |suite: &Openings<Position>| -> HashSet<Position> {
            suite.iter().map(|opening| opening.position).collect()
        };
        assert_eq!(positions(&one), positions(&other));
    }
}
