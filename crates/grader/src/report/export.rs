//! An autograder for Gradescope: a zip with this program, the cases, and two small scripts.

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use plyglot_kit::any::Games;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use plyglot_answers::cases::{Case, Manifest, ManifestError};
use plyglot_answers::judge::Question;

/// What the autograder will do.
#[derive(Clone, Debug)]
pub struct Autograder<'a> {
    /// The program: this one.
    pub program: &'a Path,
    /// The files of the cases.
    pub cases: &'a CaseFiles,
    /// The options of `plyglot grade` that it is run with, without submissions, cases and output.
    pub options: &'a [String],
    /// Packages of Debian that the submissions need.
    pub packages: &'a [String],
}

/// The bytes of the zip.
///
/// # Errors
/// If a file cannot be read.
pub fn autograder(it: &Autograder<'_>) -> io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, bytes: &[u8], mode: u32| -> io::Result<()> {
        // A fixed time: the same contents give the same zip.
        let options = SimpleFileOptions::default().unix_permissions(mode);
        zip.start_file(name, options)?;
        zip.write_all(bytes)
    };
    add("setup.sh", setup(it.packages).as_bytes(), 0o755)?;
    add("run_autograder", run(it.options).as_bytes(), 0o755)?;
    add("plyglot", &fs::read(it.program)?, 0o755)?;
    for (name, bytes) in &it.cases.files {
        add(&format!("cases/{name}"), bytes, 0o600)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The files of all cases that an autograder needs.
///
/// The answers are not among them, as far as the grader finds them by itself and soon: what is not there
/// cannot be read by a submission.
#[derive(Clone, Debug)]
pub struct CaseFiles {
    files: Vec<(String, Vec<u8>)>,
    /// How many cases come with their answers.
    pub with_answer: usize,
}

impl CaseFiles {
    /// To find all answers may take so long here; half a processor needs twice the time.
    const SOON: Duration = Duration::from_secs(3);

    /// Reads the cases of a manifest.
    ///
    /// # Errors
    /// If a file is missing or makes no sense.
    pub fn read(
        folder: &Path,
        manifest: &Manifest,
        games: Games,
        edition: Option<&'static str>,
    ) -> Result<CaseFiles, ManifestError> {
        let read = |path: &Path| {
            fs::read(path).map_err(|error| ManifestError::Io { path: path.to_owned(), error })
        };
        let mut files = Vec::new();
        let path = folder.join(Manifest::FILE);
        if path.exists() {
            files.push((Manifest::FILE.to_owned(), read(&path)?));
        }
        let mut with_answer = 0;
        let mut left = CaseFiles::SOON;
        for case in &manifest.cases {
            let given = manifest.question(folder, case, games, edition)?;
            let begin = Instant::now();
            let is_found = !left.is_zero() && is_found(&given, case, edition);
            left = left.saturating_sub(begin.elapsed());
            let answers = case.files.iter().map(String::as_str);
            let answers = answers.filter(|name| folder.join(&case.name).join(name).exists());
            let answers: Vec<&str> = if is_found { Vec::new() } else { answers.collect() };
            with_answer += usize::from(!answers.is_empty());
            for name in std::iter::once("input.txt").chain(answers) {
                let path = folder.join(&case.name).join(name);
                files.push((format!("{}/{name}", case.name), read(&path)?));
            }
        }
        Ok(CaseFiles { files, with_answer })
    }
}

/// Whether the grader finds the same answer by itself.
fn is_found(given: &Question, case: &Case, edition: Option<&'static str>) -> bool {
    let solved = Question::in_edition(given.input(), given.game(), edition);
    solved.is_ok_and(|solved| solved.only(&case.files).right() == given.right())
}

fn setup(packages: &[String]) -> String {
    let mut text = "#!/bin/sh\nset -e\n".to_owned();
    if !packages.is_empty() {
        let words: Vec<String> = packages.iter().map(|word| quoted(word)).collect();
        text += "apt-get update\napt-get install -y --no-install-recommends ";
        text += &(words.join(" ") + "\n");
    }
    text
}

/// The script that grades. A zero is never its own doing: where nothing could be graded there is no
/// `results.json`, and Gradescope says that the autograder failed.
fn run(options: &[String]) -> String {
    let words: Vec<String> = options.iter().map(|word| quoted(word)).collect();
    RUN.replace("@OPTIONS@", &words.join(" "))
}

const RUN: &str = r#"#!/bin/sh
# Grades the submission. What is printed here only instructors see.
# results.json is there from the first result on, whole at any moment: if the container ends early, it
# says which cases were not graded.
exec 2>&1
cd "${AUTOGRADER_ROOT:-/autograder}" || exit 2
# Submissions run as other users: only root sees the program, the cases and what is being graded.
chmod 700 source && chmod -R go-rwx source/cases && chmod 755 source/plyglot || exit 2
mkdir -p results && chmod go-w results && rm -f results/results.json || exit 2
rm -rf source/grades || exit 2
source/plyglot doctor
source/plyglot grade submission --one --cases source/cases --out source/grades --format json \
  --results results/results.json @OPTIONS@
code=$?
[ -e results/results.json ] && chmod 644 results/results.json
[ "$code" -le 1 ] && exit 0
echo "The autograder failed (exit code $code). That is not the submission's fault."
echo "What was graded before is in results.json; if there is none, the submission has no grade."
exit "$code"
"#;

/// For the shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
