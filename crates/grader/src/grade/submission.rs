use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::SystemTime;

use thiserror::Error;

/// What one student handed in last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The student's name.
    pub student: String,
    /// A directory, a zip archive or a single file.
    pub path: PathBuf,
    /// What a single file is called where it is run.
    pub file_name: String,
    /// How many older ones there are.
    pub older: usize,
}

/// Why submissions cannot be found.
#[derive(Debug, Error)]
pub enum SubmissionError {
    /// The folder cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is nothing in it.
    #[error("{}: there are no submissions here", .0.display())]
    None(PathBuf),
}

/// How the name of a submission is made: literal text, `{student}`, `{version}` and `{}` for what
/// does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(Vec<NamePart>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum NamePart {
    Text(String),
    Student,
    Version,
    File,
    Anything,
}

impl FromStr for Names {
    type Err = String;

    fn from_str(text: &str) -> Result<Names, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after.split_once('}').ok_or("a { without its }")?;
            if !before.is_empty() {
                parts.push(NamePart::Text(before.to_owned()));
            }
            parts.push(match name {
                "student" => NamePart::Student,
                "version" => NamePart::Version,
                "file" => NamePart::File,
                "" => NamePart::Anything,
                _ => {
                    return Err(format!(
                        "expected {{student}}, {{version}}, {{file}} or {{}}, found {{{name}}}"
                    ));
                }
            });
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(NamePart::Text(rest.to_owned()));
        }
        if !parts.contains(&NamePart::Student) {
            return Err("there is no {student} in it".to_owned());
        }
        Ok(Names(parts))
    }
}

/// How course systems name what they export.
const KNOWN: [&str; 4] = [
    "{}_{student}_attempt_{version}",     // Blackboard
    "{student}_{}_assignsubmission_{}",   // Moodle
    "{student}_LATE_{}_{version}_{file}", // Canvas
    "{student}@{version}",                // plainly
];

/// A name taken apart.
#[derive(Debug, Default)]
struct Parsed {
    student: String,
    version: String,
    file: Option<String>,
}

impl Names {
    /// Each part that is not literal takes as little as it can.
    fn parse(&self, name: &str) -> Option<Parsed> {
        let mut parsed = Parsed::default();
        let mut rest = name;
        for (index, part) in self.0.iter().enumerate() {
            if let NamePart::Text(text) = part {
                rest = rest.strip_prefix(text.as_str())?;
                continue;
            }
            let end = match self.0.get(index + 1) {
                Some(NamePart::Text(next)) => rest.find(next.as_str())?,
                Some(_) => return None,
                None => rest.len(),
            };
            let (value, after) = rest.split_at(end);
            match part {
                NamePart::Student => parsed.student = value.to_owned(),
                NamePart::Version => parsed.version = value.to_owned(),
                NamePart::File => parsed.file = Some(value.to_owned()),
                NamePart::Anything | NamePart::Text(_) => {}
            }
            rest = after;
        }
        (rest.is_empty() && !parsed.student.is_empty()).then_some(parsed)
    }
}

/// `doe_123_4567_hw1-2.py`: the student, two numbers, the file and how often it was handed in.
fn canvas(name: &str) -> Option<Parsed> {
    let parts: Vec<&str> = name.splitn(4, '_').collect();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let [student, first, second, file] = parts[..] else { return None };
    (is_number(first) && is_number(second)).then(|| Parsed {
        student: student.to_owned(),
        version: second.to_owned(),
        file: Some(without_copy_number(file)),
    })
}

/// `hw1-2.py` is the second `hw1.py`.
fn without_copy_number(file: &str) -> String {
    let (stem, end) = file.split_once('.').unwrap_or((file, ""));
    let dot = if end.is_empty() { "" } else { "." };
    match stem.rsplit_once('-') {
        Some((name, number)) if !name.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{name}{dot}{end}")
        }
        _ => file.to_owned(),
    }
}

fn parse(name: &str, names: Option<&Names>) -> Parsed {
    let as_it_is = || Parsed { student: name.to_owned(), ..Parsed::default() };
    if let Some(names) = names {
        return names.parse(name).unwrap_or_else(as_it_is);
    }
    let known = KNOWN.iter().filter_map(|names| names.parse::<Names>().ok());
    known
        .into_iter()
        .find_map(|names| names.parse(name))
        .or_else(|| canvas(name))
        .unwrap_or_else(as_it_is)
}

/// Finds the newest submission of each student. A folder that holds directories and archives only is
/// a folder of submissions, unless `one` says otherwise; any other is one submission.
///
/// # Errors
/// If a folder cannot be read, or if there is nothing in it.
pub fn find(
    path: &Path,
    names: Option<&Names>,
    one: bool,
) -> Result<Vec<Submission>, SubmissionError> {
    let io_error = |error| SubmissionError::Io { path: path.to_owned(), error };
    let own_name =
        |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let metadata = fs::metadata(path).map_err(io_error)?;
    let path_name = match fs::canonicalize(path) {
        Ok(whole) => own_name(&whole),
        Err(_) => own_name(path),
    };
    let single = || {
        vec![Submission {
            student: without_extension(&path_name),
            path: path.to_owned(),
            file_name: path_name.clone(),
            older: 0,
        }]
    };
    if one || metadata.is_file() {
        return Ok(single());
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).map_err(io_error)? {
        let entry = entry.map_err(io_error)?;
        let name = entry.file_name();
        // What Gradescope adds to its exports is no submission.
        if !name.to_string_lossy().starts_with('.') && name != "submission_metadata.yml" {
            entries.push(entry.path());
        }
    }
    entries.sort();
    let is_whole = |path: &PathBuf| path.is_dir() || is_archive(path);
    let is_named = |path: &PathBuf| {
        let name = own_name(path);
        parse(&name, names).student != name
    };
    if !entries.iter().all(|path| is_whole(path) || is_named(path)) {
        return Ok(single());
    }
    if entries.is_empty() {
        return Err(SubmissionError::None(path.to_owned()));
    }
    type Newest = (Vec<(bool, String)>, SystemTime, Submission);
    let mut newest: BTreeMap<String, Newest> = BTreeMap::new();
    for path in entries {
        let name = own_name(&path);
        let parsed = parse(&name, names);
        let student =
            if path.is_dir() { parsed.student } else { without_extension(&parsed.student) };
        let modified = fs::metadata(&path).and_then(|data| data.modified());
        let rank = (natural(&parsed.version), modified.unwrap_or(SystemTime::UNIX_EPOCH));
        let older = newest.get(&student).map_or(0, |(.., other)| other.older + 1);
        let submission = Submission {
            student: student.clone(),
            path,
            file_name: parsed.file.unwrap_or(name),
            older,
        };
        match newest.get_mut(&student) {
            Some((version, time, other)) if (&*version, &*time) > (&rank.0, &rank.1) => {
                other.older = older;
            }
            _ => {
                newest.insert(student, (rank.0, rank.1, submission));
            }
        }
    }
    Ok(newest.into_values().map(|(.., submission)| submission).collect())
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case("zip"))
}

fn without_extension(name: &str) -> String {
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if name.starts_with('.') || stem.is_empty() { name.to_owned() } else { stem }
}

/// For comparing `attempt 9` with `attempt 10`: numbers by their length first.
fn natural(text: &str) -> Vec<(bool, String)> {
    let mut parts: Vec<(bool, String)> = Vec::new();
    for symbol in text.chars() {
        let is_digit = symbol.is_ascii_digit();
        match parts.last_mut() {
            Some((digits, part)) if *digits == is_digit => part.push(symbol),
            _ => parts.push((is_digit, symbol.to_string())),
        }
    }
    let padded = |(is_digit, part): (bool, String)| match is_digit {
        true => (true, format!("{part:0>30}")),
        false => (false, part),
    };
    parts.into_iter().map(padded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_course_systems() {
        for (name, student, version) in [
            ("HW1_doe_attempt_2026-02-01-12-33-22", "doe", "2026-02-01-12-33-22"),
            ("Jane Doe_1234_assignsubmission_file_", "Jane Doe", ""),
            ("doejane_123_4567_hw1-2.py", "doejane", "4567"),
            ("doejane_LATE_123_4567_hw1.py", "doejane", "4567"),
            ("doe@3", "doe", "3"),
            ("team_07", "team_07", ""),
        ] {
            let parsed = parse(name, None);
            assert_eq!((parsed.student.as_str(), parsed.version.as_str()), (student, version));
        }
        let file = |name| parse(name, None).file;
        assert_eq!(file("doejane_123_4567_hw1-2.py").as_deref(), Some("hw1.py"));
        assert_eq!(file("doejane_LATE_123_4567_hw1.py").as_deref(), Some("hw1.py"));
        let own: Names = "hw1-{student}-v{version}".parse().unwrap();
        let parsed = own.parse("hw1-ann-lee-v12").unwrap();
        assert_eq!((parsed.student.as_str(), parsed.version.as_str()), ("ann-lee", "12"));
        assert!("hw1-{pupil}".parse::<Names>().is_err());
    }

    #[test]
    fn versions_compare_by_their_numbers() {
        assert!(natural("10") > natural("9"));
        assert!(natural("2026-02-01-12") > natural("2026-01-31-23"));
        assert!(natural("") < natural("1"));
    }

    #[test]
    fn the_newest_of_each_student_counts() {
        let room = tempfile::tempdir().unwrap();
        for name in ["ann@2", "ann@10", "ann@9", "bob@1"] {
            fs::create_dir(room.path().join(name)).unwrap();
        }
        let found = find(room.path(), None, false).unwrap();
        let names: Vec<_> = found
            .iter()
            .map(|it| {
                (it.student.as_str(), it.path.file_name().unwrap().to_str().unwrap(), it.older)
            })
            .collect();
        assert_eq!(names, [("ann", "ann@10", 2), ("bob", "bob@1", 0)]);
        // With a file in it, it is one submission.
        fs::write(room.path().join("hw1.py"), "").unwrap();
        assert_eq!(find(room.path(), None, false).unwrap().len(), 1);
    }
}
