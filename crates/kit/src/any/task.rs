use std::fmt;
use std::io;

use plyglot_core::text::TextError;

use super::{About, AnyLine};
use crate::grading::{AnswerFiles, Illegal, Why, WrongLine};
use crate::{Assignment, Files, Goal, Options, Report, Task};

/// One `input.txt`, whatever its game. Its [`Display`](fmt::Display) is that text.
pub trait AnyTask: fmt::Debug + fmt::Display + Send + Sync {
    /// What does not change about its game.
    fn about(&self) -> About;
    /// The same task once more.
    fn copied(&self) -> Box<dyn AnyTask>;
    /// What is asked for.
    fn goal(&self) -> Goal;
    /// The position that the task is about.
    fn line(&self) -> Box<dyn AnyLine>;
    /// Looks `depth` turns ahead whatever the input says; false if the input has no depth: greedy
    /// looks one turn ahead, and a competition goes by time.
    #[must_use]
    fn set_depth(&mut self, depth: u32) -> bool;
    /// Solves it and writes the files that its source asks for.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn solve(&self, options: &Options, files: &mut dyn Files) -> io::Result<Report>;

    // About an answer, if only one is right

    /// Whether a file has the form that the assignment asks for, whatever it says.
    ///
    /// # Errors
    /// At the first place that does not fit.
    fn check_form(&self, file: &str, text: &str) -> Result<(), TextError>;
    /// The first illegal move of an answer of the right form.
    fn find_illegal(&self, answer: &AnswerFiles) -> Option<Illegal>;
    /// What stands on a line: `the nodes visited`.
    fn line_name(&self, wrong: &WrongLine<'_>) -> String;
    /// Why that line should be different.
    fn why(&self, wrong: &WrongLine<'_>) -> Why;
}

impl<G: Assignment> AnyTask for Task<G> {
    fn about(&self) -> About {
        About::of::<G>()
    }

    fn copied(&self) -> Box<dyn AnyTask> {
        Box::new(self.clone())
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn line(&self) -> Box<dyn AnyLine> {
        self.position.clone().into_line()
    }

    fn set_depth(&mut self, wanted: u32) -> bool {
        let Goal::Search { depth, .. } = &mut self.goal else { return false };
        *depth = wanted;
        true
    }

    fn solve(&self, options: &Options, files: &mut dyn Files) -> io::Result<Report> {
        G::solve(self, options, files)
    }

    fn check_form(&self, file: &str, text: &str) -> Result<(), TextError> {
        G::guide().check_form(self, file, text)
    }

    fn find_illegal(&self, answer: &AnswerFiles) -> Option<Illegal> {
        G::guide().find_illegal(self, answer)
    }

    fn line_name(&self, wrong: &WrongLine<'_>) -> String {
        G::guide().line_name(self, wrong)
    }

    fn why(&self, wrong: &WrongLine<'_>) -> Why {
        G::guide().why(self, wrong)
    }
}

impl<G: Assignment> fmt::Debug for Task<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:?}", G::NAME, self.goal)
    }
}

impl<G: Assignment> fmt::Display for Task<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&G::write(self))
    }
}
