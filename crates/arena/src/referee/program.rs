use std::path::Path;
use std::time::Duration;

use plyglot_kit::any::AnyLine;
use plyglot_kit::read_text;
use plyglot_sandbox::{Ended, Limits, Ran, Sandbox, Workdir, read_output, run};

use super::seat::{RefereeError, Seat, TimeLeft, TurnResult};
use super::{Fault, Rules};
use crate::agent::{LEFTOVERS, Prepared};
use crate::record::Evidence;

/// A program in a fresh copy, run once a turn.
pub(crate) struct ProgramSeat<'c> {
    pub prepared: &'c Prepared,
    pub sandbox: &'c Sandbox,
    /// Where it plays.
    pub folder: Workdir,
    pub rules: Rules,
    /// The cores that it stays on.
    pub cores: Vec<usize>,
}

/// What getting ready for a game may take. It is not counted.
const NEW_GAME: Duration = Duration::from_secs(10);
/// No answer of any game is longer.
const LONGEST_ANSWER: u64 = 64 << 10;
/// How many characters of an answer are kept as evidence.
const SHOWN: usize = 2_000;

impl Seat for ProgramSeat<'_> {
    fn begin(&mut self, _start: &dyn AnyLine) -> Result<(), RefereeError> {
        self.renew()
    }

    fn turn(&mut self, line: &dyn AnyLine, left: TimeLeft) -> Result<TurnResult, RefereeError> {
        let cpu = left.cpu.unwrap_or(self.rules.time());
        let mut asked = self.ask(line, cpu, left.wall, line.question(cpu.as_secs_f64()))?;
        if !asked.ran.left_running.is_empty() {
            let names = asked.ran.left_running.join(", ");
            asked.notes.push(format!("left running, and killed: {names}"));
        }
        let (cpu, wall, layers) = (asked.cpu, asked.ran.wall, Some(asked.ran.layers));
        let evidence = asked.answer.is_err().then(|| Box::new(asked.evidence()));
        let played = asked.answer.map_err(|fault| (fault, evidence.unwrap_or_default()));
        Ok(TurnResult { played, cpu, wall, notes: asked.notes, layers })
    }

    fn is_timed(&self, _rules: &Rules) -> bool {
        true
    }

    fn wall_of_game(&self, rules: &Rules) -> Option<Duration> {
        rules.wall_of_game()
    }
}

impl ProgramSeat<'_> {
    /// A new copy of the program, as before each game: what the last one left is gone.
    pub fn renew(&self) -> Result<(), RefereeError> {
        let renewed = self.folder.renew_from(self.prepared.path(), &LEFTOVERS);
        renewed.map_err(|error| in_folder(&self.folder, error.into()))?;
        if let Some(command) = &self.prepared.program().commands.new_game {
            let limits = Limits { cpu: NEW_GAME, wall: 3 * NEW_GAME, ..self.limits(NEW_GAME) };
            // If it fails, that shows soon enough.
            self.run(command, limits)?;
        }
        Ok(())
    }

    /// Puts a file into its directory, as if an earlier run had left it.
    pub fn leave(&self, name: &str, content: &str) -> Result<(), RefereeError> {
        self.folder.put(name, content).map_err(|error| in_folder(&self.folder, error))
    }

    fn limits(&self, left: Duration) -> Limits {
        // Where only the program's own time counts, the rest must not end it early.
        let cpu = if self.rules.user_time { left * 2 + Duration::from_secs(1) } else { left };
        Limits {
            cpu,
            wall: self.rules.wall_time(left),
            memory: self.rules.memory << 20,
            disk: self.rules.disk << 20,
            ..Limits::default()
        }
    }

    /// Puts a position before the program and reads its answer. `wall` is what is left of a whole
    /// game's time by the wall clock, if that is limited.
    pub fn ask(
        &self,
        line: &dyn AnyLine,
        left: Duration,
        wall: Option<Duration>,
        input: String,
    ) -> Result<ProgramAnswer, RefereeError> {
        let (folder, file) = (&self.folder, line.about().answer_file);
        let prepared = folder.take_away(file).and_then(|()| folder.put("input.txt", &input));
        prepared.map_err(|error| in_folder(folder, error))?;
        let command = &self.prepared.program().commands.run;
        let mut limits = self.limits(left);
        let of_game = wall.filter(|wall| *wall < limits.wall);
        limits.wall = of_game.unwrap_or(limits.wall);
        let ran = self.run(command, limits)?;
        let cpu = if self.rules.user_time { ran.cpu.user } else { ran.cpu.total() };
        let read = read_output(folder.path(), file, LONGEST_ANSWER);
        let raw = read.as_ref().ok().map(|bytes| shown(&String::from_utf8_lossy(bytes)));
        let mut notes = Vec::new();
        let ended = match (&ran.ended, of_game) {
            (Ended::WallLimit, Some(_)) => Err(self.rules.wall_used_up(ran.wall, cpu)),
            _ => ended_well(&ran, cpu, left, self.rules.lenient, &mut notes),
        };
        let answer = ended.and_then(|()| {
            let bytes = read.as_ref().map_err(Fault::from)?;
            read_turn(line, bytes, self.rules.lenient, &mut notes)
        });
        let program = command.first().cloned().unwrap_or_default();
        Ok(ProgramAnswer { ran, cpu, notes, answer, input, raw, program })
    }

    fn run(&self, command: &[String], limits: Limits) -> Result<Ran, RefereeError> {
        let mut order = self.prepared.run_in(self.folder.path(), command);
        order.limits = limits;
        order.cores.clone_from(&self.cores);
        Ok(run(&order, self.sandbox)?)
    }
}

/// A question, and what came back.
pub(crate) struct ProgramAnswer {
    pub ran: Ran,
    /// What its clock is charged.
    pub cpu: Duration,
    pub notes: Vec<String>,
    pub answer: Result<Vec<String>, Fault>,
    pub input: String,
    /// The answer as it was left, the beginning of it.
    pub raw: Option<String>,
    /// The program that was run.
    pub program: String,
}

impl ProgramAnswer {
    /// All that shows what happened.
    pub fn evidence(&self) -> Evidence {
        Evidence {
            input: self.input.clone(),
            answer: self.raw.clone(),
            stdout: shown(&self.ran.stdout.text()),
            stderr: self.ran.stderr.text(),
            cpu: self.cpu,
            wall: self.ran.wall,
        }
    }
}

fn in_folder(folder: &Workdir, error: std::io::Error) -> RefereeError {
    let path: &Path = folder.path();
    RefereeError::Files { path: path.to_owned(), error }
}

/// Whether the run itself was as it should be, whatever was answered.
fn ended_well(
    ran: &Ran,
    cpu: Duration,
    left: Duration,
    lenient: bool,
    notes: &mut Vec<String>,
) -> Result<(), Fault> {
    let time = || Fault::Time { used: cpu.as_secs_f64(), left: left.as_secs_f64() };
    match &ran.ended {
        Ended::CpuLimit => Err(time()),
        Ended::WallLimit => {
            Err(Fault::Idle { wall: ran.wall.as_secs_f64(), used: cpu.as_secs_f64(), game: None })
        }
        Ended::Exited(_) if cpu > left => Err(time()),
        Ended::Exited(0) => Ok(()),
        Ended::Exited(code) if lenient => {
            notes.push(format!("exit code {code} passed over"));
            Ok(())
        }
        ended => Err(Fault::Crash { ended: ended.clone() }),
    }
}

fn read_turn(
    line: &dyn AnyLine,
    bytes: &[u8],
    lenient: bool,
    notes: &mut Vec<String>,
) -> Result<Vec<String>, Fault> {
    let file = line.about().answer_file;
    let malformed = |why: String| Fault::Malformed { why: format!("{file}:{why}") };
    let text = read_text(bytes).map_err(|error| malformed(error.to_string()))?;
    let refused = match line.read_answer(&text) {
        Ok(turn) => return Ok(turn),
        Err(error) => error,
    };
    if lenient && let Ok(turn) = line.read_answer(&line.tidied(&text)) {
        notes.push(format!("passed over in {file}:{refused}"));
        return Ok(turn);
    }
    Err(Fault::of_answer(refused, file, line.legal()))
}

/// The beginning of a text that may be long.
fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
