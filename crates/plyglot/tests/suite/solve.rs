use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{names, plyglot, printed, root};

const GAMES: [&str; 5] = ["star-circle", "checkers", "stake-raid", "mancala", "capture-go"];

/// Capture Go's running times differ from run to run.
fn without_times(text: &str) -> String {
    text.lines().filter(|line| !line.contains("running time")).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_example_gives_its_answer() {
    for game in GAMES {
        let example = root().join("examples").join(game);
        let out = tempfile::tempdir().unwrap();
        let input = example.join("input.txt");
        let arguments = ["solve", input.to_str().unwrap(), "--out", out.path().to_str().unwrap()];
        printed(&plyglot(out.path(), &arguments));
        let mut expected = names(&example);
        expected.retain(|name| name != "input.txt");
        assert_eq!(names(out.path()), expected, "{game}");
        for name in expected {
            let [found, right] =
                [out.path(), &example].map(|path| fs::read_to_string(path.join(&name)).unwrap());
            if game == "capture-go" {
                assert_eq!(without_times(&found), without_times(&right), "{game}/{name}");
            } else {
                assert_eq!(found, right, "{game}/{name}");
            }
        }
    }
}

#[test]
fn without_arguments_solves_the_input_at_hand() {
    let directory = tempfile::tempdir().unwrap();
    for arguments in [&[][..], &["solve"], &["solve", "--game", "mancala"]] {
        let output = plyglot(directory.path(), arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.starts_with("input.txt: there is none here; "), "{errors}");
        assert!(errors.contains("plyglot --help") && errors.lines().count() == 1, "{errors}");
        assert!(output.stdout.is_empty());
    }
    assert_eq!(names(directory.path()), [""; 0]);

    fs::copy(root().join("examples/stake-raid/input.txt"), directory.path().join("input.txt"))
        .unwrap();
    let text = printed(&plyglot(directory.path(), &[]));
    assert!(text.starts_with("stake-raid, ") && text.ends_with("-> output.txt\n"), "{text}");
    assert_eq!(names(directory.path()), ["input.txt", "output.txt"]);
}

#[test]
fn a_missing_output_directory_is_made() {
    let directory = tempfile::tempdir().unwrap();
    let input = root().join("examples/star-circle/input.txt");
    let arguments = ["solve", input.to_str().unwrap(), "--out", "a/b"];
    printed(&plyglot(directory.path(), &arguments));
    assert_eq!(names(&directory.path().join("a/b")), ["output.txt"]);
}

#[test]
fn an_older_answer_is_replaced_and_readable_by_all() {
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().join("output.txt");
    fs::write(&output, "an older and longer answer\n".repeat(100)).unwrap();
    let input = root().join("examples/star-circle/input.txt");
    printed(&plyglot(directory.path(), &["solve", input.to_str().unwrap()]));
    assert_eq!(fs::read_to_string(&output).unwrap(), "F4-H2\n160\n160\n5");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&output).unwrap().permissions().mode();
        assert_eq!(mode & 0o600, 0o600, "{mode:o}");
        let probe = directory.path().join("probe");
        fs::write(&probe, "").unwrap();
        assert_eq!(mode, fs::metadata(&probe).unwrap().permissions().mode(), "as any new file");
    }
}

#[test]
fn standard_input_is_a_dash() {
    let directory = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .current_dir(directory.path())
        .args(["solve", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = fs::read(root().join("examples/mancala/input.txt")).unwrap();
    child.stdin.take().unwrap().write_all(&input).unwrap();
    printed(&child.wait_with_output().unwrap());
    assert_eq!(names(directory.path()), ["next_state.txt", "traverse_log.txt"]);
}

#[test]
fn capture_go_prints_and_writes_only_where_asked() {
    let directory = tempfile::tempdir().unwrap();
    let output = plyglot(directory.path(), &["solve", "--game", "capture-go"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(told, "There is no input.txt here: this is Capture Go's example.\n");
    let text = printed(&output);
    let right = fs::read_to_string(root().join("examples/capture-go/output.txt")).unwrap();
    assert_eq!(without_times(&text), without_times(&right));
    assert_eq!(names(directory.path()), [""; 0]);
    let arguments = ["solve", "--game", "capture-go", "--out", "."];
    let text = printed(&plyglot(directory.path(), &arguments));
    assert_eq!(fs::read_to_string(directory.path().join("output.txt")).unwrap(), text);
}

/// Capture Go has a position built in, and is like all other games otherwise.
#[test]
fn an_input_comes_before_the_example() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("input.txt"), "W\n1\nBW.\n...\n").unwrap();
    let run = |arguments: &[&str]| {
        let output = plyglot(directory.path(), arguments);
        assert!(output.stderr.is_empty(), "{:?}", String::from_utf8(output.stderr));
        printed(&output)
    };
    let of_input = run(&["solve", "--game", "capture-go"]);
    assert!(of_input.contains("Depth 0: Player W places"), "{of_input}");
    for arguments in [&["solve", "--example"][..], &["solve", "--example", "--game", "capture-go"]]
    {
        let text = run(arguments);
        let right = fs::read_to_string(root().join("examples/capture-go/output.txt")).unwrap();
        assert_eq!(without_times(&text), without_times(&right));
    }
    let output = plyglot(directory.path(), &["solve", "--example", "--game", "mancala"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "--example: Mancala has none\n");
}

#[test]
fn another_depth_than_the_input_asks_for() {
    let directory = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| printed(&plyglot(directory.path(), arguments));
    // The known node counts of the built-in position: 187,301 less 8,107 at depth 6.
    let text = run(&["solve", "--game", "capture-go", "--depth", "6"]);
    assert!(text.contains("pruned 179194 nodes"), "{text}");
    for (game, nodes) in [("star-circle", 3), ("mancala", 6)] {
        let input = root().join("examples").join(game).join("input.txt");
        let text = run(&["solve", input.to_str().unwrap(), "--depth", "1", "--json"]);
        let result: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&result["depth"], &result["nodes"]), (&1.into(), &nodes.into()), "{text}");
    }
}

#[test]
fn mancala_first_edition() {
    let directory = tempfile::tempdir().unwrap();
    let input = root().join("examples/mancala/input.txt");
    let arguments = ["solve", input.to_str().unwrap(), "--edition", "first"];
    printed(&plyglot(directory.path(), &arguments));
    let log = fs::read_to_string(directory.path().join("traverse_log.txt")).unwrap();
    assert!(log.contains("\nB2,1,Infinity\n"), "{log}");
}

#[test]
fn games_are_named_in_any_case() {
    let directory = tempfile::tempdir().unwrap();
    let input = root().join("examples/checkers/input.txt");
    for game in ["Checkers", "CHECKERS"] {
        printed(&plyglot(directory.path(), &["solve", input.to_str().unwrap(), "--game", game]));
        printed(&plyglot(directory.path(), &["perft", game, "1"]));
    }
}

fn json(arguments: &[&str]) -> Value {
    let directory = tempfile::tempdir().unwrap();
    serde_json::from_str(&printed(&plyglot(directory.path(), arguments))).unwrap()
}

#[test]
fn json_has_the_whole_result() {
    let example = |game: &str| root().join("examples").join(game).join("input.txt");
    for game in GAMES {
        let path = example(game);
        let result = json(&["solve", path.to_str().unwrap(), "--json"]);
        assert_eq!(result["game"], game);
        assert!(!result["moves"].as_array().unwrap().is_empty(), "{result}");
        assert!(result["seconds"].as_f64().unwrap() >= 0.0);
    }
    let result = json(&["solve", example("star-circle").to_str().unwrap(), "--json"]);
    assert_eq!(result["moves"][0], "F4-H2");
    assert_eq!(result["value"], 160);
    assert_eq!(result["myopic"], 160);
    assert_eq!(result["nodes"], 5);
    assert_eq!(result["files"][0], "output.txt");
    let result = json(&["solve", example("checkers").to_str().unwrap(), "--json"]);
    let legal = result["legal"].as_array().unwrap();
    assert!(legal.contains(&result["moves"][0]), "{result}");
}

/// A log of many gigabytes, stopped in the middle: neither it nor a part of it is there.
#[test]
#[cfg(target_os = "linux")]
fn nothing_is_left_of_a_program_that_is_killed() {
    let directory = tempfile::tempdir().unwrap();
    let row = "1000 ".repeat(10);
    let input = format!("2\n1\n1000\n{row}\n{row}\n0\n0\n");
    fs::write(directory.path().join("input.txt"), input).unwrap();
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_plyglot")).current_dir(directory.path()).spawn().unwrap();
    // Long enough to be in the middle of writing; if not, the test only proves less.
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert!(child.try_wait().unwrap().is_none(), "it cannot be done already");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(names(directory.path()), ["input.txt"]);
}
