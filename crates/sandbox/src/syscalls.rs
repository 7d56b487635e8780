//! Which system calls an agent is refused: seccomp. No network, no looking into other processes,
//! nothing that changes the machine, nothing that outlives the run.
//!
//! Refused calls fail with an error instead of killing: language runtimes probe for much that
//! they can do without.

use std::collections::BTreeMap;

use nix::libc;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, apply_filter, sock_filter,
};

/// Calls that are refused whatever their arguments.
const REFUSED: &[libc::c_long] = &[
    // The network. A pair of connected sockets may still be made; it leads nowhere.
    libc::SYS_socket,
    // Can do what other calls do, past any filter.
    libc::SYS_io_uring_setup,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_perf_event_open,
    libc::SYS_kcmp,
    // Files and namespaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_setns,
    libc::SYS_unshare,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_quotactl,
    // What would stay after the run.
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // The machine.
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_personality,
];

/// Calls that send a signal to the process that is their first argument.
const SIGNALS: [libc::c_long; 5] = [
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
];

/// Whom and what the filter must know.
#[derive(Debug, Clone, Copy)]
pub struct Guard<'a> {
    /// Processes that get no signals.
    pub protected: &'a [i32],
    /// The agent stays on the cores that it was put on.
    pub pinned: bool,
}

/// Puts the filter around this process and all that it will start.
pub fn restrict(guard: Guard<'_>) -> Result<(), String> {
    let program = filter(guard).map_err(|error| error.to_string())?;
    apply_filter(&program).map_err(|error| error.to_string())?;
    // With clone3 the flags are out of a filter's sight; told that the kernel does not have it, C
    // libraries use clone.
    let absent = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    let program = compiled(absent, libc::ENOSYS).map_err(|error| error.to_string())?;
    apply_filter(&program).map_err(|error| error.to_string())
}

fn filter(guard: Guard<'_>) -> Result<BpfProgram, BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().map(|&call| (call, Vec::new())).collect();
    if guard.pinned {
        rules.insert(libc::SYS_sched_setaffinity, Vec::new());
    }
    let namespaces = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    let with_namespace = namespaces
        .iter()
        .map(|&flag| when(SeccompCmpOp::MaskedEq(flag as u64), flag as u64))
        .collect::<Result<_, _>>()?;
    rules.insert(libc::SYS_clone, with_namespace);
    // -1 is every process that we may signal: for an ordinary user, the whole desktop.
    let to_protected = || -> Result<Vec<SeccompRule>, BackendError> {
        let pids = guard.protected.iter().chain(&[-1]);
        pids.map(|&pid| when(SeccompCmpOp::Eq, u64::from(pid as u32))).collect()
    };
    for call in SIGNALS {
        rules.insert(call, to_protected()?);
    }
    compiled(rules, libc::EPERM)
}

/// A rule on the first argument.
fn when(operator: SeccompCmpOp, value: u64) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(vec![SeccompCondition::new(0, SeccompCmpArgLen::Dword, operator, value)?])
}

fn compiled(
    rules: BTreeMap<i64, Vec<SeccompRule>>,
    error: libc::c_int,
) -> Result<BpfProgram, BackendError> {
    let refuse = SeccompAction::Errno(error as u32);
    let architecture = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture)?;
    let mut program = no_second_numbering();
    program.extend(BpfProgram::try_from(filter)?);
    Ok(program)
}

/// On x86-64 some kernels have a second set of numbers for all calls, from 2^30 on (x32), which
/// would lead past the rules: none of those.
fn no_second_numbering() -> BpfProgram {
    if !cfg!(target_arch = "x86_64") {
        return BpfProgram::new();
    }
    let step = |code: u32, jt, jf, k| sock_filter { code: code as u16, jt, jf, k };
    vec![
        step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, 1 << 30),
        step(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filter_compiles_and_is_short_enough() {
        let program = filter(Guard { protected: &[1, 2], pinned: true }).unwrap();
        assert!((100..1000).contains(&program.len()), "{}", program.len());
    }
}
