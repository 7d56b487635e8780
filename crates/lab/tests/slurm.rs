//! A tuning whose games a cluster plays: a real Slurm of three nodes, which the test starts.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use plyglot_testing::services::Cluster;

/// Two rounds, the first of three units.
fn tune(mut command: Command, directory: &Path, name: &str, more: &[&str]) -> Vec<u8> {
    let (work, out) = (directory.join(name), directory.join(format!("{name}.bin")));
    command.args(["tune", "--rounds", "1100x3,20x5", "--epochs", "1", "--work"]).arg(work);
    let output = command.arg("--out").arg(&out).args(more).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said.contains("3 workers; scripts and logs are in "), !more.is_empty(), "{said}");
    fs::read(out).unwrap()
}

#[test]
fn a_cluster_plays_what_one_process_plays() {
    let Some(cluster) = Cluster::start() else { return };
    let directory = tempfile::tempdir().unwrap();
    fs::set_permissions(directory.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let program = env!("CARGO_BIN_EXE_plyglot-lab");
    let alone = tune(Command::new(program), directory.path(), "alone", &[]);
    let slurm = ["--slurm", "--worker-count", "3"];
    assert!(tune(cluster.command(program), directory.path(), "slurm", &slurm) == alone);
    assert!(directory.path().join("slurm.slurm/worker.sbatch").exists());
}
