//! Whether what a program wrote is right, and if not, in which way it is wrong.

mod difference;
mod legal;
mod shape;
mod verdict;

use std::collections::BTreeMap;

use plyglot_core::text::TextError;
use plyglot_games::GameId;
use plyglot_games::Task;
use plyglot_kit::{InMemory, Options};

use crate::plain::Answer;
use difference::without_times;
pub use difference::{Difference, shown};
pub(crate) use shape::move_of_line;
pub use verdict::{Kind, Verdict};

/// What a program wrote: the bytes of each file.
pub type Written = BTreeMap<String, Vec<u8>>;

/// An input, and what is to be written for it.
#[derive(Clone, Debug)]
pub struct Question {
    input: String,
    task: Task,
    right: Option<Answer>,
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

impl Question {
    /// Reads an input and solves it, if it has one right answer.
    ///
    /// # Errors
    /// At the first place of the input that does not fit.
    pub fn solve(input: &str, game: Option<GameId>) -> Result<Question, TextError> {
        let task = Task::read(input, game)?;
        let right = (!task.is_timed()).then(|| solve(&task));
        Ok(Question { input: input.to_owned(), task, right })
    }

    /// Reads an input whose right answer is known already. In a game without a single right answer
    /// that is ignored: any legal turn will do.
    ///
    /// # Errors
    /// At the first place of the input that does not fit.
    pub fn with_answer(input: &str, game: GameId, right: Answer) -> Result<Question, TextError> {
        let task = Task::read(input, Some(game))?;
        let right = (!task.is_timed()).then_some(right);
        Ok(Question { input: input.to_owned(), task, right })
    }

    /// The input's text.
    pub fn input(&self) -> &str {
        &self.input
    }

    /// The input as it was read.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Which game it is.
    pub fn game(&self) -> GameId {
        self.task.game()
    }

    /// The one right answer, if any legal turn will not do.
    pub fn right(&self) -> Option<&Answer> {
        self.right.as_ref()
    }

    /// The names of the files that must be written.
    pub fn files(&self) -> Vec<&str> {
        match &self.right {
            Some(right) => right.keys().map(String::as_str).collect(),
            None if self.game() == GameId::Mancala => vec!["next_state.txt"],
            None => vec!["output.txt"],
        }
    }

    /// Whether the answer is the right one, or one of them.
    pub fn is_right(&self, answer: &Answer) -> bool {
        let written = answer.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes()));
        self.judge(&written.collect(), Strictness::Exact).kind == Kind::Right
    }

    /// Judges what was written. A file that is missing is for the caller to explain better: he may
    /// know what is there instead.
    pub fn judge(&self, written: &Written, strictness: Strictness) -> Verdict {
        let mut texts = Answer::new();
        for name in self.files() {
            let Some(bytes) = written.get(name) else {
                return Verdict::new(Kind::NoOutput, format!("there is no {name}"));
            };
            let Ok(text) = String::from_utf8(bytes.clone()) else {
                return Verdict::new(Kind::BadFormat, format!("{name} is not text"));
            };
            let text = if strictness == Strictness::Lenient { tidy(&text) } else { text };
            texts.insert(name.to_owned(), text);
        }
        match &self.right {
            Some(right) => self.compare(right, &texts, strictness),
            None => legal::judge(&self.task, &texts),
        }
    }

    fn compare(&self, right: &Answer, found: &Answer, strictness: Strictness) -> Verdict {
        let differences: Vec<Difference> = right
            .iter()
            .filter_map(|(name, right)| {
                let right =
                    if strictness == Strictness::Lenient { tidy(right) } else { right.clone() };
                Difference::find(name, &right, &found[name])
            })
            .collect();
        let Some(first) = differences.first() else {
            return Verdict::right();
        };
        if let Some(only) = first.only.filter(|_| differences.len() == 1) {
            let message = format!("{} would match but for {only}", first.file);
            return Verdict::new(Kind::WrongOutput, message).with(first.evidence());
        }
        for (name, text) in found {
            if let Err(error) = shape::check(&self.task, name, text) {
                let message = format!("{name}:{error}");
                return Verdict::new(Kind::BadFormat, message).with(first.evidence());
            }
        }
        if let Some(illegal) = legal::illegal(&self.task, found) {
            return illegal;
        }
        Verdict::new(Kind::WrongOutput, first.sentence()).with(first.evidence())
    }
}

/// All files that solving a task gives.
fn solve(task: &Task) -> Answer {
    let mut files = InMemory::default();
    // To write into memory cannot fail.
    _ = task.solve(&Options::default(), &mut files);
    let names = files.names().map(str::to_owned).collect::<Vec<_>>();
    let text = |name: String| files.text(&name).map(|text| (name.clone(), without_times(text)));
    names.into_iter().filter_map(text).collect()
}

/// Without blanks at the end of lines and empty lines at the end of the text.
pub(crate) fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned() + "\n"
}
