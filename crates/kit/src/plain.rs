use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use plyglot_core::mix::mix;
use plyglot_core::{Game, Outcome};
use plyglot_search::engine::score::WON;
use plyglot_search::engine::{Knowledge, Score};

/// Knowledge of a game from its rules alone: positions are worth what the rules say, and winning is
/// all that counts in the end.
pub struct Plain<G>(PhantomData<fn() -> G>);

impl<G> Default for Plain<G> {
    fn default() -> Plain<G> {
        Plain(PhantomData)
    }
}

impl<G> fmt::Debug for Plain<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Plain")
    }
}

impl<G: Game> Knowledge for Plain<G> {
    type Game = G;
    const POINT: Score = 1;
    const DECISIVE: bool = true;
    const HISTORY_SIZE: usize = 1 << 12;

    fn final_score(&self, position: &G) -> Score {
        match position.outcome() {
            Some(Outcome::Win(side)) if side == position.to_move() => WON,
            Some(Outcome::Win(_)) => -WON,
            Some(Outcome::Draw) | None => 0,
        }
    }

    /// Equal moves share an index; a collision makes the order a little worse and nothing wrong.
    fn history_index(&self, mv: G::Move) -> usize {
        let mut hasher = Mixing(0);
        mv.hash(&mut hasher);
        hasher.finish() as usize % Self::HISTORY_SIZE
    }

    fn turns_to_go(&self, _position: &G) -> u32 {
        20
    }
}

/// A hasher of a few instructions.
struct Mixing(u64);

impl Hasher for Mixing {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
