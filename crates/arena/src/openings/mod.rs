//! Positions to begin games from, so that programs without chance do not play the same game again
//! and again. Each is played twice, with colours swapped.

mod ballots;
mod judge;

use std::collections::HashSet;

use plyglot_core::Game;
use plyglot_core::mix::{Random, mix};
use plyglot_search::engine::Knowledge;

use judge::{Balance, Judge};

/// A position to begin from, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<G: Game> {
    /// The moves from the start of the game.
    pub moves: Vec<G::Move>,
    /// Where they lead.
    pub position: G,
}

/// A suite of openings: never empty, all different, and the same for the same seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings<G: Game> {
    all: Vec<Opening<G>>,
}

/// What openings are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// How many. There may be fewer, where a game is small.
    pub count: usize,
    /// How many moves each has.
    pub plies: usize,
    /// Which ones, and in which order.
    pub seed: u64,
}

impl Wanted {
    /// Enough variety for any game that we play, early enough that most is still to be decided.
    pub const PLIES: usize = 4;

    /// So many openings of a few moves.
    pub fn new(count: usize, seed: u64) -> Wanted {
        Wanted { count, plies: Wanted::PLIES, seed }
    }
}

/// For each opening that is kept so many are looked at.
const CHOICE: usize = 4;
/// Random moves find the same position again and again in a small game: then enough is enough.
const PATIENCE: usize = 20;

impl<G: Game> Openings<G> {
    /// The start of the game alone.
    pub fn only(start: &G) -> Openings<G> {
        Openings { all: vec![Opening { moves: Vec::new(), position: start.clone() }] }
    }

    /// Openings of random moves that are not over or decided and favour neither side more than most
    /// do: of four times as many the most even ones, by a short search.
    pub fn for_game<K: Knowledge<Game = G>>(
        knowledge: &K,
        start: &G,
        wanted: Wanted,
    ) -> Openings<G> {
        let judge = Judge::new(knowledge);
        let judged = candidates(start, wanted).into_iter().filter_map(|opening| {
            match judge.balance(&opening.position) {
                Balance::Decided => None,
                Balance::Open { lead } => Some((lead.unsigned_abs(), opening)),
            }
        });
        let mut judged: Vec<_> = judged.collect();
        // The sort is stable, so equals stay in the order in which chance found them.
        judged.sort_by_key(|&(lead, _)| lead);
        judged.truncate(judged.len().div_ceil(CHOICE).min(wanted.count));
        let mut all: Vec<_> = judged.into_iter().map(|(_, opening)| opening).collect();
        shuffle(&mut all, wanted.seed);
        Openings::or_start(all, start)
    }

    fn or_start(all: Vec<Opening<G>>, start: &G) -> Openings<G> {
        if all.is_empty() { Openings::only(start) } else { Openings { all } }
    }

    /// How many different ones there are.
    #[expect(clippy::len_without_is_empty, reason = "a suite is never empty")]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// An opening by number, as a schedule counts them: after the last comes the first again.
    pub fn get(&self, number: u64) -> &Opening<G> {
        &self.all[(number % self.all.len() as u64) as usize]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Opening<G>> {
        self.all.iter()
    }
}

/// Random openings, each position once.
fn candidates<G: Game>(start: &G, wanted: Wanted) -> Vec<Opening<G>> {
    let enough = CHOICE.saturating_mul(wanted.count);
    let mut known = HashSet::new();
    let mut found = Vec::new();
    let mut random = Random::new(mix(wanted.seed));
    for _ in 0..PATIENCE.saturating_mul(enough) {
        if found.len() == enough {
            break;
        }
        let mut opening = Opening { moves: Vec::new(), position: start.clone() };
        for _ in 0..wanted.plies {
            let moves = opening.position.moves();
            if moves.is_empty() {
                break;
            }
            opening.play(moves[random.below(moves.len())]);
        }
        let is_over = opening.position.outcome().is_some();
        if !is_over && known.insert(opening.position.clone()) {
            found.push(opening);
        }
    }
    found
}

fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = Random::new(mix(seed) ^ 1);
    for open in (1..items.len()).rev() {
        items.swap(open, random.below(open + 1));
    }
}

impl<G: Game> Opening<G> {
    fn play(&mut self, mv: G::Move) {
        self.moves.push(mv);
        self.position.play(mv);
    }
}

#[cfg(test)]
mod tests {
    use plyglot_games::{capture_go, checkers, mancala, stake_raid, star_circle};
    use plyglot_games::{
        capture_go::knowledge::CaptureGo, checkers::knowledge::Checkers,
        mancala::knowledge::Mancala, stake_raid::knowledge::StakeRaid,
        star_circle::knowledge::StarCircle,
    };

    use super::*;

    fn check<K: Knowledge>(knowledge: &K, start: &K::Game) {
        let wanted = Wanted::new(10, 5);
        let openings = Openings::for_game(knowledge, start, wanted);
        assert_eq!(openings.len(), 10);
        let mut known = HashSet::new();
        for opening in openings.iter() {
            let mut position = start.clone();
            for &mv in &opening.moves {
                position = position.try_play(mv).unwrap();
            }
            assert_eq!(position, opening.position);
            assert!(position.outcome().is_none() && opening.moves.len() == Wanted::PLIES);
            assert!(known.insert(position), "each is there once");
        }
        assert_eq!(openings, Openings::for_game(knowledge, start, wanted));
        assert_ne!(openings, Openings::for_game(knowledge, start, Wanted { seed: 6, ..wanted }));
        assert_eq!(openings.get(23), openings.get(3));
        // They are more even than what chance alone finds.
        let judge = Judge::new(knowledge);
        let lead = |position: &K::Game| match judge.balance(position) {
            Balance::Open { lead } => i64::from(lead).abs(),
            Balance::Decided => i64::from(i32::MAX),
        };
        let chosen: i64 = openings.iter().map(|opening| lead(&opening.position)).sum();
        let found = candidates(start, wanted);
        assert_eq!(found.len(), 40);
        let all: i64 = found.iter().map(|opening| lead(&opening.position)).sum();
        assert!(4 * chosen <= all, "{chosen} of 10, {all} of 40");
    }

    #[test]
    fn even_openings_for_every_game() {
        check(&StarCircle, &star_circle::Position::start());
        check(&Checkers::default(), &checkers::Position::start());
        check(&Mancala::default(), &mancala::Position::start());
        check(&CaptureGo::<1>, &capture_go::Position::<1>::start());
        let values = stake_raid::Values::random(6, 50, 3);
        check(&StakeRaid, &stake_raid::Position::empty(values));
    }

    #[test]
    fn a_small_game_has_few_and_never_none() {
        let small = mancala::Position::new(mancala::Board::filled(3, 1), plyglot_core::Side::First);
        let openings = Openings::for_game(&Mancala::default(), &small, Wanted::new(50, 1));
        assert!((1..50).contains(&openings.len()));
        let over = Wanted { plies: 1000, ..Wanted::new(5, 1) };
        assert_eq!(Openings::for_game(&Mancala::default(), &small, over), Openings::only(&small));
        assert_eq!(Openings::for_game(&Mancala::default(), &small, Wanted::new(0, 1)).len(), 1);
    }
}
