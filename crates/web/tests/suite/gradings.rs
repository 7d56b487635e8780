//! What the grader left, as the page asks for it.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::common::contests::{INPUT, MARKUP, WRONG_LOG, grading};
use crate::common::{get, server_showing};

#[test]
fn students_have_points_and_explanations() {
    let folder = tempdir().unwrap();
    grading(&folder.path().join("grades"));
    let server = server_showing(folder.path());
    let address = server.address();
    let list = get(address, "/api/contests").json();
    let found = &list["gradings"][0];
    assert_eq!((&found["file"], &found["students"]), (&json!("grades"), &json!(2)), "{list}");
    assert_eq!(found["mean"], 2.5);
    let id = found["id"].as_str().unwrap();
    let one = get(address, &format!("/api/gradings/{id}")).json();
    let points: Vec<&Value> =
        one["list"].as_array().unwrap().iter().map(|it| &it["score"]).collect();
    assert_eq!(points, [5.0, 0.0]);
    assert_eq!((&one["tasks"][0]["right"], &one["tasks"][0]["name"]), (&json!(1), &json!("01")));
    let student = get(address, &format!("/api/gradings/{id}/students/2")).json();
    assert_eq!(student["name"], MARKUP);
    assert_eq!(student["outcomes"][0]["verdict"]["kind"], "wrong_output");
    assert_eq!(student["outcomes"][0]["explanation"], json!(["The last stone captures."]));
    assert_eq!(student["causes"], json!([{ "words": "wrong output", "cases": ["01"] }]));
    for number in ["0", "3", "-1", "x"] {
        let answer = get(address, &format!("/api/gradings/{id}/students/{number}"));
        assert!(matches!(answer.status, 400 | 404), "{number}: {answer:?}");
        let why = answer.json()["error"].as_str().unwrap().to_owned();
        assert!(why.starts_with("there is no"), "{why}");
    }
}

/// What can be explained: the case's input, and what the program wrote.
#[test]
fn answers_are_told_that_were_kept() {
    let folder = tempdir().unwrap();
    let grades = folder.path().join("grades");
    grading(&grades);
    fs::write(folder.path().join("secret"), "secret").unwrap();
    let server = server_showing(folder.path());
    let address = server.address();
    let list = get(address, "/api/contests").json();
    let id = list["gradings"][0]["id"].as_str().unwrap().to_owned();
    let case = |student: &str, case: &str| {
        get(address, &format!("/api/gradings/{id}/students/{student}/cases/{case}"))
    };
    let wrong = case("2", "01").json();
    assert_eq!(wrong, json!({ "input": INPUT, "files": { "traverse_log.txt": WRONG_LOG } }));
    // What was right was not kept.
    assert_eq!(case("1", "01").json(), json!({ "input": INPUT, "files": {} }));
    for (student, name) in [("0", "01"), ("3", "01"), ("2", "02"), ("2", ".."), ("2", "..%2f..%2f")]
    {
        assert!(matches!(case(student, name).status, 400 | 404), "{student} {name}");
    }
    // Nothing is read through a link.
    let answers = grades.join("answers");
    let student = fs::read_dir(&answers).unwrap().next().unwrap().unwrap().path();
    symlink(folder.path().join("secret"), student.join("01/next_state.txt")).unwrap();
    assert_eq!(case("2", "01").json()["files"], json!({ "traverse_log.txt": WRONG_LOG }));
    fs::rename(&answers, folder.path().join("moved")).unwrap();
    symlink(folder.path().join("moved"), &answers).unwrap();
    assert_eq!(case("2", "01").json()["files"], json!({}));
}

#[test]
fn pages_are_served_where_they_can_do_nothing() {
    let folder = tempdir().unwrap();
    let grades = folder.path().join("grades");
    grading(&grades);
    fs::write(grades.join("students/extra.html"), "not ours").unwrap();
    fs::write(folder.path().join("secret.html"), "secret").unwrap();
    let server = server_showing(folder.path());
    let address = server.address();
    let list = get(address, "/api/contests").json();
    let id = list["gradings"][0]["id"].as_str().unwrap().to_owned();
    let one = get(address, &format!("/api/gradings/{id}")).json();
    let pages = [&one["page"], &one["list"][0]["page"], &one["list"][1]["page"]];
    for page in pages {
        let answer = get(address, &format!("/{}", page.as_str().unwrap()));
        assert_eq!(answer.status, 200, "{page}");
        let policy =
            answer.head.lines().find_map(|it| it.strip_prefix("content-security-policy: "));
        let policy = policy.unwrap();
        assert!(policy.starts_with("sandbox; default-src 'none'"), "{policy}");
        assert!(!policy.contains("allow-") && !policy.contains("script-src"), "{policy}");
        assert!(answer.head.contains("x-content-type-options: nosniff"));
        assert!(answer.head.contains("content-type: text/html"));
        assert!(answer.text().starts_with("<!doctype html>"));
    }
    // The overview's own links lead to the students' pages.
    let overview = get(address, &format!("/gradings/{id}/index.html")).text();
    let links = overview.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let links: Vec<&str> = links.collect();
    assert_eq!(links.len(), 2);
    for link in links {
        assert_eq!(get(address, &format!("/gradings/{id}/{link}")).status, 200, "{link}");
    }
    for name in [
        "",
        "students",
        "students/",
        "students/extra.html",
        "grades.json",
        "../secret.html",
        "%2e%2e/secret.html",
        "..%2fsecret.html",
        "students/../index.html",
        "results/x/01.json",
        "students/..%2f..%2fsecret.html",
        "/etc/passwd",
        "index.html%00",
    ] {
        let answer = get(address, &format!("/gradings/{id}/{name}"));
        assert!(matches!(answer.status, 400 | 404), "{name}: {answer:?}");
    }
    // Nor does a page or a folder that is a link.
    fs::remove_file(grades.join("index.html")).unwrap();
    symlink(folder.path().join("secret.html"), grades.join("index.html")).unwrap();
    assert_eq!(get(address, &format!("/gradings/{id}/index.html")).status, 404);
    fs::rename(grades.join("students"), folder.path().join("moved")).unwrap();
    symlink(folder.path().join("moved"), grades.join("students")).unwrap();
    let page = one["list"][0]["page"].as_str().unwrap();
    assert_eq!(get(address, &format!("/{page}")).status, 404);
    assert!(get(address, &format!("/api/gradings/{id}")).json()["list"][0]["page"].is_null());
}
