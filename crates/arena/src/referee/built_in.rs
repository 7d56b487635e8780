use std::time::{Duration, Instant};

use plyglot_kit::competition::Competition;
use plyglot_search::engine::{CpuClock, Knowledge, Limit, Problem, Settings};
use plyglot_search::opponents::{Opponent, Player};

use super::Rules;
use super::course::Course;
use super::seat::{RefereeError, Seat, Turn};

/// How much worse than level a draw is where games are won as a whole, in scores: rather play on.
const CONTEMPT: i32 = 25;

/// One of our own opponents, on the referee's own thread.
pub(crate) struct BuiltIn<G: Competition> {
    opponent: Opponent,
    nodes: Option<u64>,
    seed: u64,
    player: Player<G::Knowledge>,
}

impl<G: Competition> BuiltIn<G> {
    /// A player whose chance starts from `seed` in every game.
    pub fn new(opponent: Opponent, rules: &Rules, seed: u64) -> BuiltIn<G> {
        BuiltIn { opponent, nodes: rules.nodes, seed, player: player::<G>(opponent, seed) }
    }
}

fn player<G: Competition>(opponent: Opponent, seed: u64) -> Player<G::Knowledge> {
    let contempt = if G::Knowledge::DECISIVE { CONTEMPT } else { 0 };
    let settings = Settings { contempt, ..Settings::default() };
    Player::new(opponent, G::Knowledge::default(), settings, seed)
}

impl<G: Competition> Seat<G> for BuiltIn<G> {
    /// A new player: what was learned in one game must not change the next.
    fn begin(&mut self) -> Result<(), RefereeError> {
        self.player = player::<G>(self.opponent, self.seed);
        Ok(())
    }

    fn turn(
        &mut self,
        course: &Course<G>,
        left: Option<Duration>,
    ) -> Result<Turn<G>, RefereeError> {
        let (clock, started) = (CpuClock::of_thread(), Instant::now());
        let past = course.past();
        let mover = course.position().to_move();
        let mut position = course.position().clone();
        let mut moves = Vec::new();
        while position.to_move() == mover && position.outcome().is_none() {
            let limit = match (self.nodes, left) {
                (Some(nodes), _) => Limit::Nodes(nodes),
                (None, Some(left)) => Limit::Game(left.saturating_sub(clock.elapsed())),
                (None, None) => Limit::Nodes(NODES),
            };
            // The clock of a search starts with it.
            let problem =
                Problem { position: &position, past: &past, limit, clock: CpuClock::of_thread() };
            let Some(choice) = self.player.choose(&problem) else { break };
            moves.push(choice.mv);
            position.play(choice.mv);
        }
        Ok(Turn {
            played: Ok(moves),
            cpu: clock.elapsed(),
            wall: started.elapsed(),
            notes: Vec::new(),
            layers: None,
        })
    }

    fn is_timed(&self, rules: &Rules) -> bool {
        rules.nodes.is_none()
    }
}

/// Without a clock and without a number of nodes.
const NODES: u64 = 100_000;
