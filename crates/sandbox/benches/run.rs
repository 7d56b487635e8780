//! What a run costs beyond the program itself: the CPU time of warden and launch together, and
//! the wall time of the whole.

#![allow(clippy::print_stdout)]

use std::sync::LazyLock;
use std::time::Duration;

use divan::Bencher;
use nix::sys::resource::{UsageWho, getrusage};
use plyglot_sandbox::{Isolation, Run, Sandbox, Warden, run};

fn main() {
    for level in levels() {
        // The smallest of some batches: what else runs on the machine only adds.
        let batches = (0..5).map(|_| cpu_of_runs(level, 100));
        let (overhead, agent) = batches.min().expect("there are five");
        println!("{level}: warden and launch {overhead:.2?} of CPU a run, the program {agent:.2?}");
    }
    divan::main();
}

static SANDBOX: LazyLock<Sandbox> = LazyLock::new(sandbox);

fn sandbox() -> Sandbox {
    Sandbox::detect(Warden::at(env!("CARGO_BIN_EXE_plyglot-warden")))
}

fn levels() -> impl Iterator<Item = Isolation> {
    Isolation::ALL.into_iter().filter(|&level| SANDBOX.require(level).is_ok())
}

/// A program that does nothing.
fn nothing() -> (tempfile::TempDir, Run) {
    let dir = tempfile::tempdir().expect("a directory can be made");
    let run = Run::new(["true"], dir.path());
    (dir, run)
}

/// The mean CPU time of warden and launch, and of the program, over some runs of one warden.
fn cpu_of_runs(level: Isolation, runs: u32) -> (Duration, Duration) {
    let sandbox = sandbox().at_most(level);
    let (_dir, nothing) = nothing();
    let before = cpu_of_children();
    let agent: Duration =
        (0..runs).map(|_| run(&nothing, &sandbox).expect("the sandbox works").cpu.total()).sum();
    // What a process has used is known when it has ended.
    drop(sandbox);
    ((cpu_of_children() - before).saturating_sub(agent) / runs, agent / runs)
}

fn cpu_of_children() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the kernel counts");
    let times = [usage.user_time(), usage.system_time()];
    times.iter().map(|time| Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1000)).sum()
}

#[divan::bench(args = levels(), sample_count = 50)]
fn a_run(bencher: Bencher<'_, '_>, level: Isolation) {
    let sandbox = SANDBOX.clone().at_most(level);
    let (_dir, nothing) = nothing();
    bencher.bench_local(|| run(&nothing, &sandbox));
}
