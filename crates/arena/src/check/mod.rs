//! Whether a program keeps to the protocol: named steps, for its author to read.

mod steps;

use std::time::Duration;

use plyglot_kit::any::{AnyLine, GameRef};
use plyglot_sandbox::Sandbox;
use serde::Serialize;
use thiserror::Error;

use crate::agent::{Agent, AgentKind, MissingProgram, Workshop, WorkshopError};
use crate::record::{Evidence, ProgramRecord};
use crate::referee::{ProgramSeat, RefereeError, Rules};

/// What came of a step.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// What the step is called.
    pub name: String,
    /// What the program must do in it.
    pub wanted: &'static str,
    /// What is wrong, if it did not; the rest is the evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailedStep>,
    /// What was answered, or measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
}

/// A step that failed.
#[derive(Clone, Debug, Serialize)]
pub struct FailedStep {
    /// Why, in a sentence about the program.
    pub why: String,
    /// What it was given and what it left.
    pub evidence: Evidence,
    /// What may be done about it, where we know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
}

/// Why a program could not be checked. A program that does not build fails its first step instead.
#[derive(Debug, Error)]
pub enum CheckError {
    /// There is nothing to check about what is built in.
    #[error("{0} is built in: there is no protocol to keep to")]
    BuiltIn(String),
    /// There is no program for one of its commands.
    #[error(transparent)]
    Missing(#[from] MissingProgram),
    /// The place for copies cannot be made.
    #[error(transparent)]
    Workshop(#[from] WorkshopError),
    /// A run could not take place.
    #[error(transparent)]
    Referee(#[from] RefereeError),
}

/// How checks are made.
#[derive(Debug)]
pub struct CheckOptions {
    /// Which game.
    pub game: GameRef,
    /// The board to play on.
    pub start: Box<dyn AnyLine>,
    /// Time and what is passed over.
    pub rules: Rules,
    /// Random seed.
    pub seed: u64,
    /// What is put around the program.
    pub sandbox: Sandbox,
}

/// Makes all checks, and tells of each as soon as it is made. Returns how many failed.
///
/// # Errors
/// If the program could not be run through no fault of its own.
pub fn check(
    agent: &Agent,
    checks: &CheckOptions,
    mut tell: impl FnMut(&Checked),
) -> Result<usize, CheckError> {
    let AgentKind::Program(program) = &agent.kind else {
        return Err(CheckError::BuiltIn(agent.name.clone()));
    };
    program.find_programs(&agent.name)?;
    let workshop = Workshop::new(checks.sandbox.clone())?;
    let prepared = workshop.copy(program, 0)?;
    let built = workshop.build(&prepared)?;
    let failure = built.err().map(|unready| FailedStep {
        why: format!("did not get ready: {unready}"),
        evidence: Evidence::default(),
        hint: None,
    });
    let is_failed = failure.is_some();
    tell(&Checked {
        name: "ready".to_owned(),
        wanted: "is found, built and calibrated",
        failure,
        found: in_words(prepared.record()),
    });
    if is_failed {
        return Ok(1);
    }
    let mut playing = ProgramSeat {
        prepared: &prepared,
        sandbox: workshop.sandbox(),
        folder: workshop.folder("check"),
        rules: checks.rules,
        cores: Vec::new(),
    };
    let mut failed = 0;
    let mut told = |checked: &Checked| {
        failed += usize::from(checked.failure.is_some());
        tell(checked);
    };
    steps::all(checks, &mut playing, &mut told)?;
    Ok(failed)
}

/// What runs it, and what it may not read.
fn in_words(program: &ProgramRecord) -> Option<String> {
    let interpreter = program.interpreter.as_ref().map(|it| format!("run by {it}"));
    let refused = program.refused.iter().map(|path| format!("may not read {path}"));
    let words: Vec<String> = interpreter.into_iter().chain(refused).collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// Time that is ample for what is not about time.
const AMPLE: Duration = Duration::from_secs(10);
