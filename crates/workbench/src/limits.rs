/// The most that is done for one request. A request for more gets an error that says so.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Moves of a game.
    pub moves: usize,
    /// CPU seconds of one search.
    pub seconds: f64,
    /// Nodes of one search of the engine's, where they are counted instead.
    pub thought: u64,
    /// Bytes of an engine's table.
    pub table: usize,
    /// Threads of one search of the engine's, if its time is what limits it.
    pub threads: usize,
    /// Turns that a tree is searched ahead.
    pub depth: u32,
    /// Nodes of one tree that are kept.
    pub nodes: usize,
    /// Nodes of all trees that are kept: the least recently used give way.
    pub all_nodes: usize,
    /// Nodes that are only counted, to compare one search with another.
    pub counted: u64,
    /// Nodes that a search for an answer visits.
    pub solved: u64,
    /// Bytes of an answer.
    pub answer: u64,
}

impl Limits {
    /// For a machine that has other things to do.
    pub const USUAL: Limits = Limits {
        moves: 1_000,
        seconds: 60.0,
        thought: 10_000_000,
        table: 32 << 20,
        threads: 1,
        depth: 100,
        nodes: 2_000_000,
        all_nodes: 6_000_000,
        counted: 20_000_000,
        solved: 200_000_000,
        answer: 32 << 20,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::USUAL
    }
}
