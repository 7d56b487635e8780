//! `plyglot grade` on real small programs: right ones, wrong in every known way, slow, crashing,
//! hostile.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use plyglot_testing::{Process, has};
use serde_json::Value;
use tempfile::TempDir;

use crate::{plyglot, printed};

/// A room with cases of Stake and Raid, and folders of submissions.
pub struct Class {
    pub room: TempDir,
}

impl Class {
    pub fn new(cases: u32) -> Class {
        let room = tempfile::tempdir().unwrap();
        let (count, all) = (cases.to_string(), cases.to_string());
        let class = Class { room };
        printed(&class.plyglot(&[
            "cases",
            "stake-raid",
            "--count",
            &count,
            "--visible",
            &all,
            "--seed",
            "3",
            "--difficulty",
            "easy",
            "--out",
            "cases",
        ]));
        class
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.room.path().join(name)
    }

    pub fn plyglot(&self, arguments: &[&str]) -> std::process::Output {
        plyglot(self.room.path(), arguments)
    }

    /// A file of a submission.
    pub fn hand_in(&self, submission: &str, file: &str, text: &str) {
        let folder = self.path(submission);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), text).unwrap();
    }

    /// How many results are on disk.
    fn results(&self, out: &str) -> usize {
        let folder = self.path(out).join("results");
        let students = fs::read_dir(folder).into_iter().flatten().flatten();
        let files = students.flat_map(|it| fs::read_dir(it.path()).into_iter().flatten().flatten());
        files.filter(|it| it.path().extension().is_some_and(|end| end == "json")).count()
    }

    /// Grades a folder of submissions; everything that is known, as JSON.
    fn grade(&self, folder: &str, more: &[&str]) -> Value {
        let out = format!("{folder}-grades");
        let fixed = ["grade", folder, "--cases", "cases", "--out", &out, "--json"];
        let output = self.plyglot(&[&fixed, more].concat());
        serde_json::from_str(&printed(&output)).unwrap()
    }
}

/// A program of `tests/submissions`.
pub fn source(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/submissions");
    fs::read_to_string(folder.join(file)).unwrap()
}

/// `raid.py` with a mistake.
pub fn with_flaw(flaw: &str) -> String {
    source("raid.py").replacen("FLAW = \"\"", &format!("FLAW = \"{flaw}\""), 1)
}

/// Each student's verdicts, without repetition.
fn verdicts(grades: &Value) -> BTreeMap<String, Vec<String>> {
    let students = grades["students"].as_array().unwrap();
    let verdicts = |student: &Value| {
        let outcomes = student["outcomes"].as_array().unwrap().iter();
        let kinds = outcomes.map(|it| it["verdict"]["kind"].as_str().unwrap().to_owned());
        let mut kinds: Vec<String> = kinds.collect();
        kinds.sort();
        kinds.dedup();
        (student["name"].as_str().unwrap().to_owned(), kinds)
    };
    students.iter().map(verdicts).collect()
}

fn student<'g>(grades: &'g Value, name: &str) -> &'g Value {
    let students = grades["students"].as_array().unwrap();
    students.iter().find(|student| student["name"] == name).unwrap()
}

pub const FLAWS: [&str; 12] = [
    "interleaved",
    "raids-first",
    "last-of-equals",
    "column-major",
    "raid-before-stake",
    "empty-raids",
    "raids-by-origin",
    "chain-reaction",
    "diagonal",
    "bound-for-value",
    "x-is-max",
    "swapped",
];

/// Programs that were written for themselves, in another language than ours, fail as our model of
/// their misreading does, and are told which one it is.
#[test]
fn every_misreading_is_found_out_and_named() {
    if !has(&["python3"]) {
        return;
    }
    let class = Class::new(10);
    class.hand_in("python/right", "raid.py", &source("raid.py"));
    for flaw in FLAWS {
        class.hand_in(&format!("python/{flaw}"), "raid.py", &with_flaw(flaw));
    }
    let grades = class.grade("python", &["--run", "python3 raid.py"]);
    assert_eq!(student(&grades, "right")["score"], 10.0, "{:#}", student(&grades, "right"));
    for flaw in FLAWS {
        let student = student(&grades, flaw);
        let outcomes = student["outcomes"].as_array().unwrap();
        let wrong: Vec<&Value> =
            outcomes.iter().filter(|it| it["verdict"]["kind"] != "right").collect();
        assert!(!wrong.is_empty(), "no case finds {flaw} out");
        for outcome in wrong {
            let told = outcome["explanation"].to_string();
            assert!(told.contains(&format!("({flaw})")), "{flaw}: {outcome:#}");
        }
    }
}

/// Every verdict that is not about the answer itself.
#[test]
fn every_way_to_fail_has_its_verdict() {
    if !has(&["python3"]) {
        return;
    }
    let class = Class::new(2);
    let write = |text: &str| format!("open('output.txt', 'w').write({text:?})\n");
    let cut = "text = open('output.txt').read()\nopen('output.txt', 'w').write(text[:-1])\n";
    let programs = [
        ("bad-format", write("hello\n"), "bad_format"),
        ("silent", "pass\n".to_owned(), "no_output"),
        ("stale", "pass\n".to_owned(), "no_output"),
        ("misnamed", write("x").replace("output.txt", "OuTpUt.TxT"), "misnamed"),
        ("crash", "import sys\nsys.exit('cannot go on')\n".to_owned(), "crash"),
        ("signal", "import os\nos.abort()\n".to_owned(), "crash"),
        ("busy", "while True: pass\n".to_owned(), "cpu_limit"),
        ("fat", "x = bytearray(b'x') * (900 << 20)\nwhile True: pass\n".to_owned(), "resources"),
        ("no-newline", source("raid.py") + cut, "wrong_output"),
    ];
    for (name, program, _) in &programs {
        class.hand_in(&format!("python/{name}"), "raid.py", program);
    }
    // An answer that was handed in is none.
    let right = fs::read_to_string(class.path("cases/01/output.txt")).unwrap();
    class.hand_in("python/stale", "output.txt", &right);
    // Ample by the wall clock: a loaded machine must not change what is found.
    let limits = ["--run", "python3 raid.py", "--cpu", "0.5", "--wall", "300", "--memory", "256"];
    let grades = class.grade("python", &[&limits[..], &["--keep-going"]].concat());
    let found = verdicts(&grades);
    for (name, _, verdict) in programs {
        assert_eq!(found[name], [verdict], "{name}: {:#}", student(&grades, name)["outcomes"][0]);
    }
    class.hand_in("idle/ann", "raid.py", "import time\ntime.sleep(600)\n");
    class.hand_in("idle/bob", "raid.py", "pass\n");
    let idle = verdicts(&class.grade("idle", &["--run", "python3 raid.py", "--wall", "1"]));
    assert_eq!(idle.values().flatten().collect::<Vec<_>>(), ["wall_limit", "no_output"]);
    let verdict = |name: &str| student(&grades, name)["outcomes"][0]["verdict"].to_string();
    assert!(verdict("crash").contains("cannot go on"));
    assert!(verdict("signal").contains("SIGABRT"));
    assert!(verdict("no-newline").contains("but for the final newline"));
    assert!(verdict("misnamed").contains("OuTpUt.TxT"));
}

/// Programs that are built first; what does not build is not run.
#[test]
fn programs_in_cpp() {
    if !has(&["g++"]) {
        return;
    }
    let class = Class::new(3);
    class.hand_in("cpp/right", "raid.cpp", &source("raid.cpp"));
    let crash = source("raid.cpp")
        .replace("Move best{};", "volatile int* p = nullptr; *p = 1; Move best{};");
    class.hand_in("cpp/crash", "raid.cpp", &crash);
    class.hand_in("cpp/broken", "raid.cpp", "int main() { return }\n");
    let grades = class.grade("cpp", &["--build", "g++ -O1 -o raid raid.cpp", "--run", "./raid"]);
    let found = verdicts(&grades);
    assert_eq!(found["right"], ["right"], "{:#}", student(&grades, "right"));
    // None of the first cases got an answer.
    assert_eq!(found["crash"], ["crash"]);
    assert!(student(&grades, "crash")["outcomes"][0].to_string().contains("SIGSEGV"));
    assert_eq!(found["broken"], ["not_built"]);
    assert!(student(&grades, "broken")["checks"][0].to_string().contains("error"));
}

#[test]
fn programs_in_java() {
    if !has(&["javac", "java"]) {
        return;
    }
    let class = Class::new(3);
    class.hand_in("java/right", "Raid.java", &source("Raid.java"));
    let more =
        ["--build", "javac Raid.java", "--run", "java -Xshare:auto -XX:TieredStopAtLevel=1 Raid"];
    let grades = class.grade("java", &[&more[..], &["--memory", "4096"]].concat());
    assert_eq!(verdicts(&grades)["right"], ["right"], "{:#}", student(&grades, "right"));
}

#[test]
fn a_hostile_submission_gets_nowhere() {
    if !has(&["python3"]) {
        return;
    }
    let class = Class::new(4);
    if !class.plyglot(&["doctor", "--require", "L1"]).status.success() {
        return; // nothing can be hidden on this machine
    }
    let hostile = source("hostile.py")
        .replace("@CASES@", class.path("cases").to_str().unwrap())
        .replace("@OUT@", class.path("python-grades").to_str().unwrap());
    class.hand_in("python/hostile", "raid.py", &hostile);
    let answer = class.path("cases/01/output.txt");
    std::os::unix::fs::symlink(answer, class.path("python/hostile/stolen.txt")).unwrap();
    class.hand_in("python/right", "raid.py", &source("raid.py"));
    class.hand_in("python/wrong", "raid.py", &with_flaw("swapped"));
    // Readable by others, were it not for the sandbox.
    let open =
        |path: PathBuf| fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    open(class.path("cases"));
    open(class.room.path().to_owned());
    let more = ["--run", "python3 raid.py", "--keep-going", "--require-sandbox", "L1"];
    let grades = class.grade("python", &more);
    assert_eq!(student(&grades, "right")["score"], 4.0);
    assert_eq!(student(&grades, "hostile")["score"], 0.0, "{:#}", student(&grades, "hostile"));
    assert!(student(&grades, "wrong")["score"].as_f64().unwrap() < 4.0);
    assert!(!class.path("python-grades/results/touched").exists());
    // What it printed stays text.
    let page = fs::read_to_string(class.path("python-grades/students/hostile.html")).unwrap();
    assert!(!page.contains("<script>") && !page.contains('\u{1b}'));
    // And the same once more, from the disk.
    let again = class.grade("python", &more);
    assert_eq!(again["reused"], 12);
    assert_eq!(again["students"], grades["students"]);
}

#[test]
fn only_what_changed_is_run_again() {
    if !has(&["python3"]) {
        return;
    }
    let class = Class::new(4);
    class.hand_in("python/ann", "raid.py", &source("raid.py"));
    class.hand_in("python/bob", "raid.py", &with_flaw("swapped"));
    let more = ["--run", "python3 raid.py"];
    assert_eq!(class.grade("python", &more)["reused"], 0);
    assert_eq!(class.grade("python", &more)["reused"], 8);
    class.hand_in("python/bob", "raid.py", &source("raid.py"));
    let grades = class.grade("python", &more);
    assert_eq!((&grades["reused"], &student(&grades, "bob")["score"]), (&4.into(), &4.0.into()));
    // Another limit is another result.
    assert_eq!(class.grade("python", &[&more[..], &["--cpu", "9"]].concat())["reused"], 0);
    assert_eq!(class.grade("python", &[&more[..], &["--again"]].concat())["reused"], 0);
}

/// Killed in the middle, the next run goes on from there.
#[test]
fn a_killed_run_goes_on() {
    if !has(&["python3"]) {
        return;
    }
    let class = Class::new(4);
    class.hand_in("python/ann", "raid.py", &source("raid.py"));
    class.hand_in(
        "python/bob",
        "raid.py",
        &("import time\ntime.sleep(0.3)\n".to_owned() + &source("raid.py")),
    );
    let arguments = [
        "grade",
        "python",
        "--cases",
        "cases",
        "--out",
        "python-grades",
        "--run",
        "python3 raid.py",
        "--jobs",
        "1",
    ];
    let mut run = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .current_dir(class.room.path())
        .args(arguments)
        .spawn()
        .unwrap();
    let results = || class.results("python-grades");
    while results() < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let known = results() as u64;
    let grades = class.grade("python", &["--run", "python3 raid.py"]);
    assert!((known..8).contains(&grades["reused"].as_u64().unwrap()), "{}", grades["reused"]);
    assert_eq!(verdicts(&grades).values().flatten().collect::<Vec<_>>(), ["right", "right"]);
}

#[test]
fn one_submission_and_its_exit_code() {
    if !has(&["python3"]) {
        return;
    }
    let class = Class::new(3);
    class.hand_in("mine", "raid.py", &source("raid.py"));
    let more = ["--cases", "cases", "--run", "python3 raid.py", "--format", "tap,junit,gradescope"];
    let output = class.plyglot(&[&["grade", "mine"], &more[..]].concat());
    let text = printed(&output);
    assert!(text.contains("3/3") && text.contains("-> grades"), "{text}");
    assert!(
        class.path("grades/tap/mine.tap").exists() && class.path("grades/junit/mine.xml").exists()
    );
    class.hand_in("mine", "raid.py", "pass\n");
    let output = class.plyglot(&[&["grade", "mine"], &more[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    // Bad usage: one line, exit code 2.
    for (arguments, message) in [
        (["grade", "nobody", "--cases", "cases", "--run", "x"], "nobody: "),
        (["grade", "mine", "--cases", "nowhere", "--run", "x"], "nowhere: "),
    ] {
        let output = class.plyglot(&arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.starts_with(message), "{error}");
    }
}

/// What is wrong with a command is said at once, in one line, and nothing is written.
#[test]
fn a_command_that_does_not_exist_is_refused_before_anything_is_graded() {
    let class = Class::new(1);
    class.hand_in("class/ann", "hw.sh", "exit 0\n");
    class.hand_in("class/bob", "hw.sh", "exit 0\n");
    let fixed = ["grade", "class", "--cases", "cases"];
    for (run, build, option) in [
        ("shh hw.sh", "true", "--run 'shh hw.sh'"),
        ("sh hw.sh", "makke", "--build 'makke'"),
        ("/nowhere/sh hw.sh", "true", "--run '/nowhere/sh hw.sh'"),
        ("shh hw.sh > output.txt", "true", "--run 'shh hw.sh > output.txt'"),
        ("", "true", "--run ''"),
    ] {
        let output = class.plyglot(&[&fixed[..], &["--run", run, "--build", build]].concat());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.starts_with(option), "{error}");
        assert!(!class.path("grades").exists());
    }
    let more = ["--run", "sh hw.sh", "--path", "."];
    let output = class.plyglot(&[&fixed[..], &more].concat());
    assert_eq!(output.status.code(), Some(2), "programs could read the cases");
}

/// Nobody has to open a home directory for what a command names.
#[test]
fn a_tool_in_a_closed_directory_is_found() {
    let class = Class::new(1);
    let closed = class.path("closed");
    fs::create_dir(&closed).unwrap();
    fs::write(closed.join("answer.sh"), "sh hw.sh\n").unwrap();
    let tool = closed.join("tool");
    fs::write(&tool, "#!/bin/sh\nexec sh hw.sh\n").unwrap();
    for (path, mode) in [(&tool, 0o700), (&closed.join("answer.sh"), 0o600), (&closed, 0o700)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let answer = fs::read_to_string(class.path("cases/01/output.txt")).unwrap();
    class.hand_in("class/ann", "hw.sh", &format!("printf '%s' '{answer}' > output.txt\n"));
    class.hand_in("class/bob", "hw.sh", "exit 3\n");
    let tool = tool.display().to_string();
    for run in [tool, format!("sh {}", closed.join("answer.sh").display())] {
        let arguments = ["grade", "class", "--cases", "cases", "--json", "--run", &run];
        let grades: Value = serde_json::from_str(&printed(&class.plyglot(&arguments))).unwrap();
        assert_eq!(student(&grades, "ann")["score"], 1.0, "{run}: {grades:#}");
    }
}

/// A tool that is broken and mended later: the class has its zeros as long as it is broken, is told
/// so, and no longer.
#[test]
fn what_fails_for_all_in_the_same_way_is_told_and_not_remembered() {
    let class = Class::new(2);
    let tool = |text: &str| {
        let path = class.path("tools/answer");
        fs::create_dir_all(class.path("tools")).unwrap();
        fs::write(&path, text).unwrap();
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(path, open.clone()).unwrap();
        for name in ["tools", ""] {
            fs::set_permissions(class.path(name), open.clone()).unwrap();
        }
    };
    tool("#!/bin/sh\necho \"$PWD: broken $$\" >&2; exit 1\n");
    for student in ["ann", "bob", "cid"] {
        // Each has another text, and so another answer in the end.
        let text = format!("answer || exit 1\necho {student} > output.txt\n");
        class.hand_in(&format!("class/{student}"), "hw.sh", &text);
    }
    let arguments = ["grade", "class", "--cases", "cases", "--path", "tools", "--run", "sh hw.sh"];
    let output = class.plyglot(&arguments);
    let said = "All 3 submissions fail in the same way: crash: exited with code 1";
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.starts_with(&format!("warning: {said}")) && error.contains("check --run"),
        "{error}"
    );
    assert_eq!(output.status.code(), Some(1));
    let overview = fs::read_to_string(class.path("grades/index.html")).unwrap();
    let grades = fs::read_to_string(class.path("grades/grades.json")).unwrap();
    assert!(overview.contains(said) && grades.contains(said));
    assert_eq!(class.results("grades"), 0);
    tool("#!/bin/sh\necho mended\n");
    let output = class.plyglot(&arguments);
    assert!(printed(&output).contains("answer in the right form"));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("same way"));
    assert_eq!(class.results("grades"), 6);
}

/// A warden that is killed again and again: nobody knows what the program would have done, and
/// nobody pretends to. One that is killed once is not even missed.
#[test]
fn a_lost_warden_is_nobodys_loss() {
    let class = Class::new(1);
    let answer = fs::read_to_string(class.path("cases/01/output.txt")).unwrap();
    class.hand_in("class/ann", "hw.sh", &format!("sleep 1; printf '%s' '{answer}' > output.txt\n"));
    class.hand_in("class/bob", "hw.sh", "exit 3\n");
    let grade = |most: usize, out: &str| {
        let fixed = ["grade", "class", "--cases", "cases", "--run", "sh hw.sh", "--jobs", "1"];
        let mut grade = Command::new(env!("CARGO_BIN_EXE_plyglot"))
            .current_dir(class.room.path())
            .args(fixed)
            .args(["--json", "--format", "json,vocareum", "--out", out])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut killed = 0;
        while grade.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(100));
            let sleeping = children(grade.id()).into_iter().find(|&pid| has_child(pid, "sleep"));
            if let Some(pid) = sleeping.filter(|_| killed < most) {
                Command::new("sh").args(["-c", &format!("kill -9 {pid}")]).status().unwrap();
                killed += 1;
            }
        }
        let output = grade.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        let grades: Value = serde_json::from_slice(&output.stdout).unwrap();
        (grades, output.status.code(), errors, killed)
    };
    let (grades, code, errors, killed) = grade(usize::MAX, "grades");
    let ann = student(&grades, "ann");
    assert_eq!((&ann["score"], code, killed), (&Value::Null, Some(1), 3), "{ann:#}");
    assert_eq!(ann["outcomes"][0]["verdict"]["kind"], "not_graded");
    assert!(errors.contains("warning: ann: 1 of 1 cases are not graded"), "{errors}");
    assert_eq!(student(&grades, "bob")["score"], 0.0);
    // No system may take it for no points, and the next run knows of nothing.
    assert!(!class.path("grades/vocareum/ann.csv").exists());
    let (grades, code, _, _) = grade(0, "grades");
    assert_eq!((&student(&grades, "ann")["score"], code), (&1.0.into(), Some(0)));
    let (grades, code, _, killed) = grade(1, "other");
    assert_eq!((&student(&grades, "ann")["score"], code, killed), (&1.0.into(), Some(0), 1));
}

/// The children of a process; those of the grader are wardens.
fn children(of: u32) -> Vec<u32> {
    let all = Process::all().into_iter().filter(|it| it.parent == of as i32);
    all.map(|it| it.pid as u32).collect()
}

/// Whether a process of that name is somewhere below another.
fn has_child(of: u32, name: &str) -> bool {
    fn is_below(all: &[Process], of: i32, name: &str) -> bool {
        let mut children = all.iter().filter(|it| it.parent == of);
        children.any(|child| child.name == name || is_below(all, child.pid, name))
    }
    is_below(&Process::all(), of as i32, name)
}

/// By an edition that is named, whatever answer lies beside a case, and by no result of another one.
#[test]
fn an_older_edition() {
    let room = tempfile::tempdir().unwrap();
    let case = room.path().join("cases/01");
    fs::create_dir_all(&case).unwrap();
    fs::write(case.join("input.txt"), "2\n1\n2\n3 3 3\n3 3 3\n0\n0\n").unwrap();
    let manifest = "format = 1\ngame = \"mancala\"\n[[case]]\nname = \"01\"\nvisible = true\n\
                    files = [\"traverse_log.txt\"]\n";
    fs::write(room.path().join("cases/manifest.toml"), manifest).unwrap();
    printed(&plyglot(&case, &["solve"]));

    // Writes what the first edition wants, and no other file.
    let mine = room.path().join("mine");
    fs::create_dir(&mine).unwrap();
    printed(&plyglot(&mine, &["solve", "../cases/01/input.txt", "--edition", "first"]));
    fs::rename(mine.join("traverse_log.txt"), mine.join("first.txt")).unwrap();
    fs::write(mine.join("run.sh"), "cp first.txt traverse_log.txt\n").unwrap();
    let grade = |more: &[&str]| -> Value {
        let fixed = ["grade", "mine", "--one", "--cases", "cases", "--run", "sh run.sh", "--json"];
        let output = plyglot(room.path(), &[&fixed, more].concat());
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let score = |grades: &Value| grades["students"][0]["score"].as_f64().unwrap();
    let first = ["--edition", "first"];
    let named = |grades: &Value| grades.to_string().contains("first-edition");

    let last = grade(&[]);
    assert!((score(&last), named(&last)) == (0.0, true), "{last:#}");
    let graded = grade(&first);
    assert_eq!((score(&graded), &graded["reused"]), (1.0, &0.into()), "{graded:#}");
    assert_eq!(grade(&first)["reused"], 1);
    assert_eq!(score(&grade(&[])), 0.0);
    let output = plyglot(
        room.path(),
        &["grade", "mine", "--cases", "cases", "--run", "x", "--edition", "2"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"--edition is first or last, not 2\n");
}
