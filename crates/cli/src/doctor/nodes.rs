//! The same question to all nodes of a cluster.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use plyglot_core::numbers::grouped;
use plyglot_core::safe_text::terminal_line;
use plyglot_sandbox::Isolation;

use crate::args::DoctorArgs;
use crate::grader::table::table;
use crate::slurm::{self, Node};
use crate::{failure, json, progress};

/// A node, and what the program found there or why it was not asked.
#[derive(Serialize)]
struct NodeReport {
    node: String,
    state: String,
    cpus: u32,
    #[serde(flatten)]
    found: Option<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// What is read of the answer of a node.
#[derive(Serialize, Deserialize)]
struct Found {
    level: Option<Isolation>,
    layers: Vec<FoundLayer>,
    cores: usize,
    nodes_per_second: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct FoundLayer {
    level: Isolation,
    works: bool,
    found: String,
}

#[derive(Serialize)]
struct ClusterReport<'r> {
    nodes: &'r [NodeReport],
}

/// Asks each node, and prints a table. Exits with 1 if a node does not reach the level that is required.
pub fn run(arguments: &DoctorArgs) -> Result<ExitCode> {
    let partition = arguments.partition.as_deref();
    let nodes = slurm::nodes(partition)?;
    let (up, down): (Vec<Node>, Vec<Node>) = nodes.into_iter().partition(is_up);
    let program = std::env::current_exe()?.display().to_string();
    let command = [&program, "doctor", "--json", "--speed"].map(str::to_owned);
    let spinner = progress::spinner(format!("asking {} nodes", up.len()));
    let answers = slurm::run_on(&up, partition, &command);
    spinner.finish_and_clear();
    let asked = up.into_iter().zip(answers).map(|(node, answer)| NodeReport::new(node, answer));
    let away = down.into_iter().map(|node| {
        let Node { name, state, cpus } = node;
        NodeReport { node: name, state, cpus, found: None, error: None }
    });
    let mut reports: Vec<NodeReport> = asked.chain(away).collect();
    reports.sort_by(|one, other| one.node.cmp(&other.node));
    failure::even_unread(print(&reports, arguments.json))?;
    // A node that cannot be asked is no reason to wait with the others.
    let is_enough = |report: &NodeReport| match (&report.found, arguments.require) {
        (Some(found), Some(level)) => found.level >= Some(level),
        _ => true,
    };
    let has_some = reports.iter().any(|report| report.found.is_some());
    let is_well = has_some && reports.iter().all(is_enough);
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Whether Slurm starts anything there.
fn is_up(node: &Node) -> bool {
    ["idle", "mixed", "allocated", "completing"].contains(&node.state.as_str())
}

impl NodeReport {
    fn new(node: Node, answer: Result<String>) -> NodeReport {
        let Node { name, state, cpus } = node;
        let read = answer.and_then(|text| Ok(serde_json::from_str::<Found>(text.trim())?));
        let (found, error) = match read {
            Ok(found) => (Some(found), None),
            Err(error) => (None, Some(failure::line(&error))),
        };
        NodeReport { node: name, state, cpus, found, error }
    }

    /// What there is to be said, in a few words.
    fn remark(&self) -> String {
        match (&self.found, &self.error) {
            (_, Some(error)) => terminal_line(error),
            (None, None) => "not asked".to_owned(),
            (Some(found), None) => {
                let missing = found.layers.iter().filter(|layer| !layer.works);
                let missing = missing
                    .map(|layer| format!("{}: {}", layer.level, terminal_line(&layer.found)));
                missing.collect::<Vec<_>>().join("; ")
            }
        }
    }
}

fn print(reports: &[NodeReport], as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    if as_json {
        json::write_line(&mut out, &ClusterReport { nodes: reports })?;
        return Ok(());
    }
    let header = ["node", "state", "CPUs", "cores", "isolation", "nodes/s", "missing"];
    let mut table = table(&header, &[2, 3, 5]);
    for report in reports {
        let found = report.found.as_ref();
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        table.add_row([
            terminal_line(&report.node),
            terminal_line(&report.state),
            report.cpus.to_string(),
            or_none(found.map(|found| found.cores.to_string())),
            or_none(found.and_then(|found| found.level).map(|level| level.to_string())),
            or_none(found.and_then(|it| it.nodes_per_second).map(|speed| grouped(speed.into()))),
            report.remark(),
        ]);
    }
    writeln!(out, "{table}")?;
    Ok(())
}
