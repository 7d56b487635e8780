//! Which files an agent sees: Landlock. The system's are readable, its own directory is its own,
//! nothing else exists for it.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use crate::linux::wire::RunOrder;

/// What every program may read and execute, if it is there.
pub const SYSTEM: [&str; 14] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/proc",
    "/sys/devices/system",
    "/sys/kernel/mm",
];
/// Devices that every program may also write to.
pub const DEVICES: [&str; 5] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];
/// Where shared memory lives; only a private one may be used, it would outlive the run.
pub const SHARED_MEMORY: &str = "/dev/shm";

/// The version of Landlock whose rights are asked for; where the kernel knows fewer, those.
pub const NEWEST: u32 = 6;

/// Restricts this process and all that it will start; returns the version of Landlock.
pub fn restrict(order: &RunOrder) -> Result<u32, String> {
    try_restrict(order).map_err(|error| error.to_string()).and_then(|version| {
        version.ok_or_else(|| "the kernel has no Landlock, or has it switched off".to_owned())
    })
}

/// The part of the system that a directory is in, if all agents can read it there.
pub fn public_place(directory: &Path) -> Option<PathBuf> {
    SYSTEM.iter().map(PathBuf::from).find(|place| directory.starts_with(place))
}

fn try_restrict(order: &RunOrder) -> Result<Option<u32>, RulesetError> {
    let newest = ABI::from(order.newest_landlock as i32);
    let all = AccessFs::from_all(newest);
    let read = AccessFs::from_read(newest);
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let shared = order.layers.namespaces.then_some(SHARED_MEMORY);
    let mut rules = Ruleset::default().handle_access(all)?;
    if newest >= ABI::V4 {
        rules = rules.handle_access(AccessNet::from_all(newest))?;
    }
    if newest >= ABI::V6 {
        rules = rules.scope(Scope::from_all(newest))?;
    }
    let status = rules
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(&order.readable, read))?
        .add_rules(path_beneath_rules(DEVICES, device))?
        .add_rules(path_beneath_rules(shared, all))?
        // The current directory, not its path: that one may be out of reach by now.
        .add_rules(path_beneath_rules(["."], all))?
        .restrict_self()?;
    Ok(match status.landlock {
        LandlockStatus::Available { effective_abi, .. }
            if status.ruleset != RulesetStatus::NotEnforced =>
        {
            Some(effective_abi.min(newest) as u32)
        }
        _ => None,
    })
}
