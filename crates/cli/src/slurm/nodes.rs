//! The nodes of a cluster, and a command on each of them.

use std::process::Command;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::thread;

use anyhow::Result;

use super::queue::ask;

/// A node as Slurm knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// `idle`, `down` and so on.
    pub state: String,
    /// Its cores, or threads of these.
    pub cpus: u32,
}

/// At most this many are asked at a time.
const AT_ONCE: usize = 16;
/// A node that has no room within so many seconds is not waited for.
const PATIENCE: u32 = 60;

/// All nodes of a partition, or of all of them, by name.
pub fn nodes(partition: Option<&str>) -> Result<Vec<Node>> {
    let mut command = Command::new("sinfo");
    command.args(["--noheader", "--Node", "--format=%N|%T|%c"]);
    if let Some(partition) = partition {
        command.args(["--partition", partition]);
    }
    let mut nodes: Vec<Node> = ask(&mut command)?.lines().filter_map(node).collect();
    nodes.sort_by(|one, other| one.name.cmp(&other.name));
    // One that is in several partitions is there several times.
    nodes.dedup_by(|one, other| one.name == other.name);
    Ok(nodes)
}

fn node(line: &str) -> Option<Node> {
    let mut fields = line.trim().split('|');
    let (name, state, cpus) = (fields.next()?, fields.next()?, fields.next()?);
    let cpus = cpus.trim_end_matches('+').parse().ok()?;
    Some(Node { name: name.to_owned(), state: state.to_owned(), cpus })
}

/// Runs a command once on each of these nodes; in their order, what it printed there.
pub fn run_on(nodes: &[Node], partition: Option<&str>, command: &[String]) -> Vec<Result<String>> {
    let run = |node: &Node| {
        let mut srun = Command::new("srun");
        srun.args(["--quiet", "--nodes=1", "--ntasks=1", "--job-name=plyglot-doctor"]);
        srun.arg(format!("--immediate={PATIENCE}")).arg(format!("--nodelist={}", node.name));
        if let Some(partition) = partition {
            srun.args(["--partition", partition]);
        }
        ask(srun.args(command))
    };
    let next = Mutex::new(nodes.iter().enumerate());
    let answers = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(nodes.len()) {
            scope.spawn(|| {
                loop {
                    let taken = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((place, node)) = taken else { return };
                    let answer = run(node);
                    answers.lock().unwrap_or_else(PoisonError::into_inner).push((place, answer));
                }
            });
        }
    });
    let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    answers.sort_by_key(|(place, _)| *place);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
