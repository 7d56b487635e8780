use std::fmt::Write;
use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::geteuid;
use rustix::system::uname;
use tempfile::TempDir;

use super::daemon::{self, Daemon};
use crate::lacks;

/// A Slurm of three nodes on this machine: a controller, a daemon for each node, and the service by
/// which they trust each other.
#[derive(Debug)]
pub struct Cluster {
    nodes: Vec<Option<Daemon>>,
    controller: Option<Daemon>,
    munge: Option<Daemon>,
    dir: TempDir,
}

/// What a node pretends to have.
const CPUS: usize = 2;

impl Cluster {
    /// Starts one, or says that there is none here: see [`has`](crate::has).
    ///
    /// # Panics
    /// If it does not start.
    pub fn start() -> Option<Cluster> {
        let tools = ["munged", "slurmctld", "slurmd", "sbatch"];
        let is_here = |tool: &str| find(tool).is_some() || lacks(tool);
        if !tools.into_iter().all(is_here) || !daemon::can_start() {
            return None;
        }
        let dir = tempfile::tempdir().unwrap();
        // Its services insist on it.
        fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
        let mut cluster = Cluster { nodes: Vec::new(), controller: None, munge: None, dir };
        fs::write(cluster.configuration(), configuration(cluster.dir.path())).unwrap();
        cluster.munge = Some(cluster.start_munge());
        let mut controller = cluster.service("slurmctld", &host(), &["-D"]);
        controller.wait_until(|| cluster.says("sinfo", &["-h"]).is_some());
        cluster.controller = Some(controller);
        cluster.nodes = (0..Cluster::NODES).map(|node| Some(cluster.start_node(node))).collect();
        let all_idle = || {
            let states = cluster.says("sinfo", &["-h", "-N", "-o", "%T"]).unwrap_or_default();
            states.lines().filter(|state| *state == "idle").count() == Cluster::NODES
        };
        assert!(daemon::is_soon(all_idle), "{}", cluster.logs());
        Some(cluster)
    }

    /// Where the configuration is: a command with this as `SLURM_CONF` talks to this cluster.
    pub fn configuration(&self) -> PathBuf {
        self.dir.path().join("slurm.conf")
    }

    /// A command that talks to this cluster.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.configuration());
        command
    }

    /// What a command prints, or nothing if it fails.
    pub fn says(&self, program: &str, arguments: &[&str]) -> Option<String> {
        let output = self.command(program).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// How many nodes there are.
    pub const NODES: usize = 3;

    /// The name of a node, the first of which is 0.
    pub fn node(number: usize) -> String {
        format!("w{}", number + 1)
    }

    /// Kills a node by SIGKILL: its daemon and all that it runs. The controller would notice within a
    /// minute, and is told at once.
    pub fn kill_node(&mut self, number: usize) {
        self.nodes[number] = None;
        self.set_state(number, "down");
    }

    /// Starts the daemon of a node that was killed.
    pub fn restart_node(&mut self, number: usize) {
        self.nodes[number] = Some(self.start_node(number));
        self.set_state(number, "resume");
    }

    fn set_state(&self, number: usize, state: &str) {
        let name = format!("nodename={}", Cluster::node(number));
        let state = format!("state={state}");
        let told = || self.says("scontrol", &["update", &name, &state, "reason=test"]).is_some();
        assert!(daemon::is_soon(told), "{}", self.logs());
    }

    fn start_node(&self, number: usize) -> Daemon {
        let name = Cluster::node(number);
        self.service("slurmd", &name, &["-D", "-N", &name])
    }

    /// The last lines of all logs, for a test that fails.
    pub fn logs(&self) -> String {
        let mut text = String::new();
        for entry in fs::read_dir(self.dir.path()).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|end| end == "log") {
                let log = fs::read_to_string(&path).unwrap_or_default();
                let lines: Vec<&str> = log.lines().collect();
                let last = lines[lines.len().saturating_sub(20)..].join("\n");
                _ = writeln!(text, "== {}\n{last}", path.display());
            }
        }
        text
    }

    fn start_munge(&self) -> Daemon {
        let path = |name: &str| self.dir.path().join(name);
        let key = path("munge.key");
        fs::write(&key, self.dir.path().display().to_string().repeat(8)).unwrap();
        fs::set_permissions(&key, Permissions::from_mode(0o600)).unwrap();
        let socket = munge_socket(self.dir.path());
        let mut command = daemon::command(find("munged").unwrap(), &host(), None);
        command.args(["--foreground", "--force", "--num-threads=2"]);
        for (option, path) in [
            ("socket", &socket),
            ("key-file", &key),
            ("pid-file", &path("munged.pid")),
            ("log-file", &path("munged.log")),
            ("seed-file", &path("munge.seed")),
        ] {
            command.arg(format!("--{option}={}", path.display()));
        }
        let mut munge = Daemon::start(&mut command, path("munge.log"));
        munge.wait_until(|| socket.exists());
        munge
    }

    fn service(&self, program: &str, machine: &str, arguments: &[&str]) -> Daemon {
        let mut command = daemon::command(find(program).unwrap(), machine, None);
        command.args(arguments).arg("-f").arg(self.configuration());
        command.env("SLURM_CONF", self.configuration());
        Daemon::start(&mut command, self.dir.path().join(format!("{machine}.{program}.log")))
    }
}

fn munge_socket(dir: &Path) -> PathBuf {
    dir.join("munge.socket")
}

/// Slurm without accounts, control groups or anything else that asks for more than this machine has.
fn configuration(dir: &Path) -> String {
    let host = host();
    let user = geteuid().as_raw();
    let [controller, nodes @ ..] = free_ports::<{ Cluster::NODES + 1 }>();
    let munge = munge_socket(dir);
    let (dir, munge) = (dir.display(), munge.display());
    let mut text = format!(
        "ClusterName=plyglot
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={munge}
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SlurmdTimeout=10
KillWait=1
SchedulerParameters=sched_min_interval=100000
SlurmctldPidFile={dir}/controller.pid
SlurmdPidFile={dir}/%n.pid
SlurmdSpoolDir={dir}/spool.%n
StateSaveLocation={dir}/state
"
    );
    for (number, port) in nodes.iter().enumerate() {
        let node = Cluster::node(number);
        _ = writeln!(
            text,
            "NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={CPUS}"
        );
    }
    text + "PartitionName=play Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
}

/// The short name of this machine, by which the controller knows that it is the one that is meant.
fn host() -> String {
    let name = uname().nodename().to_string_lossy().into_owned();
    name.split('.').next().unwrap_or_default().to_owned()
}

/// Ports that nobody uses. All are found before any is given away, so that they differ.
fn free_ports<const N: usize>() -> [u16; N] {
    let listeners = [(); N].map(|()| TcpListener::bind(("127.0.0.1", 0)).unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port())
}

/// Daemons are where an ordinary user does not look.
fn find(name: &str) -> Option<PathBuf> {
    const FOLDERS: [&str; 4] = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];
    daemon::find(name, &FOLDERS.map(PathBuf::from))
}
