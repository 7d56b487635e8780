use std::io;

use plyglot_core::text::{Lines, TextError};
use plyglot_search::textbook::Algorithm;

use crate::any::AnyLine;
use crate::bench::{self, Measure};
use crate::grading::{AnswerGuide, GeneralGuide, GeneralSolver, PlainSolver};
use crate::notation::Notation;
use crate::problems::Problems;
use crate::tables::Tables;
use crate::wording::Spoken;
use crate::{Files, Goal, Line, Options, Report, general};

/// A position, and what is asked of it: one `input.txt`.
#[derive(Clone)]
pub struct Task<G> {
    /// Where to move, and who.
    pub position: G,
    /// What is asked for.
    pub goal: Goal,
}

/// A game with files of its own: an `input.txt` and its answers. Everything has a default, the
/// general form of [`general`].
pub trait Assignment: Spoken {
    /// What the first line of an input can be, in words: `Star or Circle`.
    const FIRST_LINE: &'static str = Self::NAME;

    /// The editions of the assignment, the one that counts last; none where there is only one.
    const EDITIONS: &'static [&'static str] = &[];

    /// Whether the answer is printed, and written only if a folder is given.
    const PRINTS: bool = false;

    /// The file of an answer that tells the search step by step, beside the one with the turn.
    const LOG: Option<&'static str> = Some(general::LOG);

    /// Whether an input begins as this game's do; `None` if the second line is needed to tell and
    /// there is none. No two games may claim the same.
    fn recognises(first_line: &str, _second_line: Option<&str>) -> Option<bool> {
        Some(first_line == Self::name())
    }

    /// Reads an `input.txt`.
    ///
    /// # Errors
    /// At the first place that does not fit.
    fn read(lines: Lines<'_>) -> Result<Task<Self>, TextError> {
        general::read(lines)
    }

    /// The `input.txt`, which reads back as the same task. What an input cannot say is left out.
    fn write(task: &Task<Self>) -> String {
        general::write(task)
    }

    /// Solves the task and writes the files that its source asks for. An agent has published a
    /// whole answer before it begins to think, and replaces it by a better one.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn solve(task: &Task<Self>, options: &Options, files: &mut dyn Files) -> io::Result<Report> {
        general::solve(task, options, files)
    }

    /// The task of searching a position, as this game sets it.
    fn to_search(position: Self, algorithm: Algorithm, depth: u32) -> Task<Self> {
        Task { position, goal: Goal::Search { algorithm, depth } }
    }

    /// The task to solve if no input is given, for a game that has one.
    fn example() -> Option<Task<Self>> {
        None
    }

    /// What `bench` measures.
    fn benches() -> Vec<Measure> {
        bench::usual::<Self>()
    }

    /// The game's own notation for whole games, if it has one.
    fn notation() -> Option<&'static dyn Notation> {
        None
    }

    /// Tables of its endings, if it has any.
    fn tables() -> Option<&'static dyn Tables> {
        None
    }

    /// Problems to solve at the board, if it has any.
    fn problems() -> Option<&'static dyn Problems> {
        None
    }

    /// Knows how answers are written, and why a line of one is wrong.
    fn guide() -> &'static dyn AnswerGuide<Self> {
        &GeneralGuide
    }

    /// The rules once more, with their misreadings, and random cases.
    fn solver() -> &'static dyn PlainSolver {
        &const { GeneralSolver::<Self>::NEW }
    }

    /// The same for one of the [editions](Assignment::EDITIONS).
    fn solver_of(_edition: &str) -> &'static dyn PlainSolver {
        Self::solver()
    }

    /// A game that begins here; a game may choose a smaller type for a smaller board.
    fn into_line(self) -> Box<dyn AnyLine> {
        Box::new(Line::new(&self))
    }
}
