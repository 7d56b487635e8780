//! The servers that other tests rely on: they work, and leave nothing behind.

#![cfg(target_os = "linux")]

use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use plyglot_testing::Process;
use plyglot_testing::services::{Cluster, Postgres};

#[test]
fn a_cluster_runs_jobs_loses_a_node_and_leaves_nothing() {
    let Some(mut cluster) = Cluster::start() else { return };
    let directory = cluster.configuration().parent().unwrap().to_owned();
    let names = cluster.says("srun", &["-N3", "sh", "-c", "echo $SLURMD_NODENAME"]).unwrap();
    let mut names: Vec<&str> = names.lines().collect();
    names.sort_unstable();
    assert_eq!(names, ["w1", "w2", "w3"]);
    let script = ["--array=1-6", "--no-requeue", "--output=/dev/null", "--wrap", "exec sleep 3600"];
    cluster.says("sbatch", &script).unwrap();
    let running = |cluster: &Cluster| {
        let nodes = cluster.says("squeue", &["-h", "-t", "running", "-o", "%N"]).unwrap();
        nodes.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    until(|| running(&cluster).len() == 6 && sleepers(&directory).len() == 6);
    cluster.kill_node(1);
    assert_eq!(sleepers(&directory).len(), 4);
    until(|| !running(&cluster).contains(&"w2".to_owned()));
    cluster.restart_node(1);
    let other = ["-w", "w2", "sh", "-c", "hostname; echo $SLURMD_NODENAME"];
    assert_eq!(cluster.says("srun", &other).unwrap(), "w2\nw2\n");
    drop(cluster);
    assert_eq!(sleepers(&directory), []);
    assert!(!directory.exists());
    let left = Process::all()
        .into_iter()
        .find(|process| process.command.contains(&directory.display().to_string()));
    assert_eq!(left, None);
}

#[test]
fn two_clusters_live_beside_each_other() {
    let Some(one) = Cluster::start() else { return };
    let Some(other) = Cluster::start() else { return };
    for cluster in [&one, &other] {
        assert_eq!(cluster.says("srun", &["-w", "w3", "echo", "here"]).unwrap(), "here\n");
    }
}

#[test]
fn a_database_answers_and_leaves_nothing() {
    let Some(postgres) = Postgres::start() else { return };
    let url = postgres.url();
    let host =
        url.split_once('@').unwrap().1.strip_suffix("/postgres").unwrap().replace("%2F", "/");
    let directory = PathBuf::from(host);
    assert!(directory.join(".s.PGSQL.5432").exists());
    drop(postgres);
    assert!(!directory.exists());
    let left = Process::all()
        .into_iter()
        .find(|process| process.command.contains(&directory.display().to_string()));
    assert_eq!(left, None);
}

/// What the tasks of the cluster in this directory run.
fn sleepers(directory: &std::path::Path) -> Vec<Process> {
    let ours = format!("SLURM_CONF={}/slurm.conf", directory.display());
    let is_ours = |process: &Process| {
        let environment = std::fs::read(format!("/proc/{}/environ", process.pid));
        String::from_utf8_lossy(&environment.unwrap_or_default()).contains(&ours)
    };
    Process::all().into_iter().filter(|p| p.name == "sleep" && is_ours(p)).collect()
}

fn until(mut is_true: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it took too long");
        sleep(Duration::from_millis(100));
    }
}
