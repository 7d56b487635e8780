use plyglot_core::mix::Random;

use super::{AnswerFiles, Misreading, Sketch};
use crate::Size;

/// A game's assignment once more, straight from its rules and as readable as it can be, with a switch
/// for each known misreading. Without one it writes the same bytes as `plyglot solve`; with one it
/// writes what a program with that misreading would. Speed does not matter here.
pub trait PlainSolver: Sync {
    /// The known misreadings.
    fn misreadings(&self) -> &'static [Misreading];

    /// All answers of a program that reads the rules right, or has this misreading: one where the
    /// answer is unique, each turn that it may choose where any legal turn is right, none where it
    /// would crash. A misreading of another game is none.
    ///
    /// `None` if that would take more than `most_nodes` nodes, or if `input` asks for a good turn in
    /// time and the solver does not list all turns. The input must have been
    /// [read](crate::any::GameKit::read_task) before: bad input is not reported here.
    fn answers(
        &self,
        input: &str,
        misreading: Option<&Misreading>,
        most_nodes: u64,
    ) -> Option<Vec<AnswerFiles>>;

    /// Which size of a case's board can be chosen; `None` if all have the same.
    fn size(&self) -> Option<Size> {
        None
    }

    /// A random input, to be searched to this depth unless that takes too long; `None` if it makes
    /// no sense.
    fn sketch(&self, depth: u32, size: Option<usize>, random: &mut Random) -> Option<Sketch>;
}

/// An answer of one file.
pub fn output(text: String) -> AnswerFiles {
    AnswerFiles::from([("output.txt".to_owned(), text)])
}

/// The lines of an input without the blanks around them, which all games pass over.
pub fn input_lines(input: &str) -> impl Iterator<Item = &str> {
    input.strip_prefix('\u{feff}').unwrap_or(input).lines().map(str::trim)
}
