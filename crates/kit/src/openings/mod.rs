//! Positions to begin games from, so that programs without chance do not play the same game again
//! and again. Each is played twice, with colours swapped.

mod judge;

use std::collections::HashSet;

use plyglot_core::Game;
use plyglot_core::mix::{Random, mix};
use plyglot_search::engine::Knowledge;

pub use judge::{Balance, Judge};

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
pub struct OpeningsWanted {
    /// How many. There may be fewer, where a game is small.
    pub count: usize,
    /// How many moves each has.
    pub plies: usize,
    /// Which ones, and in which order.
    pub seed: u64,
}

impl OpeningsWanted {
    /// Enough variety for any game that we play, early enough that most is still to be decided.
    pub const PLIES: usize = 4;

    /// `count` openings of a few moves.
    pub fn new(count: usize, seed: u64) -> OpeningsWanted {
        OpeningsWanted { count, plies: OpeningsWanted::PLIES, seed }
    }
}

/// How many candidates are judged for each opening that is kept.
const CHOICE: usize = 4;
/// Random moves find the same position again and again in a small game: then enough is enough.
const PATIENCE: usize = 20;

impl<G: Game> Openings<G> {
    /// The start of the game alone.
    pub fn only(start: &G) -> Openings<G> {
        Openings { all: vec![Opening { moves: Vec::new(), position: start.clone() }] }
    }

    /// All openings of `plies` moves that do not lose a point by force; for games with few moves.
    pub fn sound<K: Knowledge<Game = G>>(
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

    /// Openings of random moves that are not over or decided and favour neither side more than most
    /// do: the most even of four times as many, by a short search.
    pub fn for_game<K: Knowledge<Game = G>>(
        knowledge: &K,
        start: &G,
        wanted: OpeningsWanted,
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
pub fn candidates<G: Game>(start: &G, wanted: OpeningsWanted) -> Vec<Opening<G>> {
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

/// Every position after `plies` moves once, by the first way that leads there.
pub fn every<G: Game>(start: &G, plies: usize) -> Vec<Opening<G>> {
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
