use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plyglot_sandbox::mode;
use serde::{Deserialize, Serialize};

/// The command lines of a program, each a word at a time. All run in the program's own directory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Commands {
    /// For every move.
    pub run: Vec<String>,
    /// Once, before anything else.
    pub build: Option<Vec<String>>,
    /// Once, after building: it may write `calibration.txt`.
    pub calibrate: Option<Vec<String>>,
    /// Before each game.
    pub new_game: Option<Vec<String>>,
}

/// The file in a program's directory that says how it is run.
pub(super) const DESCRIPTION: &str = "agent.toml";

/// The content of that file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Description {
    pub name: Option<String>,
    pub run: String,
    pub build: Option<String>,
    pub calibrate: Option<String>,
    pub new_game: Option<String>,
    #[serde(default)]
    pub readable: Vec<PathBuf>,
}

impl Commands {
    /// A command for every move, and nothing else.
    pub fn run_only(run: Vec<String>) -> Commands {
        Commands { run, ..Commands::default() }
    }

    /// All that there are, with the names that a description gives them.
    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, &Vec<String>)> {
        let others =
            [("build", &self.build), ("calibrate", &self.calibrate), ("new-game", &self.new_game)];
        let others = others.into_iter().filter_map(|(name, words)| Some((name, words.as_ref()?)));
        others.chain([("run", &self.run)])
    }

    /// The words of all of them.
    pub(super) fn words_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let others = [&mut self.build, &mut self.calibrate, &mut self.new_game];
        others.into_iter().flatten().chain([&mut self.run]).flatten()
    }

    /// Of a description; `Err` has the command that cannot be read.
    pub(super) fn described(description: &Description) -> Result<Commands, String> {
        let optional = |command: &Option<String>| command.as_deref().map(split_words).transpose();
        Ok(Commands {
            run: split_words(&description.run)?,
            build: optional(&description.build)?,
            calibrate: optional(&description.calibrate)?,
            new_game: optional(&description.new_game)?,
        })
    }

    /// By the targets of a Makefile, `agent`, `calibrate`, `newgame` and `run`; `None` if it
    /// has no target `run`.
    pub(super) fn of_makefile(path: &Path) -> io::Result<Option<Commands>> {
        let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        let has = |target: &str| {
            text.lines().any(|line| {
                let rule = line.strip_prefix(target).map(str::trim_start);
                rule.is_some_and(|rule| rule.starts_with(':') && !rule.starts_with(":="))
            })
        };
        let make =
            |target: &str| has(target).then(|| ["make", "-s", target].map(str::to_owned).to_vec());
        let Some(run) = make("run") else { return Ok(None) };
        let (build, calibrate, new_game) = (make("agent"), make("calibrate"), make("newgame"));
        Ok(Some(Commands { run, build, calibrate, new_game }))
    }

    /// How a single file is run, if that can be told.
    pub(super) fn of_file(path: &Path) -> Option<Commands> {
        let name = path.file_name()?.to_str()?;
        let is_executable =
            fs::metadata(path).is_ok_and(|found| found.is_file() && mode::of(&found) & 0o111 != 0);
        let extension = path.extension().and_then(OsStr::to_str);
        let words: Vec<&str> = match extension {
            _ if is_executable => return Some(Commands::run_only(vec![format!("./{name}")])),
            Some("py") => vec!["python3", name],
            Some("jar") => vec!["java", "-jar", name],
            Some("sh") => vec!["sh", name],
            _ => return None,
        };
        Some(Commands::run_only(words.into_iter().map(str::to_owned).collect()))
    }
}

/// The words of a command line, with quotation marks as a shell has them.
pub(super) fn split_words(line: &str) -> Result<Vec<String>, String> {
    match shlex::split(line) {
        Some(words) if !words.is_empty() => Ok(words),
        _ => Err(format!("not a command: {line:?}")),
    }
}
