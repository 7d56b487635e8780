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
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    // An open file on its way to another process is in nobody's list of open files.
    libc::SYS_sendmsg,
    libc::SYS_sendmmsg,
    // Memory that the warden cannot see into.
    libc::SYS_memfd_secret,
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

/// Calls that change the mode, owner, times or attributes of a file. Landlock does not know them.
const MODES: &[libc::c_long] = &[
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    libc::SYS_fchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    libc::SYS_fchownat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SETXATTRAT,
    REMOVEXATTRAT,
    FILE_SETATTR,
];
/// Numbers that are the same everywhere, and newer than the C library.
const FCHMODAT2: libc::c_long = 452;
const SETXATTRAT: libc::c_long = 463;
const REMOVEXATTRAT: libc::c_long = 466;
const FILE_SETATTR: libc::c_long = 469;

/// The same by ioctl: FS_IOC_SETFLAGS and FS_IOC_FSSETXATTR.
const ATTRIBUTES: [u64; 2] = [0x4008_6602, 0x401c_5820];

/// Calls that change how a process is run, which is their first argument; 0 is who calls.
const SCHEDULING: [libc::c_long; 6] = [
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
];

/// Calls that send a signal to the process that is their first argument; 0 is the caller's own group.
const SIGNALS: [libc::c_long; 4] =
    [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo];

/// Ways around these.
const OTHER_SIGNALS: [libc::c_long; 2] = [libc::SYS_tkill, libc::SYS_pidfd_send_signal];

/// Whoever a file sends its signal to: F_SETOWN, F_SETSIG, F_SETOWN_EX.
const OWNERS: [u64; 3] = [8, 10, 15];
/// The same by ioctl: FIOSETOWN, SIOCSPGRP.
const OWNERS_BY_IOCTL: [u64; 2] = [0x8901, 0x8902];

/// The first versions of Landlock that guard against cutting off files, and against signals.
const LANDLOCK_TRUNCATE: u32 = 3;
const LANDLOCK_SIGNALS: u32 = 6;

/// What the filter must know.
#[derive(Debug, Clone, Copy)]
pub struct Guard {
    /// The agent stays on the cores that it was put on.
    pub pinned: bool,
    /// Others have the agent's own user: launch at least.
    pub shares_user: bool,
    /// It sees their files and processes: the opponent's, the warden, the whole desktop. Only Landlock
    /// and this filter stand between them.
    pub sees_others: bool,
    /// The version of Landlock.
    pub landlock: u32,
}

/// Puts the filter around this process and all that it will start.
pub fn restrict(guard: Guard) -> Result<(), String> {
    let program = filter(guard).map_err(|error| error.to_string())?;
    apply_filter(&program).map_err(|error| error.to_string())?;
    let program = compiled(absent(guard), libc::ENOSYS).map_err(|error| error.to_string())?;
    apply_filter(&program).map_err(|error| error.to_string())
}

/// Calls whose flags are out of a filter's sight. Told that the kernel does not have them, C libraries
/// use the older ones.
fn absent(guard: Guard) -> Rules {
    let opens = guard.shares_user && guard.sees_others && guard.landlock < LANDLOCK_TRUNCATE;
    let opens = opens.then_some(libc::SYS_openat2);
    [libc::SYS_clone3].into_iter().chain(opens).map(|call| (call, Vec::new())).collect()
}

fn filter(guard: Guard) -> Result<BpfProgram, BackendError> {
    let mut rules: Rules = REFUSED.iter().map(|&call| (call, Vec::new())).collect();
    // -1 is every process that may be signalled.
    let everybody = u64::from(u32::MAX);
    rules.insert(libc::SYS_kill, vec![rule([when(0, SeccompCmpOp::Eq, everybody)])?]);
    if guard.shares_user {
        rules.extend(limits_of_others()?);
    }
    if guard.shares_user && guard.sees_others {
        rules.extend(files_and_signals(guard.landlock)?);
    }
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
    let mut clones = namespaces
        .iter()
        .map(|&flag| rule([when(0, SeccompCmpOp::MaskedEq(flag as u64), flag as u64)]))
        .collect::<Result<Vec<_>, _>>()?;
    // Threads of one process have the same open files, so that the warden finds them all.
    let (thread, files) = (libc::CLONE_THREAD as u64, libc::CLONE_FILES as u64);
    clones.push(rule([when(0, SeccompCmpOp::MaskedEq(thread | files), thread)])?);
    rules.insert(libc::SYS_clone, clones);
    compiled(rules, libc::EPERM)
}

/// What would slow or end other processes of the same user.
fn limits_of_others() -> Result<Rules, BackendError> {
    let mut rules = Rules::new();
    for call in SCHEDULING {
        rules.insert(call, vec![rule([when(0, SeccompCmpOp::Ne, 0)])?]);
    }
    // To read the limits of others is allowed.
    let sets_others = [when(0, SeccompCmpOp::Ne, 0), is_given(2)];
    rules.insert(libc::SYS_prlimit64, vec![rule(sets_others)?]);
    // The first argument tells whether the second is a process, a group or a user; process 0 is who
    // calls.
    for (call, process) in [(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)] {
        let others =
            [rule([when(0, SeccompCmpOp::Ne, process)])?, rule([when(1, SeccompCmpOp::Ne, 0)])?];
        rules.insert(call, others.into());
    }
    Ok(rules)
}

/// What would reach files and processes of the same user, and Landlock of this version lets through.
fn files_and_signals(landlock: u32) -> Result<Rules, BackendError> {
    let mut rules: Rules = MODES.iter().map(|&call| (call, Vec::new())).collect();
    // Without a path it is about an open file, as of `touch`; those of others cannot be opened.
    rules.insert(libc::SYS_utimensat, vec![rule([is_given(1)])?]);
    let of_ioctl = |code: u64| rule([when(1, SeccompCmpOp::Eq, code)]);
    let mut ioctls = ATTRIBUTES.map(of_ioctl).into_iter().collect::<Result<Vec<_>, _>>()?;
    if landlock < LANDLOCK_TRUNCATE {
        rules.insert(libc::SYS_truncate, Vec::new());
        let cuts = |flags: u8| {
            let mask = (libc::O_ACCMODE | libc::O_TRUNC) as u64;
            rule([when(flags, SeccompCmpOp::MaskedEq(mask), libc::O_TRUNC as u64)])
        };
        #[cfg(target_arch = "x86_64")]
        rules.insert(libc::SYS_open, vec![cuts(1)?]);
        rules.insert(libc::SYS_openat, vec![cuts(2)?]);
    }
    if landlock < LANDLOCK_SIGNALS {
        // Only to the program itself: which processes it will start cannot be known.
        let own = u64::from(std::process::id());
        for call in SIGNALS {
            let others = [when(0, SeccompCmpOp::Ne, own), when(0, SeccompCmpOp::Ne, 0)];
            rules.insert(call, vec![rule(others)?]);
        }
        rules.extend(OTHER_SIGNALS.map(|call| (call, Vec::new())));
        let owners = OWNERS.map(|command| rule([when(1, SeccompCmpOp::Eq, command)]));
        rules.insert(libc::SYS_fcntl, owners.into_iter().collect::<Result<_, _>>()?);
        ioctls.extend(OWNERS_BY_IOCTL.map(of_ioctl).into_iter().collect::<Result<Vec<_>, _>>()?);
    }
    rules.insert(libc::SYS_ioctl, ioctls);
    Ok(rules)
}

/// For each call, when it is refused: if one of its rules holds, or if there are none.
type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// A condition on an argument, by its number.
fn when(
    argument: u8,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
}

/// That an argument is a pointer to something. Of a pointer the lower half may be 0, by chance or by
/// design.
fn is_given(argument: u8) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)
}

/// A rule that holds when all of its conditions do.
fn rule<const N: usize>(
    conditions: [Result<SeccompCondition, BackendError>; N],
) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(conditions.into_iter().collect::<Result<_, _>>()?)
}

fn compiled(rules: Rules, error: libc::c_int) -> Result<BpfProgram, BackendError> {
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
        for (shares, landlock) in [(false, 0), (true, 1), (true, 6)] {
            let guard = Guard { pinned: true, shares_user: shares, sees_others: shares, landlock };
            let program = filter(guard).unwrap();
            assert!((100..1000).contains(&program.len()), "{}", program.len());
        }
    }
}
