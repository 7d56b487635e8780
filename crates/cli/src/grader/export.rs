//! `plyglot grade --export gradescope`.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};

use plyglot_grader::cases::Manifest;
use plyglot_grader::report::{Autograder, autograder};

use super::grade::GradeArgs;
use crate::arena::options::must_be_new;
use crate::failure;
use crate::program::Program;

/// Writes the zip.
pub fn run(program: &Program, arguments: &GradeArgs) -> Result<()> {
    let manifest = Manifest::read(&arguments.cases, program.games)?;
    let edition = arguments.edition(program)?;
    for case in &manifest.cases {
        manifest.question(&arguments.cases, case, program.games, edition)?;
    }
    let path = arguments.out.clone().unwrap_or("autograder.zip".into());
    must_be_new(Some(&path))?;
    let executable = std::env::current_exe().context("cannot find this program")?;
    let bytes = autograder(&Autograder {
        program: &executable,
        cases: &arguments.cases,
        options: &options(arguments),
        packages: &arguments.packages,
    })
    .with_context(|| format!("{}", arguments.cases.display()))?;
    let folder = path.parent().filter(|it| *it != Path::new("")).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|error| failure::in_file(folder, &error))?;
    std::fs::write(&path, bytes).map_err(|error| failure::in_file(&path, &error))?;
    writeln!(
        io::stdout(),
        "{} cases, {} -> {}",
        manifest.cases.len(),
        manifest.game,
        path.display()
    )?;
    Ok(())
}

/// The same options once more, for the autograder.
fn options(arguments: &GradeArgs) -> Vec<String> {
    let mut words = vec!["--run".to_owned(), arguments.run.clone()];
    let mut add = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if let Some(build) = &arguments.build {
        add("--build", build.clone());
    }
    add("--cpu", arguments.cpu.to_string());
    if let Some(wall) = arguments.wall {
        add("--wall", wall.to_string());
    }
    add("--memory", arguments.memory.to_string());
    add("--build-cpu", arguments.build_cpu.to_string());
    if let Some(edition) = &arguments.edition {
        add("--edition", edition.clone());
    }
    add("--explain", format!("{:?}", arguments.explain).to_lowercase());
    // If answers cannot be hidden, no grade is better than a wrong one.
    let level = arguments.require_sandbox.map_or("L1".to_owned(), |level| level.to_string());
    add("--require-sandbox", level);
    if arguments.lenient {
        words.push("--lenient".to_owned());
    }
    if arguments.keep_going {
        words.push("--keep-going".to_owned());
    }
    words
}
