use plyglot_core::text::TextError;

use super::{AnswerFiles, Difference, Illegal, TraceNode, general};
use crate::{Assignment, Task};

/// Knows how a game's answers are written, if there is one right answer. The defaults are those of
/// the [general form](crate::general).
pub trait AnswerGuide<G: Assignment>: Sync {
    /// Whether a file has the form that the assignment asks for, whatever it says.
    ///
    /// # Errors
    /// At the first place that does not fit.
    fn check_form(&self, task: &Task<G>, file: &str, text: &str) -> Result<(), TextError> {
        general::check_form(task, file, text)
    }

    /// The first illegal move of an answer of the right form.
    fn find_illegal(&self, task: &Task<G>, answer: &AnswerFiles) -> Option<Illegal> {
        general::find_illegal(task, answer)
    }

    /// What stands on a line of an answer: `the nodes visited`.
    fn line_name(&self, _task: &Task<G>, wrong: &WrongLine<'_>) -> String {
        general::line_name(wrong)
    }

    /// Why that line should be different.
    fn why(&self, task: &Task<G>, wrong: &WrongLine<'_>) -> Why {
        general::why(task, wrong)
    }
}

/// The line at which a file of an answer first goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct WrongLine<'a> {
    /// Where that is.
    pub difference: &'a Difference,
    /// The right text of the whole file.
    pub right: &'a str,
    /// What was written instead.
    pub found: &'a str,
    /// Which edition of the assignment the right text follows, if one is named.
    pub edition: Option<&'static str>,
}

impl<'a> WrongLine<'a> {
    /// The name of the file.
    pub fn file(&self) -> &'a str {
        &self.difference.file
    }

    /// The number of the line, from 1.
    pub fn number(&self) -> usize {
        self.difference.line
    }

    /// What should stand there; empty after the end.
    pub fn right_line(&self) -> &'a str {
        self.right.lines().nth(self.number() - 1).unwrap_or_default()
    }

    /// What stands there; empty after the end.
    pub fn found_line(&self) -> &'a str {
        self.found.lines().nth(self.number() - 1).unwrap_or_default()
    }
}

/// Why a line should be different.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Why {
    /// The node of the search that the line is about.
    pub node: Option<TraceNode>,
    /// In words, sentence by sentence.
    pub sentences: Vec<String>,
}

impl From<Vec<String>> for Why {
    fn from(sentences: Vec<String>) -> Why {
        Why { node: None, sentences }
    }
}
