//! The commands on several machines: a real Slurm of three nodes and a real PostgreSQL server, which each
//! test starts for itself.

mod database;
mod doctor;
mod grading;
mod tables;
mod tournament;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::tournament::{CUP, cup, games, report, without_times};
use super::{plyglot, printed};

/// 224 games that take some milliseconds each.
fn short() -> String {
    CUP.replace("games = 2", "games = 8")
}

/// 224 games that take long enough for something to happen meanwhile.
const LONG: &str = "\
name = 'Cup'
game = 'mancala'
games = 8
seed = 3
agents = ['random', 'greedy', 'minimax-2', 'club', 'full', { name = 'a', agent = 'full' },
    { name = 'b', agent = 'full' }, { name = 'c', agent = 'full' }]
rules = { nodes = 20000 }
openings = { count = 20 }
";

/// What a tournament gives: the table, and all moves.
type Played = (Value, Vec<(String, Vec<String>)>);

fn played(directory: &Path) -> Played {
    (without_times(&report(directory)), games(directory))
}

fn by_one_process(text: &str) -> Played {
    let directory = cup(text);
    printed(&plyglot(directory.path(), &["tournament", "cup.toml"]));
    let played = played(directory.path());
    assert_eq!(played.1.len(), 224);
    played
}

/// What one process makes of the long one, which several tests compare with.
fn long_by_one_process() -> &'static Played {
    static PLAYED: OnceLock<Played> = OnceLock::new();
    PLAYED.get_or_init(|| by_one_process(LONG))
}

/// A command under way, and what it says.
struct Running {
    child: Child,
    lines: Receiver<String>,
    said: Vec<String>,
}

impl Running {
    fn start(command: &mut Command) -> Running {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (teller, lines) = mpsc::channel();
        let output = BufReader::new(child.stderr.take().unwrap());
        thread::spawn(move || {
            output.lines().map_while(Result::ok).all(|it| teller.send(it).is_ok())
        });
        Running { child, lines, said: Vec::new() }
    }

    /// Waits until it says something of this kind.
    fn until(&mut self, is_it: impl Fn(&str) -> bool) {
        loop {
            match self.lines.recv_timeout(Duration::from_secs(120)) {
                Ok(line) => self.said.push(line),
                Err(error) => panic!("{error}:\n{}", self.said.join("\n")),
            }
            if self.said.last().is_some_and(|line| is_it(line)) {
                return;
            }
        }
    }

    /// Waits until so many games are played.
    fn until_played(&mut self, games: usize) {
        self.until(|line| {
            let count = line.split_once("/224 ").and_then(|(count, _)| count.parse().ok());
            count.is_some_and(|count: usize| count >= games)
        });
    }

    /// Its exit code, and all that it has said.
    fn end(mut self) -> (Option<i32>, String) {
        // What it prints at its end is read, for it not to wait for that.
        let mut out = self.child.stdout.take().unwrap();
        std::io::copy(&mut out, &mut std::io::sink()).unwrap();
        let code = self.child.wait().unwrap().code();
        self.said.extend(self.lines.iter());
        (code, self.said.join("\n"))
    }
}

/// A folder with a tournament in it, for which all see each other's files.
fn open_cup(text: &str) -> tempfile::TempDir {
    let directory = cup(text);
    open_to_all(directory.path());
    directory
}

fn open_to_all(directory: &Path) {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(directory, mode).unwrap();
}

/// Waits until something is true.
fn until(mut is_true: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < Duration::from_secs(120), "it took too long");
        thread::sleep(Duration::from_millis(20));
    }
}
