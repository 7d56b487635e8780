use std::fmt::Debug;

use plyglot_core::Game;

use super::{Engine, Knowledge, MoveOf, Problem, Settings, Signals, Thought};

/// An engine for the same game in a form that is quicker to search, which not every position has.
/// Moves are the same in both forms, so thoughts are too.
pub trait QuickForm<G: Game>: Debug + Send {
    /// Whether a position has this form.
    fn fits(&self, position: &G) -> bool;

    /// As [`Engine::suggest`], for a position that fits.
    fn suggest(&mut self, position: &G, line: &[G::Move]);

    /// As [`Engine::think_aloud`] with these signals, for a position that fits.
    fn think_aloud(
        &mut self,
        problem: &Problem<'_, G>,
        signals: &Signals,
        say: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Option<Thought<G::Move>>;
}

/// The quick form that a function converts a position to.
#[derive(Debug)]
pub struct Converted<G, K: Knowledge> {
    convert: fn(&G) -> Option<K::Game>,
    engine: Engine<K>,
}

impl<G, K: Knowledge> Converted<G, K> {
    /// An engine for what `convert` makes of a position.
    pub fn new(
        convert: fn(&G) -> Option<K::Game>,
        knowledge: K,
        settings: Settings,
    ) -> Converted<G, K> {
        Converted { convert, engine: Engine::new(knowledge, settings) }
    }
}

impl<G, K> QuickForm<G> for Converted<G, K>
where
    G: Game<Move = MoveOf<K>> + Debug,
    K: Knowledge + Debug,
{
    fn fits(&self, position: &G) -> bool {
        (self.convert)(position).is_some()
    }

    fn suggest(&mut self, position: &G, line: &[G::Move]) {
        if let Some(position) = (self.convert)(position) {
            self.engine.suggest(&position, line);
        }
    }

    fn think_aloud(
        &mut self,
        problem: &Problem<'_, G>,
        signals: &Signals,
        say: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Option<Thought<G::Move>> {
        let position = (self.convert)(problem.position)?;
        let Problem { past, limit, clock, .. } = *problem;
        self.engine.set_signals(signals);
        self.engine.think_aloud(&Problem { position: &position, past, limit, clock }, say)
    }
}
