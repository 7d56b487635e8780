use plyglot_testing::services::Cluster;
use serde_json::Value;

#[test]
fn all_nodes_are_in_one_table() {
    let Some(mut cluster) = Cluster::start() else { return };
    let doctor = |cluster: &Cluster, more: &[&str]| {
        let mut command = cluster.command(env!("CARGO_BIN_EXE_plyglot"));
        command.args(["doctor", "--slurm"]).args(more).output().unwrap()
    };
    cluster.kill_node(2);
    let report = doctor(&cluster, &["--json"]);
    assert_eq!(report.status.code(), Some(0), "{}", String::from_utf8_lossy(&report.stderr));
    let report: Value = serde_json::from_slice(&report.stdout).unwrap();
    let nodes = report["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), Cluster::NODES);
    for (number, node) in nodes.iter().enumerate() {
        assert_eq!(node["node"], Cluster::node(number).as_str());
        assert_eq!(node["cpus"], 2);
        let is_up = number != 2;
        assert_eq!(node["level"].is_string(), is_up, "{node}");
        assert_eq!(node["nodes_per_second"].as_u64().is_some_and(|it| it > 1000), is_up, "{node}");
        assert_eq!(node["state"] == "down", !is_up, "{node}");
        assert_eq!(node.get("error"), None, "{node}");
    }
    let table = doctor(&cluster, &["--partition", "play", "--require", "L0"]);
    assert_eq!(table.status.code(), Some(0));
    let table = String::from_utf8(table.stdout).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].trim_start().starts_with("node"), "{table}");
    assert!(lines[1].contains("w1") && lines[2].contains("w2"), "{table}");
    assert!(lines[3].contains("w3") && lines[3].contains("not asked"), "{table}");
    let none = doctor(&cluster, &["--partition", "none"]);
    assert_eq!(none.status.code(), Some(1));
}

#[test]
fn a_machine_without_slurm_says_so() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .args(["doctor", "--slurm"])
        .env("PATH", "/nowhere")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let expected = "sinfo: no such command: is Slurm installed on this machine?\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
}
