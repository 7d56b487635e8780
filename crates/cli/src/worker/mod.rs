//! `plyglot worker`.

mod cores;
mod shift;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use clap::Args;

use plyglot_arena::cluster::{TournamentJob, TournamentWorker};
use plyglot_grader::cluster::{GradeWork, GradeWorker};
use plyglot_units::Unit;

use crate::arena::options::SandboxArgs;
use crate::interrupt;
use crate::program::Program;
use crate::tables::{TablesJob, TablesWorker};

pub use cores::Reserved;
pub use shift::{RunUnit, ShiftArgs, serve};

/// Play, grade or build units of a store, beside other workers on this machine and others
///
/// `tournament`, `grade` and `tables build` put their work into a store with `--workers STORE`. A worker takes one unit
/// after the other, runs it in the sandbox of its own machine, and hands the result back. It may be
/// killed at any time: another then does the unit that it had. It ends when all is done.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} worker /shared/cup                       on as many cores as no other worker has
  {program} worker /shared/cup --concurrency 4       four units at a time
  {program} worker /shared/cup --idle-exit 300       end after five minutes without work
  {program} worker /shared/cup --require-sandbox L2  only where programs are isolated that well")]
pub struct WorkerArgs {
    #[command(flatten)]
    pub shift: ShiftArgs,
    #[command(flatten)]
    pub isolation: SandboxArgs,
}

/// Works until all is done.
pub fn run(program: &Program, arguments: &WorkerArgs) -> Result<ExitCode> {
    let store = plyglot_units::open(&arguments.shift.store)?;
    let sandbox = arguments.isolation.sandbox()?;
    let stop = interrupt::watch();
    let slots = arguments.shift.slots();
    let isolation = sandbox.level().map_or_else(|| "none".to_owned(), |level| level.to_string());
    let serve = |slots: &[Reserved], run: &RunUnit<'_>| {
        serve(&arguments.shift, &*store, program.games, &isolation, slots, run)
    };
    match store.job().kind.as_str() {
        TournamentJob::KIND => {
            let worker = TournamentWorker::new(&*store, program.games, sandbox.clone())?;
            if let Some(level) = worker.require_sandbox() {
                sandbox.require(level)?;
            }
            worker.find_programs()?;
            let player = worker.player(&*store, &stop)?;
            let run = |unit: &Unit, slot: usize, cores: &[usize], is_unwanted: &Arc<AtomicBool>| {
                player.play(unit, slot, cores, is_unwanted)
            };
            serve(&slots, &run)
        }
        GradeWork::KIND => {
            let worker = GradeWorker::new(&*store, program.games, sandbox.clone())?;
            if let Some(level) = worker.require_sandbox() {
                sandbox.require(level)?;
            }
            let run = |unit: &Unit, _: usize, cores: &[usize], is_unwanted: &Arc<AtomicBool>| {
                worker.grade(unit, cores, is_unwanted)
            };
            serve(&slots, &run)
        }
        TablesJob::KIND => {
            let slot = Reserved::together(slots);
            let worker = TablesWorker::new(program, &*store, slot.cores.len())?;
            let run = |unit: &Unit, _: usize, _: &[usize], _: &Arc<AtomicBool>| worker.build(unit);
            serve(&[slot], &run)
        }
        other => {
            bail!("{}: it is for {other}, which this program does not know", arguments.shift.store)
        }
    }
}
