//! The autograder for Gradescope, in a folder and under limits that look like its container.

use std::fs;
use std::io::{Write, stderr};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use plyglot_testing::has;
use serde_json::Value;

use crate::grade::{Class, source};
use crate::{names, printed};

const RUN: [&str; 4] = ["grade", "--cases", "cases", "--run"];
const EXPORT: [&str; 3] = ["python3 raid.py", "--export", "gradescope"];

/// The folder that an autograder finds on Gradescope, with the contents of the zip.
struct Autograder {
    class: Class,
    cgroup: Option<Cgroup>,
}

impl Autograder {
    /// Six cases, unpacked from the zip.
    fn new() -> Option<Autograder> {
        if !has(&["python3"]) {
            return None;
        }
        let class = Class::new(6);
        fs::write(class.path("autograder.zip"), exported(&class)).unwrap();
        // As it is unpacked there: by root, for all to read.
        let unzip = "import os, zipfile\nos.umask(0o22)\n\
            zipfile.ZipFile('autograder.zip').extractall('autograder/source')\n\
            for name in 'run_autograder', 'plyglot': os.chmod('autograder/source/' + name, 0o755)";
        let mut python = Command::new("python3");
        let unzipped = python.current_dir(class.room.path()).args(["-c", unzip]).status();
        assert!(unzipped.unwrap().success());
        for folder in ["autograder/tmp", "autograder/submission"] {
            fs::create_dir_all(class.path(folder)).unwrap();
        }
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(class.room.path(), open).unwrap();
        Some(Autograder { class, cgroup: Cgroup::new() })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.class.path("autograder").join(name)
    }

    fn hand_in(&self, program: &str) {
        self.class.hand_in("autograder/submission", "raid.py", program);
    }

    /// Hands in a program that is right, but waits for ever on the last three cases.
    fn hand_in_hanging(&self) {
        let input =
            |case| fs::read_to_string(self.path(&format!("source/cases/0{case}/input.txt")));
        let inputs: Vec<String> = [4, 5, 6].map(|case| input(case).unwrap()).to_vec();
        let wait =
            format!("import time\nif open('input.txt').read() in {inputs:?}: time.sleep(900)\n");
        self.hand_in(&(wait + &source("raid.py")));
    }

    /// Begins to grade, in a process group of its own, with some options of the script changed.
    fn start(&self, changes: &[(&str, &str)]) -> Child {
        let mut script = fs::read_to_string(self.path("source/run_autograder")).unwrap();
        for (old, new) in changes {
            assert!(script.contains(old), "{old}: {script}");
            script = script.replace(old, new);
        }
        let join = "for it; do echo $$ >\"$it/cgroup.procs\" || exit 9; done; eval \"$SCRIPT\"";
        let mut command = Command::new("sh");
        command.args(["-c", join, "sh"]).env("SCRIPT", script);
        command.args(self.cgroup.iter().flat_map(|cgroup| &cgroup.folders));
        command.env("AUTOGRADER_ROOT", self.path("")).env("TMPDIR", self.path("tmp"));
        command.process_group(0).stdout(Stdio::piped()).spawn().unwrap()
    }

    /// Grades; the exit code, and what instructors see.
    fn run(&self, changes: &[(&str, &str)]) -> (Option<i32>, String) {
        let output = self.start(changes).wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    }

    /// The results, if there are any: always whole, and as Gradescope documents them.
    fn results(&self) -> Option<Value> {
        let text = fs::read_to_string(self.path("results/results.json")).ok()?;
        let results: Value = serde_json::from_str(&text).unwrap();
        check_contract(&results);
        Some(results)
    }

    /// The kind of verdict of each case.
    fn kinds(&self) -> Vec<String> {
        let results = self.results().unwrap();
        let tests = results["tests"].as_array().unwrap().iter();
        let kinds = tests.filter_map(|test| test["tags"][0].as_str().map(str::to_owned));
        kinds.collect()
    }
}

/// The zip of six cases. It takes a while to make, since the whole program is in it: once is enough.
fn exported(class: &Class) -> &'static [u8] {
    static ZIP: OnceLock<Vec<u8>> = OnceLock::new();
    ZIP.get_or_init(|| {
        let export = [&RUN[..], &EXPORT, &["--packages", "python3", "--out", "new.zip"]].concat();
        let text = printed(&class.plyglot(&export));
        assert_eq!(text, "6 cases, stake-raid -> new.zip\n");
        fs::read(class.path("new.zip")).unwrap()
    })
}

/// Fields, types and values.
fn check_contract(results: &Value) {
    let visibilities = ["hidden", "after_due_date", "after_published", "visible"];
    let is_number = Value::is_number;
    let is_format = |value: &Value| value == "text";
    let is_visibility =
        |value: &Value| value.as_str().is_some_and(|text| visibilities.contains(&text));
    for (field, value) in results.as_object().unwrap() {
        let is_good = match field.as_str() {
            "score" | "execution_time" => is_number(value),
            "output" => value.is_string(),
            "output_format" => is_format(value),
            "visibility" | "stdout_visibility" => is_visibility(value),
            "tests" | "leaderboard" => value.is_array(),
            _ => false,
        };
        assert!(is_good, "{field}: {value}");
    }
    let tests = results["tests"].as_array().unwrap();
    for (field, value) in tests.iter().flat_map(|test| test.as_object().unwrap()) {
        let is_good = match field.as_str() {
            "score" | "max_score" => is_number(value),
            "status" => value == "passed" || value == "failed",
            "name" | "output" => value.is_string(),
            "output_format" => is_format(value),
            "visibility" => is_visibility(value),
            "tags" => value.as_array().is_some_and(|tags| tags.iter().all(Value::is_string)),
            _ => false,
        };
        assert!(is_good, "{field}: {value}");
    }
    // Where a test has no score, the whole needs one. It is that of the others.
    let scores: f64 = tests.iter().filter_map(|test| test["score"].as_f64()).sum();
    assert_eq!(results["score"].as_f64(), Some(scores));
}

/// Half a processor and 768 MB.
struct Cgroup {
    folders: Vec<PathBuf>,
}

impl Cgroup {
    /// Nothing where there is no cgroup to be had, which is said.
    fn new() -> Option<Cgroup> {
        let memory = (768_u64 << 20).to_string();
        let (v1, v2) = (Path::new("/sys/fs/cgroup/cpu"), Path::new("/sys/fs/cgroup"));
        let settings = if v1.is_dir() {
            vec![
                ("/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", "50000"),
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", memory.as_str()),
            ]
        } else {
            vec![
                (v2.to_str().unwrap(), "cpu.max", "50000 100000"),
                (v2.to_str().unwrap(), "memory.max", memory.as_str()),
            ]
        };
        let mut cgroup = Cgroup { folders: Vec::new() };
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("a test").rsplit(':').next().unwrap().to_owned();
        for (parent, file, value) in settings {
            let name = format!("plyglot-test-{}-{test}", std::process::id());
            let folder = Path::new(parent).join(name);
            let made =
                fs::create_dir_all(&folder).and_then(|()| fs::write(folder.join(file), value));
            if !cgroup.folders.contains(&folder) {
                cgroup.folders.push(folder);
            }
            if let Err(error) = made {
                _ = writeln!(stderr(), "{test}: without the limits of a container: {error}");
                return None;
            }
        }
        Some(cgroup)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        for folder in &self.folders {
            // Processes that were killed may need a moment to go.
            let is_gone = || fs::remove_dir(folder).is_ok() || !folder.exists();
            for _ in 0..500 {
                if is_gone() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
        }
    }
}

/// The zip holds no answer, is closed to others where it runs, and grades again and again.
#[test]
fn the_autograder_grades_by_itself() {
    let Some(autograder) = Autograder::new() else { return };
    // Nothing is written over.
    let again = autograder.class.plyglot(&[&RUN[..], &EXPORT].concat());
    assert_eq!(again.status.code(), Some(2));
    let source_folder = autograder.path("source");
    assert_eq!(names(&source_folder), ["cases", "plyglot", "run_autograder", "setup.sh"]);
    assert_eq!(names(&source_folder.join("cases/01")), ["input.txt"]);
    let setup = fs::read_to_string(source_folder.join("setup.sh")).unwrap();
    assert!(setup.contains("apt-get install -y --no-install-recommends python3\n"), "{setup}");
    for _ in 0..2 {
        autograder.hand_in(&source("raid.py"));
        let (code, seen) = autograder.run(&[]);
        assert_eq!(code, Some(0), "{seen}");
        assert_eq!(autograder.results().unwrap()["score"], 6.0, "{seen}");
        // Instructors see how well programs were isolated.
        assert!(seen.contains("Agents run here at level L"), "{seen}");
    }
    let mode = |name: &str| fs::metadata(autograder.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("source") & 0o777, 0o700);
    assert_eq!((mode("source/cases") | mode("source/cases/01/input.txt")) & 0o077, 0);
}

/// An answer that the grader does not find by itself comes along.
#[test]
fn answers_of_ones_own_come_along() {
    if !has(&["python3"]) {
        return;
    }
    let class = Class::new(2);
    fs::write(class.path("cases/02/output.txt"), "A1 Stake\n").unwrap();
    let text = printed(&class.plyglot(&[&RUN[..], &EXPORT].concat()));
    assert!(text.contains("\n1 cases bring their answers with them"), "{text}");
    let list = "import zipfile\nfor it in zipfile.ZipFile('autograder.zip').namelist(): print(it)";
    let mut python = Command::new("python3");
    let output = python.current_dir(class.room.path()).args(["-c", list]).output().unwrap();
    let listed = printed(&output);
    let answers: Vec<&str> = listed.lines().filter(|it| it.ends_with("output.txt")).collect();
    assert_eq!(answers, ["cases/02/output.txt"]);
}

/// On half a processor a slow program is slow, and not idle; one that wants too much memory is ended,
/// and the grader is not.
#[test]
fn slow_fat_and_idle_programs() {
    let Some(autograder) = Autograder::new() else { return };
    let time = ("--cpu 10", "--cpu 0.5 --wall 120");
    for (program, change, kinds) in [
        ("while True: pass\n", time, &["CPU limit"][..]),
        // The container may be faster than we are.
        (
            "x = bytearray(b'x') * (900 << 20)\nwhile True: pass\n",
            ("--cpu 10", "--cpu 30 --wall 120"),
            &["memory, disk or processes", "crash"],
        ),
        ("import time\ntime.sleep(900)\n", ("--cpu 10", "--cpu 10 --wall 1"), &["wall limit"]),
    ] {
        autograder.hand_in(program);
        let (code, seen) = autograder.run(&[change]);
        assert_eq!(code, Some(0), "{seen}");
        let found = autograder.kinds();
        assert!(found[..3].iter().all(|kind| kinds.contains(&kind.as_str())), "{found:?}");
        assert_eq!(found[3..], ["not run"; 3]);
        assert_eq!(autograder.results().unwrap()["score"], 0.0);
    }
}

/// When the time is used up, what is left is not graded, and nobody has a zero for it.
#[test]
fn what_there_is_no_time_for_is_not_graded() {
    let Some(autograder) = Autograder::new() else { return };
    autograder.hand_in_hanging();
    let (code, seen) = autograder.run(&[("--budget 580", "--budget 15")]);
    assert_eq!(code, Some(0), "{seen}");
    assert_eq!(autograder.kinds(), [["right"; 3], ["not graded"; 3]].concat(), "{seen}");
    let results = autograder.results().unwrap();
    assert_eq!(results["score"], 3.0);
    assert!(results["output"].as_str().unwrap().starts_with("3 of 6 cases were not graded"));
    assert!(
        seen.contains(": 3 of 6 cases are not graded, through no fault of the student's"),
        "{seen}"
    );
    // Where nothing is known there is no result, and no zero.
    autograder.hand_in("import time\ntime.sleep(900)\n");
    let (code, seen) = autograder.run(&[("--budget 580", "--budget 2")]);
    assert_eq!((code, autograder.results()), (Some(2), None), "{seen}");
    assert!(seen.contains("nothing could be graded: it was "), "{seen}");
}

/// A container that ends in the middle leaves what is known; the next run does not mind.
#[test]
fn a_killed_autograder_leaves_results() {
    let Some(autograder) = Autograder::new() else { return };
    autograder.hand_in_hanging();
    let mut script = autograder.start(&[("--cpu 10", "--cpu 10 --wall 600")]);
    // Whole at any moment: each of them is read.
    let right = || {
        let results = autograder.results()?;
        results["score"].as_f64()
    };
    while right() != Some(3.0) {
        assert!(script.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    let group = format!("-{}", script.id());
    assert!(Command::new("kill").args(["-KILL", "--", &group]).status().unwrap().success());
    script.wait().unwrap();
    assert_eq!(autograder.kinds(), [["right"; 3], ["not graded"; 3]].concat());
    autograder.hand_in(&source("raid.py"));
    let (code, seen) = autograder.run(&[]);
    assert_eq!((code, right()), (Some(0), Some(6.0)), "{seen}");
}

/// It is said beforehand, in one line, when a set of cases does not fit, and nothing is written.
#[test]
fn what_does_not_fit_is_said_at_export() {
    let class = Class::new(3);
    let export = |more: &[&str]| class.plyglot(&[&RUN[..], &EXPORT, more].concat());
    for (more, message) in [
        (&["--cpu", "100"][..], "3 cases may take "),
        (&["--cpu", "100", "--container-minutes", "12"], "3 cases may take "),
        (&["--build", "make", "--build-cpu", "300"], "3 cases and a build of "),
        (&["--memory", "1024"], "--memory 1024: the container has 768 MB"),
        (&["--memory", "400", "--container-memory", "512"], "--memory 400: the container has 512"),
        (&["--wall", "15"], "--wall 15: 10 s of CPU time take 20 s with 0.5 processors"),
    ] {
        let output = export(more);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.starts_with(message), "{error}");
        assert!(!class.path("autograder.zip").exists());
    }
    let text = printed(&export(&["--cpu", "100", "--fit"]));
    assert!(text.contains("They may not all be graded: each has "), "{text}");
}
