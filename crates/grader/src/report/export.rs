//! An autograder for Gradescope: a zip with this program, the cases, and two small scripts.

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::Path;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What the autograder will do.
#[derive(Clone, Debug)]
pub struct Autograder<'a> {
    /// The program: this one.
    pub program: &'a Path,
    /// The folder of the cases.
    pub cases: &'a Path,
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
    for (name, bytes) in case_files(it.cases)? {
        add(&format!("cases/{name}"), &bytes, 0o600)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// The manifest and the files of all cases, by name.
fn case_files(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                let entry = entry?;
                if entry.path().is_file() {
                    let file = entry.file_name().to_string_lossy().into_owned();
                    files.push((format!("{name}/{file}"), fs::read(entry.path())?));
                }
            }
        } else if path.is_file() {
            files.push((name, fs::read(&path)?));
        }
    }
    files.sort();
    Ok(files)
}

fn setup(packages: &[String]) -> String {
    let mut text = "#!/bin/sh\nset -e\n".to_owned();
    if !packages.is_empty() {
        let words: Vec<String> = packages.iter().map(|word| quoted(word)).collect();
        text += "apt-get update\napt-get install -y --no-install-recommends ";
        text += &(words.join(" ") + "\n");
    }
    // Only root sees the program and the answers.
    text + "chmod 700 /autograder/source\nchmod 755 /autograder/source/plyglot\n"
}

fn run(options: &[String]) -> String {
    let words: Vec<String> = options.iter().map(|word| quoted(word)).collect();
    format!(
        "#!/bin/sh\n\
         # Grades the submission, and puts the results in their place last and at once.\n\
         cd /autograder\n\
         out=$(mktemp -d)\n\
         source/plyglot grade submission --one --cases source/cases --out \"$out\" \\\n  \
         --format gradescope {} >\"$out/log\" 2>&1\n\
         code=$?\n\
         mkdir -p results\n\
         if [ $code -le 1 ] && cp \"$out\"/gradescope/*.json results/.new; then\n  \
         mv results/.new results/results.json\n\
         else\n  \
         cat \"$out/log\"\n  \
         printf '{{\"score\":0,\"output\":\"The autograder failed. Please tell your instructor.\"}}\\n' >results/.new\n  \
         mv results/.new results/results.json\n\
         fi\n\
         rm -rf \"$out\"\n",
        words.join(" ")
    )
}

/// For the shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
