//! Where test agents live.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::id;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use plyglot_sandbox::{Isolation, Limits, Ran, Run, Sandbox, Warden, run};
use tempfile::TempDir;

/// A room with one folder an agent, and the referee's own beside them.
pub struct Room {
    base: TempDir,
    marker: String,
}

impl Room {
    pub fn new() -> Room {
        static ROOMS: AtomicU16 = AtomicU16::new(0);
        let base = tempfile::tempdir().unwrap();
        // Agents with users of their own must be able to pass.
        fs::set_permissions(base.path(), fs::Permissions::from_mode(0o711)).unwrap();
        let number = ROOMS.fetch_add(1, Ordering::Relaxed);
        Room { base, marker: format!("PLYGLOT_TEST={}-{number}", id()) }
    }

    /// The whole room.
    pub fn path(&self) -> &Path {
        self.base.path()
    }

    /// The variable that all processes of this room carry.
    pub fn marker(&self) -> (&str, &str) {
        self.marker.split_once('=').unwrap()
    }

    /// A folder for an agent or the referee.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = self.base.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
        folder
    }

    /// An agent of `plyglot_testing` in a folder of its own, with tight limits.
    pub fn agent(&self, file: &str) -> Run {
        let folder = self.folder("agent");
        fs::copy(plyglot_testing::agent(file), folder.join(file)).unwrap();
        let mut agent = Run::new([plyglot_testing::interpreter(file), file], folder);
        let (key, value) = self.marker();
        agent.env = vec![(key.into(), value.into())];
        agent.limits = Limits {
            cpu: Duration::from_secs(30),
            // Ample: a loaded machine must not change what these tests find.
            wall: Duration::from_secs(120),
            memory: 256 << 20,
            disk: 8 << 20,
            processes: 64,
            output: 4 << 10,
        };
        agent
    }

    /// Runs, and checks that nothing is left and that the next run is clean.
    pub fn run(&self, agent: &Run, sandbox: &Sandbox) -> Ran {
        let ran = run(agent, sandbox).unwrap();
        assert_eq!(self.survivors(), Vec::<String>::new(), "after {}", ran.layers);
        let mut next = self.agent("honest.sh");
        next.dir = self.folder("next");
        fs::copy(agent.dir.join("honest.sh"), next.dir.join("honest.sh")).ok();
        let after = run(&next, sandbox).unwrap();
        assert!(after.ended.is_success(), "the next run {}: {}", after.ended, after.stderr.text());
        assert_eq!(after.left_running, Vec::<String>::new());
        ran
    }

    /// The processes that carry this room's marker.
    pub fn survivors(&self) -> Vec<String> {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let has_marker = |path: &PathBuf| {
            let environment = fs::read(path.join("environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|entry| entry == self.marker.as_bytes())
        };
        let found = processes.map(|entry| entry.path()).filter(has_marker);
        let name = |path: PathBuf| fs::read_to_string(path.join("comm")).unwrap_or_default();
        found.map(|path| name(path).trim().to_owned()).collect()
    }
}

/// What this machine offers.
pub fn best() -> &'static Sandbox {
    static BEST: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::detect(Warden::at(warden())));
    &BEST
}

/// The program that serves as warden.
pub fn warden() -> &'static Path {
    static WARDEN: LazyLock<PathBuf> = LazyLock::new(|| {
        let other = std::env::var_os("PLYGLOT_WARDEN").map(PathBuf::from);
        other.unwrap_or_else(|| env!("CARGO_BIN_EXE_plyglot-warden").into())
    });
    &WARDEN
}

/// A sandbox of at most this level.
pub fn at_most(level: Isolation) -> Sandbox {
    best().clone().at_most(level)
}

/// A sandbox of each level from the lowest that a test is about. Says which are missing.
pub fn from(lowest: Isolation) -> Vec<Sandbox> {
    let mut sandboxes = Vec::new();
    for level in Isolation::ALL.into_iter().filter(|&level| level >= lowest) {
        match best().require(level) {
            Ok(()) => sandboxes.push(at_most(level)),
            Err(too_weak) => eprintln!("skipped: {too_weak}"),
        }
    }
    sandboxes
}

/// Whether agents get users of their own here.
pub fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|metadata| {
        use std::os::unix::fs::MetadataExt;
        metadata.uid() == 0
    })
}
