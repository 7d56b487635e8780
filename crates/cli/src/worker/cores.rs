//! Which cores a worker uses when others run beside it: each core is for one of them.

use std::fs::{File, OpenOptions};
use std::path::PathBuf;

use plyglot_sandbox::cores;

/// Cores, as long as this is kept; the system gives them back when the process ends, however it ends.
#[derive(Debug)]
pub struct Reserved {
    /// One, or all where there is none for it alone.
    pub cores: Vec<usize>,
    locks: Vec<File>,
}

impl Reserved {
    /// All of them for one thing.
    pub fn together(reserved: Vec<Reserved>) -> Reserved {
        let (mut cores, mut locks) = (Vec::new(), Vec::new());
        for one in reserved {
            cores.extend(one.cores);
            locks.extend(one.locks);
        }
        cores.sort_unstable();
        cores.dedup();
        Reserved { cores, locks }
    }
}

/// Takes as many cores as wanted of those that no other worker on this machine has, or all of them.
pub fn reserve(wanted: Option<usize>) -> Vec<Reserved> {
    let all = cores::physical();
    let free = all.iter().filter_map(|&core| {
        let lock = lock(core)?;
        Some(Reserved { cores: vec![core], locks: vec![lock] })
    });
    let mut reserved: Vec<Reserved> = free.take(wanted.unwrap_or(usize::MAX)).collect();
    // More than there are share them all, as the system sees fit.
    while reserved.len() < wanted.unwrap_or(1) {
        reserved.push(Reserved { cores: all.clone(), locks: Vec::new() });
    }
    reserved
}

/// Takes a core, if it is free. Anyone on this machine may have made the file; to lock it is enough
/// that it can be read.
fn lock(core: usize) -> Option<File> {
    let path: PathBuf = std::env::temp_dir().join(format!("plyglot-core-{core}.lock"));
    let made = || OpenOptions::new().write(true).create_new(true).open(&path);
    let file = File::open(&path).or_else(|_| made()).or_else(|_| File::open(&path)).ok()?;
    file.try_lock().ok()?;
    Some(file)
}
