use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plyglot_core::Game;
use plyglot_core::mix::Random;

use super::minimax::best_moves;
use super::{Opponent, Person, Style};
use crate::engine::{Engine, Knowledge, Limit, MoveOf, Problem, Score, Settings, Thought};

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
        let style = match opponent {
            Opponent::Engine(level) => Some(K::LEVELS.style(level)),
            Opponent::Styled(style) => Some(style),
            Opponent::Random | Opponent::Greedy | Opponent::Minimax(_) => None,
        };
        // All but the one that time limits play the same on every machine.
        let threads = if style == Some(Style::Given) { settings.threads } else { 1 };
        let engine = Engine::new(knowledge, Settings { threads, ..settings });
        Player { opponent, engine, random: Random::new(seed) }
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
            Opponent::Engine(level) => return self.in_style(K::LEVELS.style(level), problem, say),
            Opponent::Styled(style) => return self.in_style(style, problem, say),
        };
        let mv = *moves.get(self.random.below(moves.len().max(1)))?;
        Some(ChosenMove { mv, thought: None })
    }

    fn in_style(
        &mut self,
        style: Style,
        problem: &Problem<'_, K::Game>,
        say: impl FnMut(&Thought<MoveOf<K>>),
    ) -> Option<ChosenMove<K>> {
        let limit = match style {
            Style::Person(person) => {
                let mv = self.as_person(person, problem)?;
                return Some(ChosenMove { mv, thought: None });
            }
            Style::Nodes(nodes) => Limit::Nodes(nodes),
            Style::Given => problem.limit,
        };
        let thought = self.engine.think_aloud(&Problem { limit, ..*problem }, say)?;
        Some(ChosenMove { mv: thought.best(), thought: Some(thought) })
    }

    /// The move that looks best to somebody who overlooks answers and misjudges a little. All in whole
    /// numbers, so that the same seed gives the same move everywhere.
    fn as_person(&mut self, person: Person, problem: &Problem<'_, K::Game>) -> Option<MoveOf<K>> {
        let position = problem.position;
        let side = position.to_move();
        // A win must stay out of the reach of errors, and a score in hundredths within 64 bits.
        let (point, blur) = (i64::from(K::POINT), person.blur as usize);
        let is_careless = self.random.below(100) < person.overlooks as usize;
        let depth = if is_careless { 0 } else { person.depth };
        let mut moves = Vec::new();
        self.engine.knowledge().moves(position, &mut moves);
        let judged = moves.into_iter().map(|mv| {
            let after = position.after(mv);
            let score = self.glance(&after, depth);
            let score = i64::from(if after.to_move() == side { score } else { -score });
            // Two throws: small errors are more frequent than large ones.
            let [one, other] = [(); 2].map(|()| self.random.below(blur + 1) as i64);
            (100 * score + (one - other) * point, mv)
        });
        // Of equals the first, as everywhere.
        let best = judged.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, mv)| mv)
    }

    /// What a position is worth for its side to move, `depth` turns ahead.
    fn glance(&mut self, position: &K::Game, depth: u32) -> Score {
        if position.outcome().is_some() {
            return self.engine.knowledge().final_score(position);
        }
        let look = (depth > 0).then(|| Problem::new(position, Limit::Depth(depth)));
        let thought = look.and_then(|problem| self.engine.think(&problem));
        thought.map_or_else(|| self.engine.knowledge().estimate(position), |thought| thought.score)
    }
}
