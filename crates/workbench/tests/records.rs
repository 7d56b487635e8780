//! Games as texts, in and out.

use serde_json::{Value, json};

use plyglot_core::mix::Random;
use plyglot_games::GAMES;
use plyglot_workbench::{Limits, Request, Workbench};

fn ask(path: &str, body: &Value) -> (u16, Value) {
    let workbench = Workbench::new(GAMES, Limits::USUAL, 1);
    let body = body.to_string();
    let request = Request { method: "POST", path, body: body.as_bytes() };
    let answer = workbench.answer(&request, &mut |_| {}, &Default::default());
    (answer.status, serde_json::from_slice(&answer.body).unwrap())
}

fn read(text: &str, game: Option<&str>) -> (u16, Value) {
    ask("/api/records/read", &json!({ "text": text, "game": game }))
}

/// In whatever form a game is written, the same moves come back, or at least its last position.
#[test]
fn every_form_of_every_game_reads_back() {
    let mut random = Random::new(5);
    for game in GAMES.iter() {
        let mut line = game.start(&[], 3).unwrap();
        for _ in 0..9 {
            let legal = line.legal();
            line.play(&legal[random.below(legal.len())]).unwrap();
        }
        let played = json!({
            "game": game.name(), "position": line.position_at(0), "moves": line.moves()
        });
        let (status, written) = ask("/api/records/write", &played);
        assert_eq!(status, 200, "{written}");
        let formats = written["formats"].as_array().unwrap();
        let names: Vec<&str> = formats.iter().map(|it| it["name"].as_str().unwrap()).collect();
        match game.name() {
            "checkers" => assert_eq!(names, ["Record", "PDN", "FEN", "input.txt"]),
            "capture-go" => assert_eq!(names, ["Record", "SGF", "input.txt"]),
            _ => assert_eq!(names, ["Record", "input.txt"]),
        }
        for format in formats {
            let (status, found) = read(format["text"].as_str().unwrap(), None);
            assert_eq!(status, 200, "{format}: {found}");
            let [one] = &found["games"].as_array().unwrap()[..] else { panic!("{found}") };
            assert_eq!(one["game"], game.name(), "{format}");
            let is_whole = ["Record", "PDN", "SGF"].contains(&format["name"].as_str().unwrap());
            let expected = if is_whole { line.position_at(0) } else { line.position() };
            assert_eq!(one["start"], expected, "{format}");
            assert_eq!(one["moves"].as_array().unwrap().len(), if is_whole { 9 } else { 0 });
            // Checkers has no depth in its inputs.
            let is_search = format["name"] == "input.txt" && game.name() != "checkers";
            assert_eq!(found["search"].is_null(), !is_search, "{format}");
        }
    }
}

#[test]
fn moves_alone_are_a_game_from_the_usual_start() {
    for (text, game, count) in [
        ("E f6 e5\nE c3 b4\n", None, 2),
        ("1. b6 a5, 2. c3 b4", Some("checkers"), 2),
        ("11-15 22-18", None, 2),
        ("(3,4), (2,2)\n(6,6)", None, 3),
        ("b3", Some("mancala"), 1),
    ] {
        let (status, found) = read(text, game);
        assert_eq!(status, 200, "{text}: {found}");
        assert_eq!(found["games"][0]["moves"].as_array().unwrap().len(), count, "{text}");
    }
    let (status, failure) = read("(3,4), (3,4)", Some("capture-go"));
    assert_eq!((status, &failure["line"], &failure["column"]), (400, &json!(1), &json!(8)));
}

#[test]
fn several_games_of_a_file_are_all_told_with_their_players_and_results() {
    let text = "[Black \"Ann\"]\n[White \"Bob\"]\n1. 11-15 1-0\n\n[Black \"Cid\"]\n1. 11-16 *\n";
    let (_, found) = read(text, None);
    let games = found["games"].as_array().unwrap();
    assert_eq!((games.len(), &games[0]["players"]), (2, &json!(["Ann", "Bob"])));
    assert_eq!(games[0]["result"], json!({ "winner": 0 }));
    assert_eq!(games[1].get("result"), None);
}

#[test]
fn a_wrong_text_is_refused_at_its_place() {
    for (text, line, column) in [
        ("1. 11-15\n11-16 *", 2, 1),
        ("(;SZ[5]\n;B[zz])", 2, 4),
        ("B:W18,40:B12", 1, 7),
        ("plyglot record 1\ngame chess\n", 2, 6),
        ("nothing of the kind", 1, 1),
        ("", 1, 1),
    ] {
        let (status, failure) = read(text, None);
        assert_eq!(status, 400, "{text}: {failure}");
        assert_eq!(
            (&failure["line"], &failure["column"]),
            (&json!(line), &json!(column)),
            "{failure}"
        );
    }
}

#[test]
fn moves_have_the_notation_that_players_use() {
    let (_, line) = ask("/api/start", &json!({ "game": "checkers" }));
    let game = json!({ "game": "checkers", "position": line["position"], "moves": ["E f6 e5"] });
    let (_, stand) = ask("/api/game", &game);
    assert_eq!(stand["played"][0]["usual"], "11-15");
    assert_eq!(stand["legal"][0]["move"].as_str().map(|mv| &mv[..1]), Some("E"));
    assert!(stand["legal"][0]["usual"].as_str().unwrap().contains('-'));
}
