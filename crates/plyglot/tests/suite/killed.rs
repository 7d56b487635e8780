//! A tournament of programs whose processes are killed at any instant, wardens among them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use plyglot_core::mix::Random;
use plyglot_testing::Process;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{plyglot, printed};

const KILLS: usize = 100;

/// Three programs and one that is built in, on a board so small that games are short.
fn cup() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let player = fs::read_to_string(plyglot_testing::agent("first_point.sh")).unwrap();
    for name in ["ann", "bob", "cid"] {
        let agent = directory.path().join(name);
        fs::create_dir(&agent).unwrap();
        fs::write(agent.join("player.sh"), format!("# {name}\n{player}")).unwrap();
        fs::write(agent.join("agent.toml"), "run = 'sh player.sh'\nbuild = 'touch built'\n")
            .unwrap();
    }
    let cup = "game = 'capture-go'\nsize = 3\ngames = 12\nseed = 5\nrules.nodes = 50\n\
               agents = ['ann', 'bob', 'cid', 'greedy']\n";
    fs::write(directory.path().join("cup.toml"), cup).unwrap();
    fs::create_dir(directory.path().join("tmp")).unwrap();
    // Programs with users of their own must get there.
    for open in [directory.path().to_owned(), directory.path().join("tmp")] {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o711);
        fs::set_permissions(open, mode).unwrap();
    }
    directory
}

/// Points and results, without anything that depends on times.
fn table(directory: &Path) -> Vec<(String, f64, u64)> {
    let output = plyglot(directory, &["tournament", "cup.toml", "--standings", "--json"]);
    let report: Value = serde_json::from_str(&printed(&output)).unwrap();
    let rows = report["standings"].as_array().unwrap().iter();
    let row = |row: &Value| {
        let name = row["agent"].as_str().unwrap().to_owned();
        (name, row["points"].as_f64().unwrap(), row["games"].as_u64().unwrap())
    };
    let mut rows: Vec<_> = rows.map(row).collect();
    rows.sort_by(|one, other| one.0.cmp(&other.0));
    rows
}

fn start(directory: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(["tournament", "cup.toml", "--resume", "--concurrency", "2"])
        .current_dir(directory)
        .env("TMPDIR", directory.join("tmp"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn a_hundred_kills_of_a_tournament_of_programs_change_nothing() {
    let whole = cup();
    printed(&plyglot(whole.path(), &["tournament", "cup.toml"]));
    let expected = table(whole.path());
    assert_eq!(expected.iter().map(|row| row.2).sum::<u64>(), 2 * 72, "{expected:?}");

    let directory = cup();
    let path = directory.path();
    let mut random = Random::new(3);
    let mut referee = start(path);
    let (mut wardens_killed, mut referees_killed) = (0, 0);
    while wardens_killed + referees_killed < KILLS {
        sleep(Duration::from_millis(random.below(300) as u64));
        if referee.try_wait().unwrap().is_some() {
            // All were played, or a game failed three times. What is done again is disturbed again.
            if table(path) == expected {
                for end in ["", "-wal", "-shm", "-lock"] {
                    _ = fs::remove_file(path.join(format!("cup.sqlite{end}")));
                }
            }
            referee = start(path);
            continue;
        }
        let below = wardens(referee.id());
        let chosen = random.below(4);
        let is_whole_family = chosen == 0;
        let victims: Vec<u32> = match (chosen, below.is_empty()) {
            // The referee and all its wardens at once: nobody is left to clean up.
            (0, _) => below.iter().copied().chain([referee.id()]).collect(),
            (1, _) | (_, true) => vec![referee.id()],
            _ => vec![below[random.below(below.len())]],
        };
        victims.iter().for_each(|&pid| signal(pid, Signal::STOP));
        victims.iter().for_each(|&pid| signal(pid, Signal::KILL));
        if is_whole_family || victims == [referee.id()] {
            referees_killed += 1;
            referee.wait().unwrap();
            referee = start(path);
        } else {
            wardens_killed += 1;
        }
    }
    assert!(wardens_killed >= 20 && referees_killed >= 20, "{wardens_killed} {referees_killed}");
    referee.wait().unwrap();
    // Whatever was given up after three attempts is played now.
    let last = start(path).wait().unwrap();
    assert!(last.success());
    let shown = printed(&plyglot(path, &["tournament", "cup.toml", "--standings"]));
    assert_eq!(table(path), expected, "{shown}");
    assert_eq!(left_behind(path), Vec::<PathBuf>::new());
}

/// Wardens, and below them those who launch programs. Their children are the programs, or are about to
/// be: to kill these is to end a program.
fn wardens(referee: u32) -> Vec<u32> {
    let all = Process::all();
    let children =
        |of: u32| all.iter().filter(move |it| it.parent == of as i32).map(|it| it.pid as u32);
    let wardens: Vec<u32> = children(referee).collect();
    let launches = wardens.iter().flat_map(|&warden| children(warden));
    wardens.iter().copied().chain(launches).collect()
}

fn signal(pid: u32, signal: Signal) {
    // It may have ended meanwhile.
    _ = Pid::from_raw(pid as i32).map(|pid| kill_process(pid, signal));
}

/// Folders, processes and cgroups of this tournament. Processes may need a moment.
fn left_behind(directory: &Path) -> Vec<PathBuf> {
    let begun = Instant::now();
    loop {
        let found = find_left(directory);
        if found.is_empty() || begun.elapsed() > Duration::from_secs(20) {
            return found;
        }
        sleep(Duration::from_millis(20));
    }
}

fn find_left(directory: &Path) -> Vec<PathBuf> {
    let entries = |path: &Path| fs::read_dir(path).into_iter().flatten().flatten();
    let folders = entries(&directory.join("tmp")).map(|entry| entry.path());
    // Programs and wardens have their directory, or its name, in one of these.
    let is_ours = |path: &PathBuf| {
        let here = fs::read_link(path.join("cwd")).is_ok_and(|cwd| cwd.starts_with(directory));
        let home = fs::read(path.join("environ")).unwrap_or_default();
        let name = directory.as_os_str().as_encoded_bytes();
        here || home.windows(name.len()).any(|part| part == name)
    };
    let numbers = entries(Path::new("/proc")).map(|entry| entry.path());
    let processes = numbers.filter(is_ours).filter(|path| {
        // Other tests run beside this one, but not in this directory.
        !path.ends_with(std::process::id().to_string()) && !path.ends_with("self")
    });
    let hierarchies = ["", "unified", "memory", "pids"];
    let groups =
        hierarchies.iter().flat_map(|name| entries(&Path::new("/sys/fs/cgroup").join(name)));
    let groups = groups.map(|entry| entry.path()).filter(|path| is_abandoned(path));
    folders.chain(processes).chain(groups).collect()
}

/// A group of a referee that is no more. Those of the ones that live belong to other tests.
fn is_abandoned(group: &Path) -> bool {
    let name = group.file_name().unwrap_or_default().to_string_lossy();
    let owner = name.strip_prefix("plyglot-").and_then(|rest| rest.split('-').next()?.parse().ok());
    owner.is_some_and(|pid: u32| !Path::new(&format!("/proc/{pid}")).exists())
}
