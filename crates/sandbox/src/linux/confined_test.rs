//! Tests as ordinary users run them, also where the tests are run by root.

use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use rustix::fs::{CWD, Mode, mkdirat};
use rustix::process::{Resource, Rlimit, geteuid, setrlimit};

use crate::linux::descent::Descent;
use crate::linux::folder::{self, IfClosed};

/// Tells a process that it is the one to do it.
const IN_CHILD: &str = "PLYGLOT_CONFINED_TEST";
const FEW_FILES: u64 = 64;
const ORDINARY_USER: u32 = 12_345;

/// Runs a test with few files open at once: as the user that we are, and if that is root, as an
/// ordinary one too. It is the test of that name, in a process of its own.
pub fn confined(test: &str, body: impl FnOnce()) {
    if env::var_os(IN_CHILD).is_some() {
        let few = Rlimit { current: Some(FEW_FILES), maximum: Some(FEW_FILES) };
        setrlimit(Resource::Nofile, few).unwrap();
        return body();
    }
    let us = geteuid().as_raw();
    let users = if us == 0 { vec![us, ORDINARY_USER] } else { vec![us] };
    for user in users {
        // Where the tests were built, not everybody can read.
        let room = tempfile::tempdir().unwrap();
        fs::set_permissions(room.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let program = room.path().join("test");
        plyglot_testing::copy_program(&env::current_exe().unwrap(), &program);
        // Disks can be slow at removing directories.
        let places = [PathBuf::from("/dev/shm"), env::temp_dir()];
        let temporary = places.iter().find_map(|place| tempfile::tempdir_in(place).ok()).unwrap();
        let mut child = Command::new(program);
        child.args([test, "--exact", "--nocapture"]).current_dir(temporary.path());
        child.env(IN_CHILD, "1").env("TMPDIR", temporary.path());
        if user != us {
            chown(temporary.path(), Some(user), Some(user)).unwrap();
            child.uid(user).gid(user);
        }
        let output = child.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let complained = String::from_utf8_lossy(&output.stderr);
        let is_well = output.status.success() && said.contains("1 passed");
        assert!(is_well, "as user {user}: {}\n{said}\n{complained}", output.status);
    }
}

/// Makes directories within directories.
pub fn nest(top: &Path, depth: usize) {
    let top = folder::open(CWD, top, IfClosed::Fail).unwrap();
    let mut way = Descent::from(top, IfClosed::Fail);
    for _ in 0..depth {
        mkdirat(way.here(), c"d", Mode::RWXU).unwrap();
        way.down(c"d").unwrap();
    }
}
