//! Reports: golden files, and each format read by a tool of its own where there is one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use plyglot_answers::explain::NamedMisreading;
use plyglot_answers::judge::{Verdict, VerdictKind};
use plyglot_games::GAMES;
use plyglot_grader::grade::{CaseInfo, CaseOutcome, CheckResult, Grades, Student};
use plyglot_grader::report::{self, Column};
use plyglot_testing::has;
use serde_json::Value;

fn outcome(case: &str, verdict: Verdict, explanation: &[&str]) -> CaseOutcome {
    CaseOutcome {
        case: case.to_owned(),
        verdict,
        explanation: explanation.iter().map(|&line| line.to_owned()).collect(),
        misreadings: explanation.iter().map(|_| misreading()).collect(),
        cpu_seconds: 0.25,
        wall_seconds: 0.5,
        memory: 10 << 20,
        layers: "L0 L1 (Landlock 6) L2".to_owned(),
        reused: false,
    }
}

fn misreading() -> NamedMisreading {
    let [name, does, rule] = ["strict", "cuts if v > beta", "a node is cut if v >= beta"];
    NamedMisreading { name: name.to_owned(), does: does.to_owned(), rule: rule.to_owned() }
}

fn check(name: &str, message: &str) -> CheckResult {
    CheckResult {
        name: name.to_owned(),
        passed: message.is_empty(),
        points: 1.0,
        message: message.to_owned(),
        evidence: if message.is_empty() {
            Vec::new()
        } else {
            vec!["hw1.cpp:1: error <x>".to_owned()]
        },
    }
}

/// Two cases, one of them hidden, and three students: one with everything, one with a name and an
/// answer that try to be more than text, one whose program does not build.
fn grades() -> Grades {
    let case = |name: &str, about: &str, points, visible| CaseInfo {
        name: name.to_owned(),
        about: about.to_owned(),
        points,
        visible,
        input: format!("the input of {name}, <b>\n"),
    };
    let student = |name: &str, score, checks, outcomes| Student {
        name: name.to_owned(),
        submission: format!("submissions/{name}"),
        older: 1,
        score: Some(score),
        checks,
        outcomes,
    };
    let wrong =
        Verdict::new(VerdictKind::WrongOutput, "output.txt:2:1: expected 42, found <b>41</b>")
            .with(vec!["expected: 42↵".to_owned(), "found:    <b>41</b>↵".to_owned()]);
    let crash = Verdict::new(VerdictKind::Crash, "was killed by SIGSEGV (a bad memory access)")
        .with(vec!["::error::x # not a directive".to_owned()]);
    let not_built = || Verdict::new(VerdictKind::NotBuilt, "the build exited with code 1");
    Grades {
        game: "star-circle".to_owned(),
        max: 5.0,
        cases: vec![
            case("01", "Star, ALPHABETA depth 2, few pieces", 1.0, true),
            case("02", "secret", 2.0, false),
        ],
        students: vec![
            student(
                "=cmd|'x' <i>",
                2.0,
                vec![check("builds", ""), check("reads the input", "")],
                vec![
                    outcome("01", wrong, &["It first goes wrong in output.txt, line 2: <b>&"]),
                    outcome("02", crash, &[]),
                ],
            ),
            student(
                "ann",
                5.0,
                vec![check("builds", ""), check("reads the input", "")],
                vec![outcome("01", Verdict::right(), &[]), outcome("02", Verdict::right(), &[])],
            ),
            student(
                "bob",
                0.0,
                vec![check("builds", "the build exited with code 1")],
                vec![outcome("01", not_built(), &[]), outcome("02", not_built(), &[])],
            ),
        ],
        sandbox: "L2".to_owned(),
        reused: 0,
        common_failure: None,
    }
}

/// A page without its style, which is a file of its own.
fn unstyled(page: &str) -> String {
    let (before, rest) = page.split_once("<style>").unwrap();
    let (_, after) = rest.split_once("</style>").unwrap();
    format!("{before}<style></style>{after}")
}

/// Compares with a file in `tests/golden`; with PLYGLOT_BLESS set, writes it.
#[track_caller]
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("PLYGLOT_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text, "{path:?}");
}

#[test]
fn golden_files() {
    let grades = grades();
    let student = &grades.students[0];
    golden("overview.html", &unstyled(&report::overview(&grades, GAMES)));
    golden("student.html", &unstyled(&report::student_page(&grades, student)));
    golden("not-built.html", &unstyled(&report::student_page(&grades, &grades.students[2])));
    golden("grades.csv", &report::csv(&grades, &Column::USUAL));
    golden("all-columns.csv", &report::csv(&grades, &all_columns()));
    golden("grades.json", &report::json(&grades));
    golden("gradescope.json", &report::gradescope(&grades, student));
    golden("vocareum.csv", &report::vocareum_grades(&grades, student));
    golden("vocareum.txt", &report::vocareum_report(&grades, student));
    golden("annotations.txt", &report::annotations(&grades, student));
    golden("summary.md", &report::summary(&grades, student));
    golden("student.tap", &report::tap(&grades, student));
}

fn all_columns() -> Vec<Column> {
    let names = "student,score,max,percent,right,cpu,submission,note,cases,verdicts";
    names.split(',').map(|name| name.parse().unwrap()).collect()
}

/// Nothing of a hidden case but its name, its points and the kind of its verdict reaches a student.
#[test]
fn hidden_cases_stay_hidden() {
    let mut grades = grades();
    let hidden = &mut grades.students[0].outcomes[1];
    hidden.verdict = Verdict::new(VerdictKind::WrongOutput, "TOLD").with(vec!["TOLD".to_owned()]);
    hidden.explanation = vec!["TOLD".to_owned()];
    hidden.cpu_seconds = 77.77;
    hidden.wall_seconds = 77.77;
    hidden.memory = 77_777_777;
    grades.cases[1].about = "TOLD".to_owned();
    grades.cases[1].input = "TOLD".to_owned();
    let student = &grades.students[0];
    // Neither by itself nor in a sum.
    let told = ["TOLD", "77.77", "78.02", "77777777", "74.17"];
    assert!(report::instructor_junit(&grades).contains("77.77"));
    let mut texts = vec![
        report::student_page(&grades, student),
        report::tap(&grades, student),
        report::junit(&grades, student),
        report::vocareum_report(&grades, student),
        report::annotations(&grades, student),
        report::summary(&grades, student),
        report::gradescope(&grades, student),
    ];
    if has(&["base64"]) {
        texts.push(decoded(&report::classroom(&grades, student)));
    }
    for text in texts {
        assert!(!told.iter().any(|&word| text.contains(word)), "{text}");
    }
}

/// A cause stands once with all its cases, and what misreadings explain comes first.
#[test]
fn causes_are_told_once() {
    let mut grades = grades();
    let case = |name: &str, visible| CaseInfo {
        name: name.to_owned(),
        visible,
        ..grades.cases[0].clone()
    };
    let cases: Vec<CaseInfo> =
        (1..=7).map(|number| case(&format!("0{number}"), number < 7)).collect();
    let misread = grades.students[0].outcomes[0].clone();
    let plain = |kind, message: &str| CaseOutcome {
        misreadings: Vec::new(),
        verdict: Verdict::new(kind, message),
        ..misread.clone()
    };
    let outcomes = vec![
        plain(VerdictKind::Crash, "was killed"),
        plain(VerdictKind::Crash, "was killed"),
        plain(VerdictKind::WrongOutput, "output.txt:1:1: expected a, found b"),
        plain(VerdictKind::WrongOutput, "output.txt:2:1: expected c, found d"),
        plain(VerdictKind::WrongOutput, "output.txt:3:1: expected e, found f"),
        misread.clone(),
        plain(VerdictKind::Crash, "SECRET"),
    ];
    grades.cases = cases;
    grades.students[0].outcomes = outcomes;
    let causes = report::causes::of_wrong(&grades, &grades.students[0]);
    let titles: Vec<String> = causes.iter().map(report::causes::Cause::title).collect();
    assert_eq!(
        titles,
        [
            "1 case: cuts if v > beta",
            "3 cases: wrong output",
            "2 cases: crash, was killed",
            "1 case: crash, hidden"
        ]
    );
    assert_eq!(causes[1].cases, ["03", "04", "05"]);
    assert_eq!(causes[0].rule.as_deref(), Some("a node is cut if v >= beta"));
    let page = report::student_page(&grades, &grades.students[0]);
    assert_eq!(page.matches("cuts if v &gt; beta").count(), 1, "{page}");
    assert!(!page.contains("SECRET"), "{page}");
}

/// What failed on our side is no points in no format, and its reason is the instructor's.
#[test]
fn not_graded_is_not_zero() {
    let mut grades = grades();
    let student = &mut grades.students[1];
    student.score = None;
    student.outcomes[0].verdict = Verdict::new(VerdictKind::NotGraded, "the warden was lost");
    grades.common_failure = Some("All 3 submissions <fail>".to_owned());
    let student = &grades.students[1];
    let overview = report::overview(&grades, GAMES);
    assert!(overview.contains("<p class=warning>All 3 submissions &lt;fail&gt;"), "{overview}");
    assert!(overview.contains("ann is not graded") && overview.contains("the warden was lost"));
    // The others have 2 and 0 points.
    assert!(overview.contains("; 1 on average"), "{overview}");
    let csv = report::csv(&grades, &all_columns());
    let row = csv.lines().find(|line| line.starts_with("ann,")).unwrap();
    assert!(row.starts_with("ann,not graded,5,not graded,1,"), "{row}");
    assert!(row.contains(",not graded,2,not graded,right"), "{row}");
    for text in [report::student_page(&grades, student), report::junit(&grades, student)] {
        assert!(!text.contains("warden"), "{text}");
    }
    assert!(report::student_page(&grades, student).contains("Not graded yet"));
    assert!(
        report::tap(&grades, student)
            .contains("not ok 3 - case 01: Star, ALPHABETA depth 2, few pieces # SKIP")
    );
    let read = quick_junit::Report::deserialize_from_str(&report::junit(&grades, student)).unwrap();
    let suite = &read.test_suites[0];
    assert_eq!((suite.tests, suite.failures, suite.errors, suite.disabled), (4, 0, 0, 1));
    let known: Grades = serde_json::from_str(&report::json(&grades)).unwrap();
    assert_eq!(known, grades);
    // An older file of points would be taken for today's.
    let room = tempfile::tempdir().unwrap();
    let formats = report::ReportFormat::ALL;
    let write =
        |grades: &Grades| report::write(grades, &formats, &Column::USUAL, room.path(), GAMES);
    write(&self::grades()).unwrap();
    let files = ["vocareum/ann.csv", "vocareum/ann.txt", "github/ann.base64", "github/ann.md"];
    assert!(files.iter().all(|file| room.path().join(file).is_file()));
    write(&grades).unwrap();
    assert!(!files.iter().any(|file| room.path().join(file).exists()));
}

/// Grades of earlier versions can still be read.
#[test]
fn older_grades_are_read() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/grades.json"));
    let text = text.unwrap();
    assert!(!text.contains("common_failure"));
    let mut value: Value = serde_json::from_str(&text).unwrap();
    for case in value["cases"].as_array_mut().unwrap() {
        case.as_object_mut().unwrap().remove("input").unwrap();
    }
    let grades: Grades = serde_json::from_value(value).unwrap();
    assert_eq!(grades.students[0].score, Some(2.0));
    assert_eq!(grades.cases[0].input, "");
}

#[test]
fn tap_is_read_by_prove() {
    if !has(&["prove"]) {
        return;
    }
    let room = tempfile::tempdir().unwrap();
    let grades = grades();
    let prove = |student: &Student| {
        fs::write(room.path().join("student.tap"), report::tap(&grades, student)).unwrap();
        let mut command = Command::new("prove");
        command.current_dir(room.path()).args(["-e", "cat", "student.tap"]).output().unwrap()
    };
    let all_right = prove(&grades.students[1]);
    let text = String::from_utf8_lossy(&all_right.stdout).into_owned();
    assert!(all_right.status.success() && text.contains("Tests=4"), "{text}");
    let wrong = prove(&grades.students[0]);
    let text = String::from_utf8_lossy(&wrong.stdout).into_owned();
    assert!(text.contains("Failed tests:  3-4") && !text.contains("Parse errors"), "{text}");
}

#[test]
fn junit_is_read_by_a_reader_of_junit() {
    let xml = report::instructor_junit(&grades());
    let read = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    let counts: Vec<(usize, usize, usize)> =
        read.test_suites.iter().map(|suite| (suite.tests, suite.failures, suite.errors)).collect();
    assert_eq!(counts, [(4, 1, 1), (4, 0, 0), (3, 0, 3)], "{xml}");
    assert_eq!(read.test_suites[0].name.as_str(), "=cmd|'x' <i>");
}

/// The fields that Gradescope documents, each with its type and its allowed values.
#[test]
fn gradescope_fields() {
    let mut grades = grades();
    let mut late = grades.students[1].clone();
    let why = "it was not run, since the time for all cases was used up";
    late.outcomes[1] = outcome("02", Verdict::new(VerdictKind::NotGraded, why), &[]);
    late.score = None;
    grades.students.push(late);
    for student in &grades.students {
        let results: Value = serde_json::from_str(&report::gradescope(&grades, student)).unwrap();
        let only = |value: &Value, known: &[&str]| {
            let unknown =
                value.as_object().unwrap().keys().find(|key| !known.contains(&key.as_str()));
            assert_eq!(unknown, None);
        };
        only(
            &results,
            &[
                "score",
                "execution_time",
                "output",
                "output_format",
                "visibility",
                "stdout_visibility",
                "extra_data",
                "tests",
                "leaderboard",
            ],
        );
        assert_eq!(results["score"].as_f64(), Some(student.points_so_far(&grades.cases)));
        assert!(results["execution_time"].is_number());
        let (mut sum, mut not_graded) = (0.0, 0);
        for test in results["tests"].as_array().unwrap() {
            only(
                test,
                &[
                    "score",
                    "max_score",
                    "status",
                    "name",
                    "name_format",
                    "number",
                    "output",
                    "output_format",
                    "tags",
                    "visibility",
                    "extra_data",
                ],
            );
            if test["tags"] == serde_json::json!(["not graded"]) {
                // Neither right nor wrong.
                assert!(test.get("score").is_none() && test.get("status").is_none(), "{test}");
                not_graded += 1;
            } else {
                sum += test["score"].as_f64().unwrap();
                assert!(test["score"].as_f64() <= test["max_score"].as_f64());
                assert!(["passed", "failed"].contains(&test["status"].as_str().unwrap()));
            }
            assert!(test["max_score"].is_number());
            assert!(["visible", "hidden"].contains(&test["visibility"].as_str().unwrap()));
            assert_eq!(test["output_format"], "text");
            assert!(test["name"].is_string() && test["output"].is_string());
        }
        assert_eq!(sum, student.points_so_far(&grades.cases));
        // The student is told how many are missing, and only then.
        let told = results["output"].as_str().map(|text| text.split(' ').next().unwrap().parse());
        assert_eq!(told, (not_graded > 0).then_some(Ok(not_graded)));
        assert_eq!(results["stdout_visibility"], "hidden");
        for entry in results["leaderboard"].as_array().unwrap() {
            only(entry, &["name", "value", "order"]);
            assert!(["asc", "desc"].contains(&entry["order"].as_str().unwrap()));
        }
    }
}

/// The time that a program takes tells something about its input.
#[test]
fn gradescope_tells_no_time_of_hidden_cases() {
    let mut grades = grades();
    let before = report::gradescope(&grades, &grades.students[0]);
    grades.students[0].outcomes[1].cpu_seconds += 7.0;
    assert_eq!(report::gradescope(&grades, &grades.students[0]), before);
}

/// GitHub Classroom: version, status, points and a list of tests, in base64.
#[test]
fn classroom_fields() {
    if !has(&["base64"]) {
        return;
    }
    let grades = grades();
    for (student, status) in grades.students.iter().zip(["fail", "pass", "error"]) {
        let text = decoded(&report::classroom(&grades, student));
        let result: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&result["version"], &result["status"]), (&1.into(), &status.into()));
        assert_eq!(result["max_score"], 5.0);
        for test in result["tests"].as_array().unwrap() {
            for field in ["name", "status", "message", "test_code", "filename", "execution_time"] {
                assert!(test[field].is_string(), "{field}: {test}");
            }
            assert!(test["line_no"].is_number() && test["score"].is_number());
            assert!(["pass", "fail", "error"].contains(&test["status"].as_str().unwrap()));
        }
    }
}

/// By another program than ours.
fn decoded(base64: &str) -> String {
    let room = tempfile::tempdir().unwrap();
    let path: PathBuf = room.path().join("text");
    fs::write(&path, base64).unwrap();
    let output = Command::new("base64").arg("-d").arg(&path).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// Ten annotations at most, each in one line.
#[test]
fn annotations_are_few_and_of_one_line() {
    let mut grades = grades();
    let outcome = grades.students[0].outcomes[0].clone();
    let case = grades.cases[0].clone();
    grades.cases = vec![case; 30];
    grades.students[0].outcomes = vec![outcome; 30];
    let text = report::annotations(&grades, &grades.students[0]);
    assert_eq!(text.lines().count(), 10);
    assert!(
        text.lines().all(|line| line.starts_with("::error file=output.txt,line=2,title=case 01"))
    );
}

#[test]
fn all_formats_are_written() {
    let room = tempfile::tempdir().unwrap();
    let paths =
        report::write(&grades(), &report::ReportFormat::ALL, &Column::USUAL, room.path(), GAMES)
            .unwrap();
    assert_eq!(paths.len(), 1 + 3 + 3 + 3 + 3 + 3 + 2 * 3 + 3 * 3);
    assert!(paths.iter().all(|path| path.is_file()));
    assert!(room.path().join("students/%3dcmd%7c%27x%27 %3ci%3e.html").is_file());
}
