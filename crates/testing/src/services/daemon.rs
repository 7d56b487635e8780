use std::ffi::OsStr;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process};

use crate::{Process, has, lacks};

/// A server with a process namespace of its own: when it ends, all that it has started ends with it,
/// and it ends with the thread that started it, however that ends.
#[derive(Debug)]
pub struct Daemon {
    /// `unshare`, which waits for the server.
    outside: Child,
    log: PathBuf,
}

impl Daemon {
    /// Starts what [`command`] made, and writes all that it says into a file.
    pub fn start(command: &mut Command, log: PathBuf) -> Daemon {
        let file = File::create(&log).unwrap();
        command.stdin(Stdio::null()).stdout(file.try_clone().unwrap()).stderr(file);
        Daemon { outside: command.spawn().unwrap(), log }
    }

    /// Waits until it does what it is for.
    ///
    /// # Panics
    /// If it ends before, or after half a minute.
    pub fn wait_until(&mut self, is_ready: impl Fn() -> bool) {
        let mut ended = None;
        let is_up = is_soon(|| {
            ended = self.outside.try_wait().unwrap();
            ended.is_some() || is_ready()
        });
        if ended.is_some() || !is_up {
            let log = std::fs::read_to_string(&self.log).unwrap_or_default();
            panic!("{} did not start ({ended:?}):\n{log}", self.log.display());
        }
    }

    /// Sends a signal, and waits for the end of all that it has started.
    pub fn stop(&mut self, signal: Signal) {
        // Once it has been waited for, its number may be another's.
        let Ok(None) = self.outside.try_wait() else { return };
        let outside = self.outside.id() as i32;
        let inside = Process::all().into_iter().find(|process| process.parent == outside);
        let pid = inside.map_or(outside, |process| process.pid);
        _ = kill_process(Pid::from_raw(pid).unwrap(), signal);
        _ = self.outside.wait();
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.stop(Signal::KILL);
    }
}

/// A command for [`Daemon::start`], on a machine of this name; as another user, if one is named.
pub fn command(program: impl AsRef<OsStr>, machine: &str, user: Option<&str>) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "unshare", "--pid", "--fork", "--kill-child"]);
    command.args(["--mount-proc", "--uts", "--ipc"]);
    if !geteuid().is_root() {
        command.arg("--map-current-user");
    }
    command.args(["sh", "-c", "hostname \"$0\" && exec \"$@\"", machine]);
    if let Some(user) = user {
        command.args(["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]);
    }
    command.arg(program);
    command
}

/// Whether daemons can be started here. If not, says so: see [`has`].
pub fn can_start() -> bool {
    if !has(&["setpriv", "unshare"]) {
        return false;
    }
    let tried = command("true", "machine", None).stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success()) || lacks("a process namespace, by unshare")
}

/// Waits until something is true, at most half a minute.
pub fn is_soon(mut is_true: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    while !is_true() {
        if begun.elapsed() > Duration::from_secs(30) {
            return false;
        }
        sleep(Duration::from_millis(50));
    }
    true
}

/// A program in the first of these places that has it.
pub fn find(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file())
}
