use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use plyglot_core::Side;
use plyglot_core::mix::mix;
use plyglot_kit::any::AnyLine;
use plyglot_kit::openings::OpeningsWanted;
use plyglot_sandbox::cores;

use super::{Contest, ContestError, Entrant, Event, Flow, Opened, OpeningSuite};
use crate::agent::{ATTEMPTS, AgentKind, Unready, Workshop};
use crate::record::{Evidence, GameRecord, ProgramRecord, TurnRecord};
use crate::referee::{
    BoardPairing, BuiltIn, Fault, ProgramSeat, RefereeError, Seat, forfeited, play,
};
use crate::schedule::ScheduledGame;

/// Where the games of a contest are played: one worker a core.
pub(super) struct Hall<'c> {
    contest: &'c Contest,
    workshop: &'c Workshop,
    entrants: &'c [Entrant],
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
}

/// What a worker has to say.
enum Word {
    Begun(ScheduledGame, Opened),
    Turn(ScheduledGame, TurnRecord),
    Ended(ScheduledGame, Box<GameRecord>),
    Failed { game: ScheduledGame, why: String, again: bool },
}

/// Built-in agents search on the workers' threads, one call within the other.
const STACK: usize = 64 << 20;

impl<'c> Hall<'c> {
    pub fn new(
        contest: &'c Contest,
        workshop: &'c Workshop,
        entrants: &'c [Entrant],
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
        let workers = cores.enumerate().map(|(number, core)| Worker { number, core }).collect();
        Ok(Hall { contest, workshop, entrants, openings, workers, stop })
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
                let (pairs, next, is_stopped) = (&pairs, &next, &is_stopped);
                let own_mouth = mouth.clone();
                let work = move || {
                    // Without it the game is only a little less fair.
                    _ = cores::stay_on(&[worker.core]);
                    while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        for game in *pair {
                            if is_stopped.load(Ordering::Relaxed) || self.is_over() {
                                return;
                            }
                            self.play_one(game, worker, is_stopped, &own_mouth);
                        }
                    }
                };
                let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if let (Err(error), 0) = (spawned, worker.number) {
                    // The others are fewer than they should be, and do the same.
                    for game in games {
                        let why = format!("no thread for it: {error}");
                        _ = mouth.send(Word::Failed { game: *game, why, again: false });
                    }
                    break;
                }
            }
            drop(mouth);
            let mut result = Ok(Flow::GoOn);
            for word in ear {
                if !matches!(result, Ok(Flow::GoOn)) {
                    continue;
                }
                result = hear(&word, tell);
                if !matches!(result, Ok(Flow::GoOn)) {
                    is_stopped.store(true, Ordering::Relaxed);
                }
            }
            result
        })
    }

    /// Plays a game; again from its start if something fails that is no agent's fault.
    fn play_one(
        &self,
        game: &ScheduledGame,
        worker: &Worker,
        is_stopped: &AtomicBool,
        mouth: &Sender<Word>,
    ) {
        for attempt in 1..=ATTEMPTS {
            let error = match self.try_one(game, worker, is_stopped, mouth) {
                Ok(()) => return,
                Err(error) => error,
            };
            if self.is_over() {
                // Whatever has come of it: the agents were not given their time.
                return;
            }
            let again = attempt < ATTEMPTS && !matches!(error, RefereeError::Unready { .. });
            _ = mouth.send(Word::Failed { game: *game, why: error.to_string(), again });
            if !again || is_stopped.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    fn try_one(
        &self,
        game: &ScheduledGame,
        worker: &Worker,
        is_stopped: &AtomicBool,
        mouth: &Sender<Word>,
    ) -> Result<(), RefereeError> {
        let numbers = [game.first, game.second];
        let names = numbers.map(|number| self.contest.agents[number].name.clone());
        let begun = self.opening(game.opening);
        let opened =
            Opened { players: names.clone(), start: begun.position_at(0), opening: begun.moves() };
        // Sending fails only when the contest is over.
        _ = mouth.send(Word::Begun(*game, opened));
        let played = match forfeited(begun, names.clone(), numbers.map(|it| self.fault(it))) {
            Some(record) => Some(record),
            None => {
                let mut seats =
                    [self.seat(game, Side::First, worker)?, self.seat(game, Side::Second, worker)?];
                let [first, second] = &mut seats;
                let pairing = BoardPairing {
                    opened: begun,
                    rules: &self.contest.rules,
                    names,
                    seats: [&mut **first, &mut **second],
                };
                play(pairing, |turn| {
                    _ = mouth.send(Word::Turn(*game, turn.clone()));
                    !is_stopped.load(Ordering::Relaxed) && !self.is_over()
                })?
            }
        };
        if let Some(record) = played.filter(|_| !self.is_over()) {
            let programs = numbers.map(|number| self.program(number));
            _ = mouth.send(Word::Ended(*game, Box::new(GameRecord { programs, ..record })));
        }
        Ok(())
    }

    /// Why an agent loses before the game begins, if so.
    fn fault(&self, number: usize) -> Option<(Fault, Evidence)> {
        let Entrant::Unready(Unready { step, ended, output }, _) = &self.entrants[number] else {
            return None;
        };
        let fault = Fault::Unready { step: (*step).to_owned(), ended: ended.clone() };
        Some((fault, Evidence { stderr: output.clone(), ..Evidence::default() }))
    }

    fn program(&self, number: usize) -> Option<ProgramRecord> {
        match &self.entrants[number] {
            Entrant::Ready(prepared) => Some(prepared.record().clone()),
            Entrant::Unready(_, record) => Some(record.clone()),
            Entrant::BuiltIn | Entrant::Lost(_) => None,
        }
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
        side: Side,
        worker: &Worker,
    ) -> Result<Box<dyn Seat + '_>, RefereeError> {
        let number = [game.first, game.second][side as usize];
        let (rules, agent) = (self.contest.rules, &self.contest.agents[number]);
        let unready = |why: String| RefereeError::Unready { name: agent.name.clone(), why };
        match (&self.entrants[number], &agent.kind) {
            (Entrant::Ready(prepared), _) => Ok(Box::new(ProgramSeat {
                prepared,
                sandbox: self.workshop.sandbox(),
                folder: self.workshop.folder(&format!("game-{}-{}", worker.number, side as usize)),
                rules,
                cores: vec![worker.core],
            })),
            (_, AgentKind::BuiltIn(opponent)) => {
                let seed = seed_of(self.contest.seed, game, number);
                Ok(Box::new(BuiltIn::new(*opponent, &rules, seed).stopped_by(self.stop)))
            }
            (Entrant::Unready(why, _), _) => Err(unready(why.to_string())),
            (Entrant::Lost(why), _) => Err(unready(why.clone())),
            (Entrant::BuiltIn, _) => Err(unready("it is no program".to_owned())),
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
        Word::Failed { game, why, again } => Event::Failed { game, why, again: *again },
    };
    tell(event).map_err(ContestError::Told)
}

/// The random seed of an agent in a game: it depends on nothing else.
fn seed_of(seed: u64, game: &ScheduledGame, number: usize) -> u64 {
    let key = game.key;
    let parts = [key.round, key.table, key.number, number as u32].map(u64::from);
    parts.into_iter().fold(mix(seed), |all, part| mix(all ^ part))
}
