//! `plyglot check`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use plyglot_arena::agent::Agent;
use plyglot_arena::check::{CheckOptions, Checked, FailedStep, check};
use plyglot_core::safe_text::{terminal, terminal_line};

use super::options::{BoardArgs, GrantArgs, RulesArgs, SandboxArgs};
use crate::program::Program;
use crate::{failure, json};

/// Check that an agent keeps to the protocol of its game, step by step
///
/// Each step puts an input.txt before the agent and looks at its answer: ordinary positions, forced
/// and special ones, line ends, little time, damaged files, whole games. At a failure the input and
/// the agent's own output are shown. Exits with 1 if a step fails.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} check ./my-agent
  {program} check agent.py --game {game}
  {program} check 'java -cp build Agent' --game {game} --all")]
pub struct CheckArgs {
    /// The agent: a directory, a file, or a command line in quotation marks
    pub agent: String,
    #[command(flatten)]
    pub board: BoardArgs,
    #[command(flatten)]
    pub agreed: RulesArgs,
    #[command(flatten)]
    pub grants: GrantArgs,
    #[command(flatten)]
    pub isolation: SandboxArgs,
    /// Show the evidence of every failure, not only of the first
    #[arg(long)]
    pub all: bool,
    /// Random seed of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Print every step as a JSON object a line
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct CheckSummary {
    steps: usize,
    failed: usize,
}

/// Makes all checks.
pub fn run(program: &Program, arguments: &CheckArgs) -> Result<ExitCode> {
    let mut agent = Agent::named(&arguments.agent)?;
    arguments.grants.grant(std::slice::from_mut(&mut agent))?;
    let game = arguments.board.game(program)?;
    let checks = CheckOptions {
        game,
        start: arguments.board.start(game, arguments.seed)?,
        rules: arguments.agreed.rules(),
        seed: arguments.seed,
        sandbox: arguments.isolation.sandbox()?,
    };
    let mut out = anstream::stdout();
    let (mut steps, mut failures) = (0, 0);
    let mut written = Ok(());
    let failed = check(&agent, &checks, |checked| {
        steps += 1;
        failures += usize::from(checked.failure.is_some());
        let in_full = arguments.all || failures == 1;
        let shown = if arguments.json {
            json::write_line(&mut io::stdout(), checked)
        } else {
            show(&mut out, checked, in_full)
        };
        if written.is_ok() {
            written = shown;
        }
    })?;
    let printed = written.and_then(|()| {
        if arguments.json {
            return json::write_line(&mut io::stdout(), &CheckSummary { steps, failed });
        }
        if failed == 0 {
            writeln!(out, "all {steps} steps passed")
        } else {
            writeln!(out, "{failed} of {steps} steps failed")
        }
    });
    failure::even_unread(printed.map_err(Into::into))?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn show(out: &mut impl Write, checked: &Checked, in_full: bool) -> io::Result<()> {
    let Checked { name, wanted, failure, found } = checked;
    let Some(FailedStep { why, evidence, hint }) = failure else {
        let found = found.as_ref().map(|found| format!(" ({})", terminal_line(found)));
        return writeln!(out, "ok      {name}: {wanted}{}", found.unwrap_or_default());
    };
    writeln!(out, "FAILED  {name}: {wanted}; but it {}", terminal(why))?;
    if let Some(hint) = hint {
        writeln!(out, "        {hint}")?;
    }
    if !in_full {
        return Ok(());
    }
    block(out, "its input.txt", &evidence.input)?;
    match &evidence.answer {
        Some(answer) => block(out, "its answer", answer)?,
        None => writeln!(out, "        there is no answer")?,
    }
    block(out, "its standard output", &evidence.stdout)?;
    block(out, "its standard error", &evidence.stderr)
}

/// A text under its name, control characters made visible; nothing if it is empty.
fn block(out: &mut impl Write, name: &str, text: &str) -> io::Result<()> {
    const MOST_LINES: usize = 40;
    if text.is_empty() {
        return Ok(());
    }
    writeln!(out, "        {name}:")?;
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for line in lines.iter().take(MOST_LINES) {
        writeln!(out, "        | {}", terminal_line(line.trim_end_matches('\n')))?;
    }
    if lines.len() > MOST_LINES {
        writeln!(out, "        | … {} lines more", lines.len() - MOST_LINES)?;
    }
    Ok(())
}
