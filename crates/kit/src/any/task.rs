use std::fmt;
use std::io;

use super::{About, AnyLine};
use crate::{Assignment, Files, Goal, Options, Report, Task};

/// One `input.txt`, whatever its game. Its [`Display`](fmt::Display) is that text.
pub trait AnyTask: fmt::Debug + fmt::Display + Send + Sync {
    /// What does not change about its game.
    fn about(&self) -> About;
    /// The same task once more.
    fn copied(&self) -> Box<dyn AnyTask>;
    /// What is asked for.
    fn goal(&self) -> Goal;
    /// The position that it is asked of.
    fn line(&self) -> Box<dyn AnyLine>;
    /// Looks `depth` turns ahead instead of what the input says; false where the input asks for no
    /// depth: greedy looks one turn ahead, and a competition goes by time.
    #[must_use]
    fn set_depth(&mut self, depth: u32) -> bool;
    /// Solves it and writes the files that its source asks for.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn solve(&self, options: &Options, files: &mut dyn Files) -> io::Result<Report>;
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
}

impl<G: Assignment> fmt::Display for Task<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&G::write(self))
    }
}
