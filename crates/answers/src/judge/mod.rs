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
use plyglot_kit::{AtMost, InMemory, Options};

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
        Question::solved(input, game, game.read_task(input)?, edition)
    }

    /// Reads an input, detects its game from the content, and solves it.
    ///
    /// # Errors
    /// At the first place of the input that does not fit, or if it asks for too much.
    pub fn detect(input: &str, games: Games) -> Result<Question, TextError> {
        let (game, task) = games.read_task(input, None)?;
        Question::solved(input, game, task, None)
    }

    fn solved(
        input: &str,
        game: GameRef,
        task: Box<dyn AnyTask>,
        edition: Option<&'static str>,
    ) -> Result<Question, TextError> {
        let right = has_one_answer(&*task).then(|| solve(&*task, edition)).transpose()?;
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

/// All files that solving a task gives.
fn solve(task: &dyn AnyTask, edition: Option<&'static str>) -> Result<AnswerFiles, TextError> {
    let mut files = InMemory::default();
    let mut watch = |_: &[u8]| {};
    let mut bounded = AtMost::new(LARGEST_ANSWER, &mut files, &mut watch);
    let options = Options { edition, ..Options::default() };
    let solved = task.solve(&options, &mut bounded);
    if let Some(name) = bounded.beyond() {
        let most = LARGEST_ANSWER >> 20;
        let message = format!("its {name} would have more than {most} MB, too much to compare");
        return Err(TextError::new(1, 1, message));
    }
    // To write into memory cannot fail otherwise; to do what the input asks for can.
    solved.map_err(|error| TextError::new(1, 1, error.to_string()))?;
    let names = files.names().map(str::to_owned).collect::<Vec<_>>();
    let text = |name: String| files.text(&name).map(|text| (name.clone(), without_times(text)));
    Ok(names.into_iter().filter_map(text).collect())
}
