//! One run, seen by its warden: everything below it is watched until it ends, or has to be ended.

use std::io::{self, Read};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::exit;
use std::sync::LazyLock;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use fork::{Fork, fork};
use nix::sys::signal::Signal;
use nix::unistd::close;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, PidfdFlags, WaitOptions, pidfd_open, pidfd_send_signal};
use rustix::stdio::{dup2_stderr, dup2_stdout};

use crate::ended::Ended;
use crate::linux::capture::{Capture, Keep};
use crate::linux::cgroup::Cgroup;
use crate::linux::kill::{Reaped, reap, stop_and_kill};
use crate::linux::meter::Meter;
use crate::linux::nameless::{self, Nameless};
use crate::linux::tree::{self, Process};
use crate::linux::wire::{self, Note, RunOrder, RunReport};
use crate::linux::{disk_usage, launch};

/// The time between two looks at the tree: without a cgroup, and in general at least.
const LOOK: Duration = Duration::from_millis(5);
/// With a cgroup, at most.
const LONG_LOOK: Duration = Duration::from_millis(50);
/// When the CPU time is nearly used up, at least.
const QUICK_LOOK: Duration = Duration::from_millis(1);
/// How many bytes a core can fill in a nanosecond, at most.
const FASTEST_FILL: u64 = 8;
/// How long the sandbox may take to stand.
const SETUP: Duration = Duration::from_secs(10);
/// How long killing may take before it is given up; only a process stuck in the kernel resists.
const KILLING: Duration = Duration::from_secs(10);
/// How often the directory and the exact memory are measured, which is slow.
const SLOW_LOOK: Duration = Duration::from_millis(20);
/// How many looks in a row a process may be out of sight.
const HIDDEN: u32 = 5;
/// How many of those that were left running are named.
const NAMES: usize = 16;

/// To find this out takes as long as several looks.
static ALL_CORES: LazyLock<u32> =
    LazyLock::new(|| available_parallelism().map_or(1, |cores| cores.get() as u32));

/// What was seen of a run.
pub struct Seen {
    pub report: RunReport,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// One run, while it lasts.
pub struct RunWatch<'w> {
    order: RunOrder,
    referee: &'w UnixStream,
    /// The line to launch, as long as there is somebody at the other end.
    line: Option<UnixStream>,
    /// Launch, below which is the agent.
    launch: i32,
    launch_ends: OwnedFd,
    /// What the agent's process used before it became the agent.
    setup: Duration,
    stdout: Capture,
    stderr: Capture,
    meter: Meter,
    cgroup: Option<&'w Cgroup>,
    out_of_memory_before: u64,
    cores: u32,
    landlock: u32,
    begun: Instant,
    /// When the agent itself started.
    started: Option<Instant>,
    disk_before: u64,
    next_slow_look: Instant,
    next_exact_memory: Instant,
    memory: u64,
    /// How many looks in a row found too much in memory.
    times_over: u32,
    nameless: Nameless,
    /// How many looks in a row found a process that does not let us look.
    times_hidden: u32,
}

impl<'w> RunWatch<'w> {
    /// Starts launch, inside whatever has been made ready.
    pub fn start(
        order: RunOrder,
        referee: &'w UnixStream,
        cgroup: Option<&'w Cgroup>,
    ) -> Result<RunWatch<'w>, String> {
        let disk_before = disk_usage::of(&order.dir(), u64::MAX);
        let meter = Meter::begin(cgroup.and_then(Cgroup::cpu_time_of_others));
        let (ours, theirs) = UnixStream::pair().map_err(text)?;
        let (stdout, to_stdout) = pipe_with(PipeFlags::CLOEXEC).map_err(text)?;
        let (stderr, to_stderr) = pipe_with(PipeFlags::CLOEXEC).map_err(text)?;
        // We have no other thread, so the child is as whole as we are. To start our own program anew
        // instead would take most of the time that it needs to put up a sandbox.
        let launch = match fork().map_err(|error| format!("launch: {error}"))? {
            Fork::Parent(launch) => launch,
            Fork::Child => {
                // The referee and launch must hear it if we die, so nobody else may hold these lines.
                _ = close(referee.as_raw_fd());
                drop(ours);
                if dup2_stdout(to_stdout).and_then(|()| dup2_stderr(to_stderr)).is_err() {
                    exit(2);
                }
                launch::main(&order, &theirs)
            }
        };
        drop((theirs, to_stdout, to_stderr));
        ours.set_nonblocking(true).map_err(text)?;
        referee.set_nonblocking(true).map_err(text)?;
        let kept = order.limits.output;
        let now = Instant::now();
        Ok(RunWatch {
            launch,
            launch_ends: open_process(launch).map_err(text)?,
            setup: Duration::ZERO,
            stdout: Capture::new(stdout, Keep::First, kept).map_err(text)?,
            stderr: Capture::new(stderr, Keep::Last, kept).map_err(text)?,
            meter,
            out_of_memory_before: cgroup.map_or(0, Cgroup::times_out_of_memory),
            cgroup,
            cores: if order.cores.is_empty() { *ALL_CORES } else { order.cores.len() as u32 },
            line: Some(ours),
            landlock: 0,
            begun: now,
            started: None,
            disk_before,
            next_slow_look: now + SLOW_LOOK,
            next_exact_memory: now,
            memory: 0,
            times_over: 0,
            nameless: Nameless::default(),
            times_hidden: 0,
            order,
            referee,
        })
    }

    /// Watches the run to its end. Afterwards nothing of it is running.
    pub fn run(mut self) -> Result<Seen, String> {
        let outcome = self.watch();
        let wall = self.started.map_or(Duration::ZERO, |started| started.elapsed());
        let ended_by_itself = matches!(outcome, Ok(Ended::Exited(_) | Ended::Signalled(_)));
        let left_running = if ended_by_itself { self.left_running() } else { Vec::new() };
        self.end_all()?;
        let ended = outcome?;
        let out_of_memory =
            self.cgroup.map_or(0, Cgroup::times_out_of_memory) > self.out_of_memory_before;
        self.nameless = Nameless::default();
        let disk_over = self.disk_is_over();
        let account = self.meter.close(self.cgroup.and_then(Cgroup::cpu_time_of_others));
        let limits = &self.order.limits;
        let ended = match ended {
            Ended::Exited(_) | Ended::Signalled(_) if account.total() > limits.cpu => {
                Ended::CpuLimit
            }
            Ended::Exited(_) | Ended::Signalled(_) if wall > limits.wall => Ended::WallLimit,
            Ended::Exited(_) | Ended::Signalled(_) if disk_over => Ended::Disk,
            Ended::Exited(_) | Ended::Signalled(_) if out_of_memory => Ended::Memory,
            Ended::Signalled(signal) if signal == Signal::SIGXFSZ as i32 => Ended::Disk,
            ended => ended,
        };
        let (stdout, stdout_bytes) = self.stdout.finish();
        let (stderr, stderr_bytes) = self.stderr.finish();
        let report = RunReport {
            ended,
            user: account.user,
            system: account.system,
            wall,
            memory: self.memory,
            left_running,
            landlock: self.landlock,
            stdout,
            stderr,
        };
        Ok(Seen { report, stdout: stdout_bytes, stderr: stderr_bytes })
    }

    /// Watches until the agent has ended or has gone too far.
    fn watch(&mut self) -> Result<Ended, String> {
        let mut next_look = self.begun + LOOK;
        loop {
            self.wait_until(next_look)?;
            self.stdout.drain();
            self.stderr.drain();
            if self.is_abandoned() {
                return Err("the referee is gone".to_owned());
            }
            if let Some(ended) = self.read_notes()? {
                return Ok(ended);
            }
            self.reap_all()?;
            let now = Instant::now();
            if now < next_look {
                continue;
            }
            match self.look(now)? {
                LookResult::Over(ended) => return Ok(ended),
                LookResult::Well { until_next } => next_look = Instant::now() + until_next,
            }
        }
    }

    /// Sleeps until something happens or it is time to look.
    fn wait_until(&self, next_look: Instant) -> Result<(), String> {
        let flags = PollFlags::IN;
        let mut waiting = vec![
            PollFd::from_borrowed_fd(self.launch_ends.as_fd(), flags),
            PollFd::from_borrowed_fd(self.referee.as_fd(), flags),
        ];
        let lines = [self.stdout.pipe(), self.stderr.pipe(), self.line.as_ref().map(AsFd::as_fd)];
        waiting.extend(lines.into_iter().flatten().map(|fd| PollFd::from_borrowed_fd(fd, flags)));
        let timeout = next_look.saturating_duration_since(Instant::now());
        let timeout = Timespec::try_from(timeout).map_err(text)?;
        match poll(&mut waiting, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(text(error)),
        }
    }

    /// Whether the referee has closed the line: then the run is of no use any more.
    fn is_abandoned(&mut self) -> bool {
        let heard = self.referee.read_exact(&mut [0]);
        heard.map_or_else(|error| error.kind() != io::ErrorKind::WouldBlock, |()| true)
    }

    /// Hears what launch has to say.
    fn read_notes(&mut self) -> Result<Option<Ended>, String> {
        while let Some(line) = &mut self.line {
            match wire::receive(line) {
                Ok(Note::Ready { launch, setup, landlock }) => {
                    self.started = Some(Instant::now());
                    self.landlock = landlock;
                    self.setup = setup;
                    self.meter.set_overhead(launch + setup);
                }
                Ok(Note::Failed(why)) => return Err(why),
                Ok(Note::NotStarted(why)) => return Ok(Some(Ended::NotStarted(why))),
                // Whoever ended it, it was not yet the agent.
                Ok(Note::Ended(ended)) if self.started.is_none() => {
                    return Err(format!("its process {ended} before it began"));
                }
                Ok(Note::Ended(ended)) => return Ok(Some(ended)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                // It has died, which is seen next.
                Err(_) => self.line = None,
            }
        }
        Ok(None)
    }

    /// Reaps every process that has died. Launch is not to be among them: it waits for us.
    fn reap_all(&self) -> Result<(), String> {
        while let Reaped::Dead(pid, ended) = reap(WaitOptions::NOHANG) {
            if pid == self.launch {
                return Err(format!("launch {ended}"));
            }
        }
        Ok(())
    }

    /// Looks at every limit.
    fn look(&mut self, now: Instant) -> Result<LookResult, String> {
        let Some(started) = self.started else {
            return match self.begun.elapsed() {
                waited if waited > SETUP => Err("the sandbox did not stand in time".to_owned()),
                _ => Ok(LookResult::Well { until_next: LOOK }),
            };
        };
        let living = self.living();
        let charged = self.charge(&living);
        let limits = self.order.limits;
        let tasks: u32 = self.of_agent(&living).map(|process| process.threads).sum();
        let over = if charged > limits.cpu {
            Some(Ended::CpuLimit)
        } else if started.elapsed() > limits.wall {
            Some(Ended::WallLimit)
        } else if tasks > limits.processes {
            Some(Ended::Processes)
        } else if self.memory_is_over(&living, now) {
            Some(Ended::Memory)
        } else if now >= self.next_slow_look {
            let over = self.slow_look(&living);
            // A large directory is looked at less often, so that looking stays cheap.
            self.next_slow_look = Instant::now() + SLOW_LOOK.max(now.elapsed() * 20);
            over
        } else {
            None
        };
        let wall_left = limits.wall.saturating_sub(started.elapsed());
        let until_next = self.until_next_look(charged, &living).min(wall_left.max(QUICK_LOOK));
        Ok(over.map_or(LookResult::Well { until_next }, LookResult::Over))
    }

    /// How long the agent can be left alone: until it might pass a limit with all its cores. A young
    /// one is looked at more often, since most things go wrong early. And so is one without a cgroup:
    /// whatever ends between two looks may escape the account.
    fn until_next_look(&self, charged: Duration, living: &[Process]) -> Duration {
        let cpu_left = self.order.limits.cpu.saturating_sub(charged) / self.cores;
        let longest =
            if self.cgroup.is_some() { LONG_LOOK.min(self.begun.elapsed()) } else { LOOK };
        let memory_left = self.order.limits.memory.saturating_sub(self.resident(living));
        let fill = Duration::from_nanos(memory_left / FASTEST_FILL) / self.cores;
        cpu_left.clamp(QUICK_LOOK, longest.min(fill).max(LOOK))
    }

    /// All processes below us, launch among them.
    fn living(&mut self) -> Vec<Process> {
        let living = tree::descendants(std::process::id() as i32);
        if let Some(launch) = living.iter().find(|process| process.pid == self.launch) {
            self.meter.set_overhead(launch.own + self.setup);
        }
        living
    }

    fn of_agent<'p>(&self, living: &'p [Process]) -> impl Iterator<Item = &'p Process> {
        let launch = self.launch;
        living.iter().filter(move |process| process.pid != launch)
    }

    /// Bytes in memory; what several processes share counts for each.
    fn resident(&self, living: &[Process]) -> u64 {
        self.of_agent(living).map(|process| process.resident).sum()
    }

    fn charge(&mut self, living: &[Process]) -> Duration {
        self.meter.charge(living, self.cgroup.and_then(Cgroup::cpu_time_of_others))
    }

    /// Whether there is too much in memory. What processes share is counted for each at first;
    /// only if that is too much, a closer look decides. If processes go while it is taken, their
    /// part falls to the others and is seen again: so two such looks in a row must agree.
    fn memory_is_over(&mut self, living: &[Process], now: Instant) -> bool {
        let limit = self.order.limits.memory;
        let mut used = self.resident(living) + self.nameless.memory;
        let mut needed = 1;
        if used > limit && (self.of_agent(living).count() > 1 || self.nameless.memory > 0) {
            if now < self.next_exact_memory {
                return false;
            }
            let parts = self.of_agent(living).map(Process::proportional_memory);
            let (own, in_files) =
                parts.fold((0, 0), |sum, part| (sum.0 + part.own, sum.1 + part.in_files));
            // Of a file in memory, processes show what they have looked at.
            used = own + in_files.max(self.nameless.memory);
            needed = 2;
            self.next_exact_memory = Instant::now() + SLOW_LOOK.max(now.elapsed() * 4);
        }
        self.times_over = if used > limit { self.times_over + 1 } else { 0 };
        if self.times_over == 0 || self.times_over >= needed {
            self.memory = self.memory.max(used);
        }
        self.times_over >= needed
    }

    /// Looks at files, with and without names.
    fn slow_look(&mut self, living: &[Process]) -> Option<Ended> {
        self.nameless = nameless::held_by(self.of_agent(living));
        // A process that is just becoming another program can be looked at only afterwards.
        self.times_hidden = if self.nameless.is_hidden { self.times_hidden + 1 } else { 0 };
        if self.disk_is_over() {
            Some(Ended::Disk)
        } else {
            (self.times_hidden >= HIDDEN).then_some(Ended::Hidden)
        }
    }

    fn disk_is_over(&self) -> bool {
        let limit = self.disk_before.saturating_add(self.order.limits.disk);
        let used = disk_usage::of(&self.order.dir(), limit).saturating_add(self.nameless.disk);
        // What cannot be counted is too much, even if it was there before.
        used > limit || used == u64::MAX
    }

    /// The names of those who outlived the agent.
    fn left_running(&mut self) -> Vec<String> {
        let living = self.living();
        self.charge(&living);
        let others = self.of_agent(&living).filter(|process| !process.is_zombie);
        others.take(NAMES).map(|process| process.name.clone()).collect()
    }

    /// Kills and reaps until no process is left.
    fn end_all(&mut self) -> Result<(), String> {
        let begun = Instant::now();
        while anybody_left() {
            if begun.elapsed() > KILLING {
                return Err(format!("{} processes cannot be killed", self.living().len()));
            }
            if self.order.layers.namespaces {
                // With its first process a namespace ends, and takes all with it.
                _ = pidfd_send_signal(&self.launch_ends, rustix::process::Signal::KILL);
                self.wait_for_first_process();
                continue;
            }
            stop_and_kill(|| {
                let living = self.living();
                self.charge(&living);
                living
            });
            // A killed process takes a moment to go.
            std::thread::sleep(Duration::from_micros(200));
        }
        Ok(())
    }

    fn wait_for_first_process(&self) {
        let mut ends = [PollFd::from_borrowed_fd(self.launch_ends.as_fd(), PollFlags::IN)];
        // Whether it has ended is seen afterwards.
        _ = poll(&mut ends, Timespec::try_from(KILLING).ok().as_ref());
    }
}

fn open_process(number: i32) -> io::Result<OwnedFd> {
    let number = Pid::from_raw(number).ok_or(io::ErrorKind::NotFound)?;
    Ok(pidfd_open(number, PidfdFlags::empty())?)
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Buries all who have died; whether there are others.
fn anybody_left() -> bool {
    loop {
        match reap(WaitOptions::NOHANG) {
            Reaped::NoneLeft => return false,
            Reaped::NoneNow => return true,
            Reaped::Dead(..) => {}
        }
    }
}

/// What a look has found.
enum LookResult {
    /// All is well for that long.
    Well { until_next: Duration },
    /// A limit was passed.
    Over(Ended),
}
