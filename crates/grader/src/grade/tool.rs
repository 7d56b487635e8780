use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use plyglot_sandbox::{Run, Sandbox, ScratchDir};

use super::command::words;

/// A command of the teacher's, with the files that it names: submissions may read those, wherever they
/// lie.
#[derive(Debug)]
pub struct Tool {
    words: Vec<OsString>,
    files: Vec<PathBuf>,
}

impl Tool {
    /// A command as it was typed. What users of their own could not reach is copied to where they can;
    /// `name` tells the copies apart.
    ///
    /// # Errors
    /// If a file cannot be copied.
    pub fn new(
        command: &str,
        name: &str,
        sandbox: &Sandbox,
        scratch: &ScratchDir,
    ) -> io::Result<Tool> {
        let mut tool = Tool { words: words(command), files: Vec::new() };
        for (index, word) in tool.words.iter_mut().enumerate() {
            let file = PathBuf::from(&*word);
            if !file.is_absolute() || !file.is_file() {
                continue;
            }
            if !sandbox.can_reach(&file) {
                *word = scratch.public_copy(&file, &format!("{name}-{index}"))?.into();
            }
            tool.files.push(PathBuf::from(&*word));
        }
        Ok(tool)
    }

    /// The command, to be run in a directory.
    pub fn run_in(&self, directory: &Path) -> Run {
        let mut run = Run::new(&self.words, directory);
        run.readable.clone_from(&self.files);
        run
    }
}
