//! To come.

use std::io;

use plyglot_games::text::{Lines, TextError};

use crate::{Files, Report};

/// To come.
#[derive(Clone, Debug)]
pub struct Task {}

impl Task {
    /// To come.
    ///
    /// # Errors
    /// Always.
    pub fn read(lines: Lines<'_>) -> Result<Task, TextError> {
        lines.end()?;
        Err(TextError::new(1, 1, "this game is to come"))
    }

    /// To come.
    ///
    /// # Errors
    /// None.
    pub fn solve(&self, _files: &mut dyn Files) -> io::Result<Report> {
        Ok(Report::default())
    }
}
