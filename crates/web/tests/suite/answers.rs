//! Requests as the page makes them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use plyglot_games::GAMES;
use plyglot_kit::{InMemory, Options};
use plyglot_web::ServerLimits;

use crate::common::{JSON, get, post, request, send, server};

fn start(game: &str) -> Value {
    let position = GAMES.find(game).unwrap().sample().position();
    json!({ "game": game, "position": position })
}

fn with(mut request: Value, name: &str, value: Value) -> Value {
    request[name] = value;
    request
}

#[test]
fn the_catalogue_has_all_games() {
    let server = server(ServerLimits::default());
    let catalogue = get(server.address(), "/api/games").json();
    let names: Vec<&str> = catalogue["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| g["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, GAMES.names().collect::<Vec<_>>());
    assert!(catalogue["opponents"].as_array().unwrap().len() > 8);
}

/// The textbook's trees show what is said of them.
#[test]
fn textbook_trees_are_cut_as_they_should_be() {
    let server = server(ServerLimits::default());
    let catalogue = get(server.address(), "/api/games").json();
    let skipped = |figure: &Value| {
        let wanted = json!({
            "game": "textbook", "position": figure["tree"], "algorithm": "alpha-beta", "depth": 9,
        });
        post(server.address(), "/api/trees", &wanted).json()["skipped"].as_u64().unwrap()
    };
    let figures = catalogue["textbook"].as_array().unwrap();
    assert_eq!(figures.iter().map(skipped).collect::<Vec<_>>(), [2, 0, 2, 4]);
}

/// Every game to its end, by the last legal move each time.
#[test]
fn games_are_played_move_by_move() {
    let server = server(ServerLimits::default());
    for game in GAMES.names() {
        let mut line = with(start(game), "moves", json!([]));
        for played in 0.. {
            assert!(played < 400, "{game} does not end");
            let stand = post(server.address(), "/api/game", &line).json();
            assert_eq!(stand["played"].as_array().unwrap().len(), played);
            let legal = stand["legal"].as_array().unwrap();
            assert_eq!(legal.is_empty(), stand["ending"].is_object(), "{stand}");
            let Some(last) = legal.last() else { break };
            let last = last["move"].clone();
            line["moves"].as_array_mut().unwrap().push(last);
        }
    }
}

#[test]
fn what_was_known_is_not_told_again() {
    let server = server(ServerLimits::default());
    let line = with(start("mancala"), "moves", json!(["B4", "B2", "A3"]));
    let stand = post(server.address(), "/api/game", &with(line, "since", json!(2))).json();
    let played = stand["played"].as_array().unwrap();
    assert_eq!(played.len(), 1);
    assert_eq!((&played[0]["move"], &played[0]["side"]), (&json!("A3"), &json!(1)));
}

#[test]
fn the_engine_thinks_aloud_and_an_opponent_moves() {
    let server = server(ServerLimits::default());
    for game in GAMES.names() {
        let wanted = with(start(game), "seconds", json!(0.05));
        let said = post(server.address(), "/api/think", &wanted).text();
        let lines: Vec<Value> =
            said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(lines.len() > 1, "{game}: {said}");
        assert_eq!(lines.last().unwrap(), &json!({ "done": true }));
        let first = &lines[0]["thought"];
        assert_eq!(first["depth"], 1);
        assert!(!first["words"].as_str().unwrap().is_empty());

        for opponent in ["random", "greedy", "minimax-2", "beginner", "club", "full"] {
            let wanted = with(wanted.clone(), "opponent", json!(opponent));
            let said = post(server.address(), "/api/think", &wanted).text();
            let mv = said.lines().rev().nth(1).unwrap();
            let mv: Value = serde_json::from_str(mv).unwrap();
            let line = with(start(game), "moves", json!([mv["move"]]));
            assert_eq!(
                post(server.address(), "/api/game", &line).status,
                200,
                "{opponent}: {said}"
            );
        }
    }
}

/// The folders with an input each that belong to the assignments' tests.
fn cases(game: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/cases");
    let mut cases: Vec<PathBuf> =
        fs::read_dir(folder.join(game)).unwrap().map(|case| case.unwrap().path()).collect();
    cases.sort();
    cases
}

/// Trees have as many nodes as the files say, and the same value.
#[test]
fn trees_agree_with_the_answers() {
    let server = server(ServerLimits::default());
    for game in ["star-circle", "mancala", "capture-go", "stake-raid"] {
        for case in cases(game).into_iter().step_by(12) {
            let text = fs::read_to_string(case.join("input.txt")).unwrap();
            let meaning = json!({ "text": text });
            let meaning = post(server.address(), "/api/position", &meaning).json();
            let Some(depth) = meaning["depth"].as_u64() else { continue };
            let (_, task) = GAMES.read_task(&text, None).unwrap();
            let right = task.solve(&Options::default(), &mut InMemory::default()).unwrap();
            let wanted = json!({
                "game": meaning["game"], "position": text,
                "algorithm": meaning["algorithm"], "depth": depth,
            });
            let answer = post(server.address(), "/api/trees", &wanted);
            if answer.status == 422 {
                // More nodes than are kept; those that are counted only need not be walked.
                assert!(right.nodes.is_none_or(|nodes| nodes > 2_000_000), "{case:?}");
                continue;
            }
            let tree = answer.json();
            assert_eq!(tree["value"].as_i64(), right.value, "{case:?}");
            if let Some(nodes) = right.nodes {
                assert_eq!(tree["nodes"].as_u64().map(u128::from), Some(nodes), "{case:?}");
            }
            if let Some(pruned) = right.pruned {
                let nodes = tree["nodes"].as_u64().unwrap();
                assert_eq!(tree["other"]["nodes"].as_u64(), Some(nodes + pruned), "{case:?}");
            }
            assert_eq!(
                tree["line"][0].as_str(),
                right.moves.first().map(String::as_str),
                "{case:?}"
            );
        }
    }
}

#[test]
fn nodes_and_steps_of_a_tree_are_there_to_be_fetched() {
    let server = server(ServerLimits::default());
    let address = server.address();
    let wanted = json!({
        "game": "textbook", "position": "((3 12 8) (2 4 6) (14 5 2))",
        "algorithm": "alpha-beta", "depth": 9,
    });
    let tree = post(address, "/api/trees", &wanted).json();
    assert_eq!((&tree["nodes"], &tree["other"]["nodes"]), (&json!(11), &json!(13)));
    assert_eq!((&tree["skipped"], &tree["value"]), (&json!(2), &json!(3)));
    let id = tree["id"].as_str().unwrap();
    let block = get(address, &format!("/api/trees/{id}/nodes")).body;
    // Head, four values, size and four short columns a node, and the skipped moves.
    assert_eq!(block.len(), 16 + 11 * (4 * 4 + 4 + 4 * 2) + 2 * 2);
    assert_eq!(block[..8], [0, 0, 0, 0, 11, 0, 0, 0]);
    let part = get(address, &format!("/api/trees/{id}/nodes?from=9&count=99")).body;
    assert_eq!(part[..8], [9, 0, 0, 0, 2, 0, 0, 0]);
    let none = get(address, &format!("/api/trees/{id}/nodes?from=18446744073709551615")).body;
    assert_eq!(none[4..8], [0; 4]);
    let step = get(address, &format!("/api/trees/{id}/steps/3")).json();
    assert_eq!(step["log"], "1,1,3,-Infinity,3");
    assert_eq!(get(address, &format!("/api/trees/{id}/steps/21")).status, 404);
    assert_eq!(get(address, "/api/trees/0123/steps/1").status, 404);
}

#[test]
fn an_input_comes_back_as_it_was() {
    let server = server(ServerLimits::default());
    for game in GAMES.names() {
        for case in cases(game).into_iter().step_by(25) {
            let text = fs::read_to_string(case.join("input.txt")).unwrap();
            let meaning = post(server.address(), "/api/position", &json!({ "text": text })).json();
            assert_eq!(meaning["game"], game, "{case:?}");
            let wanted = json!({
                "game": game, "position": meaning["position"],
                "algorithm": meaning["algorithm"].as_str().unwrap_or("minimax"),
                "depth": meaning["depth"].as_u64().unwrap_or(3),
            });
            let input = post(server.address(), "/api/input", &wanted).json();
            let again = json!({ "text": input["input"] });
            let again = post(server.address(), "/api/position", &again).json();
            assert_eq!(again["position"], meaning["position"], "{case:?}");
        }
    }
}

#[test]
fn the_page_is_served_with_a_tag_and_a_policy() {
    let server = server(ServerLimits::default());
    let page = get(server.address(), "/");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<title>Plyglot</title>"));
    assert!(page.head.contains("content-security-policy: default-src 'none'"), "{}", page.head);
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let again =
        request(server.address(), "GET", "/index.html", &format!("If-None-Match: {tag}\r\n"), b"");
    assert_eq!(send(server.address(), &again).status, 304);
}

/// Whatever the description names is there.
#[test]
fn the_description_is_of_this_server() {
    let server = server(ServerLimits::default());
    let description = get(server.address(), "/api/openapi.json").json();
    let routes = description["paths"].as_object().unwrap();
    assert!(routes.len() > 15, "{routes:?}");
    for (path, methods) in routes {
        let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        let path = parts.collect::<Vec<_>>().join("/");
        for method in methods.as_object().unwrap().keys() {
            let asked = request(server.address(), &method.to_uppercase(), &path, JSON, b"{}");
            let answer = send(server.address(), &asked);
            assert!(answer.status != 405, "{method} {path}");
            assert!(!answer.text().contains("there is nothing at this address"), "{method} {path}");
        }
    }
}
