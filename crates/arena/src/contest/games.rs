use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, OnceLock};
use std::thread;

use plyglot_core::Side;
use plyglot_core::mix::mix;
use plyglot_kit::any::AnyLine;
use plyglot_kit::openings::OpeningsWanted;
use plyglot_sandbox::{cores, machine};

use super::{Contest, ContestError, Event, Flow, Opened, OpeningSuite};
use crate::agent::{ATTEMPTS, AgentKind, Prepared, Unready, Workshop};
use crate::record::{Evidence, GameRecord, Place, ProgramRecord, TurnRecord};
use crate::referee::{
    BoardPairing, BuiltIn, Fault, ProgramSeat, RefereeError, Seat, forfeited, play,
};
use crate::schedule::ScheduledGame;

/// Where the games of a contest are played, by the threads of this process: all of them for the pool,
/// those of a unit for a worker.
pub(crate) struct Hall<'c> {
    contest: &'c Contest,
    workshop: &'c Workshop,
    /// The agents that have come so far.
    entrants: Vec<OnceLock<Entrant>>,
    /// Never none: a game that has only begun for each opening.
    openings: Vec<Box<dyn AnyLine>>,
    machine: String,
    /// Set by whoever wants the contest to end at once.
    stop: &'c Arc<AtomicBool>,
}

/// An agent, as it is ready to play or not.
pub(crate) enum Entrant {
    /// One of our own.
    BuiltIn,
    /// A program that is ready.
    Ready(Prepared),
    /// One that is not, through its own fault.
    Unready(Unready, ProgramRecord),
    /// One that is not, through none of its own.
    Lost(String),
}

/// Where one game after the other is played.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub number: usize,
    /// The cores that its games stay on: one, where there is one for it.
    pub cores: Vec<usize>,
}

/// What a slot has to say.
pub(crate) enum Word {
    Begun(ScheduledGame, Opened),
    Turn(ScheduledGame, TurnRecord),
    Ended(ScheduledGame, Box<GameRecord>),
    Failed { game: ScheduledGame, why: String, again: bool },
}

/// Built-in agents search on the slots' threads, one call within the other.
pub(crate) const STACK: usize = 64 << 20;

impl<'c> Hall<'c> {
    pub fn new(
        contest: &'c Contest,
        workshop: &'c Workshop,
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
        let entrants = contest.agents.iter().map(|_| OnceLock::new()).collect();
        Ok(Hall { contest, workshop, entrants, openings, machine: machine(), stop })
    }

    /// An agent; if it has not come yet, as it is made ready now.
    pub fn enter(&self, player: usize, ready: impl FnOnce() -> Entrant) -> &Entrant {
        self.entrants[player].get_or_init(ready)
    }

    /// Builds a program that was copied.
    pub fn build(&self, copy: Prepared) -> Entrant {
        match self.workshop.build(&copy) {
            Ok(Ok(())) => Entrant::Ready(copy),
            Ok(Err(unready)) => Entrant::Unready(unready, copy.record().clone()),
            Err(error) => Entrant::Lost(error.to_string()),
        }
    }

    /// Plays these games on as many cores as the contest may use, and tells of each on the calling
    /// thread.
    pub fn play_all<E>(
        &self,
        games: &[ScheduledGame],
        tell: &mut dyn FnMut(Event<'_>) -> Result<Flow, E>,
    ) -> Result<Flow, ContestError<E>> {
        // Both games of a pair are for the same slot, so that its core favours neither agent.
        let pairs: Vec<&[ScheduledGame]> = games.chunk_by(ScheduledGame::is_paired_with).collect();
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (mouth, ear) = mpsc::channel();
        let cores = cores::physical().into_iter().take(self.contest.concurrency.max(1));
        let slots = cores.enumerate().map(|(number, core)| Slot { number, cores: vec![core] });
        thread::scope(|scope| {
            for slot in slots.take(pairs.len().max(1)) {
                let (pairs, next, is_stopped) = (&pairs, &next, &is_stopped);
                let (own_mouth, number) = (mouth.clone(), slot.number);
                let work = move || {
                    slot.settle();
                    while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        self.play(pair, &slot, is_stopped, &own_mouth);
                    }
                };
                let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if let (Err(error), 0) = (spawned, number) {
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

    /// Plays these games one after the other, on the calling thread, until it is stopped.
    pub fn play(
        &self,
        games: &[ScheduledGame],
        slot: &Slot,
        is_stopped: &AtomicBool,
        mouth: &Sender<Word>,
    ) {
        for game in games {
            if is_stopped.load(Ordering::Relaxed) || self.is_over() {
                return;
            }
            self.play_one(game, slot, is_stopped, mouth);
        }
    }

    /// Plays a game; again from its start if something fails that is no agent's fault.
    fn play_one(
        &self,
        game: &ScheduledGame,
        slot: &Slot,
        is_stopped: &AtomicBool,
        mouth: &Sender<Word>,
    ) {
        for attempt in 1..=ATTEMPTS {
            let error = match self.try_one(game, slot, is_stopped, mouth) {
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
        slot: &Slot,
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
                    [self.seat(game, Side::First, slot)?, self.seat(game, Side::Second, slot)?];
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
            let place = Some(Place { machine: self.machine.clone(), cores: slot.cores.clone() });
            let record = GameRecord { programs, place, ..record };
            _ = mouth.send(Word::Ended(*game, Box::new(record)));
        }
        Ok(())
    }

    /// Why an agent loses before the game begins, if so.
    fn fault(&self, number: usize) -> Option<(Fault, Evidence)> {
        let Some(Entrant::Unready(Unready { step, ended, output }, _)) =
            self.entrants[number].get()
        else {
            return None;
        };
        let fault = Fault::Unready { step: (*step).to_owned(), ended: ended.clone() };
        Some((fault, Evidence { stderr: output.clone(), ..Evidence::default() }))
    }

    fn program(&self, number: usize) -> Option<ProgramRecord> {
        match self.entrants[number].get()? {
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
        slot: &Slot,
    ) -> Result<Box<dyn Seat + '_>, RefereeError> {
        let number = [game.first, game.second][side as usize];
        let (rules, agent) = (self.contest.rules, &self.contest.agents[number]);
        let unready = |why: String| RefereeError::Unready { name: agent.name.clone(), why };
        match (self.entrants[number].get(), &agent.kind) {
            (Some(Entrant::Ready(prepared)), _) => Ok(Box::new(ProgramSeat {
                prepared,
                sandbox: self.workshop.sandbox(),
                folder: self.workshop.folder(&format!("game-{}-{}", slot.number, side as usize)),
                rules,
                cores: slot.cores.clone(),
            })),
            (_, AgentKind::BuiltIn(opponent)) => {
                let seed = seed_of(self.contest.seed, game, number);
                Ok(Box::new(BuiltIn::new(*opponent, &rules, seed).stopped_by(self.stop)))
            }
            (Some(Entrant::Unready(why, _)), _) => Err(unready(why.to_string())),
            (Some(Entrant::Lost(why)), _) => Err(unready(why.clone())),
            (Some(Entrant::BuiltIn) | None, _) => Err(unready("it is no program".to_owned())),
        }
    }
}

impl Slot {
    /// Keeps the calling thread on the slot's cores. Without it games are only a little less fair.
    pub fn settle(&self) {
        _ = cores::stay_on(&self.cores);
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
