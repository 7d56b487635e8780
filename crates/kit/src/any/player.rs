use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use plyglot_search::engine::{CpuClock, Engine, Limit, Problem, Thought};
use plyglot_search::opponents::Player;

use super::AnyLine;
use crate::Line;
use crate::wording::Spoken;

/// An opponent or an engine, whatever game it plays.
pub trait AnyPlayer: Send {
    /// Thinks about the position at the end of a line of its own kind; the engine reports every
    /// thought on the way. `None` if there is no move.
    fn think(
        &mut self,
        line: &dyn AnyLine,
        limit: Limit,
        clock: CpuClock,
        say: &mut dyn FnMut(&Thought<String>),
    ) -> Option<Pondered>;

    /// Plays a whole turn: several moves where one earns another. `limit` is called before each.
    fn turn(&mut self, line: &dyn AnyLine, limit: &mut dyn FnMut() -> Limit) -> Vec<String>;

    /// The same player, which moves at once when the flag is set.
    fn stopped_by(self: Box<Self>, stop: Arc<AtomicBool>) -> Box<dyn AnyPlayer>;

    /// The same player, which counts the nodes of a search there while it goes on, if it is an engine
    /// without a level.
    fn counted_by(self: Box<Self>, nodes: Arc<AtomicU64>) -> Box<dyn AnyPlayer>;
}

/// A move, and what was thought about it.
#[derive(Clone, Debug)]
pub struct Pondered {
    /// The move to make.
    pub mv: String,
    /// What the engine thinks, if the engine chose.
    pub thought: Option<Thought<String>>,
}

/// The two kinds of thinker.
pub(super) enum Thinking<G: Spoken> {
    Player(Player<G::Knowledge>),
    Engine(Engine<G::Knowledge>),
}

impl<G: Spoken> Thinking<G>
where
    G::Knowledge: Send,
{
    fn choose(
        &mut self,
        problem: &Problem<'_, G>,
        say: &mut dyn FnMut(&Thought<String>),
    ) -> Option<Chosen<G::Move>> {
        let say = |thought: &Thought<G::Move>| say(&in_texts(thought));
        match self {
            Thinking::Player(player) => {
                let choice = player.choose_aloud(problem, say)?;
                Some((choice.mv, choice.thought))
            }
            Thinking::Engine(engine) => {
                let thought = engine.think_aloud(problem, say)?;
                Some((thought.best(), Some(thought)))
            }
        }
    }
}

/// A move, and what was thought about it, if anything was.
type Chosen<M> = (M, Option<Thought<M>>);

fn in_texts<M: ToString>(thought: &Thought<M>) -> Thought<String> {
    Thought {
        line: thought.line.iter().map(ToString::to_string).collect(),
        score: thought.score,
        depth: thought.depth,
        is_proven: thought.is_proven,
        nodes: thought.nodes,
        known: thought.known,
    }
}

fn typed<G: Spoken>(line: &dyn AnyLine) -> Option<&Line<G>> {
    line.as_any().downcast_ref()
}

impl<G: Spoken> AnyPlayer for Thinking<G>
where
    G::Knowledge: Send,
{
    fn think(
        &mut self,
        line: &dyn AnyLine,
        limit: Limit,
        clock: CpuClock,
        say: &mut dyn FnMut(&Thought<String>),
    ) -> Option<Pondered> {
        let line = typed::<G>(line)?;
        let past = line.past();
        let problem = Problem { position: line.position(), past: &past, limit, clock };
        let (mv, thought) = self.choose(&problem, say)?;
        Some(Pondered { mv: mv.to_string(), thought: thought.as_ref().map(in_texts) })
    }

    fn turn(&mut self, line: &dyn AnyLine, limit: &mut dyn FnMut() -> Limit) -> Vec<String> {
        let Some(line) = typed::<G>(line) else { return Vec::new() };
        let past = line.past();
        let mut position = line.position().clone();
        let mover = position.to_move();
        let mut moves = Vec::new();
        while position.to_move() == mover && position.outcome().is_none() {
            let (limit, clock) = (limit(), CpuClock::of_thread());
            let problem = Problem { position: &position, past: &past, limit, clock };
            let Some((mv, _)) = self.choose(&problem, &mut |_| {}) else { break };
            position.play(mv);
            moves.push(mv.to_string());
        }
        moves
    }

    fn stopped_by(self: Box<Self>, stop: Arc<AtomicBool>) -> Box<dyn AnyPlayer> {
        Box::new(match *self {
            Thinking::Player(player) => Thinking::<G>::Player(player.stopped_by(stop)),
            Thinking::Engine(engine) => Thinking::Engine(engine.stopped_by(stop)),
        })
    }

    fn counted_by(self: Box<Self>, nodes: Arc<AtomicU64>) -> Box<dyn AnyPlayer> {
        Box::new(match *self {
            Thinking::Player(player) => Thinking::<G>::Player(player),
            Thinking::Engine(engine) => Thinking::Engine(engine.counted_by(nodes)),
        })
    }
}
