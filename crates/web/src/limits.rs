/// The most that the server takes on. A request for more gets an error that says so.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Connections at the same time; whoever comes then has to wait.
    pub connections: usize,
    /// How long a request may take to arrive, and a connection may be silent between two, in seconds.
    pub arrival: f64,
    /// Bytes of a request.
    pub body: usize,
    /// Moves of a game.
    pub moves: usize,
    /// Searches at the same time.
    pub searches: usize,
    /// Requests that may wait for one of them to end.
    pub waiting: usize,
    /// How long they wait, in seconds.
    pub patience: f64,
    /// CPU seconds of one search.
    pub seconds: f64,
    /// Bytes of an engine's table.
    pub table: usize,
    /// Turns that a tree is searched ahead.
    pub depth: u32,
    /// Nodes of one tree that are kept.
    pub nodes: usize,
    /// Nodes of all trees that are kept: the least recently used give way.
    pub all_nodes: usize,
    /// Nodes that are only counted, to compare one search with another.
    pub counted: u64,
    /// Requests that read files at the same time.
    pub readers: usize,
    /// Files and folders that are looked at in search of contests.
    pub entries: usize,
    /// Contests and gradings that are shown.
    pub contests: usize,
    /// Games on a page of a list.
    pub games: u32,
    /// Bytes of a file of grades, or of a report.
    pub file: u64,
}

impl Default for ServerLimits {
    /// For a machine that has other things to do: with all of it in use, some 600 MB.
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 256,
            arrival: 10.0,
            body: 1 << 20,
            moves: 1_000,
            searches: 8,
            waiting: 16,
            patience: 2.0,
            seconds: 60.0,
            table: 32 << 20,
            depth: 100,
            nodes: 2_000_000,
            all_nodes: 6_000_000,
            counted: 20_000_000,
            readers: 4,
            entries: 10_000,
            contests: 200,
            games: 100,
            file: 64 << 20,
        }
    }
}
