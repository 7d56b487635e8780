use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};

use rustix::process::{Signal, geteuid};
use tempfile::TempDir;

use super::daemon::{self, Daemon};
use crate::lacks;

/// A PostgreSQL server with an empty database, on a Unix socket only.
#[derive(Debug)]
pub struct Postgres {
    server: Daemon,
    dir: TempDir,
    user: String,
}

/// It refuses to run as root; Debian's package brings this user.
const USER: &str = "postgres";

impl Postgres {
    /// Starts one, or says that there is none here: see [`has`](crate::has).
    ///
    /// # Panics
    /// If it does not start.
    pub fn start() -> Option<Postgres> {
        let initdb = find("initdb");
        if initdb.is_none() {
            lacks("initdb of PostgreSQL");
        }
        let initdb = initdb.filter(|_| daemon::can_start())?;
        let dir = tempfile::tempdir().unwrap();
        let is_root = geteuid().is_root();
        if is_root {
            let (user, group) = owner(USER);
            chown(dir.path(), Some(user), Some(group)).unwrap();
        }
        let other = is_root.then_some(USER);
        let data = dir.path().join("data");
        let made = daemon::command(&initdb, "database", other)
            .args(["--auth=trust", "--no-sync", "--no-locale", "--encoding=UTF8"])
            .args(["--username", USER, "--pgdata"])
            .arg(&data)
            .current_dir(dir.path())
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let mut command = daemon::command(initdb.with_file_name("postgres"), "database", other);
        command.arg("-D").arg(&data).arg("-k").arg(dir.path());
        // What a power cut does to this database is of no interest.
        command.args(["-c", "listen_addresses=", "-c", "fsync=off"]).current_dir(dir.path());
        let mut server = Daemon::start(&mut command, dir.path().join("log"));
        let socket = dir.path().join(".s.PGSQL.5432");
        let log = dir.path().join("log");
        server.wait_until(|| socket.exists() && says_ready(&log));
        Some(Postgres { server, dir, user: USER.to_owned() })
    }

    /// The address of its database.
    pub fn url(&self) -> String {
        // A slash in the place of a host is written as in any URL.
        let host = self.dir.path().display().to_string().replace('/', "%2F");
        format!("postgresql://{}@{host}/postgres", self.user)
    }
}

impl Drop for Postgres {
    /// At once, and its own processes with it.
    fn drop(&mut self) {
        self.server.stop(Signal::QUIT);
    }
}

fn says_ready(log: &Path) -> bool {
    std::fs::read_to_string(log)
        .is_ok_and(|log| log.contains("database system is ready to accept connections"))
}

/// Debian has a folder for each version, the newest of which is taken.
fn find(name: &str) -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    daemon::find(name, &folders)
}

/// The numbers of a user and its group, as the system's list has them.
fn owner(name: &str) -> (u32, u32) {
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let line = users.lines().find(|line| line.split(':').next() == Some(name));
    let number = |field: usize| {
        line.and_then(|line| line.split(':').nth(field)).and_then(|text| text.parse().ok())
    };
    number(2).zip(number(3)).unwrap_or_else(|| panic!("there is no user {name} here"))
}
