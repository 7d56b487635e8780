use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use nix::unistd::geteuid;

use crate::isolation::{Isolation, Layers};
use crate::linux::run::check_way_to;
use crate::linux::warden_pool::WardenPool;
use crate::linux::{cgroup, files, probe, user};
use crate::sandbox::{Layer, Sandbox, Warden};

/// What Linux has for a sandbox.
#[derive(Clone, Debug)]
pub struct System {
    pub wardens: WardenPool,
    /// Whether runs have users of their own.
    users: bool,
    newest_landlock: u32,
}

/// What is put around a run.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    pub layers: Layers,
    /// Whether the run has a user of its own.
    pub users: bool,
    pub newest_landlock: u32,
}

impl System {
    pub fn detect(warden: Warden) -> (System, Vec<Layer>) {
        user::end_abandoned();
        cgroup::clear_abandoned();
        // Those who served for the trial have made ready for less than what comes.
        let trial = WardenPool::new(warden.clone());
        let users = geteuid().is_root() && probe::has_users(&trial);
        let layers = probe::all(&trial, users);
        let wardens = WardenPool::new(warden);
        (System { wardens, users, newest_landlock: files::NEWEST }, layers)
    }

    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> System {
        self.wardens = self.wardens.stopped_by(stop);
        self
    }

    pub fn can_reach(&self, file: &Path) -> bool {
        let others_may = |mode: u32| mode & 0o004 != 0 && (mode & 0o100 == 0 || mode & 0o001 != 0);
        !self.users
            || check_way_to(file).is_ok()
                && fs::metadata(file).is_ok_and(|found| others_may(found.permissions().mode()))
    }

    /// Whether a directory is closed to the users that programs have.
    pub fn hides(&self, directory: &Path) -> bool {
        self.users && check_way_to(&directory.join("file")).is_err()
    }
}

impl Sandbox {
    /// The same as a kernel with an older Landlock has it, for tests.
    #[doc(hidden)]
    pub fn with_landlock(mut self, version: u32) -> Sandbox {
        self.system.newest_landlock = version;
        self
    }

    /// What runs get. L2 needs L1, L3 stands by itself.
    pub(super) fn means(&self) -> Means {
        let confined = self.is_on(Isolation::L1);
        let layers = Layers {
            confined,
            user: None,
            landlock: 0,
            namespaces: confined && self.is_on(Isolation::L2),
            cgroup: self.is_on(Isolation::L3),
        };
        let System { users, newest_landlock, .. } = self.system;
        Means { layers, users, newest_landlock }
    }
}
