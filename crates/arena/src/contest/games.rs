use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use plyglot_core::Side;
use plyglot_core::mix::mix;
use plyglot_kit::any::AnyLine;
use plyglot_kit::openings::OpeningsWanted;
use plyglot_sandbox::{Slot, cores};

use super::{Contest, ContestError, Event, Flow, Opened, OpeningSuite};
use crate::agent::{AgentKind, Prepared, Workshop};
use crate::record::{GameRecord, TurnRecord};
use crate::referee::{BoardPairing, BuiltIn, ProgramSeat, RefereeError, Seat, play};
use crate::schedule::ScheduledGame;

/// Where the games of a contest are played: one worker a core.
pub(super) struct Hall<'c> {
    contest: &'c Contest,
    workshop: &'c Workshop,
    prepared: &'c [Option<Prepared>],
    /// Never none: a game that has only begun for each opening.
    openings: Vec<Box<dyn AnyLine>>,
    workers: Vec<Worker>,
    /// Set by whoever wants the contest to end at once.
    stop: &'c Arc<AtomicBool>,
}

/// Plays one game after the other.
struct Worker {
    number: usize,
    core: usize,
    /// For the agents of the two sides.
    slots: [Slot; 2],
}

/// What a worker has to say.
enum Word {
    Begun(ScheduledGame, Opened),
    Turn(ScheduledGame, TurnRecord),
    Ended(ScheduledGame, Box<GameRecord>),
    Failed(RefereeError),
}

/// An agent may nest directories deeply, and they are removed one within the other.
const STACK: usize = 64 << 20;

impl<'c> Hall<'c> {
    pub fn new(
        contest: &'c Contest,
        workshop: &'c Workshop,
        prepared: &'c [Option<Prepared>],
        stop: &'c Arc<AtomicBool>,
    ) -> Result<Hall<'c>, RefereeError> {
        let start = &contest.start;
        let openings = match contest.openings {
            None => vec![start.clone()],
            Some(OpeningSuite { count, plies }) => {
                let openings = start.openings(OpeningsWanted { count, plies, seed: contest.seed });
                openings.iter().map(|moves| start.after(moves)).collect::<Result<_, _>>()?
            }
        };
        let cores = cores::physical().into_iter().take(contest.concurrency.max(1));
        let workers = cores.enumerate().map(|(number, core)| {
            Ok(Worker { number, core, slots: [Slot::take()?, Slot::take()?] })
        });
        let workers = workers.collect::<io::Result<_>>().map_err(RefereeError::Slots)?;
        Ok(Hall { contest, workshop, prepared, openings, workers, stop })
    }

    /// Plays these games, and tells of each on the calling thread.
    pub fn play_all<E>(
        &self,
        games: &[ScheduledGame],
        tell: &mut dyn FnMut(Event<'_>) -> Result<Flow, E>,
    ) -> Result<Flow, ContestError<E>> {
        // Both games of a pair are for the same worker, so that its core favours neither agent.
        let pairs: Vec<&[ScheduledGame]> = games.chunk_by(ScheduledGame::is_paired_with).collect();
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (mouth, ear) = mpsc::channel();
        thread::scope(|scope| {
            for worker in self.workers.iter().take(pairs.len().max(1)) {
                let (mouth, pairs, next, is_stopped) = (mouth.clone(), &pairs, &next, &is_stopped);
                let work = move || {
                    // Without it the game is only a little less fair.
                    _ = cores::stay_on(&[worker.core]);
                    while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        for game in *pair {
                            if is_stopped.load(Ordering::Relaxed) || self.is_over() {
                                return;
                            }
                            self.play_one(game, worker, is_stopped, &mouth);
                        }
                    }
                };
                let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if spawned.is_err() && worker.number == 0 {
                    is_stopped.store(true, Ordering::Relaxed);
                }
            }
            drop(mouth);
            let mut result = Ok(Flow::GoOn);
            for word in ear {
                if !matches!(result, Ok(Flow::GoOn)) {
                    continue;
                }
                result = hear(&word, tell);
                if let Word::Failed(error) = word {
                    result = Err(error.into());
                }
                if !matches!(result, Ok(Flow::GoOn)) {
                    is_stopped.store(true, Ordering::Relaxed);
                }
            }
            result
        })
    }

    fn play_one(
        &self,
        game: &ScheduledGame,
        worker: &Worker,
        is_stopped: &AtomicBool,
        mouth: &Sender<Word>,
    ) {
        let numbers = [game.first, game.second];
        let names = numbers.map(|number| self.contest.agents[number].name.clone());
        let begun = self.opening(game.opening);
        let opened =
            Opened { players: names.clone(), start: begun.position_at(0), opening: begun.moves() };
        // Sending fails only when the contest is over.
        _ = mouth.send(Word::Begun(*game, opened));
        let mut seats = Side::BOTH.map(|side| self.seat(game, numbers, side, worker));
        let [first, second] = &mut seats;
        let pairing = BoardPairing {
            opened: begun,
            rules: &self.contest.rules,
            names,
            seats: [&mut **first, &mut **second],
        };
        let played = play(pairing, |turn| {
            _ = mouth.send(Word::Turn(*game, turn.clone()));
            !is_stopped.load(Ordering::Relaxed) && !self.is_over()
        });
        _ = match played {
            // Whatever has come of it: the agents were not given their time.
            _ if self.is_over() => Ok(()),
            Ok(Some(record)) => mouth.send(Word::Ended(*game, Box::new(record))),
            Ok(None) => Ok(()),
            Err(error) => mouth.send(Word::Failed(error)),
        };
    }

    /// Whether everything ends at once.
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// An opening by number, as a schedule counts them: after the last comes the first again.
    fn opening(&self, number: u64) -> &dyn AnyLine {
        &*self.openings[(number % self.openings.len() as u64) as usize]
    }

    fn seat(
        &self,
        game: &ScheduledGame,
        numbers: [usize; 2],
        side: Side,
        worker: &Worker,
    ) -> Box<dyn Seat + '_> {
        let number = numbers[side as usize];
        let rules = self.contest.rules;
        match (&self.contest.agents[number].kind, &self.prepared[number]) {
            (AgentKind::Program(_), Some(prepared)) => Box::new(ProgramSeat {
                prepared,
                sandbox: self.workshop.sandbox(),
                folder: self.workshop.folder(&format!("game-{}-{}", worker.number, side as usize)),
                rules,
                cores: vec![worker.core],
                slot: worker.slots[side as usize].number(),
            }),
            (AgentKind::BuiltIn(opponent), _) => {
                let seed = seed_of(self.contest.seed, game, number);
                Box::new(BuiltIn::new(*opponent, &rules, seed).stopped_by(self.stop))
            }
            (AgentKind::Program(_), None) => unreachable!("every program is made ready"),
        }
    }
}

fn hear<E>(
    word: &Word,
    tell: &mut dyn FnMut(Event<'_>) -> Result<Flow, E>,
) -> Result<Flow, ContestError<E>> {
    let event = match word {
        Word::Begun(game, opened) => Event::Begun { game, opened },
        Word::Turn(game, turn) => Event::Turn { game, turn },
        Word::Ended(game, record) => Event::Ended { game, record },
        Word::Failed(_) => return Ok(Flow::GoOn),
    };
    tell(event).map_err(ContestError::Told)
}

/// The random seed of an agent in a game: it depends on nothing else.
fn seed_of(seed: u64, game: &ScheduledGame, number: usize) -> u64 {
    let key = game.key;
    let parts = [key.round, key.table, key.number, number as u32].map(u64::from);
    parts.into_iter().fold(mix(seed), |all, part| mix(all ^ part))
}
