//! Matches and tournaments, as the page asks for them.

use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use plyglot_arena::contest::{Event, Flow};
use plyglot_arena::tournament::{Store, StoreError, TournamentReport, Writer};
use plyglot_core::Outcome;
use plyglot_web::Running;

use crate::common::contests::{MARKUP, cup, faulty, grading, play, played, store, tournament};
use crate::common::{get, send, server_showing};

/// A folder with a finished tournament in it.
fn stage() -> (TempDir, Running) {
    let folder = tempdir().unwrap();
    played(&store(folder.path(), "cup"), &cup());
    let server = server_showing(folder.path());
    (folder, server)
}

fn list(address: SocketAddr) -> Value {
    get(address, "/api/contests").json()
}

fn id(address: SocketAddr) -> String {
    list(address)["contests"][0]["id"].as_str().unwrap().to_owned()
}

fn names(list: &Value) -> Vec<(&str, &str, &str)> {
    let contests = list["contests"].as_array().unwrap().iter();
    let mut names: Vec<_> = contests
        .map(|it| ["file", "name", "state"].map(|field| it[field].as_str().unwrap()).into())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn the_list_has_what_is_there_and_nothing_else() {
    let room = tempdir().unwrap();
    let (folder, elsewhere) = (room.path().join("shown"), room.path().join("elsewhere"));
    for name in ["shown/below/deeper", "shown/.hidden", "elsewhere", "shown/bad"] {
        fs::create_dir_all(room.path().join(name)).unwrap();
    }
    let whole = store(&folder, "cup");
    played(&whole, &cup());
    let mut games = 0;
    play(&store(&folder.join("below"), "half"), &cup(), |event| {
        games += usize::from(matches!(event, Event::Ended { .. }));
        if games == 3 { Flow::Stop } else { Flow::GoOn }
    });
    let pair = tournament("a - b", &[("a", "random"), ("b", "greedy")], 2);
    played(&store(&folder, "match"), &pair);
    // A test has ended this one before its last game.
    let early = store(&folder, "early");
    play(&early, &pair, |event| match event {
        Event::Ended { .. } => Flow::Stop,
        _ => Flow::GoOn,
    });
    Writer::resume(&early, &pair).unwrap().decide("a is stronger").unwrap();
    // None of these is a contest that can be seen from here.
    played(&store(&elsewhere, "secret"), &cup());
    fs::copy(&whole, store(&folder.join("below/deeper"), "cup")).unwrap();
    fs::copy(&whole, store(&folder.join(".hidden"), "cup")).unwrap();
    symlink(store(&elsewhere, "secret"), store(&folder, "link")).unwrap();
    symlink(&elsewhere, folder.join("linked")).unwrap();
    fs::write(store(&folder, "foreign"), "name,points\n".repeat(100)).unwrap();
    fs::write(store(&folder, "empty"), "").unwrap();
    fs::create_dir(store(&folder, "folder")).unwrap();
    fs::write(folder.join("bad/grades.json"), "{\"game\": 3}").unwrap();
    // This one is damaged, and is told of in one line.
    let bytes = fs::read(&whole).unwrap();
    let mut torn = bytes.clone();
    torn[bytes.len() / 2..].fill(0xaa);
    torn[4096..8192.min(bytes.len())].fill(0xaa);
    fs::write(store(&folder, "torn"), torn).unwrap();

    let server = server_showing(&folder);
    let list = list(server.address());
    let expected = [
        ("below/half.sqlite", "Cup", "stopped"),
        ("cup.sqlite", "Cup", "finished"),
        ("early.sqlite", "a - b", "finished"),
        ("match.sqlite", "a - b", "finished"),
    ];
    assert_eq!(names(&list), expected, "{list:#}");
    let left_out = list["left_out"].as_array().unwrap();
    let files: Vec<&str> = left_out.iter().map(|it| it["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["bad", "torn.sqlite"], "{left_out:?}");
    assert!(left_out.iter().all(|it| !it["why"].as_str().unwrap().contains('\n')));
    let contests = list["contests"].as_array().unwrap();
    let of = |file: &str| contests.iter().find(|it| it["file"] == file).unwrap();
    let half = of("below/half.sqlite");
    assert_eq!([&half["played"], &half["least"], &half["most"]], [3, 6, 6]);
    assert_eq!(half["agents"], json!(["chance", "greed", "thought"]));
    assert_eq!((&half["kind"], &half["game"]), (&json!("tournament"), &json!("mancala")));
    assert_eq!(of("match.sqlite")["kind"], "match");
    assert_eq!(list["is_cut"], false);

    // The folder itself may be named by a link.
    symlink(&folder, room.path().join("way")).unwrap();
    let by_link = server_showing(&room.path().join("way"));
    assert_eq!(names(&self::list(by_link.address())), expected);
    let id = contests[0]["id"].as_str().unwrap();
    assert_eq!(get(by_link.address(), &format!("/api/contests/{id}")).status, 200);

    // Without a folder there is nothing, and no error.
    let bare = crate::common::server(plyglot_web::ServerLimits::default());
    assert_eq!(get(bare.address(), "/api/contests").json()["contests"], json!([]));
}

#[test]
fn a_report_is_the_arenas_own() {
    let (folder, server) = stage();
    let answer = get(server.address(), &format!("/api/contests/{}", id(server.address()))).json();
    let store = Store::open(&store(folder.path(), "cup"), plyglot_games::GAMES).unwrap();
    let report = serde_json::to_value(TournamentReport::of(&store).unwrap()).unwrap();
    assert_eq!(answer["report"], report);
    assert_eq!(answer["live"], json!([]));
    assert_eq!((&answer["state"], &answer["nodes"]), (&json!("finished"), &json!(50)));
}

#[test]
fn games_come_by_pages() {
    let (folder, server) = stage();
    let address = server.address();
    let id = id(address);
    let page = |query: &str| get(address, &format!("/api/contests/{id}/games?{query}"));
    let mut keys = Vec::new();
    let store = Store::open(&store(folder.path(), "cup"), plyglot_games::GAMES).unwrap();
    store
        .for_each(|game, record| {
            let winner = match record.ending.result.outcome {
                Outcome::Win(side) => Some(side as usize),
                Outcome::Draw => None,
            };
            let ending = json!([winner, record.ending.result.margin]);
            keys.push((game.key.to_string(), json!(record.players), ending));
            Ok::<(), StoreError>(())
        })
        .unwrap();
    let mut found = Vec::new();
    for from in [0, 4] {
        let answer = page(&format!("from={from}&count=4")).json();
        assert_eq!((&answer["total"], &answer["from"]), (&json!(6), &json!(from)));
        for game in answer["games"].as_array().unwrap() {
            let key = game["key"].as_str().unwrap().to_owned();
            let ending = json!([game["winner"], game["margin"]]);
            found.push((key, game["players"].clone(), ending));
        }
    }
    assert_eq!(found, keys);
    // By player, who has the number that the standings say.
    let report = get(address, &format!("/api/contests/{id}")).json()["report"].take();
    for row in report["standings"].as_array().unwrap() {
        let count = |result: &str| {
            page(&format!("agent={}&result={result}&count=0", row["number"])).json()["total"]
                .clone()
        };
        assert_eq!(["won", "drawn", "lost"].map(count).to_vec(), {
            ["won", "drawn", "lost"].map(|field| row[field].clone()).to_vec()
        });
    }
    assert_eq!(page("agent=1&opponent=2").json()["total"], 2);
    assert_eq!(page("ending=nonsense").json()["total"], 0);
    assert_eq!(page("from=4294967295").json()["games"], json!([]));
    // A page is never larger than the server allows.
    assert_eq!(page("count=4294967295").status, 200);
    for bad in ["agent=0", "agent=-1", "agent=x", "result=best", "from=-1", "from=99999999999"] {
        assert_eq!(page(bad).status, 400, "{bad}");
    }
}

#[test]
fn a_game_has_all_its_turns() {
    let (folder, server) = stage();
    let address = server.address();
    let id = id(address);
    let store = Store::open(&store(folder.path(), "cup"), plyglot_games::GAMES).unwrap();
    let mut before = Value::Null;
    let mut checked = 0;
    store
        .for_each(|game, record| {
            let key = game.key;
            let found = get(address, &format!("/api/contests/{id}/games/{key}")).json();
            assert_eq!(found["players"], json!(record.players));
            assert_eq!(found["ending"]["sentence"], record.ending.sentence);
            assert_eq!(found["previous"], before);
            before = json!(key.to_string());
            // The page can play it through.
            let turns = found["turns"].as_array().unwrap();
            let moves = turns.iter().flat_map(|turn| turn["moves"].as_array().unwrap().clone());
            let opening = found["opening"].as_array().unwrap();
            let moves: Vec<Value> = opening.iter().cloned().chain(moves).collect();
            assert_eq!(moves, record.moves().map(Value::from).collect::<Vec<_>>());
            let line = json!({ "game": "mancala", "position": found["start"], "moves": moves });
            let stand = crate::common::post(address, "/api/game", &line).json();
            assert!(stand["ending"].is_object(), "{stand}");
            assert_eq!(stand["ending"]["winner"], found["ending"]["winner"]);
            for (turn, record) in turns.iter().zip(&record.turns) {
                assert_eq!(turn["cpu_seconds"].as_f64(), Some(record.cpu.as_secs_f64()));
                assert_eq!(turn["side"], record.side as usize);
            }
            checked += 1;
            Ok::<(), StoreError>(())
        })
        .unwrap();
    assert_eq!(checked, 6);
    for (key, status) in [("9.1.1", 404), ("0.0.0", 400), ("..", 400), ("1.1", 400), ("x", 400)] {
        assert_eq!(
            get(address, &format!("/api/contests/{id}/games/{key}")).status,
            status,
            "{key}"
        );
    }
}

#[test]
fn faults_keep_their_evidence() {
    let folder = tempdir().unwrap();
    faulty(&store(folder.path(), "faults"));
    let server = server_showing(folder.path());
    let id = id(server.address());
    let game = get(server.address(), &format!("/api/contests/{id}/games/1.1.1")).json();
    assert_eq!(game["ending"]["kind"], "no answer");
    assert_eq!(game["evidence"]["stderr"], MARKUP);
    assert_eq!(game["contest"], MARKUP);
}

#[test]
fn ids_lead_nowhere_else() {
    let (folder, server) = stage();
    let address = server.address();
    grading(&folder.path().join("grades"));
    let absolute = store(folder.path(), "cup").display().to_string().replace('/', "%2f");
    let bad = [
        "..",
        "../cup.sqlite",
        "%2e%2e",
        "..%2f..%2fetc%2fpasswd",
        "cup.sqlite",
        "cup",
        ".",
        "%00",
        "%ff",
        "0",
        &absolute,
        "0000000000000000",
        &"9".repeat(5_000),
    ];
    for id in bad {
        for path in [
            format!("/api/contests/{id}"),
            format!("/api/contests/{id}/live"),
            format!("/api/contests/{id}/games"),
            format!("/api/contests/{id}/games/1.1.1"),
            format!("/api/gradings/{id}"),
            format!("/api/gradings/{id}/students/1"),
            format!("/gradings/{id}/index.html"),
        ] {
            let text =
                format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            let answer = send(address, text.as_bytes());
            assert!(matches!(answer.status, 400 | 404 | 414), "{path}: {answer:?}");
        }
    }
    // A contest is no grading, and what is gone is not there.
    let id = id(address);
    assert_eq!(get(address, &format!("/api/gradings/{id}")).status, 404);
    fs::remove_file(store(folder.path(), "cup")).unwrap();
    symlink(Path::new("/etc/passwd"), store(folder.path(), "cup")).unwrap();
    assert_eq!(get(address, &format!("/api/contests/{id}")).status, 404);
    assert_eq!(get(address, "/api/games").status, 200);
}

/// A contest that goes on turn by turn, as the test allows.
#[test]
fn games_under_way_are_seen_turn_by_turn() {
    let folder = tempdir().unwrap();
    let path = store(folder.path(), "cup");
    let (allow, allowed) = mpsc::channel::<()>();
    let (tell, told) = mpsc::channel();
    let player = thread::spawn(move || {
        play(&path, &cup(), |event| {
            let what = match event {
                Event::Entered { .. } => return Flow::GoOn,
                Event::Begun { .. } => "begun",
                Event::Turn { .. } => "turn",
                Event::Ended { .. } => "ended",
                other => panic!("unexpected: {other:?}"),
            };
            _ = tell.send(what);
            // Once nobody holds it back any more, it plays to its end.
            _ = allowed.recv();
            Flow::GoOn
        });
    });
    assert_eq!(told.recv().unwrap(), "begun");
    let server = server_showing(folder.path());
    let address = server.address();
    let id = id(address);
    assert_eq!(names(&list(address)), [("cup.sqlite", "Cup", "playing")]);
    let live = || get(address, &format!("/api/contests/{id}/live")).json();
    let mut turns = 0;
    loop {
        let now = live();
        if now["played"] == 1 {
            break;
        }
        assert_eq!((&now["state"], &now["played"]), (&json!("playing"), &json!(0)));
        let game = &now["games"][0];
        assert_eq!(game["turns"].as_array().unwrap().len(), turns, "{now}");
        assert_eq!(game["opening"].as_array().unwrap().len(), 2);
        let whole = get(address, &format!("/api/contests/{id}/games/1.1.1")).json();
        assert_eq!(whole["turns"], game["turns"]);
        assert!(whole["ending"].is_null());
        allow.send(()).unwrap();
        turns += usize::from(told.recv().unwrap() == "turn");
    }
    assert!(turns > 3, "{turns}");
    let whole = get(address, &format!("/api/contests/{id}/games/1.1.1")).json();
    assert_eq!(whole["turns"].as_array().unwrap().len(), turns);
    assert!(whole["ending"].is_object());
    assert_eq!(live()["games"], json!([]), "a game with a result is over");
    let report = get(address, &format!("/api/contests/{id}")).json();
    assert_eq!(report["report"]["is_finished"], false);
    drop((allow, told));
    _ = player.join();
    let now = live();
    assert_eq!((&now["games"], &now["played"]), (&json!([]), &json!(6)), "{now}");
    // A report may be a little old, but not for long.
    while get(address, &format!("/api/contests/{id}")).json()["report"]["played"] != 6 {}
}
