use std::fmt;

use plyglot_kit::grading::Illegal;
use serde::{Deserialize, Serialize};

/// In which way a result is right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    /// Right.
    Right,
    /// In the right form, but something else than the right answer.
    WrongOutput,
    /// Not in the form that the assignment asks for.
    BadFormat,
    /// A move that the rules do not allow.
    IllegalMove,
    /// No output file.
    NoOutput,
    /// An output file, but under another name.
    Misnamed,
    /// The program crashed: a signal, or an exit code other than 0 and no right answer.
    Crash,
    /// The CPU time was used up.
    CpuLimit,
    /// The time by the wall clock was used up, mostly idle.
    WallLimit,
    /// Too much memory, disk space, or too many processes.
    Resources,
    /// It would not build.
    NotBuilt,
    /// It was not run, since a check before it failed.
    NotRun,
    /// Nothing is known of it, through a failure of ours or for want of time. The next grading tries
    /// again.
    NotGraded,
}

impl VerdictKind {
    /// All of them.
    pub const ALL: [VerdictKind; 13] = [
        VerdictKind::Right,
        VerdictKind::WrongOutput,
        VerdictKind::BadFormat,
        VerdictKind::IllegalMove,
        VerdictKind::NoOutput,
        VerdictKind::Misnamed,
        VerdictKind::Crash,
        VerdictKind::CpuLimit,
        VerdictKind::WallLimit,
        VerdictKind::Resources,
        VerdictKind::NotBuilt,
        VerdictKind::NotRun,
        VerdictKind::NotGraded,
    ];

    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            VerdictKind::Right => "right",
            VerdictKind::WrongOutput => "wrong output",
            VerdictKind::BadFormat => "bad format",
            VerdictKind::IllegalMove => "illegal move",
            VerdictKind::NoOutput => "no output file",
            VerdictKind::Misnamed => "misnamed output file",
            VerdictKind::Crash => "crash",
            VerdictKind::CpuLimit => "CPU limit",
            VerdictKind::WallLimit => "wall limit",
            VerdictKind::Resources => "memory, disk or processes",
            VerdictKind::NotBuilt => "would not build",
            VerdictKind::NotRun => "not run",
            VerdictKind::NotGraded => "not graded",
        }
    }

    /// Whether the program answered, however wrongly: JUnit calls that a failure, the rest errors.
    pub fn is_answer(self) -> bool {
        matches!(
            self,
            VerdictKind::Right
                | VerdictKind::WrongOutput
                | VerdictKind::BadFormat
                | VerdictKind::IllegalMove
        )
    }
}

impl fmt::Display for VerdictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is to be said about one result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// In which way.
    pub kind: VerdictKind,
    /// One line for people; empty if all is well.
    pub message: String,
    /// What shows it, line by line. Control characters have been made visible.
    pub evidence: Vec<String>,
}

impl Verdict {
    /// All is well.
    pub fn right() -> Verdict {
        Verdict::new(VerdictKind::Right, "")
    }

    /// A verdict without evidence.
    pub fn new(kind: VerdictKind, message: impl Into<String>) -> Verdict {
        Verdict { kind, message: message.into(), evidence: Vec::new() }
    }

    /// A move that the rules do not allow.
    pub fn illegal(illegal: &Illegal) -> Verdict {
        Verdict::new(VerdictKind::IllegalMove, illegal.sentence()).with(vec![illegal.evidence()])
    }

    /// The file and the line that the message begins with: `output.txt:3:1: expected ...`.
    pub fn place(&self) -> Option<(&str, usize)> {
        let (file, rest) = self.message.split_once(':')?;
        Some((file, rest.split(':').next()?.parse().ok()?))
    }

    /// The same with evidence.
    pub fn with(self, evidence: Vec<String>) -> Verdict {
        Verdict { evidence, ..self }
    }
}
