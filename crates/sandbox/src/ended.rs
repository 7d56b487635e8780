use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

/// How a run ended. Displayed as what an agent did: "exited with code 3".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "how", content = "detail")]
pub enum Ended {
    /// It exited by itself, with this code.
    Exited(i32),
    /// A signal killed it, and the signal was not ours.
    Signalled(i32),
    /// It could not be started at all: no such program, not executable.
    NotStarted(String),
    /// Its CPU time was used up.
    CpuLimit,
    /// Its time by the wall clock was used up.
    WallLimit,
    /// It used too much memory.
    Memory,
    /// It wrote too much into its directory.
    Disk,
    /// It started too many processes or threads.
    Processes,
    /// It did not let those look who count what it uses.
    Hidden,
}

impl Ended {
    /// Whether the program came to its end by itself, and says that all is well.
    pub fn is_success(&self) -> bool {
        *self == Ended::Exited(0)
    }
}

impl Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Exited(0) => write!(f, "exited normally"),
            Ended::Exited(code) => write!(f, "exited with code {code}"),
            Ended::Signalled(number) => match signal_name(*number) {
                Some(name) => write!(f, "was killed by {name}{}", in_words(name)),
                None => write!(f, "was killed by signal {number}"),
            },
            Ended::NotStarted(why) => write!(f, "could not be started: {why}"),
            Ended::CpuLimit => write!(f, "used up its CPU time"),
            Ended::WallLimit => write!(f, "did not finish within its wall time"),
            Ended::Memory => write!(f, "used too much memory"),
            Ended::Disk => write!(f, "wrote too much into its directory"),
            Ended::Processes => write!(f, "started too many processes"),
            Ended::Hidden => write!(f, "hid from those who watch what it uses"),
        }
    }
}

/// The name of a signal of Linux: records tell of them on every system.
fn signal_name(number: i32) -> Option<&'static str> {
    const NAMES: [&str; 31] = [
        "SIGHUP",
        "SIGINT",
        "SIGQUIT",
        "SIGILL",
        "SIGTRAP",
        "SIGABRT",
        "SIGBUS",
        "SIGFPE",
        "SIGKILL",
        "SIGUSR1",
        "SIGSEGV",
        "SIGUSR2",
        "SIGPIPE",
        "SIGALRM",
        "SIGTERM",
        "SIGSTKFLT",
        "SIGCHLD",
        "SIGCONT",
        "SIGSTOP",
        "SIGTSTP",
        "SIGTTIN",
        "SIGTTOU",
        "SIGURG",
        "SIGXCPU",
        "SIGXFSZ",
        "SIGVTALRM",
        "SIGPROF",
        "SIGWINCH",
        "SIGIO",
        "SIGPWR",
        "SIGSYS",
    ];
    NAMES.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
}

/// What the usual deadly signals mean for people.
fn in_words(signal: &str) -> &'static str {
    match signal {
        "SIGSEGV" => " (a bad memory access)",
        "SIGABRT" => " (it gave up by itself)",
        "SIGFPE" => " (bad arithmetic, such as a division by zero)",
        "SIGBUS" => " (a bad memory address)",
        "SIGILL" => " (an instruction this processor does not know)",
        "SIGKILL" => " (by the system, perhaps for want of memory)",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        let said = |ended: Ended| format!("the agent {ended}");
        assert_eq!(said(Ended::Exited(3)), "the agent exited with code 3");
        assert_eq!(
            said(Ended::Signalled(11)),
            "the agent was killed by SIGSEGV (a bad memory access)"
        );
        assert_eq!(said(Ended::Signalled(99)), "the agent was killed by signal 99");
        assert_eq!(said(Ended::Signalled(0)), "the agent was killed by signal 0");
    }

    /// The kernel's headers are the judge.
    #[cfg(target_os = "linux")]
    #[test]
    fn signals_have_their_names() {
        use nix::sys::signal::Signal;

        for number in -1..70 {
            let name = Signal::try_from(number).ok().map(Signal::as_str);
            assert_eq!(signal_name(number), name, "{number}");
        }
    }
}
