use plyglot_testing::services::Cluster;

use super::{Running, open_to_all, until};
use crate::tables::{build, content};

#[test]
fn a_cluster_builds_tables_as_one_process_does() {
    let Some(mut cluster) = Cluster::start() else { return };
    let directory = tempfile::tempdir().unwrap();
    open_to_all(directory.path());
    build(directory.path(), "4");
    let expected = content(&directory.path().join("tables"));
    let mut command = cluster.command(env!("CARGO_BIN_EXE_plyglot"));
    command.args(["tables", "build", "checkers", "--pieces", "4", "--out", "slurm", "--slurm"]);
    command.args(["--worker-count", "3", "--lease", "2"]).current_dir(directory.path());
    let host = Running::start(command.env("NO_COLOR", "1"));
    let built = directory.path().join("slurm");
    until(|| built.read_dir().map_or(0, Iterator::count) > expected.len() / 3);
    cluster.kill_node(0);
    cluster.restart_node(0);
    let (code, said) = host.end();
    assert_eq!(code, Some(0), "{said}\n{}", cluster.logs());
    assert!(content(&built) == expected);
}
