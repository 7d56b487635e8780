//! `plyglot grade`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use plyglot_grader::cases::Manifest;
use plyglot_grader::explain;
use plyglot_grader::grade::{GradeError, Grades, GradingJob, Names, find, grade};
use plyglot_grader::judge::Strictness;
use plyglot_grader::report::{self, Column, ReportFormat};
use plyglot_sandbox::{Isolation, Limits, Sandbox, Warden, cores, public_place};

use super::export;
use super::table::table;
use crate::args::seconds;
use crate::interrupt;
use crate::program::Program;

/// Grade programs in any language against a folder of cases
///
/// SUBMISSIONS is a folder with a directory, a zip or a file for each submission, as course systems
/// export them, of which the newest of each student counts; or one submission. Each program is built
/// if asked, then run in a sandbox, once a case, in a fresh directory with input.txt in it. Results are
/// on disk as soon as they are known: a run that was stopped goes on where it was, and only what has
/// changed is run again.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} grade submissions --cases cases --run 'python3 hw1.py'
  {program} grade my-solution --one --cases cases --run ./hw1 --build 'g++ -O2 -o hw1 hw1.cpp'
  {program} grade submissions --cases cases --run 'java Hw1' --build 'javac Hw1.java' --cpu 5
  {program} grade submissions --cases cases --run ./agent --format html,csv,junit --require-sandbox L1
  {program} grade --export gradescope --cases cases --run 'python3 hw1.py' --out autograder.zip

Exits with 1 if there is one submission and it does not have all points.")]
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
    /// Where results and reports go [default: grades; with --export autograder.zip]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// CPU seconds for a case
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub cpu: f64,
    /// Seconds by the wall clock for a case [default: three times the CPU time and ten more]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub wall: Option<f64>,
    /// MB of memory for a case
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub memory: u64,
    /// CPU seconds for a build
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120")]
    pub build_cpu: f64,
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
    #[arg(long)]
    pub again: bool,
    /// Refuse to run programs if the machine does not reach this level of isolation: L0 to L3
    #[arg(long, value_name = "LEVEL")]
    pub require_sandbox: Option<Isolation>,
    /// Instead of grading, write an autograder for this system: gradescope
    #[arg(long, value_name = "SYSTEM", value_parser = ["gradescope"])]
    pub export: Option<String>,
    /// Debian packages that submissions need, for --export
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "export")]
    pub packages: Vec<String>,
    /// Print all grades as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Grades, writes the reports, and prints the table.
pub fn run(program: &Program, arguments: &GradeArgs) -> Result<ExitCode> {
    if arguments.export.is_some() {
        export::run(program, arguments)?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(path) = &arguments.submissions else { bail!("there are no submissions to grade") };
    let submissions = find(path, arguments.names.as_ref(), arguments.one)?;
    let out = arguments.out.clone().unwrap_or("grades".into());
    let sandbox = sandbox(arguments, &[&arguments.cases, &out, path])?;
    let job = GradingJob {
        games: program.games,
        submissions,
        cases: arguments.cases.clone(),
        run: arguments.run.clone(),
        build: arguments.build.clone(),
        limits: arguments.limits(),
        build_limits: arguments.build_limits(),
        edition: arguments.edition(program)?,
        strictness: if arguments.lenient { Strictness::Lenient } else { Strictness::Exact },
        detail: arguments.explain,
        jobs: arguments.jobs.map_or_else(usual_jobs, usize::from),
        keep_going: arguments.keep_going,
        again: arguments.again,
        out: out.clone(),
    };
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta} left") {
        bar.set_style(style);
    }
    // The first Ctrl-C waits for the programs that are running, the second does not.
    interrupt::watch()?;
    let graded = grade(&job, &sandbox, &|done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
        !interrupt::is_stopped()
    });
    bar.finish_and_clear();
    let grades = match graded {
        Err(GradeError::Stopped) => {
            writeln!(anstream::stderr(), "Stopped; the same command goes on from here")?;
            return Ok(ExitCode::from(interrupt::EXIT_CODE));
        }
        graded => graded?,
    };
    let columns =
        if arguments.columns.is_empty() { &Column::USUAL[..] } else { &arguments.columns };
    report::write(&grades, &arguments.format, columns, &out, program.games)?;
    print(&grades, &out, arguments.json)?;
    let is_failed = grades.students.len() == 1 && grades.students[0].score < grades.max;
    Ok(if is_failed { ExitCode::from(1) } else { ExitCode::SUCCESS })
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

    fn limits(&self) -> Limits {
        let wall = self.wall.unwrap_or(3.0 * self.cpu + 10.0);
        let (cpu, wall) = (duration(self.cpu), duration(wall));
        Limits { cpu, wall, memory: self.memory << 20, ..Limits::default() }
    }

    fn build_limits(&self) -> Limits {
        let cpu = duration(self.build_cpu);
        let usual = Limits::default();
        Limits {
            cpu,
            wall: 3 * cpu + usual.wall,
            memory: (self.memory << 20).max(2 << 30),
            disk: 256 << 20,
            ..usual
        }
    }
}

/// More than there are cores, so that none is idle while files are copied and answers are read.
/// Only CPU time counts, and that does not grow.
fn usual_jobs() -> usize {
    let cores = cores::physical().len().max(1);
    cores + cores.div_ceil(2)
}

/// More than a year is no limit, and may not fit a duration.
fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, 3e7))
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
    let sandbox = Sandbox::detect(Warden::this_program());
    match arguments.require_sandbox {
        Some(level) => sandbox.require(level)?,
        None => {
            if let Err(weak) = sandbox.require(Isolation::L1) {
                let mut errors = anstream::stderr();
                writeln!(errors, "warning: programs can read the answers here: {weak}")?;
            }
        }
    }
    Ok(sandbox)
}

fn print(grades: &Grades, out: &Path, json: bool) -> Result<()> {
    let mut stdout = io::stdout().lock();
    if json {
        write!(stdout, "{}", report::json(grades))?;
        return Ok(());
    }
    let mut table =
        table(&["student", "points", "right", "CPU s", "first thing wrong"], &[1, 2, 3]);
    for student in &grades.students {
        table.add_row([
            shown(&student.name),
            number(student.score),
            format!("{}/{}", student.right(), grades.cases.len()),
            format!("{:.2}", student.cpu_seconds()),
            shown(&student.note()),
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

/// Other people's text must not control the terminal.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}
