use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use plyglot_kit::any::{AnyLine, AnyPlayer};
use plyglot_search::engine::{CpuClock, Limit, Settings};
use plyglot_search::opponents::Opponent;

use super::Rules;
use super::seat::{RefereeError, Seat, TimeLeft, TurnResult};

/// One of our own opponents, on the referee's own thread.
pub(crate) struct BuiltIn {
    opponent: Opponent,
    nodes: Option<u64>,
    seed: u64,
    player: Option<Box<dyn AnyPlayer>>,
    stop: Arc<AtomicBool>,
}

impl BuiltIn {
    /// A player with the same random seed in every game.
    pub fn new(opponent: Opponent, rules: &Rules, seed: u64) -> BuiltIn {
        BuiltIn { opponent, nodes: rules.nodes, seed, player: None, stop: Arc::default() }
    }

    /// The same; once this is set it thinks no more, and its turns are worth nothing.
    pub fn stopped_by(mut self, stop: &Arc<AtomicBool>) -> BuiltIn {
        self.stop = Arc::clone(stop);
        self
    }
}

impl Seat for BuiltIn {
    /// A new player: what was learned in one game must not change the next.
    fn begin(&mut self, start: &dyn AnyLine) -> Result<(), RefereeError> {
        let settings = Settings { contempt: start.contempt(), ..Settings::default() };
        let player = start.player(self.opponent, settings, self.seed);
        self.player = Some(player.stopped_by(Arc::clone(&self.stop)));
        Ok(())
    }

    fn turn(&mut self, line: &dyn AnyLine, left: TimeLeft) -> Result<TurnResult, RefereeError> {
        let (clock, started) = (CpuClock::of_thread(), Instant::now());
        let nodes = self.nodes;
        let mut limit = || match (nodes, left.cpu) {
            (Some(nodes), _) => Limit::Nodes(nodes),
            (None, Some(left)) => Limit::Game(left.saturating_sub(clock.elapsed())),
            (None, None) => Limit::Nodes(NODES),
        };
        let moves = self.player.as_mut().map(|player| player.turn(line, &mut limit));
        Ok(TurnResult {
            played: Ok(moves.unwrap_or_default()),
            cpu: clock.elapsed(),
            wall: started.elapsed(),
            notes: Vec::new(),
            layers: None,
        })
    }

    fn is_timed(&self, rules: &Rules) -> bool {
        rules.nodes.is_none()
    }

    /// It never sleeps.
    fn wall_of_game(&self, _rules: &Rules) -> Option<Duration> {
        None
    }
}

/// Without a clock and without a number of nodes.
const NODES: u64 = 100_000;
