//! Requests that nobody should make: each gets a clear answer, and the server goes on.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};

use plyglot_web::{Limits, ServerLimits};

use crate::common::{Answer, JSON, get, post, request, send, server};

const MANCALA: &str = "1\n4 4 4 4 4 4\n4 4 4 4 4 4\n0\n0\n";

fn refused(answer: &Answer, status: u16, why: &str) {
    assert_eq!(answer.status, status, "{answer:?}");
    let error = answer.json()["error"].as_str().unwrap_or_default().to_owned();
    assert!(error.contains(why), "{error:?} has no {why:?}");
}

#[test]
fn what_makes_no_sense_is_refused_in_words() {
    let server = server(ServerLimits::default());
    let ask = |path: &str, body: Value| post(server.address(), path, &body);
    let line = |game: &str, position: &str, moves: Value| json!({ "game": game, "position": position, "moves": moves });
    refused(&ask("/api/game", line("chess", MANCALA, json!([]))), 400, "expected star-circle");
    refused(&ask("/api/start", json!({ "game": "" })), 400, "game");
    refused(&ask("/api/start", json!({ "game": "capture-go", "size": 20 })), 400, "from 1 to 19");
    refused(&ask("/api/start", json!({ "game": "mancala", "stones": -1 })), 400, "");
    refused(&ask("/api/game", line("mancala", "1\n4 4\n", json!([]))), 400, "expected");
    refused(&ask("/api/game", line("mancala", MANCALA, json!(["A2"]))), 400, "move 1: illegal");
    refused(&ask("/api/game", line("mancala", MANCALA, json!(["é"]))), 400, "move 1");
    refused(&ask("/api/game", line("mancala", MANCALA, json!("B2"))), 400, "");
    refused(&ask("/api/game", json!([1, 2, 3])), 400, "");
    refused(
        &ask("/api/game", line("mancala", MANCALA, json!(vec!["B2"; 1001]))),
        422,
        "1000 moves",
    );

    // Positions that cannot be.
    let king =
        "BLACK\n........\n........\n........\n........\n........\n........\n........\nb.......\n";
    let error = ask("/api/game", line("checkers", king, json!([])));
    refused(&error, 400, "far row");
    assert_eq!(error.json()["line"], 9);
    refused(&ask("/api/position", json!({ "text": "Star\nMINIMAX\n2\n0,S1,0\n" })), 400, "8 cells");
    refused(&ask("/api/position", json!({ "text": "" })), 400, "");
    refused(&ask("/api/position", json!({ "text": "\u{0}\u{1}", "game": "checkers" })), 400, "");
    let over = "1\n0 0 0\n0 0 0\n4\n5\n";
    refused(&ask("/api/input", line("mancala", over, json!([]))), 400, "no legal move");

    let think = |name: &str, value: Value| {
        let mut body = line("mancala", MANCALA, json!([]));
        body[name] = value;
        ask("/api/think", body)
    };
    refused(&think("seconds", json!(1e9)), 400, "at most 60");
    refused(&think("seconds", json!(0)), 400, "more than 0");
    refused(&think("seconds", json!(null)), 400, "");
    refused(&think("nodes", json!(0)), 400, "from 1 to 10000000");
    refused(&think("nodes", json!(10_000_001)), 400, "from 1 to 10000000");
    refused(&think("opponent", json!("kasparov")), 400, "random, greedy");
    refused(&think("seed", json!(-1)), 400, "");

    let tree = |algorithm: &str, depth: Value| {
        let mut body = line("mancala", MANCALA, json!([]));
        body["algorithm"] = json!(algorithm);
        body["depth"] = depth;
        ask("/api/trees", body)
    };
    refused(&tree("minimax", json!(1_000_000_000_u64)), 400, "from 1 to 100");
    refused(&tree("minimax", json!(0)), 400, "from 1 to 100");
    refused(&tree("negamax", json!(3)), 400, "minimax or alpha-beta");
    refused(&tree("minimax", json!(30)), 422, "more than 2000000 nodes");
    let mut textbook = line("textbook", &"(".repeat(100_000), json!([]));
    textbook["algorithm"] = json!("minimax");
    textbook["depth"] = json!(3);
    refused(&ask("/api/trees", textbook), 400, "at most 200 levels");

    refused(&get(server.address(), "/api/nothing"), 404, "nothing");
    refused(&get(server.address(), "/api/think"), 405, "");
    refused(&ask("/index.html", json!({})), 405, "");
    let plain =
        request(server.address(), "POST", "/api/start", "Content-Type: text/plain\r\n", b"{}");
    refused(&send(server.address(), &plain), 415, "");
    let broken = request(server.address(), "POST", "/api/start", JSON, b"{\"game\":");
    refused(&send(server.address(), &broken), 400, "");
    assert_eq!(get(server.address(), "/api/games").status, 200);
}

#[test]
fn a_huge_body_is_refused_before_it_is_read() {
    let server = server(ServerLimits::default());
    let body = vec![b' '; 100 << 20];
    let answer =
        send(server.address(), &request(server.address(), "POST", "/api/game", JSON, &body));
    assert_eq!(answer.status, 413, "{answer:?}");
    // Without saying how long it will be.
    let mut stream = TcpStream::connect(server.address()).unwrap();
    let head = format!(
        "POST /api/game HTTP/1.1\r\nHost: {}\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n",
        server.address()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = [b"10000\r\n".to_vec(), vec![b' '; 0x10000], b"\r\n".to_vec()].concat();
    let sent = (0..1600).take_while(|_| stream.write_all(&chunk).is_ok()).count();
    let mut answer = [0; 12];
    if stream.read_exact(&mut answer).is_ok() {
        assert_eq!(&answer, b"HTTP/1.1 413");
    }
    assert!(sent < 1600, "all of it was read");
    assert_eq!(get(server.address(), "/api/games").status, 200);
}

#[test]
fn other_sites_may_not_ask() {
    let server = server(ServerLimits::default());
    let address = server.address();
    let ask = |more: &str| send(address, &request(address, "GET", "/api/games", more, b""));
    refused(&ask("Origin: https://example.com\r\n"), 403, "other sites");
    refused(&ask("Origin: null\r\n"), 403, "other sites");
    refused(&ask(&format!("Origin: https://{address}\r\n")), 403, "other sites");
    refused(&ask("Origin: http://127.0.0.1:1\r\n"), 403, "other sites");
    refused(&ask("Sec-Fetch-Site: cross-site\r\n"), 403, "other sites");
    refused(&ask("Sec-Fetch-Site: same-site\r\n"), 403, "other sites");
    assert_eq!(ask(&format!("Origin: http://{address}\r\n")).status, 200);
    assert_eq!(ask("Sec-Fetch-Site: same-origin\r\n").status, 200);

    // A name that was made to point here.
    let host = |host: &str| {
        let text = format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        send(address, text.as_bytes())
    };
    refused(&host("example.com"), 403, "example.com");
    refused(&host(&format!("rebound.example.com:{}", address.port())), 403, "rebound");
    assert_eq!(host("localhost").status, 200);
    // Nothing of a request from elsewhere is allowed beforehand, either.
    let asks_first = "Origin: https://example.com\r\nAccess-Control-Request-Method: POST\r\n";
    let preflight = send(address, &request(address, "OPTIONS", "/api/think", asks_first, b""));
    assert_eq!(preflight.status, 403);
    assert!(!preflight.head.contains("access-control-allow"), "{}", preflight.head);
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = server(ServerLimits::default());
    let paths = [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/page/index.html",
        "/index.html/",
        "/games/../../src/lib.rs",
        "/..\\..\\Cargo.toml",
        "/types.d.ts",
        "/\u{0}",
    ];
    for path in paths {
        let text = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let answer = send(server.address(), text.as_bytes());
        assert!(matches!(answer.status, 400 | 404), "{path}: {answer:?}");
    }
}

fn think(address: SocketAddr, seconds: f64) -> Vec<u8> {
    let body = json!({ "game": "mancala", "position": MANCALA, "seconds": seconds }).to_string();
    request(address, "POST", "/api/think", JSON, body.as_bytes())
}

/// A thousand at once: some think, the others are told to come again, and all get an answer.
#[test]
fn a_thousand_searches_at_once_are_too_many() {
    // Both ends of every connection are files of this process.
    let files = getrlimit(Resource::Nofile);
    let most = files.maximum.map_or(4096, |maximum| maximum.min(4096));
    setrlimit(Resource::Nofile, Rlimit { current: Some(most), ..files }).unwrap();
    let server =
        server(ServerLimits { searches: 4, waiting: 8, patience: 0.5, ..ServerLimits::default() });
    let address = server.address();
    let count = if most >= 2_200 { 1_000 } else { 400 };
    let ask = |_| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(&think(address, 0.02)).unwrap();
        stream
    };
    let streams: Vec<TcpStream> = (0..count).map(ask).collect();
    let (mut done, mut busy) = (0, 0);
    for mut stream in streams {
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        match &answer {
            b"HTTP/1.1 200" => done += 1,
            b"HTTP/1.1 429" => busy += 1,
            other => panic!("{}", String::from_utf8_lossy(other)),
        }
    }
    assert_eq!(done + busy, count);
    assert!(done >= 4 && busy > count / 10, "{done} done, {busy} refused");
    assert_eq!(get(address, "/api/games").status, 200);
    assert_eq!(send(address, &think(address, 0.01)).status, 200);
}

/// Waits until a condition holds.
fn until(mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(30), "it never came to that");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Opens a search, and reads the first of its answer, if it has one before its end.
fn open(address: SocketAddr, request: &[u8], is_told_at_once: bool) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request).unwrap();
    if is_told_at_once {
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
    }
    stream
}

#[test]
fn who_leaves_stops_the_search() {
    let server = server(ServerLimits { searches: 2, waiting: 0, ..ServerLimits::default() });
    let address = server.address();
    let is_free = || send(address, &think(address, 0.01)).status == 200;
    let mut body = json!({ "game": "stake-raid", "opponent": "minimax-8" });
    body["position"] = post(address, "/api/start", &json!({ "game": "stake-raid", "size": 20 }))
        .json()["position"]
        .clone();
    // Plain minimax says nothing before it is done, which would be in years.
    let plain = request(address, "POST", "/api/think", JSON, body.to_string().as_bytes());
    let searches = [think(address, 60.0), plain];
    let streams = searches.each_ref().map(|search| open(address, search, true));
    assert!(!is_free());
    drop(streams);
    until(is_free);

    // A tree that is counted for a long time after it is searched.
    let server = crate::common::server(ServerLimits {
        searches: 1,
        waiting: 4,
        patience: 0.2,
        workbench: Limits { counted: u64::MAX, ..Limits::default() },
        ..ServerLimits::default()
    });
    let address = server.address();
    let empty = "B\n".to_owned() + &"......\n".repeat(6);
    let body =
        json!({ "game": "capture-go", "position": empty, "algorithm": "alpha-beta", "depth": 6 });
    let tree = request(address, "POST", "/api/trees", JSON, body.to_string().as_bytes());
    let is_free = || send(address, &think(address, 0.01)).status == 200;
    let stream = open(address, &tree, false);
    until(|| !is_free());
    drop(stream);
    until(is_free);
}

/// Sends the beginning of a request, and no more.
fn half(address: SocketAddr, beginning: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(beginning.as_bytes()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream
}

/// What is still said before the other side closes the connection, which it must do.
fn last_words(mut stream: TcpStream) -> String {
    let mut words = Vec::new();
    match stream.read_to_end(&mut words) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => panic!("it was not closed"),
        _ => String::from_utf8_lossy(&words).into_owned(),
    }
}

/// Far more than have a place begin a request and do not go on: others are answered all the same, and
/// these are closed.
#[test]
fn half_requests_hold_nobody_up() {
    let limits = ServerLimits { connections: 16, arrival: 0.5, ..ServerLimits::default() };
    let server = server(limits);
    let address = server.address();
    let beginnings =
        ["", "GET /api/games HTTP/1.1\r\n", "GET /api/games HTTP/1.1\r\nHost: localhost\r\n"];
    let halves: Vec<TcpStream> = (0..100).map(|n| half(address, beginnings[n % 3])).collect();
    assert_eq!(get(address, "/api/games").status, 200);
    for stream in halves {
        let words = last_words(stream);
        assert!(words.is_empty() || words.starts_with("HTTP/1.1 408"), "{words}");
    }
}

/// Half a request loses its place to others long before its time is up.
#[test]
fn the_silent_make_way_where_it_is_crowded() {
    let limits = ServerLimits { connections: 4, arrival: 600.0, ..ServerLimits::default() };
    let server = server(limits);
    let _halves: Vec<TcpStream> =
        (0..4).map(|_| half(server.address(), "GET / HTTP/1.1\r\n")).collect();
    assert_eq!(get(server.address(), "/api/games").status, 200);
}

#[test]
fn a_body_has_to_arrive_too() {
    let server = server(ServerLimits { arrival: 0.5, ..ServerLimits::default() });
    let address = server.address();
    let head = format!("POST /api/start HTTP/1.1\r\nHost: {address}\r\n{JSON}");
    for body in
        ["Content-Length: 100\r\n\r\n{\"game\":", "Transfer-Encoding: chunked\r\n\r\n5\r\n{"]
    {
        let words = last_words(half(address, &format!("{head}{body}")));
        assert!(words.starts_with("HTTP/1.1 408"), "{words}");
        assert!(words.contains("did not come"), "{words}");
    }
}

/// A connection may be used again, but not kept for nothing.
#[test]
fn a_silent_connection_is_closed() {
    let server = server(ServerLimits { arrival: 1.0, ..ServerLimits::default() });
    let request = "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut stream = half(server.address(), request);
    let mut first = [0; 12];
    stream.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    stream.write_all(request.as_bytes()).unwrap();
    assert_eq!(last_words(stream).matches("HTTP/1.1 200").count(), 1);
}

/// More pages than places ask again and again: all of them get their turn.
#[test]
fn nobody_keeps_a_place_that_others_want() {
    let limits = ServerLimits { connections: 2, arrival: 600.0, ..ServerLimits::default() };
    let server = server(limits);
    let request = "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let pages: Vec<TcpStream> = (0..8).map(|_| half(server.address(), request)).collect();
    for mut page in pages {
        let mut answer = [0; 12];
        page.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
    }
}

/// Only requests have to be quick.
#[test]
fn long_answers_take_their_time() {
    let server = server(ServerLimits { arrival: 0.2, ..ServerLimits::default() });
    let begun = Instant::now();
    let answer = send(server.address(), &think(server.address(), 1.0));
    assert_eq!(answer.status, 200);
    assert!(begun.elapsed() >= Duration::from_millis(500), "too soon to tell");
    let last = String::from_utf8(answer.body).unwrap();
    let last: Value = serde_json::from_str(last.trim_end().lines().last().unwrap()).unwrap();
    assert_eq!(last["done"], true, "{last}");
}
