//! The same work by one process, by workers, and by workers that are killed.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use plyglot_arena::tournament::Store;
use plyglot_testing::has;
use serde_json::Value;

use super::grade::{Class, FLAWS, source, with_flaw};
use super::tables;
use super::tournament::{CUP, cup, games, report, without_times};
use super::{plyglot, printed};

/// What does not happen within it does not happen.
const DEADLINE: Duration = Duration::from_secs(300);

/// A process that is ended with the test, however that ends.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn start(directory: &Path, arguments: &[&str]) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    command.args(arguments).current_dir(directory);
    Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

fn start_worker(directory: &Path) -> Process {
    start(directory, &["worker", "units", "--concurrency", "1"])
}

/// Waits until it has ended by itself.
fn ended(process: &mut Process) -> Option<i32> {
    let began = Instant::now();
    loop {
        if let Some(status) = process.0.try_wait().unwrap() {
            return status.code();
        }
        assert!(began.elapsed() < DEADLINE, "it does not end");
        sleep(Duration::from_millis(10));
    }
}

/// Waits until the store is there, for workers to come.
fn wait_for_units(directory: &Path) {
    let began = Instant::now();
    while !directory.join("units/units/000000.jsonl").exists() {
        assert!(began.elapsed() < DEADLINE, "no units");
        sleep(Duration::from_millis(5));
    }
}

fn played(directory: &Path) -> usize {
    let store = Store::open(&directory.join("cup.sqlite"), plyglot_games::GAMES);
    store.and_then(|store| store.results()).map_or(0, |results| results.len())
}

const HOST: [&str; 6] = ["tournament", "cup.toml", "--workers", "units", "--lease", "1"];

/// 8 agents, 224 games, of 3 to 30 ms each.
fn many_games() -> String {
    CUP.replace("games = 2", "games = 8").replace("pits = 4\nstones = 3\n", "")
}

#[test]
fn workers_play_what_one_process_plays() {
    let text = many_games();
    let alone = cup(&text);
    printed(&plyglot(alone.path(), &["tournament", "cup.toml"]));
    let (expected, expected_games) = (without_times(&report(alone.path())), games(alone.path()));
    assert_eq!(expected_games.len(), 224);
    for (workers, kills) in [(1, 0), (4, 0), (4, 6)] {
        let directory = cup(&text);
        let path = directory.path();
        let mut host = start(path, &HOST);
        wait_for_units(path);
        let mut at_work: Vec<Process> = (0..workers).map(|_| start_worker(path)).collect();
        for kill in 0..kills {
            let began = Instant::now();
            while played(path) < (kill + 1) * 224 / (kills + 2) {
                assert!(began.elapsed() < DEADLINE, "{} games are played", played(path));
                sleep(Duration::from_millis(2));
            }
            // Dropping it is SIGKILL, in the middle of a game as a rule.
            at_work[kill % workers] = start_worker(path);
        }
        assert_eq!(ended(&mut host), Some(0));
        for worker in &mut at_work {
            assert_eq!(ended(worker), Some(0), "all is done: workers end");
        }
        assert_eq!(without_times(&report(path)), expected, "{workers} workers, {kills} kills");
        assert_eq!(games(path), expected_games, "{workers} workers, {kills} kills");
    }
}

#[test]
fn a_host_that_is_killed_goes_on_round_after_round() {
    let text = CUP.replace("games = 2", "games = 4\nformat = 'swiss'\nrounds = 4");
    let alone = cup(&text);
    printed(&plyglot(alone.path(), &["tournament", "cup.toml"]));
    let expected = without_times(&report(alone.path()));
    let directory = cup(&text);
    let path = directory.path();
    let mut host = start(path, &HOST);
    wait_for_units(path);
    let mut worker = start_worker(path);
    let resumed: Vec<&str> = HOST.into_iter().chain(["--resume"]).collect();
    for games in [5, 20, 40] {
        let began = Instant::now();
        while played(path) < games && began.elapsed() < DEADLINE {
            sleep(Duration::from_millis(1));
        }
        drop(host);
        host = start(path, &resumed);
    }
    assert_eq!(ended(&mut host), Some(0));
    assert_eq!(ended(&mut worker), Some(0));
    assert_eq!(without_times(&report(path)), expected);
    assert_eq!(games(path), games(alone.path()));
}

#[test]
fn a_store_is_for_one_tournament() {
    let directory = cup(CUP);
    let path = directory.path();
    let missing = plyglot(path, &["worker", "units"]);
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(String::from_utf8(missing.stderr).unwrap(), "units: no store of units is here\n");
    let mut host = start(path, &HOST);
    wait_for_units(path);
    let worker = plyglot(path, &["worker", "units"]);
    assert_eq!(worker.status.code(), Some(0));
    assert_eq!(ended(&mut host), Some(0));
    // Anew, with games that are there already.
    std::fs::remove_file(path.join("cup.sqlite")).unwrap();
    let refused = plyglot(path, &HOST);
    assert_eq!(refused.status.code(), Some(2));
    let line = String::from_utf8(refused.stderr).unwrap();
    assert!(line.contains("units are done here already; --resume counts their games"), "{line}");
    // They are all counted, without a worker.
    let resumed: Vec<&str> = HOST.into_iter().chain(["--resume"]).collect();
    printed(&plyglot(path, &resumed));
    assert_eq!(played(path), 56);
    std::fs::remove_file(path.join("cup.sqlite")).unwrap();
    std::fs::write(path.join("cup.toml"), CUP.replace("seed = 3", "seed = 4")).unwrap();
    let other = plyglot(path, &HOST);
    assert_eq!(other.status.code(), Some(2));
    let line = String::from_utf8(other.stderr).unwrap();
    assert!(line.contains("this store is for other work"), "{line}");
}

/// Grades without what differs from run to run.
pub fn without_measures(mut grades: Value) -> Value {
    for student in grades["students"].as_array_mut().unwrap() {
        for outcome in student["outcomes"].as_array_mut().unwrap() {
            for name in ["cpu_seconds", "wall_seconds", "memory"] {
                outcome.as_object_mut().unwrap().remove(name);
            }
            // Each run has a user of its own, whose number is chance.
            let layers = outcome["layers"].as_str().unwrap().split(", ");
            let layers: Vec<&str> = layers.filter(|part| !part.starts_with("user ")).collect();
            outcome["layers"] = layers.join(", ").into();
        }
    }
    grades.as_object_mut().unwrap().remove("reused");
    grades
}

pub const GRADE: [&str; 8] =
    ["grade", "class", "--cases", "cases", "--run", "python3 hw.py", "--format", "json"];

fn grades(class: &Class, out: &str) -> Value {
    let text = std::fs::read_to_string(class.path(out).join("grades.json")).unwrap();
    without_measures(serde_json::from_str(&text).unwrap())
}

/// How many units have a result.
fn done(class: &Class) -> usize {
    let files =
        std::fs::read_dir(class.path("units/leases/000000")).into_iter().flatten().flatten();
    files.filter(|entry| entry.path().extension().is_some_and(|end| end == "done")).count()
}

#[test]
fn workers_grade_what_one_process_grades() {
    if !has(&["python3"]) {
        return;
    }
    let class = Class::new(4);
    for flaw in FLAWS {
        class.hand_in(&format!("class/{flaw}"), "hw.py", &with_flaw(flaw));
    }
    class.hand_in("class/right", "hw.py", &source("raid.py"));
    class.hand_in("class/crash", "hw.py", "import nothing\n");
    class.hand_in("class/nothing", "read.me", "sorry\n");
    class.hand_in(&format!("class/deep{}", "/down".repeat(40)), "hw.py", "print(1)\n");
    printed(&class.plyglot(&[&GRADE[..], &["--out", "alone"]].concat()));
    let expected = grades(&class, "alone");
    assert_eq!(expected["students"].as_array().unwrap().len(), FLAWS.len() + 4);
    for (out, workers, kills) in [("one", 1, 0), ("three", 3, 0), ("killed", 3, 2)] {
        _ = std::fs::remove_dir_all(class.path("units"));
        let more = ["--out", out, "--workers", "units", "--lease", "2"];
        let mut host = start(class.room.path(), &[&GRADE[..], &more].concat());
        wait_for_units(class.room.path());
        let mut at_work: Vec<Process> =
            (0..workers).map(|_| start_worker(class.room.path())).collect();
        for (kill, worker) in at_work.iter_mut().take(kills).enumerate() {
            let began = Instant::now();
            while done(&class) < 3 + 4 * kill {
                assert!(began.elapsed() < DEADLINE, "nothing is graded");
                sleep(Duration::from_millis(2));
            }
            *worker = start_worker(class.room.path());
        }
        assert_eq!(ended(&mut host), Some(0), "{out}");
        for worker in &mut at_work {
            assert_eq!(ended(worker), Some(0), "{out}");
        }
        assert_eq!(grades(&class, out), expected, "{out}");
        // Nothing is left for another grading to do.
        let again = class.plyglot(&[&GRADE[..], &["--out", out, "--json"]].concat());
        let again: Value = serde_json::from_str(&printed(&again)).unwrap();
        assert!(again["reused"].as_u64().unwrap() > 40, "{}", again["reused"]);
    }
}

/// A program, which loses every game the same way.
fn with_program() -> tempfile::TempDir {
    let text = CUP.replace("{ name = 'chance', agent = 'random' }", "'agent'");
    let directory = cup(&text);
    std::fs::create_dir(directory.path().join("agent")).unwrap();
    std::fs::write(directory.path().join("agent/agent.sh"), "exit 3\n").unwrap();
    directory
}

#[test]
fn programs_come_with_the_units() {
    let (alone, directory) = (with_program(), with_program());
    printed(&plyglot(alone.path(), &["tournament", "cup.toml"]));
    let path = directory.path();
    let mut host = start(path, &HOST);
    wait_for_units(path);
    // Workers do not see the agent where it was.
    std::fs::rename(path.join("agent"), path.join("elsewhere")).unwrap();
    let mut worker = start_worker(path);
    assert_eq!(ended(&mut host), Some(0));
    assert_eq!(ended(&mut worker), Some(0));
    assert_eq!(without_times(&report(path)), without_times(&report(alone.path())));
    let records = |directory: &Path| {
        let store = Store::open(&directory.join("cup.sqlite"), plyglot_games::GAMES).unwrap();
        let mut records = Vec::new();
        let listed = store.for_each(|_, record| {
            records.push(record.clone());
            Ok::<(), plyglot_arena::tournament::StoreError>(())
        });
        listed.map(|()| records).unwrap()
    };
    let digests = |directory: &Path| -> Vec<_> {
        let digest = |it: plyglot_arena::record::ProgramRecord| it.digest;
        let records = records(directory).into_iter();
        records.map(|record| record.programs.map(|program| program.map(digest))).collect()
    };
    assert_eq!(digests(path), digests(alone.path()), "the same program");
    for record in records(path) {
        let place = record.place.unwrap();
        assert_eq!(place.machine, plyglot_sandbox::machine());
        assert!(!place.cores.is_empty());
    }
}

#[test]
fn a_copy_that_has_changed_does_not_play() {
    let directory = with_program();
    let path = directory.path();
    let host = start(path, &HOST);
    wait_for_units(path);
    for blob in std::fs::read_dir(path.join("units/blobs")).unwrap() {
        std::fs::write(blob.unwrap().path(), "another program").unwrap();
    }
    let said = path.join("said.txt");
    let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
    command.args(["worker", "units", "--concurrency", "1"]).current_dir(path);
    command.stderr(std::fs::File::create(&said).unwrap());
    let worker = Process(command.spawn().unwrap());
    let said = || std::fs::read_to_string(&said).unwrap();
    let began = Instant::now();
    while played(path) < 42 || !said().contains("its content is not what its name says") {
        assert!(began.elapsed() < DEADLINE, "{}", said());
        sleep(Duration::from_millis(10));
    }
    drop((worker, host));
    assert_eq!(played(path), 42, "seven agents among themselves, and none against the program");
}

/// Who builds a part is killed in the middle; the others wait for it, and one of them takes it over.
#[test]
fn workers_build_tables_as_one_process_does() {
    let [alone, directory] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    tables::build(alone.path(), "4");
    let expected = tables::content(&alone.path().join("tables"));
    let path = directory.path();
    let host = ["tables", "build", "checkers", "--pieces", "4", "--out", "tables", "--workers"];
    let host = [&host[..], &["units", "--lease", "1"]].concat();
    let mut building = start(path, &host);
    wait_for_units(path);
    let mut workers = [start_worker(path), start_worker(path)];
    let built = || std::fs::read_dir(path.join("tables")).map_or(0, Iterator::count);
    let began = Instant::now();
    while built() < expected.len() / 2 {
        assert!(began.elapsed() < DEADLINE, "{} files", built());
        sleep(Duration::from_millis(1));
    }
    workers[0] = start_worker(path);
    // The host too: what is built is built.
    drop(building);
    building = start(path, &host);
    assert_eq!(ended(&mut building), Some(0));
    for worker in &mut workers {
        assert_eq!(ended(worker), Some(0), "all is done: workers end");
    }
    assert!(tables::content(&path.join("tables")) == expected);

    // A machine that does not see the folder refuses.
    std::fs::rename(path.join("tables"), path.join("elsewhere")).unwrap();
    let refused = plyglot(path, &["worker", "units"]);
    assert_eq!(refused.status.code(), Some(2));
    let line = String::from_utf8(refused.stderr).unwrap();
    assert!(
        line.ends_with("no such folder on this machine, and tables are built in it\n"),
        "{line}"
    );
}
