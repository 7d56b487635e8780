//! Whether there is a program for every command, before anything is played.

use std::ffi::OsStr;
use std::path::{Component, Path};

use plyglot_sandbox::{Run, find_program, supported};
use thiserror::Error;

use super::AgentProgram;

/// A command that cannot be run here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{agent}: {command} = {line:?}: {why}")]
pub struct MissingProgram {
    /// Whose it is.
    pub agent: String,
    /// Which one: `run`, `build`, `calibrate` or `new-game`.
    pub command: &'static str,
    /// The command itself.
    pub line: String,
    /// What is wrong with it.
    pub why: String,
}

impl AgentProgram {
    /// Looks for the programs of all commands, in the places where a run finds them. What a build
    /// is to make need not be there yet.
    ///
    /// # Errors
    /// If one is missing.
    pub fn find_programs(&self, agent: &str) -> Result<(), MissingProgram> {
        for (command, words) in self.commands.all() {
            self.find(words.first().map_or("", String::as_str)).map_err(|why| MissingProgram {
                agent: agent.to_owned(),
                command,
                line: words.join(" "),
                why,
            })?;
        }
        Ok(())
    }

    fn find(&self, program: &str) -> Result<(), String> {
        supported().map_err(|error| error.to_string())?;
        let path = Path::new(program);
        if !program.contains('/') {
            let found = find_program(OsStr::new(program), &self.path);
            return found.map(drop).ok_or_else(|| {
                format!("there is no program {program} in {}; --path DIR adds one", self.places())
            });
        }
        let missing = || format!("there is no file {program}");
        if path.is_absolute() {
            return match path.is_file() {
                false => Err(missing()),
                true if self.may_read(path) => Ok(()),
                true => Err(format!("{program} was not granted; --readable {program} does so")),
            };
        }
        if path.components().any(|part| part == Component::ParentDir) {
            return Err(format!("{program} leads out of the agent's directory"));
        }
        let is_there = match &self.files {
            None => false,
            Some(_) if self.commands.build.is_some() => true,
            Some(files) if files.is_dir() => files.join(path).exists(),
            Some(file) => file.file_name() == path.file_name(),
        };
        is_there.then_some(()).ok_or_else(missing)
    }

    fn places(&self) -> String {
        let own = self.path.iter().map(|path| path.display().to_string());
        own.chain([Run::PATH.to_owned()]).collect::<Vec<_>>().join(":")
    }
}
