//! Random inputs, with the situations in which programs go wrong.

use plyglot_core::mix::Random;

/// How much there is to search in a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Difficulty {
    /// So little that a person can follow it.
    Easy,
    /// A moment for any program.
    #[default]
    Medium,
    /// Enough to tell slow programs from fast ones.
    Hard,
}

impl Difficulty {
    /// The nodes that a plain search may visit.
    pub fn most_nodes(self) -> u64 {
        match self {
            Difficulty::Easy => 256,
            Difficulty::Medium => 4096,
            Difficulty::Hard => 65536,
        }
    }

    /// How deep a case may look.
    pub fn deepest(self) -> usize {
        match self {
            Difficulty::Easy => 3,
            Difficulty::Medium => 6,
            Difficulty::Hard => 10,
        }
    }
}

/// An input whose depth is still open.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// Who plays.
    pub player: String,
    /// How it is searched, or on which board.
    pub algorithm: String,
    /// How deep.
    pub depth: u32,
    /// What is special about it.
    pub situation: &'static str,
    /// The input, with [`DEPTH`] in place of the depth.
    pub text: String,
}

/// Stands for the depth.
pub const DEPTH: &str = "{depth}";

impl Sketch {
    /// The input.
    pub fn input(&self) -> String {
        self.text.replace(DEPTH, &self.depth.to_string())
    }

    /// Whether the input says how deep to look.
    fn has_depth(&self) -> bool {
        self.text.contains(DEPTH)
    }

    /// The traits that it may share with others.
    pub fn traits(&self) -> impl Iterator<Item = String> {
        let depth = self.has_depth().then(|| format!("depth {}", self.depth));
        [self.player.clone(), self.algorithm.clone(), self.situation.to_owned()]
            .into_iter()
            .chain(depth)
    }

    /// `Star, ALPHABETA depth 3, stacks on the last rows`.
    pub fn about(&self) -> String {
        let depth = if self.has_depth() { format!(" depth {}", self.depth) } else { String::new() };
        format!("{}, {}{depth}, {}", self.player, self.algorithm, self.situation)
    }
}

/// One of several.
pub fn one_of<T: Copy>(random: &mut Random, choices: &[T]) -> T {
    choices[random.below(choices.len())]
}

/// A number from a range, both ends included.
pub fn between(random: &mut Random, least: usize, most: usize) -> usize {
    least + random.below(most - least + 1)
}
