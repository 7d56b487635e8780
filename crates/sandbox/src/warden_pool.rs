//! The referee's wardens: each serves one run after the other, and waits in between.

use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::isolation::Layers;
use crate::run::RunError;
use crate::sandbox::Warden;
use crate::wire::{self, Answer, RunOrder, RunReport};
use crate::{cgroup, orphans};

/// The wardens of one referee. There are as many as there ever were runs at the same time.
#[derive(Clone, Debug)]
pub struct WardenPool {
    program: Warden,
    waiting: Arc<Mutex<Vec<Serving>>>,
    /// Whether all runs are to be given up.
    stop: Arc<AtomicBool>,
}

/// Standard output and standard error.
pub type Outputs = [Vec<u8>; 2];

/// What came back from a warden.
pub enum Reply {
    Ran(RunReport, Outputs),
    /// The run did not take place.
    Failed(String),
    /// Nothing; everything was killed, and this was found.
    Lost(Vec<String>),
}

impl WardenPool {
    pub fn new(program: Warden) -> WardenPool {
        WardenPool { program, waiting: Arc::default(), stop: Arc::default() }
    }

    /// Gives up all runs once this is set.
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> WardenPool {
        self.stop = stop;
        self
    }

    /// Has one of the wardens carry out an order.
    pub fn serve(&self, order: RunOrder) -> Result<Reply, RunError> {
        let mut warden = match self.take(order.layers) {
            Some(warden) => warden,
            None => Serving::start(&self.program, order.layers)?,
        };
        Ok(match warden.carry_out(order, &self.stop) {
            Ok((Answer::Ran { report, can_go_on }, outputs)) => {
                if can_go_on {
                    self.waiting().push(warden);
                }
                Reply::Ran(report, outputs)
            }
            Ok((Answer::Failed(why), _)) => {
                // It may have given up with launch half done.
                drop(warden);
                orphans::end_all();
                Reply::Failed(why)
            }
            Err(_) => {
                // It is dead, or it hangs and has to be.
                _ = warden.process.kill();
                drop(warden);
                let found = orphans::end_all();
                if self.stop.load(Ordering::Relaxed) {
                    return Err(RunError::GivenUp);
                }
                Reply::Lost(found)
            }
        })
    }

    /// One who waits, and has made ready for these layers.
    fn take(&self, layers: Layers) -> Option<Serving> {
        let mut waiting = self.waiting();
        // One of them may have been killed.
        waiting.retain_mut(|warden| matches!(warden.process.try_wait(), Ok(None)));
        let index = waiting.iter().rposition(|warden| warden.made_ready == Ready::of(layers))?;
        Some(waiting.swap_remove(index))
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Serving>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A warden's process.
#[derive(Debug)]
struct Serving {
    process: Child,
    line: UnixStream,
    made_ready: Ready,
    cgroup: Option<PathBuf>,
}

/// Which layers a warden has made once for all its runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ready {
    namespaces: bool,
    cgroup: bool,
}

impl Ready {
    fn of(layers: Layers) -> Ready {
        Ready { namespaces: layers.namespaces, cgroup: layers.cgroup }
    }
}

impl Serving {
    fn start(program: &Warden, layers: Layers) -> Result<Serving, RunError> {
        let cgroup = if layers.cgroup {
            Some(cgroup::home().map_err(RunError::Sandbox)?.join(cgroup::new_name()))
        } else {
            None
        };
        let cannot = |error| RunError::Warden { path: program.path().to_owned(), error };
        let (line, theirs) = UnixStream::pair().map_err(cannot)?;
        let mut command = program.command();
        command.env_clear();
        command.stdin(OwnedFd::from(theirs)).stdout(Stdio::null()).stderr(Stdio::inherit());
        let process = orphans::spawn(&mut command).map_err(cannot)?;
        Ok(Serving { process, line, made_ready: Ready::of(layers), cgroup })
    }

    fn carry_out(
        &mut self,
        mut order: RunOrder,
        stop: &AtomicBool,
    ) -> io::Result<(Answer, Outputs)> {
        order.cgroup = self.cgroup.as_ref().map(|path| path.as_os_str().to_owned());
        let deadline = Instant::now() + order.limits.wall.min(LONGEST) + GRACE;
        wire::send(&self.line, &order)?;
        let mut line = Deadline { line: &self.line, deadline, stop };
        let answer = wire::receive(&mut line)?;
        let mut outputs = Outputs::default();
        if let Answer::Ran { report, .. } = &answer {
            for (bytes, length) in outputs.iter_mut().zip([report.stdout, report.stderr]) {
                bytes.resize(length.kept, 0);
                line.read_exact(bytes)?;
            }
        }
        Ok((answer, outputs))
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It ends when it hears nothing more.
        _ = self.line.shutdown(std::net::Shutdown::Both);
        orphans::wait(&mut self.process);
        self.cgroup.as_deref().into_iter().for_each(cgroup::clear);
    }
}

/// What a warden may need beyond the agent's wall time, to begin and to end.
const GRACE: Duration = Duration::from_secs(30);
/// A year: longer than that is no limit.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// How long it takes at most until a run that is to be given up is.
const LOOK: Duration = Duration::from_millis(50);

/// Reads until a point in time, or until it is told to stop.
struct Deadline<'l> {
    line: &'l UnixStream,
    deadline: Instant,
    stop: &'l AtomicBool,
}

impl Read for Deadline<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let left = self.deadline.saturating_duration_since(Instant::now());
            // No time at all would mean for ever.
            self.line.set_read_timeout(Some(left.clamp(Duration::from_millis(1), LOOK)))?;
            match self.line.read(buffer) {
                Err(error)
                    if error.kind() == io::ErrorKind::WouldBlock
                        && !left.is_zero()
                        && !self.stop.load(Ordering::Relaxed) => {}
                result => return result,
            }
        }
    }
}
