//! `plyglot explain`.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Args;

use plyglot_answers::explain::{Detail, Explanation, explain};
use plyglot_answers::judge::{LARGEST_ANSWER, OutputFiles, Question, Strictness};
use plyglot_core::safe_text::terminal;

use crate::program::Program;
use crate::{failure, input, json, progress};

/// Say where an answer first goes wrong, and why
///
/// OUTPUT is what a program wrote: output.txt, or the files of another name that the game asks for, one
/// or both. For a traverse log the node of the first wrong line is shown with its path, its board, and
/// how its value, alpha and beta come about. If a known misreading of the rules gives exactly this
/// answer, it is named. Exits with 1 if the answer is wrong.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} explain input.txt output.txt
  {program} explain input.txt traverse_log.txt next_state.txt
  {program} explain case7/input.txt my-output.txt --level hint
  {program} explain input.txt traverse_log.txt --edition first
  {program} explain input.txt output.txt --json")]
pub struct ExplainArgs {
    /// The input
    pub input: PathBuf,
    /// What a program wrote for it
    #[arg(required = true, value_name = "OUTPUT")]
    pub outputs: Vec<PathBuf>,
    /// The game, where the content should not decide
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// Which edition of the assignment the right answer follows, where there are several
    #[arg(long, value_name = "EDITION")]
    pub edition: Option<String>,
    /// How much to tell: off (only whether it is right), hint (where, and which rule), full
    #[arg(long, value_name = "LEVEL", default_value = "full")]
    pub level: Detail,
    /// Pass over blanks at line ends, CR, and newlines at the end
    #[arg(long)]
    pub lenient: bool,
    /// Print the explanation as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Judges and explains.
pub fn run(program: &Program, arguments: &ExplainArgs) -> Result<ExitCode> {
    let game = arguments.game.as_deref().map(|name| program.game(name)).transpose()?;
    let spinner = progress::spinner("solving and comparing");
    // Which editions there are depends on the game, which the input may have to tell.
    let (game, text) = input::read(&arguments.input, |text| {
        program.games.read_task(text, game).map(|(game, _)| (game, text.to_owned()))
    })?;
    let edition = program.edition(game, arguments.edition.as_deref())?;
    let question = Question::in_edition(&text, game, edition)
        .map_err(|error| failure::in_text(&arguments.input, &error))?;
    let written = read_all(&question, &arguments.outputs)?;
    let strictness = if arguments.lenient { Strictness::Lenient } else { Strictness::Exact };
    let explanation = explain(&question, &written, strictness, arguments.level);
    spinner.finish_and_clear();
    failure::even_unread(print(&explanation, arguments.json))?;
    Ok(if explanation.right { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print(explanation: &Explanation, json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    if json {
        return Ok(json::write_line(&mut out, explanation)?);
    }
    Ok(explanation.lines().iter().try_for_each(|line| writeln!(out, "{}", terminal(line)))?)
}

/// Each file is the answer of its name; one with another name is the first that is left.
fn read_all(question: &Question, outputs: &[PathBuf]) -> Result<OutputFiles> {
    let names: Vec<&str> =
        outputs.iter().map(|path| path.file_name().and_then(OsStr::to_str).unwrap_or("")).collect();
    let assigned = question
        .assigned(&names)
        .map_err(|error| anyhow!("{}: {error}", outputs[error.index].display()))?;
    assigned.into_iter().zip(outputs).map(|(name, path)| Ok((name, read(path)?))).collect()
}

fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| failure::in_file(path, &error))?;
    file.take(LARGEST_ANSWER)
        .read_to_end(&mut bytes)
        .map_err(|error| failure::in_file(path, &error))?;
    Ok(bytes)
}
