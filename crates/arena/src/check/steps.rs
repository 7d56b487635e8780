//! The steps themselves. Those that are about the protocol are the same for all games.

use std::time::Duration;

use plyglot_core::Side;
use plyglot_core::mix::Random;
use plyglot_kit::any::AnyLine;
use plyglot_search::opponents::Opponent;

use super::{AMPLE, CheckError, CheckOptions, Checked, FailedStep};
use crate::referee::{
    BoardPairing, BuiltIn, Fault, ProgramAnswer, ProgramSeat, Reason, RefereeError, Seat, play,
};

/// Makes all steps of a game.
pub(super) fn all(
    checks: &CheckOptions,
    playing: &mut ProgramSeat<'_>,
    tell: &mut dyn FnMut(&Checked),
) -> Result<(), CheckError> {
    let (start, seed) = (&*checks.start, checks.seed);
    let mut check = StepCheck { playing, tell };
    check.playing.renew()?;
    check.answers("first move", "makes a legal move at the start", start)?;
    check.answers("second side", "makes a legal move as the other side", &*other_side(start)?)?;
    check.answers("same question again", "answers a question that it was asked before", start)?;

    for situation in checks.game.situations() {
        let Ok(line) = checks.game.read_position(situation.position) else { continue };
        check.playing.renew()?;
        check.answers(situation.name, situation.wanted, &*line)?;
    }
    for (number, line) in (1..).zip(middles(start, seed)?) {
        check.playing.renew()?;
        let name = format!("middle of a game {number}");
        check.answers(&name, "makes a legal move in a position by chance", &*line)?;
    }

    check.spelled(start)?;
    check.times(start)?;
    check.leftovers(start)?;
    check.games(start, seed)?;
    Ok(())
}

struct StepCheck<'c, 'p> {
    playing: &'c mut ProgramSeat<'p>,
    tell: &'c mut dyn FnMut(&Checked),
}

/// Writes the same question in another way.
type Respell = fn(&str) -> String;

/// How a question can be spelled without meaning anything else.
const SPELLINGS: [(&str, &str, Respell); 3] = [
    ("CR LF", "reads lines that end as on Windows", |text| text.replace('\n', "\r\n")),
    ("no newline at the end", "reads a last line without a newline", |text| {
        text.trim_end().to_owned()
    }),
    ("blanks at the end of lines", "passes over blanks at the end of lines", |text| {
        text.replace('\n', "  \n")
    }),
];

/// The seconds left, as they may be written.
const WRITTEN_TIMES: [(&str, &str); 3] = [
    ("time without a point", "10"),
    ("time with many digits", "9.549999999996"),
    ("time with an exponent", "1e1"),
];

impl StepCheck<'_, '_> {
    /// Asks for a move with ample time.
    fn answers(
        &mut self,
        name: &str,
        wanted: &'static str,
        line: &dyn AnyLine,
    ) -> Result<(), RefereeError> {
        let question = line.question(AMPLE.as_secs_f64());
        self.answers_to(name, wanted, line, AMPLE, question)
    }

    fn answers_to(
        &mut self,
        name: &str,
        wanted: &'static str,
        line: &dyn AnyLine,
        left: Duration,
        question: String,
    ) -> Result<(), RefereeError> {
        let asked = self.playing.ask(line, left, None, question)?;
        let hint = hint(&asked);
        let ProgramAnswer { answer, cpu, .. } = &asked;
        let mut notes = asked.notes.clone();
        let failure = match answer {
            Ok(_) if asked.ran.left_running.is_empty() => None,
            Ok(_) => Some(format!("left running: {}", asked.ran.left_running.join(", "))),
            Err(fault) => Some(fault.to_string()),
        };
        let found = answer.as_ref().ok().map(|turn| {
            notes.insert(0, format!("{} in {:.3} s", turn.join(" "), cpu.as_secs_f64()));
            notes.join("; ")
        });
        let failure = failure.map(|why| FailedStep { why, evidence: asked.evidence(), hint });
        self.tell(name, wanted, failure, found);
        Ok(())
    }

    fn tell(
        &mut self,
        name: &str,
        wanted: &'static str,
        failure: Option<FailedStep>,
        found: Option<String>,
    ) {
        (self.tell)(&Checked { name: name.to_owned(), wanted, failure, found });
    }

    /// The same question, written in other ways.
    fn spelled(&mut self, start: &dyn AnyLine) -> Result<(), RefereeError> {
        for (name, wanted, respell) in SPELLINGS {
            self.playing.renew()?;
            let question = respell(&start.question(AMPLE.as_secs_f64()));
            self.answers_to(name, wanted, start, AMPLE, question)?;
        }
        for (name, seconds) in WRITTEN_TIMES {
            self.playing.renew()?;
            // A time that no other number of a question is equal to.
            let question = start.question(TOKEN).replace(&TOKEN.to_string(), seconds);
            self.answers_to(name, "reads the time left", start, AMPLE, question)?;
        }
        Ok(())
    }

    /// Less and less time.
    fn times(&mut self, start: &dyn AnyLine) -> Result<(), RefereeError> {
        for (name, seconds) in
            [("1 s left", 1.0), ("0.1 s left", 0.1), ("0.05 s left", 0.05), ("0.01 s left", 0.01)]
        {
            self.playing.renew()?;
            let question = start.question(seconds);
            let left = Duration::from_secs_f64(seconds);
            self.answers_to(name, "answers in time", start, left, question)?;
        }
        Ok(())
    }

    /// What an earlier move or game may have left.
    fn leftovers(&mut self, start: &dyn AnyLine) -> Result<(), RefereeError> {
        let files: [(&str, &str, &str, &str); 5] = [
            ("playdata empty", "playdata.txt", "", "plays with an empty playdata.txt"),
            (
                "playdata damaged",
                "playdata.txt",
                "\u{0}\u{1}rubbish\n-1 9e99",
                "plays with a damaged playdata.txt",
            ),
            (
                "playdata of another game",
                "playdata.txt",
                "E a1 b2\nJ c3 e5\n",
                "plays with somebody else's playdata.txt",
            ),
            (
                "calibration damaged",
                "calibration.txt",
                "\u{0}?\n",
                "plays with a damaged calibration.txt",
            ),
            ("other files", "notes.txt", "somebody's notes\n", "does not mind other files"),
        ];
        for (name, file, content, wanted) in files {
            self.playing.renew()?;
            self.playing.leave(file, content)?;
            self.answers(name, wanted, start)?;
        }
        Ok(())
    }

    /// Two whole games against random moves.
    fn games(&mut self, start: &dyn AnyLine, seed: u64) -> Result<(), RefereeError> {
        for (name, side) in
            [("a game as the first side", Side::First), ("a game as the second side", Side::Second)]
        {
            let rules = self.playing.rules;
            let mut random = BuiltIn::new(Opponent::Random, &rules, seed);
            let seats: [&mut dyn Seat; 2] = match side {
                Side::First => [&mut *self.playing, &mut random],
                Side::Second => [&mut random, &mut *self.playing],
            };
            let names = ["agent".to_owned(), "random".to_owned()];
            let pairing = BoardPairing { opened: start, rules: &rules, names, seats };
            let record = play(pairing, |_| true)?;
            let Some(record) = record else { continue };
            let failure = match &record.ending.reason {
                Reason::Fault { side: guilty, fault } if *guilty == side => {
                    let evidence = record.evidence.clone().unwrap_or_default();
                    Some(FailedStep { why: format!("{fault}"), evidence, hint: None })
                }
                _ => None,
            };
            let seconds = record.used()[side as usize].as_secs_f64();
            let found = format!("{}; {seconds:.3} s in all", record.ending.sentence);
            let found = failure.is_none().then_some(found);
            self.tell(name, "plays to the end without a fault", failure, found);
        }
        Ok(())
    }
}

/// No other number of a question has as many digits.
const TOKEN: f64 = 987_654.321;

/// What is known to help.
fn hint(asked: &ProgramAnswer) -> Option<&'static str> {
    let is_late = matches!(asked.answer, Err(Fault::Time { .. }));
    let starts_slowly = ["python", "java", "node"].iter().any(|name| asked.program.contains(name));
    (is_late && starts_slowly).then_some(
        "starting an interpreter alone takes some 40 ms of CPU time: with so little time left such \
         an agent always loses",
    )
}

/// The first position of the game in which the other side is to move.
fn other_side(start: &dyn AnyLine) -> Result<Box<dyn AnyLine>, RefereeError> {
    let mut line = start.copied();
    while line.to_move() == start.to_move()
        && let Some(mv) = line.legal().last()
    {
        line.play(mv)?;
    }
    Ok(line)
}

/// Positions from the middle of random games.
fn middles(start: &dyn AnyLine, seed: u64) -> Result<Vec<Box<dyn AnyLine>>, RefereeError> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    for number in 0..6 {
        let mut line = start.copied();
        for _ in 0..4 + 5 * number {
            let moves = line.legal();
            let next = line.after([&moves[random.below(moves.len())]])?;
            if next.outcome().is_some() {
                break;
            }
            line = next;
        }
        found.push(line);
    }
    Ok(found)
}
