//! A class with hostile students in it: the others' results are what they are without them.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;

use plyglot_testing::{agent, can_run, interpreter};
use serde_json::{Value, json};

use crate::grade::Class;

/// An honest program, which knows the answers of the cases. Some of them know better.
fn honest(class: &Class, number: usize) -> String {
    let mut text = "#!/bin/sh\n".to_owned();
    for case in ["01", "02"] {
        let read = |file: &str| fs::read_to_string(class.path(&format!("cases/{case}/{file}")));
        let (input, answer) = (read("input.txt").unwrap(), read("output.txt").unwrap());
        let answer = match (number % 4, case) {
            (1, "02") => "A1 Stake\n".to_owned(),
            (2, "02") => "'; echo sorry >&2; exit 3; '".to_owned(),
            _ => answer,
        };
        let input = input.trim_end();
        text += &format!(
            "[ \"$(cat input.txt)\" = '{input}' ] && printf '%s' '{answer}' >output.txt\n"
        );
    }
    if number % 4 == 3 { "#!/bin/sh\ntouch OUTPUT.txt\n".to_owned() } else { text + "exit 0\n" }
}

const BUILD: &str = "cp hw.sh hw && chmod 755 hw\n";

/// Hands in `count` honest programs.
fn hand_in_honest(class: &Class, folder: &str, count: usize) {
    for number in 0..count {
        let submission = format!("{folder}/honest {number:03}");
        class.hand_in(&submission, "hw.sh", &honest(class, number));
        class.hand_in(&submission, "build.sh", BUILD);
    }
}

/// Hands in a program of `agents` as what is run, or as what is built.
fn hand_in_hostile(class: &Class, folder: &str, name: &str, file: &str, step: &str) {
    let submission = format!("{folder}/{name}");
    let text = fs::read_to_string(agent(file)).unwrap();
    class.hand_in(&submission, "hw.sh", "#!/bin/sh\ncp input.txt output.txt\n");
    class.hand_in(&submission, "build.sh", BUILD);
    class.hand_in(&submission, "program", &text);
    let cases = class.path("cases");
    let (cases, interpreter) = (cases.display(), interpreter(file));
    let mut start = format!("#!/bin/sh\nCASES={cases} {interpreter} ./program\n");
    if step == "build.sh" {
        start += BUILD;
    }
    class.hand_in(&submission, step, &start);
}

/// What counts of each honest student: all but times and memory.
fn results(output: &Output) -> BTreeMap<String, Value> {
    let errors = String::from_utf8_lossy(&output.stderr);
    let grades: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{}: {error}: {errors}", output.status));
    let mut results = BTreeMap::new();
    for student in grades["students"].as_array().unwrap() {
        let outcomes = student["outcomes"].as_array().unwrap().iter();
        let verdicts: Vec<&Value> = outcomes.map(|outcome| &outcome["verdict"]).collect();
        let result = json!([student["score"], student["checks"], verdicts]);
        results.insert(student["name"].as_str().unwrap().to_owned(), result);
    }
    results
}

fn grade(class: &Class, folder: &str) -> Output {
    let out = format!("{folder}-grades");
    let mut arguments = vec!["grade", folder, "--cases", "cases", "--out", &out, "--json"];
    arguments.extend(["--run", "./hw", "--build", "sh build.sh", "--wall", "3"]);
    arguments.extend(["--memory", "256", "--keep-going"]);
    class.plyglot(&arguments)
}

/// Grades a class without and with hostile students, and compares the others.
fn compare(honest: usize, hostile: &[(&str, &str, &str)]) {
    let class = Class::new(2);
    // Readable by all, were it not for the sandbox.
    fs::set_permissions(class.path(""), fs::Permissions::from_mode(0o755)).unwrap();
    for folder in ["alone", "together"] {
        hand_in_honest(&class, folder, honest);
    }
    let hostile = hostile.iter().filter(|(_, file, _)| can_run(file));
    let mut names = Vec::new();
    for &(name, file, step) in hostile {
        hand_in_hostile(&class, "together", name, file, step);
        names.push(name);
    }
    let alone = results(&grade(&class, "alone"));
    let output = grade(&class, "together");
    assert!(output.status.code() < Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    // Nothing of theirs reaches the terminal.
    assert!(!output.stderr.contains(&0x1b) && !output.stdout.contains(&0x1b));
    let mut together = results(&output);
    let is_confined = class.plyglot(&["doctor", "--require", "L1"]).status.success();
    for name in names {
        let result = together.remove(name).unwrap();
        let points = result[0].as_f64();
        assert!(!is_confined || points.is_none_or(|points| points == 0.0), "{name}: {result:#}");
    }
    assert_eq!(alone.len(), honest);
    if is_confined {
        for (name, result) in &alone {
            assert_eq!(&together[name], result, "{name}");
        }
    }
    assert_eq!(together.len(), honest);
}

/// Some come before the others in the list of the class, some after them.
const HOSTILE: [(&str, &str, &str); 22] = [
    ("z closes others when built", "class_closes_siblings.sh", "build.sh"),
    ("a closes others when built", "class_closes_siblings.sh", "build.sh"),
    ("z closes others when run", "class_closes_siblings.sh", "hw.sh"),
    ("a nested when built", "class_nested.py", "build.sh"),
    ("z nested when run", "class_nested.py", "hw.sh"),
    ("a read-only tree", "class_read_only.sh", "hw.sh"),
    ("z closes itself", "class_closes_itself.sh", "hw.sh"),
    ("a unlistable", "class_unlistable.sh", "build.sh"),
    ("a fork bomb", "fork_bomb.py", "hw.sh"),
    ("z memory", "memory_bomb.py", "hw.sh"),
    ("a disk", "disk_filler.sh", "hw.sh"),
    ("z unlinked", "class_unlinked.sh", "hw.sh"),
    ("a kills", "kills_parent.sh", "hw.sh"),
    ("z \u{1b}[31mred", "class_escapes.sh", "hw.sh"),
    ("a flood", "stdout_flood.sh", "hw.sh"),
    ("z deletes itself", "deletes_itself.sh", "hw.sh"),
    ("a sleeps", "sleeper.sh", "hw.sh"),
    ("z link", "output_symlink.sh", "hw.sh"),
    ("a pipe", "output_fifo.sh", "hw.sh"),
    ("z limits others", "class_limits_others.py", "hw.sh"),
    ("a steals", "class_steals.sh", "hw.sh"),
    ("z signal", "class_real_time_signal.sh", "hw.sh"),
];

#[test]
fn a_hostile_build_does_not_change_others_results() {
    compare(5, &HOSTILE[..1]);
}

#[test]
fn twenty_hostile_students_change_nobodys_results() {
    compare(180, &HOSTILE);
}
