//! `plyglot serve`: that it serves, and says where. What it serves is tested in its own crate.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::{plyglot, root};

/// A server that ends with the test.
struct Serving {
    child: Child,
    address: String,
}

fn serve(arguments: &[&str]) -> Serving {
    listening(Command::new(env!("CARGO_BIN_EXE_plyglot")).arg("serve").args(arguments))
}

/// Starts a command that serves.
fn listening(command: &mut Command) -> Serving {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address =
        line.strip_prefix("The workbench is at http://").and_then(|rest| rest.split('/').next());
    let address = address.unwrap_or_else(|| panic!("{line:?}")).to_owned();
    Serving { child, address }
}

impl Drop for Serving {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn it_serves_the_page_where_it_says() {
    let serving = serve(&["--port", "0"]);
    assert!(serving.address.starts_with("127.0.0.1:"), "{}", serving.address);
    assert!(get(&serving.address, "/").contains("<title>Plyglot</title>"));
    assert!(get(&serving.address, "/api/games").contains("\"star-circle\""));

    let port = serving.address.rsplit(':').next().unwrap();
    let second = plyglot(&root(), &["serve", "--port", port]);
    assert_eq!(second.status.code(), Some(2));
    let error = String::from_utf8(second.stderr).unwrap();
    let advice = "--port 0 takes a port that is free";
    assert_eq!(error, format!("127.0.0.1:{port}: Address already in use: {advice}\n"));
}

/// More half requests than the server has descriptors.
#[test]
#[cfg(unix)]
fn half_requests_do_not_block_it() {
    let script = "ulimit -n 100; exec \"$0\" serve --port 0";
    let mut command = Command::new("sh");
    let serving = listening(command.args(["-c", script, env!("CARGO_BIN_EXE_plyglot")]));
    let half = |_| {
        let mut stream = TcpStream::connect(&serving.address).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
        stream
    };
    let halves: Vec<TcpStream> = (0..200).map(half).collect();
    let mut honest = TcpStream::connect(&serving.address).unwrap();
    honest.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let address = &serving.address;
    write!(honest, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    honest.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("<title>Plyglot</title>"), "{answer}");
    drop(halves);
}

/// The folder that it is told, or else the one it is started in.
#[test]
fn it_shows_the_contests_of_a_folder() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("cups");
    std::fs::create_dir(&folder).unwrap();
    let played = ["match", "random", "greedy", "--game=mancala", "--games=2", "--store=a.sqlite"];
    assert!(plyglot(&folder, &played).status.success());
    let serving = serve(&["--port", "0", folder.to_str().unwrap()]);
    let list = get(&serving.address, "/api/contests");
    assert!(list.contains("\"name\":\"random - greedy\""), "{list}");
    assert!(list.contains("\"state\":\"finished\""), "{list}");

    for (wrong, why) in [("none", "No such file or directory"), ("a.sqlite", "not a folder")] {
        let refused = plyglot(&folder, &["serve", "--port", "0", wrong]);
        assert_eq!(refused.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&refused.stderr), format!("{wrong}: {why}\n"));
    }
}

#[test]
fn who_opens_it_to_others_is_told() {
    let mut serving = serve(&["--port", "0", "--host", "0.0.0.0"]);
    assert!(serving.address.starts_with("127.0.0.1:"), "{}", serving.address);
    assert!(get(&serving.address, "/").contains("<title>Plyglot</title>"));
    let mut warning = String::new();
    let errors = serving.child.stderr.take().unwrap();
    BufReader::new(errors).read_line(&mut warning).unwrap();
    assert!(warning.contains("there is no password"), "{warning}");
}
