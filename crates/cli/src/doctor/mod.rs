//! `plyglot doctor`.

mod nodes;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use plyglot_arena::agent::{Interpreter, installed};
use plyglot_core::numbers::grouped;
use plyglot_core::safe_text::terminal_line;
use plyglot_sandbox::{Isolation, Layer, Run, Sandbox, Warden, cores, supported};

use crate::program::Program;
use crate::{args, calibrate, failure};

#[derive(Serialize)]
struct DoctorReport<'a> {
    /// The highest level that works with all below it.
    level: Option<Isolation>,
    layers: &'a [Layer],
    /// Where programs are looked for.
    path: &'static str,
    /// The interpreters that are found there.
    interpreters: &'a [Interpreter],
    /// How many cores there are for programs.
    cores: usize,
    /// In the default game, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes_per_second: Option<u32>,
}

/// Long enough for a steady number.
const MEASURING: Duration = Duration::from_secs(1);

/// Tries out every layer of isolation, and prints what works and what to do about the rest.
pub fn run(program: &Program, arguments: &args::DoctorArgs) -> Result<ExitCode> {
    if arguments.slurm {
        return nodes::run(arguments);
    }
    let speed = arguments.speed.then(|| calibrate::nodes_per_second(program.games, MEASURING));
    let sandbox = Sandbox::detect(Warden::this_program());
    failure::even_unread(print(&sandbox, speed, arguments.json))?;
    let required = arguments.require.map_or(Ok(()), |level| sandbox.require(level));
    Ok(if required.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print(sandbox: &Sandbox, speed: Option<u32>, json: bool) -> Result<()> {
    let level = sandbox.level();
    let interpreters = level.and_then(|_| installed(sandbox).ok()).unwrap_or_default();
    let mut out = io::stdout().lock();
    if json {
        let (layers, path, interpreters) = (sandbox.layers(), Run::PATH, &interpreters[..]);
        let found = DoctorReport {
            level,
            layers,
            path,
            interpreters,
            cores: cores::physical().len(),
            nodes_per_second: speed,
        };
        serde_json::to_writer(&mut out, &found)?;
        writeln!(out)?;
    } else if let Err(not_here) = supported() {
        writeln!(out, "No program of others can run here: {not_here}.")?;
        writeln!(out, "What is built in plays matches and tournaments all the same.")?;
    } else {
        for layer in sandbox.layers() {
            write(&mut out, layer)?;
        }
        match level {
            Some(level) => {
                writeln!(out, "Agents run here at level {level}.")?;
                writeln!(out, "Their commands are looked for in {}:", Run::PATH)?;
                for interpreter in &interpreters {
                    writeln!(out, "  {}", terminal_line(&interpreter.to_string()))?;
                }
            }
            None => writeln!(out, "No agent can run here.")?,
        }
    }
    if let Some(speed) = speed.filter(|_| !json) {
        writeln!(out, "{} nodes a second.", grouped(speed.into()))?;
    }
    Ok(())
}

fn write(out: &mut impl Write, layer: &Layer) -> io::Result<()> {
    let Layer { level, works, found, fix } = layer;
    let state = if *works { "works" } else { "missing" };
    writeln!(out, "{level}  {state:<7}  {}", level.means())?;
    writeln!(out, "             {found}")?;
    if let Some(fix) = fix {
        writeln!(out, "             to fix: {fix}")?;
    }
    Ok(())
}
