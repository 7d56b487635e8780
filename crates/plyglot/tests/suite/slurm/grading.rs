use std::path::Path;

use plyglot_testing::has;
use plyglot_testing::services::{Cluster, Postgres};
use serde_json::Value;

use super::Running;
use crate::cluster::{GRADE, without_measures};
use crate::grade::{Class, FLAWS, source, with_flaw};
use crate::printed;

/// A class of fourteen, four cases each.
fn class() -> Class {
    let class = Class::new(4);
    for flaw in FLAWS {
        class.hand_in(&format!("class/{flaw}"), "hw.py", &with_flaw(flaw));
    }
    class.hand_in("class/right", "hw.py", &source("raid.py"));
    class.hand_in("class/crash", "hw.py", "import nothing\n");
    super::open_to_all(class.room.path());
    class
}

fn grades(class: &Class, out: &str) -> Value {
    let text = std::fs::read_to_string(class.path(out).join("grades.json")).unwrap();
    let mut grades = without_measures(serde_json::from_str(&text).unwrap());
    for student in grades["students"].as_array_mut().unwrap() {
        for outcome in student["outcomes"].as_array_mut().unwrap() {
            // Which of the sandbox's users it was depends on what else runs.
            let layers = outcome["layers"].as_str().unwrap_or_default().to_owned();
            outcome["layers"] = layers.split(", user").next().into();
        }
    }
    grades
}

/// How many results of students are in the store.
fn done(store: &Path) -> usize {
    let counts = plyglot_units::open(store.to_str().unwrap()).and_then(|store| store.counts());
    counts.map_or(0, |counts| counts.done)
}

#[test]
fn a_cluster_and_a_database_grade_what_one_process_grades() {
    if !has(&["python3"]) {
        return;
    }
    let (Some(mut cluster), Some(server)) = (Cluster::start(), Postgres::start()) else { return };
    let class = class();
    printed(&class.plyglot(&[&GRADE[..], &["--out", "alone"]].concat()));
    let expected = grades(&class, "alone");
    assert_eq!(expected["students"].as_array().unwrap().len(), FLAWS.len() + 2);
    let grade = |cluster: &Cluster, more: &[&str]| {
        let mut command = cluster.command(env!("CARGO_BIN_EXE_plyglot"));
        command.args(GRADE).args(more).current_dir(class.room.path()).env("NO_COLOR", "1");
        Running::start(&mut command)
    };
    // With two nodes killed in the middle.
    let slurm = ["--out", "slurm", "--slurm", "--worker-count", "3", "--lease", "2"];
    let host = grade(&cluster, &slurm);
    for (node, least) in [(0, 2), (1, 7)] {
        super::until(|| done(&class.path("slurm.units")) >= least);
        cluster.kill_node(node);
        cluster.restart_node(node);
    }
    let (code, said) = host.end();
    assert_eq!(code, Some(0), "{said}\n{}", cluster.logs());
    assert_eq!(grades(&class, "slurm"), expected);
    // By workers that Slurm starts too, at a database.
    let url = format!("{}?job=class", server.url());
    let database = ["--out", "database", "--slurm", "--workers", &url, "--worker-count", "3"];
    let (code, said) = grade(&cluster, &database).end();
    assert_eq!(code, Some(0), "{said}\n{}", cluster.logs());
    assert_eq!(grades(&class, "database"), expected);
    assert!(class.path("database.slurm/worker.sbatch").exists());
}
