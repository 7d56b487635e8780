use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plyglot_core::Game;
use plyglot_core::mix::Random;

use super::Opponent;
use super::level::Style;
use super::minimax::{best_moves, judged_moves};
use crate::engine::score::distance;
use crate::engine::{Engine, Knowledge, MoveOf, Problem, Score, Settings, Thought};

/// An opponent at the board of one game. The same opponent, seed and positions give the same moves,
/// unless time is what limits them.
#[derive(Debug)]
pub struct Player<K: Knowledge> {
    opponent: Opponent,
    engine: Engine<K>,
    random: Random,
}

/// A move, and the thought behind it.
#[derive(Clone, Debug)]
pub struct ChosenMove<K: Knowledge> {
    /// The move to make.
    pub mv: MoveOf<K>,
    /// What the engine thinks, if it was the engine that chose.
    pub thought: Option<Thought<MoveOf<K>>>,
}

impl<K: Knowledge> Player<K> {
    /// A player with its own engine and its own random numbers.
    pub fn new(opponent: Opponent, knowledge: K, settings: Settings, seed: u64) -> Player<K> {
        Player { opponent, engine: Engine::new(knowledge, settings), random: Random::new(seed) }
    }

    /// Which opponent it is.
    pub fn opponent(&self) -> Opponent {
        self.opponent
    }

    /// The same player, which chooses any move at once when the flag is set; see
    /// [`Engine::stopper`].
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Player<K> {
        self.engine = self.engine.stopped_by(stop);
        self
    }

    /// Chooses a move. Only the full level heeds the problem's limit: the others have their own, and
    /// are quick. `None` if the game is over.
    pub fn choose(&mut self, problem: &Problem<'_, K::Game>) -> Option<ChosenMove<K>> {
        self.choose_aloud(problem, |_| {})
    }

    /// Chooses a move, and says every thought on the way, if it is the engine that chooses.
    pub fn choose_aloud(
        &mut self,
        problem: &Problem<'_, K::Game>,
        say: impl FnMut(&Thought<MoveOf<K>>),
    ) -> Option<ChosenMove<K>> {
        let position = problem.position;
        let (knowledge, stop) = (self.engine.knowledge(), &self.engine.stopper());
        let moves = match self.opponent {
            Opponent::Random => position.moves(),
            Opponent::Greedy => {
                best_moves(knowledge, position, 1, stop).first().copied().into_iter().collect()
            }
            Opponent::Minimax(depth) => best_moves(knowledge, position, depth, stop),
            Opponent::Engine(level) => match level.style() {
                Style::Misjudging { depth, percent } => {
                    self.misjudged(position, depth, percent).into_iter().collect()
                }
                Style::Thinking(own) => {
                    let limit = own.unwrap_or(problem.limit);
                    let thought = self.engine.think_aloud(&Problem { limit, ..*problem }, say)?;
                    return Some(ChosenMove { mv: thought.best(), thought: Some(thought) });
                }
            },
        };
        let mv = *moves.get(self.random.below(moves.len().max(1)))?;
        Some(ChosenMove { mv, thought: None })
    }

    /// The move that looks best when each is misjudged by up to a share of the difference between
    /// them. A move that wins or loses at once is never misjudged.
    fn misjudged(&mut self, position: &K::Game, depth: u32, percent: i64) -> Option<MoveOf<K>> {
        let judged = judged_moves(self.engine.knowledge(), position, depth, &self.engine.stopper());
        let ordinary = judged.iter().map(|&(_, score)| score).filter(|&s| distance(s).is_none());
        let (least, most) = ordinary.fold((Score::MAX, Score::MIN), |(least, most), score| {
            (least.min(score), most.max(score))
        });
        let spread = i64::from(most).saturating_sub(i64::from(least)).max(1);
        let wrong_by = spread * percent / 100 + 1;
        let judged = judged.into_iter().map(|(mv, score)| {
            let error = self.random.below(2 * wrong_by as usize + 1) as i64 - wrong_by;
            (i64::from(score) + error, mv)
        });
        judged.max_by_key(|&(score, _)| score).map(|(_, mv)| mv)
    }
}
