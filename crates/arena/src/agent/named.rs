//! From a typed name to an agent.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use plyglot_core::text::TextError;
use plyglot_search::opponents::Opponent;
use thiserror::Error;

use super::commands::{Commands, DESCRIPTION, Description, split_words};
use super::{Agent, AgentKind, AgentProgram};

/// Why a name means no agent.
#[derive(Debug, Error)]
pub enum AgentError {
    /// It is nothing that we know.
    #[error(
        "{name}: no such agent: expected a file, a directory, a command line in quotation marks, or \
         {opponents}"
    )]
    Unknown {
        /// What was typed.
        name: String,
        /// What it could have been.
        opponents: String,
    },
    /// The directory does not say which of its files to run.
    #[error(
        "{}: it is not clear what to run: {found}; an {DESCRIPTION} with a line such as run = \
         \"python3 agent.py\" tells it", path.display()
    )]
    Unclear {
        /// The directory.
        path: PathBuf,
        /// What is in it.
        found: String,
    },
    /// A file that is there cannot be run.
    #[error("{}: it is neither executable nor a .py, .sh or .jar file", path.display())]
    NotRunnable {
        /// The file.
        path: PathBuf,
    },
    /// The description cannot be understood.
    #[error("{}:{error}", path.display())]
    Description {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        error: TextError,
    },
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A command line that is none.
    #[error("{0}")]
    Command(String),
}

impl Agent {
    /// The agent that a text means: a built-in opponent, a directory, a file, or a command line;
    /// `name=` before it gives it another name.
    ///
    /// # Errors
    /// Says what was looked for.
    pub fn named(text: &str) -> Result<Agent, AgentError> {
        Agent::named_in(Path::new(""), text)
    }

    /// The same, with paths that begin in another directory than the current one.
    ///
    /// # Errors
    /// Says what was looked for.
    pub fn named_in(directory: &Path, text: &str) -> Result<Agent, AgentError> {
        let is_name = |name: &str| {
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
        };
        match text.split_once('=') {
            Some((name, agent)) if is_name(name) && !directory.join(text).exists() => {
                Ok(Agent { name: name.to_owned(), ..Agent::found(directory, agent)? })
            }
            _ => Agent::found(directory, text),
        }
    }

    fn found(directory: &Path, text: &str) -> Result<Agent, AgentError> {
        if let Ok(opponent) = text.parse::<Opponent>() {
            return Ok(Agent { name: opponent.to_string(), kind: AgentKind::BuiltIn(opponent) });
        }
        let path = &directory.join(text);
        let unreadable = |error| AgentError::Unreadable { path: path.to_owned(), error };
        if let Ok(found) = fs::metadata(path) {
            let path = fs::canonicalize(path).map_err(unreadable)?;
            return if found.is_dir() { in_directory(path) } else { of_file(path) };
        }
        if text.contains(char::is_whitespace) {
            return of_command(directory, text);
        }
        let opponents = Opponent::examples().iter().map(Opponent::to_string).collect::<Vec<_>>();
        Err(AgentError::Unknown { name: text.to_owned(), opponents: opponents.join(", ") })
    }
}

/// `agent.toml` says it all; otherwise a Makefile, or the only file that can be run.
fn in_directory(path: PathBuf) -> Result<Agent, AgentError> {
    let unreadable = |error| AgentError::Unreadable { path: path.clone(), error };
    let description = path.join(DESCRIPTION);
    if description.is_file() {
        return described(path, &description);
    }
    let makefile = path.join("Makefile");
    if makefile.is_file()
        && let Some(commands) = Commands::of_makefile(&makefile).map_err(unreadable)?
    {
        return Ok(program(&path.clone(), Some(path), commands));
    }
    let mut runnable = Vec::new();
    for entry in fs::read_dir(&path).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        runnable.extend(Commands::of_file(&file).map(|commands| (file, commands)));
    }
    let mut names: Vec<String> = runnable.iter().map(|(file, _)| name_of(file)).collect();
    names.sort();
    match (runnable.pop(), &names[..]) {
        (Some((_, commands)), [_]) => Ok(program(&path.clone(), Some(path), commands)),
        (None, _) => {
            Err(AgentError::Unclear { path, found: "nothing in it can be run".to_owned() })
        }
        _ => Err(AgentError::Unclear { path, found: format!("{} can", names.join(" and ")) }),
    }
}

fn described(path: PathBuf, description: &Path) -> Result<Agent, AgentError> {
    let text = fs::read_to_string(description)
        .map_err(|error| AgentError::Unreadable { path: description.to_owned(), error })?;
    let wrong = |byte: usize, message: &str| {
        let error = TextError::at_byte(&text, byte, message);
        AgentError::Description { path: description.to_owned(), error }
    };
    let read: Description = toml::from_str(&text)
        .map_err(|error| wrong(error.span().unwrap_or_default().start, error.message()))?;
    let commands = Commands::described(&read).map_err(|message| wrong(0, &message))?;
    let mut agent = program(&path.clone(), Some(path), commands);
    if let AgentKind::Program(program) = &mut agent.kind {
        program.requested = read.readable;
    }
    Ok(Agent { name: read.name.unwrap_or(agent.name), ..agent })
}

fn of_file(path: PathBuf) -> Result<Agent, AgentError> {
    match Commands::of_file(&path) {
        Some(commands) => Ok(program(&path.clone(), Some(path), commands)),
        None => Err(AgentError::NotRunnable { path }),
    }
}

/// Files that a command line names are made readable, wherever they are.
fn of_command(directory: &Path, text: &str) -> Result<Agent, AgentError> {
    let mut run = split_words(text).map_err(AgentError::Command)?;
    let mut readable = Vec::new();
    for word in &mut run {
        let path = directory.join(&*word);
        let is_path = word.contains('/') || path.is_file();
        if let Ok(path) = fs::canonicalize(path)
            && is_path
        {
            *word = path.to_string_lossy().into_owned();
            readable.push(path);
        }
    }
    let name = [&[name_of(Path::new(&run[0]))], &run[1..]].concat().join(" ");
    let commands = Commands::run_only(run);
    let kind = AgentKind::Program(AgentProgram { commands, readable, ..AgentProgram::default() });
    Ok(Agent { name, kind })
}

fn program(named: &Path, files: Option<PathBuf>, commands: Commands) -> Agent {
    let kind = AgentKind::Program(AgentProgram { files, commands, ..AgentProgram::default() });
    Agent { name: name_of(named), kind }
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
