//! `plyglot grade`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;

use plyglot_answers::cases::Manifest;
use plyglot_answers::explain;
use plyglot_answers::judge::Strictness;
use plyglot_core::safe_text::{self, terminal_line};
use plyglot_grader::grade::{
    Budget, GradeError, Grades, GradingJob, Names, SoFar, Student, find, grade,
};
use plyglot_grader::report::{self, Column, Container, ReportFormat};
use plyglot_sandbox::{Isolation, Limits, Sandbox, Warden, cores, public_place, supported};

use super::container::ContainerArgs;
use super::export;
use super::table::table;
use super::workers;
use crate::args::seconds;
use crate::cluster::ClusterArgs;
use crate::program::Program;
use crate::{failure, interrupt, progress};

/// Grade programs in any language against a folder of cases
///
/// SUBMISSIONS is a folder with a directory, a zip or a file for each submission, as course systems
/// export them, of which the newest of each student counts; or one submission. Each program is built
/// if asked, then run in a sandbox, once a case, in a fresh directory with input.txt in it. Results are
/// on disk as soon as they are known: a run that was stopped goes on where it was, and only what has
/// changed is run again.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  {program} grade submissions --cases cases --run 'python3 hw1.py'
  {program} grade my-solution --one --cases cases --run ./hw1 --build 'g++ -O2 -o hw1 hw1.cpp'
  {program} grade submissions --cases cases --run 'java Hw1' --build 'javac Hw1.java' --cpu 5
  {program} grade submissions --cases cases --run ./agent --format html,csv,junit --require-sandbox L1
  {program} grade submissions --cases cases --run ./agent --workers /shared/hw1   on many machines
  {program} grade submissions --cases cases --run ./agent --slurm --worker-count 50
  {program} grade --export gradescope --cases cases --run 'python3 hw1.py' --out autograder.zip

Exits with 1 if there is one submission and it does not have all points, if all submissions fail in
the same way, or if somebody could not be graded.")]
pub struct GradeArgs {
    /// The submissions, or one
    #[arg(required_unless_present = "export")]
    pub submissions: Option<PathBuf>,
    /// The folder of the cases
    #[arg(long, value_name = "DIR")]
    pub cases: PathBuf,
    /// How a program is run, in its own directory
    #[arg(long, value_name = "COMMAND")]
    pub run: String,
    /// How it is built first
    #[arg(long, value_name = "COMMAND")]
    pub build: Option<String>,
    /// Look for programs in this directory too, before the system's; may be given several times
    #[arg(long, value_name = "DIR", conflicts_with = "export")]
    pub path: Vec<PathBuf>,
    /// Where results and reports go [default: grades; with --export autograder.zip]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// CPU seconds for a case
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub cpu: f64,
    /// Seconds by the wall clock for a case [default: three times the CPU time and ten more; with
    /// --container-cpus what the CPU time takes there, a quarter more, and two]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub wall: Option<f64>,
    /// MB of memory for a case [default: 1024; with --export what the container has, without 128]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub memory: Option<u64>,
    /// CPU seconds for a build [default: 120; with --export 30]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub build_cpu: Option<f64>,
    /// Seconds by the wall clock for everything: each case has its share, and what is not run then is
    /// not graded, which is no zero
    #[arg(long, value_name = "SECONDS", value_parser = seconds,
        conflicts_with_all = ["export", "workers", "slurm", "print_script"])]
    pub budget: Option<f64>,
    /// How many programs run at the same time [default: three for two cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// SUBMISSIONS is one submission, whatever it looks like
    #[arg(long)]
    pub one: bool,
    /// How submissions are named: text with {student}, {version}, {file} and {} in it
    #[arg(long, value_name = "PATTERN")]
    pub names: Option<Names>,
    /// Reports to write: html, json, csv, gradescope, vocareum, github, junit, tap
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "html,json,csv")]
    pub format: Vec<ReportFormat>,
    /// Write Gradescope's results.json of the one submission to this file, anew after every case
    #[arg(long, value_name = "FILE", conflicts_with = "export")]
    pub results: Option<PathBuf>,
    /// Columns of grades.csv: student, score, max, percent, right, cpu, submission, note, cases,
    /// verdicts
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub columns: Vec<Column>,
    /// Which edition of the assignment right answers follow, where there are several
    #[arg(long, value_name = "EDITION")]
    pub edition: Option<String>,
    /// Pass over blanks at line ends, CR, and newlines at the end of answers
    #[arg(long)]
    pub lenient: bool,
    /// How much students are told of visible cases: off, hint or full
    #[arg(long, value_name = "LEVEL", default_value = "full")]
    pub explain: explain::Detail,
    /// Run all cases even if a program answers none of the first three
    #[arg(long)]
    pub keep_going: bool,
    /// Run everything again, whatever is known already
    #[arg(long, conflicts_with_all = ["workers", "slurm", "print_script"])]
    pub again: bool,
    /// Refuse to run programs if the machine does not reach this level of isolation: L0 to L3
    #[arg(long, value_name = "LEVEL")]
    pub require_sandbox: Option<Isolation>,
    /// Instead of grading, write an autograder for this system: gradescope
    #[arg(long, value_name = "SYSTEM", value_parser = ["gradescope"],
        conflicts_with_all = ["workers", "slurm", "print_script"])]
    pub export: Option<String>,
    /// Debian packages that submissions need, for --export
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "export")]
    pub packages: Vec<String>,
    #[command(flatten)]
    pub container: ContainerArgs,
    #[command(flatten)]
    pub cluster: ClusterArgs,
    /// Print all grades as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Grades, writes the reports, and prints the table.
pub fn run(program: &Program, arguments: &GradeArgs) -> Result<ExitCode> {
    if let Err(not_here) = supported() {
        // An autograder has this very program in it, and runs on Linux too.
        bail!("grade: {not_here} (`cases` and `explain` work here)");
    }
    if arguments.export.is_some() {
        export::run(program, arguments)?;
        return Ok(ExitCode::SUCCESS);
    }
    let budget = arguments.budget.map(|seconds| Budget::new(duration(seconds)));
    let Some(path) = &arguments.submissions else { bail!("there are no submissions to grade") };
    let submissions = find(path, arguments.names.as_ref(), arguments.one)?;
    if arguments.results.is_some() && submissions.len() > 1 {
        bail!("--results is for one submission, and {} has {}", path.display(), submissions.len());
    }
    let out = arguments.out.clone().unwrap_or("grades".into());
    let workers = arguments.cluster.store(&out)?;
    if arguments.cluster.print_script(&out, workers.as_deref(), arguments.json)? {
        return Ok(ExitCode::SUCCESS);
    }
    let tools = tools(&arguments.path, &[&arguments.cases, &out, path])?;
    let sandbox = sandbox(arguments, &[&arguments.cases, &out, path])?;
    let job = GradingJob {
        games: program.games,
        submissions,
        cases: arguments.cases.clone(),
        run: arguments.run.clone(),
        build: arguments.build.clone(),
        path: tools,
        limits: arguments.limits(),
        build_limits: arguments.build_limits(),
        edition: arguments.edition(program)?,
        strictness: if arguments.lenient { Strictness::Lenient } else { Strictness::Exact },
        detail: arguments.explain,
        jobs: arguments.jobs.map_or_else(usual_jobs, usize::from),
        budget,
        keep_going: arguments.keep_going,
        again: arguments.again,
        out: out.clone(),
    };
    let bar = progress::bar(0, "{bar:40} {pos}/{len}, {elapsed}, {eta} left");
    let progress = |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        interrupt::exit_code().is_none()
    };
    if let Some(address) = &workers
        && let Some(code) = workers::have_graded(program, arguments, &job, address, &bar)?
    {
        return Ok(code);
    }
    let write_results = |grades: &Grades| arguments.write_results(grades);
    let so_far = arguments.results.as_ref().map(|_| &write_results as SoFar<'_>);
    let graded = grade(&job, &sandbox, &progress, so_far);
    bar.finish_and_clear();
    let grades = match graded {
        Err(_) if let Some(code) = interrupt::exit_code() => {
            failure::say("Stopped; the same command goes on from here");
            return Ok(ExitCode::from(code));
        }
        graded => graded?,
    };
    let columns =
        if arguments.columns.is_empty() { &Column::USUAL[..] } else { &arguments.columns };
    report::write(&grades, &arguments.format, columns, &out, program.games)?;
    warn(&grades)?;
    failure::even_unread(print(&grades, &out, arguments.json))?;
    let is_wrong = matches!(&grades.students[..], [only] if only.score < Some(grades.max));
    let is_whole = grades.common_failure.is_none() && grades.not_graded().next().is_none();
    Ok(if is_wrong || !is_whole { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Says what the teacher must know before looking at the points.
fn warn(grades: &Grades) -> Result<()> {
    if let Some(failure) = &grades.common_failure {
        failure::say(&format!("warning: {}. Nothing of it was kept", terminal_line(failure)));
    }
    let all = grades.students.len() * grades.cases.len();
    let is_nothing = grades.students.iter().map(Student::not_graded).sum::<usize>() == all;
    for (student, why) in grades.not_graded() {
        let (name, why) = (terminal_line(&student.name), terminal_line(why));
        if is_nothing {
            bail!("nothing could be graded: {why}");
        }
        let (missing, all) = (student.not_graded(), student.outcomes.len());
        failure::say(&format!(
            "warning: {name}: {missing} of {all} cases are not graded, through no fault of the \
             student's: {why}. The same command tries again"
        ));
    }
    Ok(())
}

impl GradeArgs {
    /// The edition that is named, of the game that the cases are of.
    pub fn edition(&self, program: &Program) -> Result<Option<&'static str>> {
        if self.edition.is_none() {
            return Ok(None);
        }
        let manifest = Manifest::read(&self.cases, program.games)?;
        program.edition(program.game(&manifest.game)?, self.edition.as_deref())
    }

    /// What a run may use.
    pub fn limits(&self) -> Limits {
        let usual = 3.0 * self.cpu + 10.0;
        let cpus = self.container.container_cpus;
        let in_container = cpus.map(|cpus| Container::wall(self.cpu, cpus));
        let wall = self.wall.or(in_container).unwrap_or(usual);
        let (cpu, wall) = (duration(self.cpu), duration(wall));
        Limits { cpu, wall, memory: self.memory.unwrap_or(1024) << 20, ..Limits::default() }
    }

    /// What a build may use.
    pub fn build_limits(&self) -> Limits {
        let cpu = self.build_cpu.unwrap_or(120.0);
        let usual = Limits { cpu: duration(cpu), disk: 256 << 20, ..Limits::default() };
        let memory = self.limits().memory;
        match self.container.container_cpus {
            Some(cpus) => Limits { wall: duration(Container::wall(cpu, cpus)), memory, ..usual },
            None => {
                Limits { wall: 3 * usual.cpu + usual.wall, memory: memory.max(2 << 30), ..usual }
            }
        }
    }

    /// Writes `results.json`, once there is something to be told: no result is better than a zero for
    /// nothing.
    fn write_results(&self, grades: &Grades) -> Result<(), GradeError> {
        let (Some(path), Some(student)) = (&self.results, grades.students.first()) else {
            return Ok(());
        };
        if student.not_graded() == student.outcomes.len() {
            return Ok(());
        }
        report::write_whole(path, report::gradescope(grades, student).as_bytes())
            .map_err(|error| GradeError::Io { path: path.clone(), error })
    }
}

/// More than there are cores, so that none is idle while files are copied and answers are read.
/// Only CPU time counts, and that does not grow.
fn usual_jobs() -> usize {
    let cores = cores::physical().len().max(1);
    cores + cores.div_ceil(2)
}

/// More than a year is no limit, and may not fit a duration.
pub fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, 3e7))
}

/// The whole paths of directories with tools, which all programs may read: nothing private is there.
fn tools(path: &[PathBuf], private: &[&Path]) -> Result<Vec<PathBuf>> {
    let mut tools = Vec::new();
    for folder in path {
        let whole = folder.canonicalize().map_err(|error| failure::in_file(folder, &error))?;
        if !whole.is_dir() {
            bail!("--path {}: it is not a directory", folder.display());
        }
        for hidden in private {
            if hidden.canonicalize().or_else(|_| std::path::absolute(hidden))?.starts_with(&whole) {
                let (folder, hidden) = (folder.display(), hidden.display());
                bail!("--path {folder}: programs may read what is in it, and {hidden} is");
            }
        }
        tools.push(whole);
    }
    Ok(tools)
}

/// What this machine has, if that is enough. `private` is what no program may see.
fn sandbox(arguments: &GradeArgs, private: &[&Path]) -> Result<Sandbox> {
    for path in private {
        let whole = path.canonicalize().or_else(|_| std::path::absolute(path))?;
        if let Some(place) = public_place(&whole) {
            bail!(
                "{}: it lies in {}, where every program can read: move it elsewhere",
                path.display(),
                place.display()
            );
        }
    }
    let sandbox = Sandbox::detect(Warden::this_program()).stopped_by(interrupt::watch());
    match arguments.require_sandbox {
        Some(level) => sandbox.require(level)?,
        None => {
            if let Err(weak) = sandbox.require(Isolation::L1) {
                let open = private.iter().find(|path| !is_hidden(&sandbox, path));
                let danger = match open {
                    Some(path) => format!("programs can read {} here", path.display()),
                    None => "only permissions keep programs from the answers here".to_owned(),
                };
                failure::say(&format!("warning: {danger}: {weak}"));
            }
        }
    }
    Ok(sandbox)
}

/// Whether programs can read nothing below a path. One that is not there yet will be made below the
/// nearest that is.
fn is_hidden(sandbox: &Sandbox, path: &Path) -> bool {
    let there = path.ancestors().find_map(|above| {
        let above = if above == Path::new("") { Path::new(".") } else { above };
        above.canonicalize().ok()
    });
    there.is_some_and(|path| sandbox.hides(&path))
}

fn print(grades: &Grades, out: &Path, json: bool) -> Result<()> {
    let mut stdout = io::stdout().lock();
    if json {
        write!(stdout, "{}", safe_text::json(&report::json(grades)))?;
        return Ok(());
    }
    let mut table =
        table(&["student", "points", "right", "CPU s", "first thing wrong"], &[1, 2, 3]);
    for student in &grades.students {
        table.add_row([
            terminal_line(&student.name),
            student.score.map_or_else(|| "not graded".to_owned(), number),
            format!("{}/{}", student.right(), grades.cases.len()),
            format!("{:.2}", student.cpu_seconds()),
            terminal_line(&student.note()),
        ]);
    }
    writeln!(stdout, "{table}")?;
    let known = match grades.reused {
        0 => String::new(),
        reused => format!(", {reused} results were known"),
    };
    writeln!(
        stdout,
        "{} points at most, sandbox {}{known} -> {}",
        number(grades.max),
        grades.sandbox,
        out.display()
    )?;
    Ok(())
}

fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
