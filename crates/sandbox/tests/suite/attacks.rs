//! Attacks that once succeeded, at every level that says it holds against them.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use plyglot_sandbox::{Ended, Isolation, Sandbox};
use plyglot_testing::{can_run, has};

use crate::hostile::{at_all_levels, until};
use crate::room::{self, Room};

#[test]
fn modes_and_times_of_others() {
    if !can_run("modes.py") {
        return;
    }
    for sandbox in room::from(Isolation::L1) {
        let room = Room::new();
        let [opponent, referee, granted] =
            ["opponent", "referee", "granted"].map(|name| room.folder(name));
        let mut run = room.agent("modes.py");
        fs::set_permissions(&granted, fs::Permissions::from_mode(0o755)).unwrap();
        for folder in [&opponent, &referee] {
            fs::write(folder.join("playdata.txt"), "secret").unwrap();
        }
        for (variable, folder) in
            [("OPPONENT", &opponent), ("REFEREE", &referee), ("GRANTED", &granted)]
        {
            run.env.push((variable.into(), folder.into()));
        }
        run.readable.push(granted.clone());
        let ran = room.run(&run, &sandbox);
        assert_eq!(ran.ended, Ended::Exited(0), "{}", ran.stderr.text());
        let seen = if ran.layers.namespaces { "" } else { "saw opponent\nsaw referee\n" };
        assert_eq!(ran.stdout.text(), seen, "{}", ran.layers);
        for folder in [&opponent, &referee] {
            let file = folder.join("playdata.txt");
            assert_eq!(fs::read_to_string(&file).unwrap(), "secret");
            assert!(fs::metadata(&file).unwrap().modified().unwrap() > UNIX_EPOCH);
        }
    }
}

#[test]
fn limits_and_priorities_of_others() {
    at_all_levels(Isolation::L1, "limits_of_others.py", |_, ran| {
        assert_eq!(ran.ended, Ended::Exited(0), "{}", ran.stderr.text());
        assert_eq!(ran.stdout.text(), "", "{}", ran.layers);
    });
}

/// Kernels before 6.12 do not forbid signals by themselves.
#[test]
fn signals_to_others() {
    if !can_run("signals.py") {
        return;
    }
    for sandbox in room::from(Isolation::L1) {
        for landlock in [1, 3, 5, 6] {
            let room = Room::new();
            let mut run = room.agent("signals.py");
            // The referee, by each of its threads.
            let threads = fs::read_dir("/proc/self/task").unwrap().flatten();
            let threads: Vec<String> =
                threads.map(|entry| entry.file_name().into_string().unwrap()).collect();
            run.env.push(("TARGETS".into(), threads.join(" ").into()));
            if landlock < 6 && !sandbox_has_users(&sandbox) {
                run.env.push(("OLD_LANDLOCK".into(), "yes".into()));
            }
            let ran = room.run(&run, &sandbox.clone().with_landlock(landlock));
            assert_eq!(ran.ended, Ended::Exited(0), "{}", ran.stderr.text());
            let heard = ran.stdout.text();
            assert_eq!(heard, "own signals work\n", "{} as version {landlock}", ran.layers);
        }
    }
}

/// Whether processes of others are another user's, or out of sight.
fn sandbox_has_users(sandbox: &Sandbox) -> bool {
    room::is_root() || sandbox.level() >= Some(Isolation::L2)
}

#[test]
fn files_without_names() {
    for agent in ["disk_unlinked.py", "disk_unlinked_mapped.py"] {
        at_all_levels(Isolation::L0, agent, |_, ran| assert_eq!(ran.ended, Ended::Disk, "{agent}"));
    }
}

#[test]
fn memory_without_names() {
    for agent in ["memory_nameless.py", "memory_unseen.py", "memory_behind_thread.py"] {
        at_all_levels(Isolation::L0, agent, |_, ran| {
            assert_eq!(ran.ended, Ended::Memory, "{agent} {}: {}", ran.layers, ran.stderr.text());
        });
    }
}

#[test]
fn one_that_lets_nobody_look() {
    if room::is_root() {
        // Nobody hides from root.
        return;
    }
    at_all_levels(Isolation::L0, "hides.py", |_, ran| {
        assert_eq!(ran.ended, Ended::Hidden, "{}", ran.layers);
    });
}

#[test]
fn processes_end_at_the_limit() {
    if !can_run("many_processes.py") {
        return;
    }
    for sandbox in room::from(Isolation::L0) {
        let room = Room::new();
        let run = room.agent("many_processes.py");
        let ran = room.run(&run, &sandbox);
        assert_eq!(ran.ended, Ended::Processes, "{}", ran.layers);
        let count: u32 = fs::read_to_string(run.dir.join("count")).unwrap().parse().unwrap_or(0);
        eprintln!("{count} processes at {}", ran.layers);
        // The kernel itself stops them, however slow the warden is; with a user of its own, soon.
        let is_alone = room::is_root() || ran.layers.namespaces;
        assert!(!is_alone || count <= run.limits.processes + 32, "{count} at {}", ran.layers);
    }
}

#[test]
fn death_by_a_signal_without_a_name() {
    at_all_levels(Isolation::L0, "realtime_signal.py", |_, ran| {
        let Ended::Signalled(number) = ran.ended else { panic!("{} {}", ran.ended, ran.layers) };
        assert!(number > 32, "{number}");
    });
}

#[test]
fn the_clock_of_a_program_runs_smoothly() {
    at_all_levels(Isolation::L0, "clock_steps.py", |_, ran| {
        // With steps of 4 ms there are 75, less on a busy machine.
        let times: u64 = ran.stdout.text().trim().parse().unwrap();
        assert!(times > 500, "{times} times at {}", ran.layers);
    });
}

/// Neither can clean up: one is stopped while the other is killed.
#[test]
fn referee_and_warden_die_at_once() {
    if !can_run("outlives.py") {
        return;
    }
    for sandbox in room::from(Isolation::L0) {
        let level = sandbox.level().unwrap();
        let room = Room::new();
        let mut referee = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "attacks::referee_to_be_killed_with_its_warden"])
            .env("REFEREES_ROOM", room.marker().1)
            .env("REFEREES_LEVEL", level.to_string())
            .env("TMPDIR", room.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        until(|| room.survivors().len() == 8);
        let both = [referee.id() as i32, warden_of(referee.id())];
        for signal in [Signal::SIGSTOP, Signal::SIGKILL] {
            both.iter().for_each(|&pid| kill(Pid::from_raw(pid), signal).unwrap());
        }
        referee.wait().unwrap();
        until(|| room.survivors().is_empty());
    }
}

fn warden_of(referee: u32) -> i32 {
    let is_warden = |pid: &i32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        line.ends_with(b"\0warden\0") && status.contains(&format!("\nPPid:\t{referee}\n"))
    };
    let numbers = fs::read_dir("/proc").unwrap().flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.into_iter().find(is_warden).unwrap()
}

/// Not a test: the other program in the test above.
#[test]
#[ignore = "started by referee_and_warden_die_at_once"]
fn referee_to_be_killed_with_its_warden() {
    let Ok(value) = std::env::var("REFEREES_ROOM") else { return };
    let level = std::env::var("REFEREES_LEVEL").unwrap().parse().unwrap();
    let room = Room::new();
    let mut run = room.agent("outlives.py");
    run.env = vec![(room.marker().0.into(), value.into())];
    run.limits.wall = Duration::from_secs(300);
    room.run(&run, &room::at_most(level));
}

/// Below directories that are closed to others, such as root's own.
#[test]
fn a_program_in_a_closed_place() {
    let Ok(()) = room::best().require(Isolation::L2) else { return };
    let room = Room::new();
    let closed = room.folder("closed");
    let tools = closed.join("tools");
    fs::create_dir(&tools).unwrap();
    fs::set_permissions(&tools, fs::Permissions::from_mode(0o755)).unwrap();
    let tool = tools.join("tool");
    fs::write(&tool, "#!/bin/sh\necho \"from $0\"\n").unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();

    let mut run = room.agent("honest.sh");
    run.command = vec![tool.clone().into()];
    let ran = room.run(&run, room::best());
    assert_eq!(ran.stdout.text(), format!("from {}\n", tool.display()), "{}", ran.stderr.text());

    // By another name, which a link leads on.
    let link = room.path().join("a-link");
    symlink(&closed, &link).unwrap();
    let tool_by_link = link.join("tools/tool");
    run.command = vec![tool_by_link.clone().into()];
    let ran = room.run(&run, room::best());
    let expected = format!("from {}\n", tool_by_link.display());
    assert_eq!(ran.stdout.text(), expected, "{}", ran.stderr.text());

    run.command = vec!["tool".into()];
    run.path = vec![tools.clone()];
    let ran = room.run(&run, room::best());
    assert_eq!(ran.stdout.text(), format!("from {}\n", tool.display()), "{}", ran.stderr.text());
}

/// Root has powers that most users lack: all of it once more without them.
#[test]
fn everything_as_an_ordinary_user() {
    const USER: u32 = 54_321;
    if !room::is_root() || !has(&["sh"]) {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let open = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    open(place.path());
    let copy = |from: &Path, name: &str| -> PathBuf {
        let to = place.path().join(name);
        plyglot_testing::copy_program(from, &to);
        open(&to);
        to
    };
    let suite = copy(&std::env::current_exe().unwrap(), "suite");
    let warden = copy(room::warden(), "warden");
    let agents = place.path().join("agents");
    fs::create_dir(&agents).unwrap();
    open(&agents);
    for agent in fs::read_dir(plyglot_testing::agent("")).unwrap().flatten() {
        copy(&agent.path(), &format!("agents/{}", agent.file_name().display()));
    }
    let temporary = place.path().join("tmp");
    fs::create_dir(&temporary).unwrap();
    chown(&temporary, Some(USER), Some(USER)).unwrap();
    let output = Command::new(suite)
        .current_dir(place.path())
        .env("PLYGLOT_WARDEN", warden)
        .env("PLYGLOT_AGENTS", agents)
        .env("TMPDIR", temporary)
        .uid(USER)
        .gid(USER)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    eprintln!("{}", text.lines().rev().take(3).collect::<Vec<_>>().join("\n"));
}
