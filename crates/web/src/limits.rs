use plyglot_workbench::Limits;

/// The most that the server takes on. A request for more gets an error that says so.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Connections at the same time; whoever comes then has to wait.
    pub connections: usize,
    /// How long a request may take to arrive, and a connection may be silent between two, in seconds.
    pub arrival: f64,
    /// Bytes of a request.
    pub body: usize,
    /// Bytes of a request that brings an answer to be explained.
    pub answer: usize,
    /// What is done for one request about a game.
    pub workbench: Limits,
    /// Searches at the same time.
    pub searches: usize,
    /// Requests that may wait for one of them to end.
    pub waiting: usize,
    /// How long they wait, in seconds.
    pub patience: f64,
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
            answer: 8 << 20,
            workbench: Limits::default(),
            searches: 8,
            waiting: 16,
            patience: 2.0,
            readers: 4,
            entries: 10_000,
            contests: 200,
            games: 100,
            file: 64 << 20,
        }
    }
}
