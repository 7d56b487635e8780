use std::{env, fs};

/// What this machine is called: its name in a Slurm cluster, or its own.
pub fn machine() -> String {
    let own = || fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let named = |name: &str| env::var(name).ok();
    let names = [named("SLURMD_NODENAME"), own(), named("HOSTNAME"), named("COMPUTERNAME")];
    let mut names = names.into_iter().flatten().map(|name| name.trim().to_owned());
    names.find(|name| !name.is_empty()).unwrap_or_else(|| "unknown".to_owned())
}
