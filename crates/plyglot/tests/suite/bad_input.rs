//! Bad input: one line on standard error with the place, exit code 2, and nothing written.

use std::fs;
use std::path::Path;

use crate::{names, plyglot, root};

/// Runs a command that must fail in a directory that must stay as it is; what it said.
fn refused(directory: &Path, arguments: &[&str]) -> String {
    let before = names(directory);
    let output = plyglot(directory, arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    assert_eq!(names(directory), before, "{arguments:?}: nothing may be written");
    errors
}

#[test]
fn a_broken_file_names_its_place() {
    let cases: [(&[u8], &str); 9] = [
        (b"", "input.txt:1:1: expected the input of a game, found the end\n"),
        (b"\x00\x01\xff\xfe", "input.txt:1:3: not text: byte 0xff is not UTF-8\n"),
        (
            b"Star\nMINIMAX\n0\n",
            "input.txt:3:1: expected a depth limit from 1 to 1000, found \"0\"\n",
        ),
        (b"Circle\nALPHABETA\n2\n0,0\n", "input.txt:4:4: expected 8 cells, found 2\n"),
        (b"SINGLE\nGREEN\n", "input.txt:2:1: expected BLACK or WHITE, found \"GREEN\"\n"),
        (b"27\nMINIMAX\n", "input.txt:1:1: expected "),
        (b"0\nMINIMAX\n", "input.txt:1:1: expected "),
        (b"9\n1\n2\n", "input.txt:1:1: expected "),
        (b"B\nfour\n", "input.txt:2:1: expected "),
    ];
    for (content, expected) in cases {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("input.txt"), content).unwrap();
        // With and without a command, and into another directory, which is not made either.
        for arguments in [&[][..], &["solve"], &["solve", "--out", "new"], &["solve", "--json"]] {
            let errors = refused(directory.path(), arguments);
            assert!(errors.starts_with(expected), "{errors}");
            assert_eq!(errors.matches('\n').count(), 1, "{errors}");
        }
    }
}

#[test]
fn an_older_answer_stays_when_the_input_is_bad() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("input.txt"), "Star\n").unwrap();
    fs::write(directory.path().join("output.txt"), "older").unwrap();
    refused(directory.path(), &[]);
    assert_eq!(fs::read_to_string(directory.path().join("output.txt")).unwrap(), "older");
}

#[test]
fn what_cannot_be_read_is_named() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("folder")).unwrap();
    let errors = refused(directory.path(), &["solve", "nothing.txt"]);
    assert_eq!(errors, "nothing.txt: No such file or directory\n");
    assert_eq!(refused(directory.path(), &["solve", "folder"]), "folder: Is a directory\n");
}

/// A line without end: what is read of it is bounded.
#[test]
#[cfg(target_os = "linux")]
fn an_endless_line_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let errors = refused(directory.path(), &["solve", "/dev/zero"]);
    assert_eq!(
        errors,
        "/dev/zero:1:1048578: larger than 1048576 bytes, as no input of these games is\n"
    );
}

#[test]
#[cfg(unix)]
fn an_unreadable_file_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("input.txt");
    fs::write(&path, "Star\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read everything: then the content is what is wrong.
    let expected =
        if fs::read(&path).is_ok() { "input.txt:2:1: " } else { "input.txt: Permission" };
    assert!(refused(directory.path(), &[]).starts_with(expected));
}

#[test]
fn what_cannot_be_written_is_named() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("file"), "").unwrap();
    let input = root().join("examples/star-circle/input.txt");
    let solve = |out| refused(directory.path(), &["solve", input.to_str().unwrap(), "--out", out]);
    assert_eq!(solve("file"), "file: File exists\n");
    assert_eq!(solve("file/below"), "file/below: Not a directory\n");
    #[cfg(target_os = "linux")]
    {
        assert!(solve("/proc").starts_with("/proc/output.txt: "));
        // Also where the folder is not named.
        let output = plyglot(Path::new("/proc"), &["solve", input.to_str().unwrap()]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.starts_with("output.txt: "), "{errors}");
    }
}

/// Notepad's "Unicode".
#[test]
fn utf_16_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let utf16: Vec<u8> = "\u{feff}Star\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(directory.path().join("input.txt"), utf16).unwrap();
    let errors = refused(directory.path(), &["solve"]);
    assert_eq!(errors, "input.txt:1:1: the text is UTF-16: save it as UTF-8\n");
}

#[test]
fn bad_usage_is_explained() {
    let directory = tempfile::tempdir().unwrap();
    let says = |arguments: &[&str], words: &str| {
        let errors = refused(directory.path(), arguments);
        assert!(errors.contains(words), "{arguments:?}: {errors}");
    };
    says(&["slove"], "'solve'");
    says(&["solve", "--game", "chess"], "possible values: star-circle, checkers");
    says(&["perft", "checkers", "0"], "0 is not in 1..=64");
    says(&["perft", "checkers", "many"], "invalid digit");
    says(&["perft", "checkers"], "<DEPTH>");
    let input = root().join("examples/star-circle/input.txt");
    let path = input.to_str().unwrap();
    says(
        &["solve", path, "--edition", "first"],
        "--edition is for Mancala, and this is Star and Circle",
    );
    says(&["solve", path, "--depth", "0"], "0 is not in 1..=1000");
    says(&["solve", path, "--table", "64"], "--table is for agents");
    says(&["solve", path, "--table", "0"], "0 is not in 1..=4096");
    says(&["solve", path, "--table", "4097"], "4097 is not in 1..=4096");
    says(&["solve", path, "--threads", "0"], "0 is not in 1..=256");
    says(&["analyse", "checkers", "--threads", "257"], "257 is not in 1..=256");
    let input = root().join("examples/checkers/input.txt");
    says(&["solve", input.to_str().unwrap(), "--threads", "2"], "--threads is for exact answers");
    says(&["solve", input.to_str().unwrap(), "--depth", "3"], "this input asks for none");
    says(&["solve", path, "--game", "mancala"], "input.txt:1:1: expected ");
}
