//! Whether what a program wrote is right, and if not, in which way it is wrong.

mod verdict;

use std::collections::BTreeMap;
use std::sync::Arc;

use plyglot_core::text::TextError;
use plyglot_kit::any::{AnyTask, GameRef, Games};
use plyglot_kit::competition::AnswerError;
use plyglot_kit::grading::{
    AnswerFiles, Difference, Illegal, PlainSolver, shown, tidy, without_times,
};
use plyglot_kit::{Options, Unsolved, solve_within};
use plyglot_search::textbook::Progress;
use thiserror::Error;

pub use verdict::{Verdict, VerdictKind};

/// What a program wrote: the bytes of each file.
pub type OutputFiles = BTreeMap<String, Vec<u8>>;

/// An input, and what is to be written for it.
#[derive(Clone, Debug)]
pub struct Question {
    input: String,
    game: GameRef,
    task: Arc<dyn AnyTask>,
    edition: Option<&'static str>,
    right: Option<AnswerFiles>,
}

/// How exactly an answer must match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// To the byte.
    #[default]
    Exact,
    /// Blanks at the end of a line, CR before LF, and newlines at the end do not matter.
    Lenient,
}

impl Strictness {
    /// The text as it is compared.
    fn compared(self, text: String) -> String {
        if self == Strictness::Lenient { tidy(&text) } else { text }
    }
}

/// What judging has found.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// What is to be said.
    pub verdict: Verdict,
    /// The first difference of each file that differs from the right one.
    pub differences: Vec<Difference>,
}

impl From<Verdict> for Judgement {
    fn from(verdict: Verdict) -> Judgement {
        Judgement { verdict, differences: Vec::new() }
    }
}

impl Question {
    /// Reads an input and solves it, if it has one right answer.
    ///
    /// # Errors
    /// At the first place of the input that does not fit, or if it asks for too much.
    pub fn solve(input: &str, game: GameRef) -> Result<Question, TextError> {
        Question::in_edition(input, game, None)
    }

    /// The same by an edition of the game's assignment; by the last one if none is named.
    ///
    /// # Errors
    /// At the first place of the input that does not fit, or if it asks for too much.
    pub fn in_edition(
        input: &str,
        game: GameRef,
        edition: Option<&'static str>,
    ) -> Result<Question, TextError> {
        let task = game.read_task(input)?;
        Question::bounded(input, game, task, &QuestionBounds { edition, ..Default::default() })
            .map_err(|error| TextError::new(1, 1, error.to_string()))
    }

    /// Reads an input, detects its game from the content, and solves it.
    ///
    /// # Errors
    /// At the first place of the input that does not fit, or if it asks for too much.
    pub fn detect(input: &str, games: Games) -> Result<Question, TextError> {
        let (game, task) = games.read_task(input, None)?;
        Question::bounded(input, game, task, &QuestionBounds::default())
            .map_err(|error| TextError::new(1, 1, error.to_string()))
    }

    /// An input that was read, solved within bounds, if it has one right answer.
    ///
    /// # Errors
    /// If the bounds do not suffice, or if what the input asks for cannot be done.
    pub fn bounded(
        input: &str,
        game: GameRef,
        task: Box<dyn AnyTask>,
        bounds: &QuestionBounds<'_>,
    ) -> Result<Question, NoQuestion> {
        let right = has_one_answer(&*task).then(|| solve(&*task, bounds)).transpose()?;
        let edition = bounds.edition;
        Ok(Question { input: input.to_owned(), game, task: task.into(), edition, right })
    }

    /// Reads an input whose right answer is known already. In a game without a single right answer
    /// that is ignored: any legal turn will do.
    ///
    /// # Errors
    /// At the first place of the input that does not fit.
    pub fn with_answer(
        input: &str,
        game: GameRef,
        right: AnswerFiles,
    ) -> Result<Question, TextError> {
        let task = game.read_task(input)?;
        let right = has_one_answer(&*task).then_some(right);
        Ok(Question { input: input.to_owned(), game, task: task.into(), edition: None, right })
    }

    /// The same question with only those of its files that count, if any are named.
    #[must_use]
    pub fn only(mut self, names: &[String]) -> Question {
        if let Some(right) = &mut self.right
            && !names.is_empty()
        {
            right.retain(|name, _| names.contains(name));
        }
        self
    }

    /// The same question with only those of its files that were handed in, if any was.
    pub fn only_given(&self, written: &OutputFiles) -> Question {
        let mut only = self.clone();
        if let Some(right) = &mut only.right
            && right.keys().any(|name| written.contains_key(name))
        {
            right.retain(|name, _| written.contains_key(name));
        }
        only
    }

    /// The input's text.
    pub fn input(&self) -> &str {
        &self.input
    }

    /// The input as it was read.
    pub fn task(&self) -> &dyn AnyTask {
        &*self.task
    }

    /// Which game it is.
    pub fn game(&self) -> GameRef {
        self.game
    }

    /// Which edition of the assignment the right answer follows, if one is named.
    pub fn edition(&self) -> Option<&'static str> {
        self.edition
    }

    /// The rules of the game and the edition once more, with their misreadings.
    pub fn solver(&self) -> &'static dyn PlainSolver {
        self.edition.map_or_else(|| self.game.solver(), |edition| self.game.solver_of(edition))
    }

    /// The one right answer, if any legal turn will not do.
    pub fn right(&self) -> Option<&AnswerFiles> {
        self.right.as_ref()
    }

    /// The names of the files that must be written.
    pub fn files(&self) -> Vec<&str> {
        match &self.right {
            Some(right) => right.keys().map(String::as_str).collect(),
            None => vec![self.game.about().answer_file],
        }
    }

    /// Which of its files each of these is: that of its name, or else the first that is left.
    ///
    /// # Errors
    /// With the place of the one that is too many.
    pub fn assigned(&self, names: &[&str]) -> Result<Vec<String>, OneTooMany> {
        let mut left = self.files();
        let mut assigned: Vec<Option<&str>> = Vec::new();
        for name in names {
            let found = left.iter().position(|file| file == name);
            assigned.push(found.map(|index| left.remove(index)));
        }
        let mut left = left.into_iter();
        let assigned = assigned.into_iter().enumerate().map(|(index, file)| {
            let one_too_many = || OneTooMany { index, expected: self.files().join(" and ") };
            file.or_else(|| left.next()).map(str::to_owned).ok_or_else(one_too_many)
        });
        assigned.collect()
    }

    /// Whether the answer is the right one, or one of them.
    pub fn is_right(&self, answer: &AnswerFiles) -> bool {
        let written = answer.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
        self.judge(&written.collect(), Strictness::Exact).verdict.kind == VerdictKind::Right
    }

    /// Judges what was written. A caller who knows what is there instead of a missing file can
    /// explain that better.
    pub fn judge(&self, written: &OutputFiles, strictness: Strictness) -> Judgement {
        let mut found = AnswerFiles::new();
        let mut unreadable = None;
        for name in self.files() {
            let Some(bytes) = written.get(name) else {
                let missing = || Verdict::new(VerdictKind::NoOutput, format!("there is no {name}"));
                unreadable.get_or_insert_with(missing);
                continue;
            };
            let text = String::from_utf8(bytes.clone()).unwrap_or_else(|error| {
                let no_text =
                    || Verdict::new(VerdictKind::BadFormat, format!("{name} is not text"));
                unreadable.get_or_insert_with(no_text);
                String::from_utf8_lossy(error.as_bytes()).into_owned()
            });
            found.insert(name.to_owned(), strictness.compared(text));
        }
        let Some(right) = &self.right else {
            return unreadable.unwrap_or_else(|| self.any_turn(&found)).into();
        };
        let difference = |(name, found): (&String, &String)| {
            Difference::find(name, &strictness.compared(right[name].clone()), found)
        };
        let differences: Vec<Difference> = found.iter().filter_map(difference).collect();
        let verdict = unreadable.unwrap_or_else(|| self.compared(&found, &differences));
        Judgement { verdict, differences }
    }

    /// Judges an answer of which only legality is asked.
    fn any_turn(&self, found: &AnswerFiles) -> Verdict {
        let file = self.game.about().answer_file;
        let text = found.get(file).map(String::as_str).unwrap_or_default();
        let line = self.task.line();
        match line.read_answer(text) {
            Ok(_) => Verdict::right(),
            Err(AnswerError::Illegal(error)) => {
                Verdict::illegal(&Illegal { error, legal: line.legal() })
            }
            Err(AnswerError::Malformed(error)) => {
                Verdict::new(VerdictKind::BadFormat, format!("{file}:{error}"))
                    .with(text.split_inclusive('\n').take(12).map(shown).collect())
            }
        }
    }

    /// Judges an answer by how it differs from the right one.
    fn compared(&self, found: &AnswerFiles, differences: &[Difference]) -> Verdict {
        let Some(first) = differences.first() else { return Verdict::right() };
        if let Some(only) = first.only.filter(|_| differences.len() == 1) {
            let message = format!("{} would match but for {only}", first.file);
            return Verdict::new(VerdictKind::WrongOutput, message).with(first.evidence());
        }
        for (name, text) in found {
            if let Err(error) = self.task.check_form(name, text) {
                let message = format!("{name}:{error}");
                return Verdict::new(VerdictKind::BadFormat, message).with(first.evidence());
            }
        }
        match self.task.find_illegal(found) {
            Some(illegal) => Verdict::illegal(&illegal),
            None => Verdict::new(VerdictKind::WrongOutput, first.sentence()).with(first.evidence()),
        }
    }
}

/// Whether one answer alone is right, and not any good turn in time.
fn has_one_answer(task: &dyn AnyTask) -> bool {
    task.goal().seconds().is_none()
}

/// No answer that is kept in memory and compared is larger, in bytes.
pub const LARGEST_ANSWER: u64 = 256 << 20;

/// How much may be done for a question's right answer, and by which edition.
#[derive(Clone, Copy, Debug)]
pub struct QuestionBounds<'p> {
    /// Which edition of the game's assignment; the last one if none is named.
    pub edition: Option<&'static str>,
    /// The bytes of the answer, at most [`LARGEST_ANSWER`].
    pub bytes: u64,
    /// How far the search may go, where it writes no log.
    pub progress: Option<&'p Progress>,
}

impl Default for QuestionBounds<'_> {
    fn default() -> Self {
        QuestionBounds { edition: None, bytes: LARGEST_ANSWER, progress: None }
    }
}

/// Why an input cannot be asked about.
#[derive(Debug, Error)]
pub enum NoQuestion {
    /// To answer it takes too much.
    #[error("{0}")]
    TooMuch(String),
    /// What it asks for cannot be done.
    #[error("{0}")]
    Impossible(String),
}

/// A file that none of a question's is left for.
#[derive(Debug, Error)]
#[error("one too many, this input is answered by {expected}")]
pub struct OneTooMany {
    /// Which one, from 0.
    pub index: usize,
    /// The files that there should be.
    pub expected: String,
}

/// All files that solving a task gives.
fn solve(task: &dyn AnyTask, bounds: &QuestionBounds<'_>) -> Result<AnswerFiles, NoQuestion> {
    let QuestionBounds { edition, bytes, progress } = *bounds;
    let options = Options { edition, progress, ..Options::default() };
    let (_, files) = solve_within(task, &options, bytes).map_err(|error| match error {
        Unsolved::TooLarge { .. } => NoQuestion::TooMuch(format!("{error}, too much to compare")),
        Unsolved::GivenUp => NoQuestion::TooMuch(error.to_string()),
        Unsolved::Impossible(error) => NoQuestion::Impossible(error.to_string()),
    })?;
    let names = files.names().map(str::to_owned).collect::<Vec<_>>();
    let text = |name: String| files.text(&name).map(|text| (name.clone(), without_times(text)));
    Ok(names.into_iter().filter_map(text).collect())
}
