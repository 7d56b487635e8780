//! A grading that workers do.

use std::process::ExitCode;

use anyhow::Result;
use indicatif::ProgressBar;

use plyglot_core::safe_text::terminal_line;
use plyglot_grader::cluster::have_graded as have_graded_by;
use plyglot_grader::grade::GradingJob;

use super::grade::GradeArgs;
use crate::cluster::Crew;
use crate::program::Program;
use crate::{failure, interrupt};

/// Has all submissions graded, so that their results are known when the class is; the exit code, if it
/// was stopped before that.
pub fn have_graded(
    program: &Program,
    arguments: &GradeArgs,
    job: &GradingJob,
    address: &str,
    bar: &ProgressBar,
) -> Result<Option<ExitCode>> {
    let cluster = &arguments.cluster;
    bar.set_length(job.submissions.len() as u64);
    let (stop, lease) = (interrupt::watch(), cluster.lease());
    let mut crew = Crew::new(&program.name, cluster, &job.out, address, "grade");
    let isolation = arguments.require_sandbox;
    let graded = have_graded_by(job, isolation, address, lease, &stop, |store, done| {
        bar.set_position(done as u64);
        let news = crew.look(store)?;
        bar.suspend(|| news.iter().for_each(|line| failure::say(line)));
        Ok(())
    });
    let given_up = crew.end(graded.map_err(anyhow::Error::from))?;
    if let Some(code) = interrupt::exit_code() {
        bar.finish_and_clear();
        failure::say("Stopped; the same command goes on from here");
        return Ok(Some(ExitCode::from(code)));
    }
    for (student, why) in given_up {
        let line = terminal_line(&format!(
            "warning: no worker could grade {student}, who is graded here: {why}"
        ));
        bar.suspend(|| failure::say(&line));
    }
    Ok(None)
}
