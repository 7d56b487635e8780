use std::path::Path;
use std::process::Command;

use plyglot_testing::services::Cluster;
use rustix::process::{Pid, Signal, kill_process};

use super::{LONG, Running, long_by_one_process, open_cup, played, short, until};
use crate::{names, plyglot, printed};

/// The tournament on a cluster.
fn on(cluster: &Cluster, directory: &Path, more: &[&str]) -> Command {
    let mut command = cluster.command(env!("CARGO_BIN_EXE_plyglot"));
    command.args(["tournament", "cup.toml", "--slurm", "--worker-count", "6"]).args(more);
    command.current_dir(directory).env("NO_COLOR", "1");
    command
}

/// Soon no task runs or waits.
fn assert_soon_empty(cluster: &Cluster) {
    until(|| cluster.says("squeue", &["--noheader"]).is_some_and(|left| left.is_empty()));
}

#[test]
fn three_nodes_play_what_one_process_plays() {
    let Some(cluster) = Cluster::start() else { return };
    let directory = open_cup(LONG);
    let (code, said) = Running::start(&mut on(&cluster, directory.path(), &[])).end();
    assert_eq!(code, Some(0), "{said}\n{}", cluster.logs());
    assert!(said.contains("6 workers; scripts and logs are in "), "{said}");
    for node in 0..Cluster::NODES {
        assert!(said.contains(&format!("{}-", Cluster::node(node))), "{said}");
    }
    assert!(played(directory.path()) == *long_by_one_process());
    assert_soon_empty(&cluster);
    let files = names(&directory.path().join("cup.slurm"));
    assert_eq!(files, ["commands.txt", "failed", "logs", "plan.json", "worker.sbatch"]);
    assert_eq!(names(&directory.path().join("cup.slurm/logs")).len(), 6);
    assert_eq!(names(&directory.path().join("cup.slurm/failed")), [""; 0]);
}

#[test]
fn nodes_that_are_killed_lose_nothing() {
    let Some(mut cluster) = Cluster::start() else { return };
    let directory = open_cup(LONG);
    let mut host = Running::start(&mut on(&cluster, directory.path(), &["--lease", "2"]));
    host.until_played(20);
    cluster.kill_node(0);
    cluster.restart_node(0);
    host.until_played(100);
    // Nobody is left, and nothing goes on without new workers.
    (0..Cluster::NODES).for_each(|node| cluster.kill_node(node));
    (0..Cluster::NODES).for_each(|node| cluster.restart_node(node));
    host.until(|line| line.contains(" workers were lost: job "));
    let (code, said) = host.end();
    assert_eq!(code, Some(0), "{said}\n{}", cluster.logs());
    assert!(played(directory.path()) == *long_by_one_process());
    assert_soon_empty(&cluster);
}

#[test]
fn it_can_be_stopped_and_killed_and_goes_on() {
    let Some(cluster) = Cluster::start() else { return };
    let directory = open_cup(LONG);
    let mut host = Running::start(&mut on(&cluster, directory.path(), &["--lease", "2"]));
    host.until_played(10);
    kill_process(Pid::from_child(&host.child), Signal::INT).unwrap();
    let (code, said) = host.end();
    assert_eq!(code, Some(130), "{said}");
    assert!(said.ends_with("tournament cup.toml --resume --slurm"), "{said}");
    assert_soon_empty(&cluster);
    let mut host = Running::start(&mut on(&cluster, directory.path(), &["--resume"]));
    host.until_played(60);
    host.child.kill().unwrap();
    host.end();
    // The workers are still there, and need not be started again.
    let (code, said) = Running::start(&mut on(&cluster, directory.path(), &["--resume"])).end();
    assert_eq!(code, Some(0), "{said}\n{}", cluster.logs());
    assert!(played(directory.path()) == *long_by_one_process());
    assert_soon_empty(&cluster);
}

#[test]
fn mistakes_are_one_line_and_leave_no_workers() {
    let Some(cluster) = Cluster::start() else { return };
    for (more, expected) in [
        (&["--partition", "none"][..], "sbatch: Batch job submission failed: "),
        (&["--sbatch=--nonsense"], "sbatch: "),
        (
            &["--workers", "postgres://a:b@127.0.0.1:1/x"],
            "postgres://a:***@127.0.0.1:1/x: the pass",
        ),
    ] {
        let directory = open_cup(&short());
        let output = on(&cluster, directory.path(), more).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        let last = error.lines().last().unwrap();
        assert!(last.starts_with(expected), "{error}");
    }
    assert_soon_empty(&cluster);
}

#[test]
fn what_to_run_by_hand_is_printed_and_nothing_else_done() {
    let directory = open_cup(&short());
    let arguments = [
        "tournament",
        "cup.toml",
        "--print-script",
        "--worker-count",
        "3",
        "--partition",
        "teaching",
        "--worker-time",
        "2:00:00",
        "--worker-memory",
        "2048",
        "--account",
        "cs",
        "--worker-cores",
        "2",
        "--sbatch=--qos=long",
        "--lease",
        "30",
    ];
    let text = printed(&plyglot(directory.path(), &arguments));
    assert_eq!(names(directory.path()), ["cup.toml"]);
    let store = directory.path().join("cup.units");
    let store = store.display();
    assert!(
        text.contains(&format!("\nplyglot tournament cup.toml --lease 30 --workers {store}\n"))
    );
    let program = env!("CARGO_BIN_EXE_plyglot");
    let worker = format!("{program} worker {store} --concurrency 2 --idle-exit 900\n");
    assert!(text.ends_with(&format!("# ---- the list\n{}", worker.repeat(3))), "{text}");
    for option in [
        "partition=teaching",
        "time=2:00:00",
        "mem=2048M",
        "account=cs",
        "cpus-per-task=2",
        "qos=long",
        "no-requeue",
    ] {
        assert!(text.contains(&format!("\n#SBATCH --{option}\n")), "{option}: {text}");
    }
}

/// What is typed comes before it, and without --slurm it is only read.
#[test]
fn a_file_says_how_workers_are_started() {
    let table = "[slurm]\npartition = 'teaching'\nworker-count = 2\nworker-time = '1:00:00'\n\
        sbatch = ['--qos=long']\n";
    let directory = open_cup(&format!("{}{table}", short()));
    let print = ["tournament", "cup.toml", "--print-script", "--worker-time", "9"];
    let text = printed(&plyglot(directory.path(), &print));
    for option in ["partition=teaching", "time=9", "qos=long"] {
        assert!(text.contains(&format!("\n#SBATCH --{option}\n")), "{option}: {text}");
    }
    assert!(text.contains("sbatch --array=0-1 "), "{text}");
    printed(&plyglot(directory.path(), &["tournament", "cup.toml", "--dry-run"]));
    for (wrong, expected) in [
        ("nodes = 3", "cup.toml: [slurm] has no nodes; it has worker-count, worker-cores, "),
        ("worker-count = 0", "cup.toml: [slurm] invalid value '0' for '--worker-count <N>': "),
        ("partition = 'a b'", "cup.toml: [slurm] invalid value 'a b' for '--partition <NAME>': "),
        ("account = 1.5", "cup.toml:"),
    ] {
        let text = format!("{}[slurm]\n{wrong}\n", short());
        std::fs::write(directory.path().join("cup.toml"), text).unwrap();
        let output = plyglot(directory.path(), &["tournament", "cup.toml"]);
        assert_eq!(output.status.code(), Some(2));
        let line = String::from_utf8(output.stderr).unwrap();
        assert!(line.starts_with(expected) && line.lines().count() == 1, "{line}");
    }
    assert_eq!(names(directory.path()), ["cup.toml"]);
}

/// The script of a worker whose program is another.
#[test]
fn a_worker_that_refuses_says_why() {
    let directory = open_cup(&short());
    let text = printed(&plyglot(directory.path(), &["tournament", "cup.toml", "--print-script"]));
    let script = text.split_once("# ---- the script\n").unwrap().1;
    let script = script.split_once("# ---- the list\n").unwrap().0;
    let folder = directory.path().join("cup.slurm");
    std::fs::create_dir_all(folder.join("failed")).unwrap();
    std::fs::create_dir_all(folder.join("logs")).unwrap();
    std::fs::write(folder.join("logs/7_0.log"), "first\nthis machine reaches L0 only\n").unwrap();
    let run = |program: &str| {
        let script = script.replace(env!("CARGO_BIN_EXE_plyglot"), program);
        let mut command = Command::new("sh");
        command.arg("-c").arg(script).env("SLURM_ARRAY_JOB_ID", "7");
        command.env("SLURM_ARRAY_TASK_ID", "0").env("SLURMD_NODENAME", "w9");
        command.output().unwrap().status.code()
    };
    let failed = || std::fs::read_to_string(folder.join("failed/7_0")).unwrap();
    assert_eq!(run("/bin/true"), Some(0));
    assert_eq!(names(&folder.join("failed")), [""; 0]);
    assert_eq!(run("/bin/false"), Some(1));
    assert_eq!(failed(), "1\tw9\tthis machine reaches L0 only\n");
    assert_eq!(run("/nowhere/plyglot"), Some(127));
    let expected = "127\tw9\t/nowhere/plyglot is not on this node: put it where all nodes see it\n";
    assert_eq!(failed(), expected);
}
