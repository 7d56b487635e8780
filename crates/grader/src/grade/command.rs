//! Commands as a teacher types them.

use std::env::split_paths;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use plyglot_sandbox::{Run, find_program, mode};

/// A command as it is typed: split at blanks, or handed to the shell if it needs one.
pub fn words(command: &str) -> Vec<OsString> {
    if needs_shell(command) {
        return ["sh", "-c", command].map(OsString::from).to_vec();
    }
    command.split_whitespace().map(OsString::from).collect()
}

fn needs_shell(text: &str) -> bool {
    text.contains(|symbol: char| "|&;<>()$`\\\"'*?[]#~=%\n".contains(symbol))
}

/// Looks whether there is such a program at all, in the places where the sandbox looks. What lies
/// in a submission can be missing in that one only.
///
/// # Errors
/// Says what is missing.
pub fn check(command: &str, more: &[PathBuf]) -> Result<(), String> {
    let words = words(command);
    let first = words.first().ok_or("it is empty")?;
    is_there(first, more)?;
    // Of a line for the shell, the first word is often enough a program too.
    match command.split_whitespace().next().filter(|word| !needs_shell(word)) {
        Some(word) if needs_shell(command) && !is_known_to_shell(word, more) => {
            is_there(OsStr::new(word), more)
        }
        _ => Ok(()),
    }
}

fn is_there(program: &OsStr, more: &[PathBuf]) -> Result<(), String> {
    let path = Path::new(program);
    let name = path.display();
    if !program.as_encoded_bytes().contains(&b'/') {
        let looked: Vec<_> = places(more).map(|folder| folder.display().to_string()).collect();
        let missing = || format!("there is no program {name} in {}", looked.join(":"));
        return find_program(program, more).map(drop).ok_or_else(missing);
    }
    if path.is_absolute() && !is_program(path) {
        return Err(format!("{name} is not a program"));
    }
    if path.is_relative() && path.components().any(|part| part == Component::ParentDir) {
        return Err(format!("{name} leads out of the submission"));
    }
    Ok(())
}

/// Where programs are looked for.
fn places(more: &[PathBuf]) -> impl Iterator<Item = PathBuf> {
    more.iter().cloned().chain(split_paths(Run::PATH))
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|it| it.is_file() && mode::of(&it) & 0o111 != 0)
}

/// Whether the shell does it itself: `cd`, `if`.
fn is_known_to_shell(word: &str, more: &[PathBuf]) -> bool {
    let Ok(path) = std::env::join_paths(places(more)) else { return false };
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", "command -v \"$1\"", "sh", word]).env_clear().env("PATH", path);
    shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_cannot_be_run_is_known_before() {
        let room = tempfile::tempdir().unwrap();
        let tool = room.path().join("tool-of-mine");
        fs::write(&tool, "").unwrap();
        let whole = tool.to_str().unwrap();
        let none: &[PathBuf] = &[];
        for command in ["", "pyhton3 x", "tool-of-mine", "/bin/sj", whole, "/etc", "../hw1"] {
            assert!(check(command, none).is_err(), "{command}");
        }
        for command in ["pyhton3 x > output.txt", "/bin/sj 'x'", "../hw1 < input.txt"] {
            assert!(check(command, none).is_err(), "{command}");
        }
        for command in ["sh x.sh", "./hw1", "bin/hw1 -x", "/bin/sh x", "sh x > output.txt"] {
            assert_eq!(check(command, none), Ok(()), "{command}");
        }
        for command in ["cd src && ./hw1", "if true; then ./x; fi", "A=1 ./x", "./x < input.txt"] {
            assert_eq!(check(command, none), Ok(()), "{command}");
        }
        // Not executable yet.
        let places = [room.path().to_owned()];
        assert!(check("tool-of-mine", &places).is_err());
        mode::set(&tool, 0o755).unwrap();
        assert_eq!(check("tool-of-mine", &places), Ok(()));
        assert_eq!(check("tool-of-mine | cat", &places), Ok(()));
        assert_eq!(check(whole, none), Ok(()));
    }
}
