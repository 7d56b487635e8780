use clap::Args;

/// How many threads work on the same thing.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Threads {
    /// Threads that work together [default: 1]
    ///
    /// Two take a little more CPU time than one, and half to three quarters of the time. More than the
    /// machine has cores only take turns.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Threads {
    /// How many.
    pub fn count(self) -> usize {
        self.threads.map_or(1, usize::from)
    }

    /// Whether there are several.
    pub fn are_several(self) -> bool {
        self.count() > 1
    }
}
