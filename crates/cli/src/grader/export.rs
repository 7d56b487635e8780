//! `plyglot grade --export gradescope`.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use plyglot_answers::cases::Manifest;
use plyglot_grader::grade::case_limits;
use plyglot_grader::report::{Autograder, CaseFiles, Container, DoesNotFit, autograder};

use super::grade::GradeArgs;
use crate::arena::options::must_be_new;
use crate::failure;
use crate::program::Program;

/// Writes the zip.
pub fn run(program: &Program, arguments: &GradeArgs) -> Result<()> {
    let container = arguments.container.container();
    let arguments = &in_container(arguments, &container)?;
    let manifest = Manifest::read(&arguments.cases, program.games)?;
    let edition = arguments.edition(program)?;
    let cases = CaseFiles::read(&arguments.cases, &manifest, program.games, edition)?;
    let fits = check(program, arguments, &container, &manifest)?;
    if let (Err(too_long), false) = (&fits, arguments.container.fit) {
        bail!("{too_long}, or --fit, which shares the time out and does not grade what has none");
    }
    let path = arguments.out.clone().unwrap_or("autograder.zip".into());
    must_be_new(Some(&path))?;
    let executable = std::env::current_exe().context("cannot find this program")?;
    let bytes = autograder(&Autograder {
        program: &executable,
        cases: &cases,
        options: &options(arguments, &container),
        packages: &arguments.packages,
    })
    .with_context(|| format!("{}", executable.display()))?;
    let folder = path.parent().filter(|it| *it != Path::new("")).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|error| failure::in_file(folder, &error))?;
    std::fs::write(&path, bytes).map_err(|error| failure::in_file(&path, &error))?;
    let mut out = io::stdout().lock();
    writeln!(out, "{} cases, {} -> {}", manifest.cases.len(), manifest.game, path.display())?;
    if let Err(too_long) = fits {
        let share = too_long.share.as_secs_f64();
        writeln!(
            out,
            "They may not all be graded: each has {share:.1} s, and more if others need less."
        )?;
    }
    if cases.with_answer > 0 {
        let with = cases.with_answer;
        writeln!(
            out,
            "{with} cases bring their answers with them, which only root may read there."
        )?;
    }
    Ok(())
}

/// The same with limits that suit the container.
fn in_container(arguments: &GradeArgs, container: &Container) -> Result<GradeArgs> {
    let mut arguments = arguments.clone();
    let cpus = container.cpus;
    arguments.container.container_cpus = Some(cpus);
    arguments.build_cpu = arguments.build_cpu.or(Some(30.0));
    let most = container.memory_for_programs();
    let memory = *arguments.memory.get_or_insert(most);
    if memory > most {
        bail!(
            "--memory {memory}: the container has {} MB, and the grader needs {} of them: take {most} at \
             most",
            container.memory,
            Container::GRADER_MEMORY
        );
    }
    let busy = Container::busy(arguments.cpu, cpus);
    if let Some(wall) = arguments.wall.filter(|&wall| wall < busy) {
        let cpu = arguments.cpu;
        bail!(
            "--wall {wall}: {cpu} s of CPU time take {busy} s with {cpus} processors: take more, or leave \
             it out"
        );
    }
    Ok(arguments)
}

/// Whether all cases fit the container, however long each takes.
fn check(
    program: &Program,
    arguments: &GradeArgs,
    container: &Container,
    manifest: &Manifest,
) -> Result<Result<(), DoesNotFit>> {
    let mut walls: Vec<Duration> = Vec::new();
    for case in &manifest.cases {
        let edition = arguments.edition(program)?;
        let question = manifest.question(&arguments.cases, case, program.games, edition)?;
        walls.push(case_limits(arguments.limits(), case, &question).wall);
    }
    let build = arguments.build.as_ref().map(|_| arguments.build_limits().wall);
    Ok(container.check(build, &walls))
}

/// The same options once more, for the autograder.
fn options(arguments: &GradeArgs, container: &Container) -> Vec<String> {
    let mut words = vec!["--run".to_owned(), arguments.run.clone()];
    let mut add = |name: &str, value: String| words.extend([name.to_owned(), value]);
    let mut add_number = |name: &str, value: Option<f64>| {
        if let Some(value) = value {
            add(name, value.to_string());
        }
    };
    add_number("--cpu", Some(arguments.cpu));
    add_number("--wall", arguments.wall);
    add_number("--build-cpu", arguments.build_cpu);
    add_number("--container-cpus", arguments.container.container_cpus);
    add_number("--budget", Some(container.budget().as_secs_f64()));
    if let Some(memory) = arguments.memory {
        add("--memory", memory.to_string());
    }
    // One after the other: there is no processor for more, nor memory.
    add("--jobs", "1".to_owned());
    add("--explain", format!("{:?}", arguments.explain).to_lowercase());
    if let Some(build) = &arguments.build {
        add("--build", build.clone());
    }
    // Unless a level is asked for, programs are graded with what there is, and instructors are told.
    if let Some(level) = arguments.require_sandbox {
        add("--require-sandbox", level.to_string());
    }
    if let Some(edition) = &arguments.edition {
        add("--edition", edition.clone());
    }
    if arguments.lenient {
        words.push("--lenient".to_owned());
    }
    if arguments.keep_going {
        words.push("--keep-going".to_owned());
    }
    words
}
