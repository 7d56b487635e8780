//! What stays beside the store, to be looked at.

use std::fs;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use plyglot_grader::report::write_whole;

use super::script::Order;
use crate::failure;

/// What was ordered, for people and programs.
#[derive(Serialize)]
struct Plan<'o> {
    /// The name of the jobs: `squeue --name NAME` shows them.
    job_name: &'o str,
    store: &'o str,
    program: String,
    workers: u32,
    cores: u16,
    command: String,
}

/// Makes the folder, with the script, the list of commands and the plan in it.
pub fn write(order: &Order) -> Result<()> {
    for folder in [&order.folder, &order.logs(), &order.failed()] {
        fs::create_dir_all(folder).map_err(|error| failure::in_file(folder, &error))?;
    }
    let plan = Plan {
        job_name: &order.name,
        store: &order.store,
        program: order.program.display().to_string(),
        workers: order.arguments.workers(),
        cores: order.arguments.cores(),
        command: order.command(),
    };
    let plan = serde_json::to_string_pretty(&plan)? + "\n";
    whole(&order.script_path(), &order.script())?;
    whole(&order.commands_path(), &order.commands())?;
    whole(&order.folder.join("plan.json"), &plan)
}

fn whole(path: &Path, text: &str) -> Result<()> {
    write_whole(path, text.as_bytes()).map_err(|error| failure::in_file(path, &error))
}
