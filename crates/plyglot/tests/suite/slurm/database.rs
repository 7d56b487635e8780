use std::process::Command;

use plyglot_testing::services::Postgres;

use super::{LONG, Running, by_one_process, open_cup, played, short};

#[test]
fn workers_at_a_database_play_what_one_process_plays() {
    let Some(server) = Postgres::start() else { return };
    let url = |job: &str| format!("{}?job={job}", server.url());
    let program = |directory: &std::path::Path, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyglot"));
        command.args(arguments).current_dir(directory).env("NO_COLOR", "1");
        Running::start(&mut command)
    };
    // Two in one database, at the same time.
    let cups = [("short", short()), ("long", LONG.to_owned())].map(|(job, text)| {
        let directory = open_cup(&text);
        let tournament = ["tournament", "cup.toml", "--workers", &url(job), "--lease", "2"];
        (program(directory.path(), &tournament), directory, url(job), text)
    });
    for (mut host, directory, url, text) in cups {
        host.until(|line| line.starts_with("On every machine that is to play: "));
        let worker = || program(directory.path(), &["worker", &url, "--concurrency", "1"]);
        let (mut lost, other) = (worker(), worker());
        host.until_played(10);
        lost.child.kill().unwrap();
        lost.end();
        let again = worker();
        let (code, said) = host.end();
        assert_eq!(code, Some(0), "{said}");
        for worker in [other, again] {
            let (code, said) = worker.end();
            assert_eq!(code, Some(0), "{said}");
        }
        assert!(played(directory.path()) == by_one_process(&text));
    }
}
