use std::fmt;
use std::marker::PhantomData;

use plyglot_core::text::{Lines, TextError};
use plyglot_search::textbook::Algorithm;
use serde::{Serialize, Serializer};

use super::about::FileFacts;
use super::{About, AnyLine, AnyTask, IN_BROWSER};
use crate::bench::Measure;
use crate::competition::Situation;
use crate::grading::PlainSolver;
use crate::notation::Notation;
use crate::problems::Problems;
use crate::tables::Tables;
use crate::{Assignment, Task, WrongSize};

/// A game, whichever it is: how its lines and tasks are made.
pub trait GameKit: fmt::Debug + Send + Sync {
    /// What does not change about it.
    fn about(&self) -> About;
    /// What it says about its files.
    fn files(&self) -> FileFacts;
    /// A new game. `sizes` gives a number for some of the game's sizes, by their names; names that
    /// the game does not have are ignored.
    ///
    /// # Errors
    /// If no board has that size.
    fn start(&self, sizes: &[(&str, usize)], seed: u64) -> Result<Box<dyn AnyLine>, WrongSize>;
    /// The position to show and to count from if none is given.
    fn sample(&self) -> Box<dyn AnyLine>;
    /// Reads the text of a position alone.
    ///
    /// # Errors
    /// At the first place that does not fit.
    fn read_position(&self, text: &str) -> Result<Box<dyn AnyLine>, TextError>;
    /// Whether an input begins as this game's do; `None` if the second line is needed to tell and
    /// there is none.
    fn recognises(&self, first_line: &str, second_line: Option<&str>) -> Option<bool>;
    /// Reads an `input.txt`.
    ///
    /// # Errors
    /// At the first place that does not fit.
    fn read_task(&self, text: &str) -> Result<Box<dyn AnyTask>, TextError>;
    /// The task to search the position at the end of a line, as an input of this game has it.
    ///
    /// # Errors
    /// If no input can have that position, for example because the game is over.
    fn to_search(
        &self,
        line: &dyn AnyLine,
        algorithm: Algorithm,
        depth: u32,
    ) -> Result<Box<dyn AnyTask>, TextError>;
    /// The task to solve if no input is given, for a game that has one.
    fn example(&self) -> Option<Box<dyn AnyTask>>;
    /// What `bench` measures.
    fn benches(&self) -> Vec<Measure>;
    /// Its rules once more, with their misreadings, and random cases.
    fn solver(&self) -> &'static dyn PlainSolver;
    /// The same for an edition of its assignment.
    fn solver_of(&self, edition: &str) -> &'static dyn PlainSolver;
    /// Positions in which programs go wrong.
    fn situations(&self) -> &'static [Situation];
    /// Why programs cannot play on a board with a size of this number, though people can.
    fn why_not_for_programs(&self, size: &str, number: usize) -> Option<&'static str>;
    /// Its own notation for whole games, if it has one.
    fn notation(&self) -> Option<&'static dyn Notation>;
    /// Tables of its endings, if it has any.
    fn tables(&self) -> Option<&'static dyn Tables>;
    /// Problems to solve at the board, if it has any.
    fn problems(&self) -> Option<&'static dyn Problems>;
}

impl dyn GameKit {
    /// As written on the command line and in JSON.
    pub fn name(&self) -> &'static str {
        self.about().name
    }

    /// As written in a sentence.
    pub fn title(&self) -> &'static str {
        self.about().title
    }

    /// Reads an input of the game, or the text of a position alone. If it is neither, the error is
    /// that of the reading that got further.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read_line(&self, text: &str) -> Result<Box<dyn AnyLine>, TextError> {
        let as_input = match self.read_task(text) {
            Ok(task) => return Ok(task.line()),
            Err(error) => error,
        };
        self.read_position(text).map_err(|error| {
            let place = |error: &TextError| (error.line, error.column);
            if place(&error) > place(&as_input) { error } else { as_input }
        })
    }
}

/// As its name.
impl Serialize for dyn GameKit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// No two games have the same name.
impl PartialEq for dyn GameKit {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

/// The kit of a game: rules alone are enough.
pub const fn kit<G: Assignment>() -> &'static dyn GameKit {
    &Kit::<G>(PhantomData)
}

struct Kit<G>(PhantomData<fn() -> G>);

impl<G: Assignment> fmt::Debug for Kit<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(G::name())
    }
}

impl<G: Assignment> GameKit for Kit<G> {
    fn about(&self) -> About {
        About::of::<G>()
    }

    fn files(&self) -> FileFacts {
        FileFacts::of::<G>()
    }

    fn start(&self, sizes: &[(&str, usize)], seed: u64) -> Result<Box<dyn AnyLine>, WrongSize> {
        let chosen = |name| sizes.iter().find(|(known, _)| *known == name).map(|&(_, n)| n);
        let sizes = G::SIZES.iter().map(|size| size.choose(chosen(size.name)));
        let sizes = sizes.collect::<Result<Vec<_>, _>>()?;
        Ok(G::start(&sizes, seed).into_line())
    }

    fn sample(&self) -> Box<dyn AnyLine> {
        G::sample().into_line()
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyLine>, TextError> {
        text.parse::<G>().map(Assignment::into_line)
    }

    fn recognises(&self, first_line: &str, second_line: Option<&str>) -> Option<bool> {
        G::recognises(first_line, second_line)
    }

    fn read_task(&self, text: &str) -> Result<Box<dyn AnyTask>, TextError> {
        Ok(Box::new(G::read(Lines::new(text))?))
    }

    fn to_search(
        &self,
        line: &dyn AnyLine,
        algorithm: Algorithm,
        depth: u32,
    ) -> Result<Box<dyn AnyTask>, TextError> {
        let task: Task<G> = G::to_search(line.position().parse()?, algorithm, depth);
        // Only the reader knows everything that makes an input invalid.
        self.read_task(&G::write(&task))
    }

    fn example(&self) -> Option<Box<dyn AnyTask>> {
        Some(Box::new(G::example()?))
    }

    fn benches(&self) -> Vec<Measure> {
        if IN_BROWSER { Vec::new() } else { G::benches() }
    }

    fn solver(&self) -> &'static dyn PlainSolver {
        G::solver()
    }

    fn solver_of(&self, edition: &str) -> &'static dyn PlainSolver {
        G::solver_of(edition)
    }

    fn situations(&self) -> &'static [Situation] {
        G::SITUATIONS
    }

    fn why_not_for_programs(&self, size: &str, number: usize) -> Option<&'static str> {
        G::why_not_for_programs(size, number)
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        G::notation()
    }

    fn tables(&self) -> Option<&'static dyn Tables> {
        if IN_BROWSER { None } else { G::tables() }
    }

    fn problems(&self) -> Option<&'static dyn Problems> {
        if IN_BROWSER { None } else { G::problems() }
    }
}
