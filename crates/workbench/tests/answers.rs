//! Inputs solved and answers explained, without a server.

use serde_json::{Value, json};

use plyglot_games::GAMES;
use plyglot_workbench::{Limits, Reply, Request, Workbench};

const STAKE_RAID: &str = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n";
const MANCALA: &str = "3\n1\n2\n4 4 4\n4 4 4\n0\n0\n";

fn ask(limits: Limits, path: &str, body: &Value) -> (u16, Value) {
    let workbench = Workbench::new(GAMES, limits, 1);
    let body = body.to_string();
    let request = Request { method: "POST", path, body: body.as_bytes() };
    let answer = workbench.answer(&request, &mut |_| {}, &Default::default());
    (answer.status, serde_json::from_slice(&answer.body).unwrap())
}

#[test]
fn an_input_is_solved_as_the_command_line_does() {
    let (status, solved) = ask(Limits::USUAL, "/api/solve", &json!({ "input": STAKE_RAID }));
    assert_eq!(status, 200, "{solved}");
    assert_eq!(solved["game"], "stake-raid");
    assert_eq!(solved["files"], json!({ "output.txt": "B3 Stake\nX..\n...\n.O.\n" }));
    let summary = solved["summary"].as_str().unwrap();
    assert!(summary.starts_with("stake-raid, MINIMAX depth 2: B3 Stake"), "{summary}");
}

#[test]
fn a_depth_can_be_named_where_the_input_has_one() {
    let (_, solved) = ask(Limits::USUAL, "/api/solve", &json!({ "input": STAKE_RAID, "depth": 3 }));
    assert_eq!(solved["depth"], 3);
    for depth in [0, 101] {
        let asked = json!({ "input": STAKE_RAID, "depth": depth });
        let (status, failure) = ask(Limits::USUAL, "/api/solve", &asked);
        let error = "a search looks from 1 to 100 turns ahead";
        assert_eq!((status, &failure["error"]), (400, &json!(error)));
    }
}

/// A mistake in the input has its place, and is found before anything is searched.
#[test]
fn a_wrong_input_is_refused_at_its_place() {
    let workbench = Workbench::new(GAMES, Limits::USUAL, 1);
    for path in ["/api/solve", "/api/explain"] {
        let input = STAKE_RAID.replace("MINIMAX", "MAXIMIN");
        let body = json!({ "input": input, "files": { "output.txt": "" } }).to_string();
        let request = Request { method: "POST", path, body: body.as_bytes() };
        let Reply::Now(answer) = workbench.ask(&request) else { panic!("{path}: searched") };
        let failure: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!((answer.status, &failure["line"]), (400, &json!(2)), "{failure}");
    }
}

#[test]
fn what_takes_too_long_is_given_up() {
    let deep = |game: &str| {
        let line = GAMES.find(game).unwrap().sample();
        let algorithm = plyglot_search::textbook::Algorithm::Minimax;
        GAMES.find(game).unwrap().to_search(&*line, algorithm, 12).unwrap().to_string()
    };
    let limits = Limits { solved: 1_000_000, answer: 1 << 20, ..Limits::USUAL };
    for game in ["stake-raid", "capture-go", "mancala"] {
        for (path, files) in [("/api/solve", json!(null)), ("/api/explain", json!({ "a": "b" }))] {
            let (status, failure) =
                ask(limits, path, &json!({ "input": deep(game), "files": files }));
            assert_eq!(status, 422, "{game} {path}: {failure}");
        }
    }
}

#[test]
fn who_stops_a_search_stops_it() {
    let workbench = Workbench::new(GAMES, Limits { solved: u64::MAX, ..Limits::USUAL }, 1);
    let line = GAMES.find("capture-go").unwrap().sample();
    let algorithm = plyglot_search::textbook::Algorithm::Minimax;
    let task = GAMES.find("capture-go").unwrap().to_search(&*line, algorithm, 30).unwrap();
    let body = json!({ "input": task.to_string() }).to_string();
    let request = Request { method: "POST", path: "/api/solve", body: body.as_bytes() };
    let Reply::Search(search) = workbench.ask(&request) else { panic!("no search") };
    let stop = plyglot_workbench::Stop::new(true.into());
    assert_eq!(search(&stop).status, 422);
}

#[test]
fn an_answer_is_explained_under_any_name() {
    let wrong = "C2 Stake\nX..\n...\n.O.\n";
    for name in ["output.txt", "mine.txt"] {
        let asked = json!({ "input": STAKE_RAID, "files": { name: wrong } });
        let (status, told) = ask(Limits::USUAL, "/api/explain", &asked);
        assert_eq!((status, &told["right"]), (200, &json!(false)), "{told}");
        assert_eq!(told["misreadings"][0]["name"], "swapped");
        assert!(told["lines"][0].as_str().unwrap().starts_with("The answer is not right"));
    }
    let asked = json!({ "input": STAKE_RAID, "files": { "output.txt": wrong, "z.txt": "" } });
    let (status, failure) = ask(Limits::USUAL, "/api/explain", &asked);
    let error = "z.txt: one too many, this input is answered by output.txt";
    assert_eq!((status, failure["error"].as_str().unwrap()), (400, error));
}

/// What is left out of the level is left out here, too.
#[test]
fn an_explanation_has_its_level_edition_and_strictness() {
    let right = ask(Limits::USUAL, "/api/solve", &json!({ "input": MANCALA })).1;
    let next = right["files"]["next_state.txt"].as_str().unwrap_or_else(|| panic!("{right}"));
    let explain = |more: Value| {
        let files = json!({ "next_state.txt": next.replace('\n', " \r\n") });
        let mut asked = json!({ "input": MANCALA, "files": files });
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask(Limits::USUAL, "/api/explain", &asked)
    };
    assert_eq!(explain(json!({})).1["right"], false);
    assert_eq!(explain(json!({ "lenient": true })).1["right"], true);
    assert_eq!(explain(json!({ "level": "off" })).1["message"], Value::Null);
    assert_eq!(explain(json!({ "edition": "first" })).0, 200);
    for (more, why) in [
        (json!({ "level": "all" }), "level: expected off, hint or full"),
        (json!({ "edition": "fifth" }), "edition is first or last, not fifth"),
        (json!({ "game": "checkers", "edition": "first" }), ""),
    ] {
        let (status, failure) = explain(more);
        let error = failure["error"].as_str().unwrap();
        assert!(status == 400 && error.contains(why), "{error}");
    }
}

/// What is thought in so many nodes is the same on a machine that is slow, and with a smaller table.
#[test]
fn a_thought_of_so_many_nodes_is_the_same_everywhere() {
    let thoughts = |game: &str, table: usize| {
        let workbench = Workbench::new(GAMES, Limits { table, ..Limits::USUAL }, 1);
        let position = GAMES.find(game).unwrap().sample().position();
        let body = json!({ "game": game, "position": position, "nodes": 20_000 }).to_string();
        let request = Request { method: "POST", path: "/api/think", body: body.as_bytes() };
        let mut said = Vec::new();
        workbench.answer(&request, &mut |line| said.push(line), &Default::default());
        let mut said: Vec<Value> =
            said.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &mut said {
            line["thought"].as_object_mut().map(|thought| thought.remove("seconds"));
        }
        said
    };
    for game in GAMES.names() {
        let [one, other] = [16 << 20, 32 << 20].map(|table| thoughts(game, table));
        assert_eq!(one, other, "{game}");
        let last = &one[one.len() - 2]["thought"];
        assert!(last["nodes"].as_u64().unwrap() <= 20_100, "{game}: {last}");
        assert!(last["depth"].as_u64().unwrap() > 1, "{game}: {last}");
    }
}

/// The wrong line of a log is one of the search's own; what belongs to another file is where the root
/// takes its value. Each is what the search says at that line.
#[test]
fn a_mistake_has_its_line_in_the_search() {
    let line = |input: &str, file: &str, change: &dyn Fn(&str) -> String| {
        let right = ask(Limits::USUAL, "/api/solve", &json!({ "input": input })).1;
        let right = right["files"][file].as_str().unwrap().to_owned();
        let asked = json!({ "input": input, "files": { file: change(&right) } });
        let told = ask(Limits::USUAL, "/api/explain", &asked).1;
        assert_eq!(told["right_text"], right, "{told}");
        let hint = json!({ "input": input, "files": { file: change(&right) }, "level": "hint" });
        let hint = ask(Limits::USUAL, "/api/explain", &hint).1;
        assert_eq!((&hint["right_text"], &hint["log_line"]), (&Value::Null, &Value::Null));
        told["log_line"].as_u64()
    };
    let log =
        |at: usize| {
            move |right: &str| {
                let lines = right.lines().enumerate();
                let lines = lines.map(|(index, text)| {
                    if index + 1 == at { format!("{text}1\n") } else { format!("{text}\n") }
                });
                lines.collect::<String>()
            }
        };
    assert_eq!(line(MANCALA, "traverse_log.txt", &log(9)), Some(9));
    // There is nothing of the search to see in the header.
    let header = |right: &str| right.replacen("Node", "Knot", 1);
    assert_eq!(line(MANCALA, "traverse_log.txt", &header), None);

    let other = |right: &str| right.replacen("B3", "C2", 1);
    let at = line(STAKE_RAID, "output.txt", &other).unwrap();
    let tree =
        json!({ "game": "stake-raid", "position": STAKE_RAID, "algorithm": "minimax", "depth": 2 });
    let workbench = Workbench::new(GAMES, Limits::USUAL, 1);
    let ask = |method, path: &str, body: &str| -> Value {
        let request = Request { method, path, body: body.as_bytes() };
        let answer = workbench.answer(&request, &mut |_| {}, &Default::default());
        serde_json::from_slice(&answer.body).unwrap()
    };
    let id = ask("POST", "/api/trees", &tree.to_string())["id"].as_str().unwrap().to_owned();
    let step = |line: u64| ask("GET", &format!("/api/trees/{id}/steps/{}", line - 2), "");
    let (before, there) = (step(at - 1), step(at));
    assert_eq!((&there["kind"], &there["log_line"]), (&json!("back"), &json!(at)));
    assert_eq!(before["path"][1]["move"], "B3 Stake", "{before}");
    assert_eq!(there["node"], 0);
}

/// Which files answers consist of is told, and is what solving gives.
#[test]
fn games_tell_their_files() {
    let workbench = Workbench::new(GAMES, Limits::USUAL, 1);
    let request = Request { method: "GET", path: "/api/games", body: b"" };
    let answer = workbench.answer(&request, &mut |_| {}, &Default::default());
    let games: Value = serde_json::from_slice(&answer.body).unwrap();
    for game in games["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let line = GAMES.find(name).unwrap().sample();
        let algorithm = plyglot_search::textbook::Algorithm::AlphaBeta;
        let Ok(task) = GAMES.find(name).unwrap().to_search(&*line, algorithm, 2) else { continue };
        let solved = ask(Limits::USUAL, "/api/solve", &json!({ "input": task.to_string() })).1;
        let told: Vec<&str> =
            game["files"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        let files: Vec<&String> = solved["files"].as_object().unwrap().keys().collect();
        assert!(files.iter().all(|file| told.contains(&file.as_str())), "{name}: {files:?}");
        assert_eq!(told.len(), if game["log"].is_null() { 1 } else { 2 }, "{name}");
        assert!(game["log"].is_null() || told.contains(&game["log"].as_str().unwrap()));
    }
}

/// What is said of each misreading can be checked by asking for an explanation of its log.
#[test]
fn a_log_is_misread_in_all_known_ways() {
    let (status, misread) = ask(Limits::USUAL, "/api/misread", &json!({ "input": MANCALA }));
    assert_eq!((status, &misread["log"]), (200, &json!("traverse_log.txt")), "{misread}");
    let right = ask(Limits::USUAL, "/api/solve", &json!({ "input": MANCALA })).1;
    let all = misread["misreadings"].as_array().unwrap();
    assert!(all.len() > 3, "{misread}");
    for found in all {
        assert_ne!(found["text"], right["files"]["traverse_log.txt"]);
        let files = json!({ "traverse_log.txt": found["text"] });
        let asked = json!({ "input": MANCALA, "files": files });
        let told = ask(Limits::USUAL, "/api/explain", &asked).1;
        let named = told["misreadings"].as_array().unwrap();
        assert!(named.iter().any(|named| named["name"] == found["name"]), "{told}");
        assert_eq!((&told["right"], &told["file"]), (&json!(false), &json!("traverse_log.txt")));
        // There is a line that is wrong, and one that should be there.
        assert!(told["expected"].is_string() && told["found"].is_string(), "{told}");
    }
}

#[test]
fn where_there_is_no_log_none_is_misread() {
    let (status, misread) = ask(Limits::USUAL, "/api/misread", &json!({ "input": STAKE_RAID }));
    assert_eq!(status, 200);
    assert_eq!(misread, json!({ "game": "stake-raid", "log": null, "misreadings": [] }));
    let (status, failure) = ask(Limits::USUAL, "/api/misread", &json!({ "input": "3\n1\n" }));
    assert!(status == 400 && failure["line"].is_number(), "{failure}");
    let limits = Limits { answer: 100, ..Limits::USUAL };
    assert_eq!(ask(limits, "/api/misread", &json!({ "input": MANCALA })).0, 422);
}
