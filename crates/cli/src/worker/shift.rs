//! What a worker does, whatever its units are.

use std::process::{self, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;

use plyglot_arena::cluster::UnitPlayer;
use plyglot_core::safe_text::terminal_line;
use plyglot_kit::any::Games;
use plyglot_sandbox::machine;
use plyglot_units::{
    Patience, Ran, Shift, ShiftEnd, Unit, UnitStore, UnitsError, WorkerInfo, work,
};

use super::cores::{self, Reserved};
use crate::args::seconds;
use crate::calibrate::nodes_per_second;
use crate::{failure, interrupt, progress};

/// Where a worker takes its units from, and when it ends.
#[derive(Debug, Args)]
pub struct ShiftArgs {
    /// The folder that the machines share, or a database: postgresql://user@host/database?job=cup
    #[arg(value_name = "STORE")]
    pub store: String,
    /// How many units at once [default: one for each core that no other worker has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// End when there was nothing to do for so long [default: when all is done]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub idle_exit: Option<f64>,
    /// End as soon as there is nothing to do
    #[arg(long, conflicts_with = "idle_exit")]
    pub once: bool,
}

impl ShiftArgs {
    /// A place for each unit that is run at the same time.
    pub fn slots(&self) -> Vec<Reserved> {
        cores::reserve(self.concurrency.map(usize::from))
    }
}

/// Long enough to tell machines apart.
const MEASURING: Duration = Duration::from_millis(300);

/// Runs a unit in a slot of this number, on these cores, until its result is not wanted any more.
pub type RunUnit<'w> = dyn Fn(&Unit, usize, &[usize], &Arc<AtomicBool>) -> Ran + Sync + 'w;

/// Introduces this worker with the isolation of what it runs, and works in all its slots.
///
/// # Errors
/// If the store cannot be used, and that does not pass.
pub fn serve(
    arguments: &ShiftArgs,
    store: &dyn UnitStore,
    games: Games,
    isolation: &str,
    slots: &[Reserved],
    run: &RunUnit<'_>,
) -> Result<ExitCode> {
    let info = WorkerInfo {
        name: name(),
        machine: machine(),
        slots: slots.len(),
        isolation: isolation.to_owned(),
        speed: nodes_per_second(games, MEASURING).into(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    store.report(&info)?;
    let patience = match (arguments.once, arguments.idle_exit) {
        (true, _) => Patience::For(Duration::ZERO),
        (false, Some(seconds)) => Patience::For(Duration::from_secs_f64(seconds)),
        (false, None) => Patience::Endless,
    };
    let done = Arc::new(AtomicUsize::new(0));
    let so_far = {
        let done = Arc::clone(&done);
        move || units(done.load(Ordering::Relaxed))
    };
    let spinner = progress::spinner_with(format!("{}: ", info.name), so_far);
    let ended = in_all_slots(slots, |number, slot| {
        let worker = format!("{}-{number}", info.name);
        let stop = interrupt::watch();
        let shift = Shift { worker: &worker, stop: &stop, patience };
        work(store, &shift, |unit, is_unwanted| {
            let ran = run(unit, number, &slot.cores, is_unwanted);
            match &ran {
                Ran::Done(_) => _ = done.fetch_add(1, Ordering::Relaxed),
                Ran::Stopped => {}
                Ran::Failed(why) => {
                    let line = terminal_line(&format!("{}: {why}", unit.key));
                    spinner.suspend(|| failure::say(&line));
                }
            }
            ran
        })
    });
    spinner.finish_and_clear();
    let ended = ended?;
    failure::say(&format!("{}: {}", info.name, units(done.load(Ordering::Relaxed))));
    Ok(match (ended, interrupt::exit_code()) {
        (ShiftEnd::Stopped, Some(code)) => ExitCode::from(code),
        _ => ExitCode::SUCCESS,
    })
}

/// Works in each slot on a thread of its own; returns how the first one ended, or why one could not go
/// on.
fn in_all_slots(
    slots: &[Reserved],
    work: impl Fn(usize, &Reserved) -> Result<ShiftEnd, UnitsError> + Sync,
) -> Result<ShiftEnd> {
    thread::scope(|scope| {
        let threads = slots.iter().enumerate().map(|(number, slot)| {
            let work = &work;
            let builder = thread::Builder::new().stack_size(UnitPlayer::STACK);
            builder.spawn_scoped(scope, move || work(number, slot))
        });
        let threads = threads.collect::<std::io::Result<Vec<_>>>()?;
        let mut ends = threads.into_iter().map(|thread| match thread.join() {
            Ok(end) => end.map_err(anyhow::Error::from),
            Err(_) => bail!("a thread of this worker has failed"),
        });
        let first = ends.next().unwrap_or(Ok(ShiftEnd::Closed))?;
        ends.try_for_each(|end| end.map(drop))?;
        Ok(first)
    })
}

/// A name that no other worker has: the machine, and the number of the process there. It is a unit's
/// key, and so a file's name, whatever the machine is called.
fn name() -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let machine: String = machine().chars().map(plain).take(60).collect();
    format!("{machine}-{}", process::id())
}

/// `1 unit`, `2 units`.
fn units(count: usize) -> String {
    format!("{count} unit{}", if count == 1 { "" } else { "s" })
}
