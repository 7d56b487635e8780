//! The first stage: runs one agent after the other, as the referee orders, and reports on each.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::ExitCode;

use nix::sys::prctl::set_child_subreaper;
use nix::unistd::{close, setsid};

use crate::linux::cgroup::Cgroup;
use crate::linux::namespaces::Namespaces;
use crate::linux::watch::{RunWatch, Seen};
use crate::linux::wire::{self, Answer, RunOrder};

/// Runs the stage; standard input is the line to the referee.
pub fn main() -> ExitCode {
    close_inherited();
    let Ok(referee) = take_over_stdin() else { return ExitCode::from(2) };
    // Whoever is ended for want of memory, it must be the agent. Only root may ask for this.
    _ = fs::write("/proc/self/oom_score_adj", "-1000");
    if setsid().is_err() || set_child_subreaper(true).is_err() {
        return ExitCode::from(2);
    }
    let mut setup = RunSetup::default();
    loop {
        let outcome = match wire::receive::<RunOrder>(&mut &referee) {
            Ok(order) => setup.run(order, &referee),
            // Nothing more is to be done.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return ExitCode::SUCCESS,
            Err(error) => Err(format!("the order is unreadable: {error}")),
        };
        let can_go_on = outcome.is_ok() && setup.can_be_used_again();
        if answer(&referee, outcome, can_go_on).is_err() {
            return ExitCode::from(2);
        }
        if !can_go_on {
            return ExitCode::SUCCESS;
        }
    }
}

/// The line to the referee, which agents do not inherit; standard input is empty from now on.
fn take_over_stdin() -> io::Result<UnixStream> {
    let line = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    Ok(line)
}

/// Tells the referee what came of an order.
fn answer(
    mut referee: &UnixStream,
    outcome: Result<Seen, String>,
    can_go_on: bool,
) -> io::Result<()> {
    // Another process may share our end of the line and wait at the other.
    referee.set_nonblocking(false)?;
    match outcome {
        Ok(Seen { report, stdout, stderr }) => {
            wire::send(referee, &Answer::Ran { report, can_go_on })?;
            referee.write_all(&stdout)?;
            referee.write_all(&stderr)
        }
        Err(why) => wire::send(referee, &Answer::Failed(why)),
    }
}

/// Closes what the referee's own parents left open; Rust itself leaves nothing.
fn close_inherited() {
    let open: Vec<i32> = fs::read_dir("/proc/self/fd")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter(|&descriptor| descriptor > 2)
        .collect();
    for descriptor in open {
        // One of them was the directory itself, which is closed already.
        _ = close(descriptor);
    }
}

/// What is made at the first run and serves the next ones too: it takes longer to make than many a
/// program to run.
#[derive(Default)]
struct RunSetup {
    cgroup: Option<Cgroup>,
    namespaces: Option<Namespaces>,
}

impl RunSetup {
    fn run(&mut self, order: RunOrder, referee: &UnixStream) -> Result<Seen, String> {
        self.prepare(&order)?;
        RunWatch::start(order, referee, self.cgroup.as_ref())?.run()
    }

    fn can_be_used_again(&self) -> bool {
        self.namespaces.as_ref().is_none_or(Namespaces::can_be_renewed)
    }

    fn prepare(&mut self, order: &RunOrder) -> Result<(), String> {
        if let Some(path) = &order.cgroup {
            self.enter(Path::new(path), order).map_err(|error| format!("cgroup: {error}"))?;
        }
        if order.layers.namespaces {
            self.separate().map_err(|error| format!("namespaces: {error}"))?;
        }
        Ok(())
    }

    fn enter(&mut self, path: &Path, order: &RunOrder) -> io::Result<()> {
        let cgroup = match self.cgroup.take() {
            Some(cgroup) => cgroup,
            None => Cgroup::enter(path)?,
        };
        self.cgroup.insert(cgroup).limit(&order.limits)
    }

    fn separate(&mut self) -> io::Result<()> {
        match &self.namespaces {
            Some(namespaces) => namespaces.renew(),
            None => {
                self.namespaces = Some(Namespaces::make()?);
                Ok(())
            }
        }
    }
}
