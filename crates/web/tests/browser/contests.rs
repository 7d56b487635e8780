//! Contests and gradings.

use serde_json::{Value, json};
use tempfile::tempdir;

use plyglot_arena::contest::{Event, Flow};
use plyglot_arena::tournament::{Store, Tournament, TournamentReport, TournamentSettings};
use plyglot_games::GAMES;

use crate::common::contests::{
    MARKUP, cup, faulty, grading, grading_of, play, played, store, tournament,
};
use crate::common::{get, server_showing};
use crate::driver::Browser;
use crate::{Stage, leave_picture};

const READY: &str = "document.querySelector('.contests, .replay')?.dataset.state === 'ready'";

pub const RIGHT: &str = "\u{E014}";
pub const LEFT: &str = "\u{E012}";
const END: &str = "\u{E010}";
const HOME: &str = "\u{E011}";

/// The same browser with a server that shows a folder.
pub fn showing<'b>(stage: &Stage<'b>, folder: &std::path::Path) -> Stage<'b> {
    let server = server_showing(folder);
    Stage::served(stage.browser, server)
}

impl Stage<'_> {
    pub(crate) fn open(&self, view: &str) {
        self.show(view);
        self.browser.until(READY);
    }

    pub(crate) fn count(&self, selector: &str) -> Value {
        self.browser
            .run_with("return document.querySelectorAll(arguments[0]).length", &json!([selector]))
    }

    pub(crate) fn data(&self, name: &str) -> Value {
        let script = "return document.querySelector('.contests, .replay').dataset[arguments[0]]";
        self.browser.run_with(script, &json!([name]))
    }

    fn choose(&self, field: &str, value: &str) {
        let script = "const select = document.querySelector(`[data-field=\"${arguments[0]}\"]`);
             select.value = arguments[1]; select.dispatchEvent(new Event('change'))";
        self.browser.run_with(script, &json!([field, value]));
    }

    pub(crate) fn has_games(&self, count: usize) {
        self.browser.until(&format!(
            "document.querySelector('#games').dataset.total === '{count}' \
             && document.querySelectorAll('.games li').length === {count}"
        ));
    }
}

pub fn contests_are_listed_and_shown(stage: &Stage) {
    let folder = tempdir().unwrap();
    let stage = showing(stage, folder.path());
    stage.open("contests");
    assert!(stage.browser.text(".empty").contains("plyglot tournament cup.toml"));
    assert_eq!(stage.browser.text("nav [aria-current]"), "Contests");
    let path = store(folder.path(), "cup");
    played(&path, &cup());
    // It appears without being asked for.
    stage
        .browser
        .until("document.querySelector('[data-contest=\"Cup\"] [data-state=\"finished\"]')");
    stage.browser.click("[data-contest=\"Cup\"]");
    stage.browser.until("document.querySelector('.tables')");
    stage.browser.until(READY);
    let report = TournamentReport::of(&Store::open(&path, GAMES).unwrap()).unwrap();
    let shown = stage.browser.run(
        "return [...document.querySelectorAll('[data-agent]')].map((row) => row.dataset.agent)",
    );
    let names: Vec<&str> = report.standings.iter().map(|row| row.agent.as_str()).collect();
    assert_eq!(shown, json!(names));
    let first = stage.browser.text("[data-agent] td:nth-child(3)");
    assert_eq!(first.replace('−', "-"), report.standings[0].rating());
    assert_eq!(stage.count(".ratings circle"), 3);
    assert_eq!(stage.count(".ratings .interval"), 3);
    assert_eq!(stage.count(".met"), 6);
    stage.has_games(6);
    stage.choose("agent", "1");
    stage.has_games(4);
    stage.browser.click(".met button");
    stage.has_games(2);
    stage.choose("agent", "");
    stage.choose("opponent", "");
    stage.has_games(6);
    stage.browser.click(".endings button");
    let games = report.endings[0].games as usize;
    stage.has_games(games);
    assert_eq!(stage.browser.title(), "Cup · Plyglot");
    assert_eq!(stage.count(".games .lead"), games);
    // A slow turn leads to where it was played.
    stage.browser.click(".slowest a");
    stage.browser.until("document.querySelector('.replay')?.dataset.state === 'ready'");
    let turn = report.slowest[0].turn;
    assert!(stage.data("at").as_str().unwrap().parse::<usize>().unwrap() >= turn);
}

pub fn a_game_is_replayed_by_keys(stage: &Stage) {
    let folder = tempdir().unwrap();
    let path = store(folder.path(), "cup");
    played(&path, &cup());
    let stage = showing(stage, folder.path());
    stage.open("contests");
    stage.browser.click("[data-contest=\"Cup\"]");
    stage.browser.until("document.querySelector('.games a')");
    stage.browser.click(".games a[data-key='1.1.2']");
    stage.browser.until("document.querySelector('.replay')?.dataset.state === 'ready'");
    let store = Store::open(&path, GAMES).unwrap();
    let (_, record) = store.game("1.1.2".parse().unwrap()).unwrap().unwrap();
    let moves = record.moves().count();
    assert_eq!(stage.data("at"), "0");
    for step in 1..=moves {
        stage.browser.keys(RIGHT);
        stage
            .browser
            .until(&format!("document.querySelector('.replay').dataset.shown === '{step}'"));
    }
    let sentence = format!("{}.", record.ending.sentence);
    assert_eq!(stage.browser.text(".status"), sentence);
    stage.browser.keys(RIGHT);
    stage.browser.keys(LEFT);
    assert_eq!(stage.data("at"), (moves - 1).to_string());
    stage.browser.keys(HOME);
    assert_eq!(stage.data("at"), "0");
    stage.browser.keys(END);
    assert_eq!(stage.data("at"), moves.to_string());
    assert_eq!(stage.count(".cpu-chart rect"), record.turns.len());
    // Like a film, from the beginning.
    stage
        .browser
        .run("document.querySelector('.steps select').value = 20; document.activeElement.blur()");
    stage.browser.keys(" ");
    stage.browser.until("Number(document.querySelector('.replay').dataset.at) < 3");
    stage.browser.until(&format!("document.querySelector('.replay').dataset.shown === '{moves}'"));
    // On to the next game, and from one of its positions elsewhere.
    stage.browser.run("location.hash = location.hash.replace('1.1.2', '1.1.1')");
    stage
        .browser
        .until("document.querySelector('.replay .back').textContent.includes('Game 1.1.1')");
    for _ in 0..3 {
        stage.browser.keys(RIGHT);
    }
    let played: Vec<Value> = {
        let (_, record) = store.game("1.1.1".parse().unwrap()).unwrap().unwrap();
        record.moves().take(3).map(Value::from).collect()
    };
    let address = stage.browser.run("return location.hash");
    stage.browser.click("[data-tool='play-on']");
    stage.browser.until("document.querySelector('.play')?.dataset.moves >= '3'");
    let listed = "return [...document.querySelectorAll('.moves li')].slice(0, 3).map((item) => item.textContent)";
    assert_eq!(stage.browser.run(listed), json!(played));
    stage.browser.run_with("location.hash = arguments[0]", &json!([address]));
    stage.browser.until("document.querySelector('.replay')?.dataset.state === 'ready'");
    stage.browser.click("[data-tool='tree']");
    stage.browser.until("document.querySelector('.tree')?.dataset.state === 'ready'");
    stage.browser.until("document.querySelector('[data-field=\"text\"]').value.split('\\n')[1].split(' ').length === 4");
}

/// The board is that of the step, however quickly one goes on.
pub fn a_jump_ends_the_move_in_flight(stage: &Stage) {
    let folder = tempdir().unwrap();
    let path = store(folder.path(), "cup");
    played(&path, &cup());
    let stage = showing(stage, folder.path());
    let list = get(stage.address(), "/api/contests").json();
    stage.open(&format!("contests/{}/1.1.1", list["contests"][0]["id"].as_str().unwrap()));
    let steps: Vec<Value> = (0..4)
        .map(|step| {
            if step > 0 {
                stage.browser.keys(RIGHT);
            }
            stage.pieces()
        })
        .collect();
    stage.let_things_move();
    for (begin, keys, end) in [
        ("Home", json!(["ArrowRight", "ArrowLeft"]), 0),
        ("Home", json!(["ArrowRight", "ArrowRight", "ArrowRight", "Home"]), 0),
        ("Home", json!(["ArrowRight", "ArrowRight", "ArrowRight"]), 3),
        ("Home", json!(["ArrowRight", "ArrowLeft", "ArrowRight"]), 1),
    ] {
        let press = "const keys = [arguments[0], ...arguments[1]];
             for (const key of keys) dispatchEvent(new KeyboardEvent('keydown', { key }));
             return document.getAnimations().length";
        let flights = stage.browser.run_with(press, &json!([begin, keys]));
        assert!(end == 0 || flights.as_u64() > Some(0), "nothing moves");
        stage
            .browser
            .until(&format!("document.querySelector('.replay').dataset.shown === '{end}'"));
        assert_eq!(stage.pieces(), steps[end], "{keys}");
    }
    // In a list that is too long to be seen, the current move is.
    stage.browser.run("document.querySelector('.moves').style.maxHeight = '3rem'");
    for key in [END, HOME, RIGHT] {
        stage.browser.keys(key);
        assert!(key == HOME || stage.shows_current_move());
    }
}

/// Nothing is wider than the screen.
pub fn fit_a_phone(phone: &Browser) {
    let folder = tempdir().unwrap();
    played(&store(folder.path(), "cup"), &cup());
    faulty(&store(folder.path(), "faults"));
    grading(&folder.path().join("grades"));
    let server = server_showing(folder.path());
    let list = get(server.address(), "/api/contests").json();
    let [one, other] = [0, 1].map(|at: usize| list["contests"][at]["id"].as_str().unwrap());
    let grades = list["gradings"][0]["id"].as_str().unwrap();
    for (name, view) in [
        ("list", "contests".to_owned()),
        ("contest", format!("contests/{one}")),
        ("other contest", format!("contests/{other}")),
        ("game", format!("contests/{one}/1.1.1")),
        ("other game", format!("contests/{other}/1.1.1")),
        ("grading", format!("gradings/{grades}")),
    ] {
        phone.go("about:blank");
        phone.go(&format!("http://{}/#/{view}", server.address()));
        phone.until(READY);
        let width = phone.run("return [document.documentElement.scrollWidth, innerWidth]");
        assert_eq!(width[0], width[1], "{name}");
        leave_picture(phone, &format!("phone {name}"));
    }
    phone.go("about:blank");
}

/// What agents and authors write is shown, and nothing more.
pub fn texts_of_others_stay_texts(stage: &Stage) {
    let folder = tempdir().unwrap();
    faulty(&store(folder.path(), "faults"));
    let stage = showing(stage, folder.path());
    for view in ["contests", "contest", "game"] {
        match view {
            "contests" => stage.open("contests"),
            "contest" => stage.browser.click(".entry"),
            _ => stage.browser.click(".games a"),
        }
        let there = match view {
            "contests" => ".entry",
            "contest" => ".games a",
            _ => ".evidence:not([hidden]) pre",
        };
        stage.browser.until(&format!("document.querySelector('{there}')"));
        stage.browser.until(READY);
        assert_eq!(stage.count("main img"), 0, "{view}");
        assert_ne!(stage.browser.title(), "taken over", "{view}");
        let text = stage.browser.run("return document.querySelector('main').textContent");
        assert!(text.as_str().unwrap().contains(MARKUP), "{view}: {text}");
    }
    assert_eq!(stage.browser.text(".evidence pre"), MARKUP);
}

pub fn a_grading_is_opened(stage: &Stage) {
    let folder = tempdir().unwrap();
    grading(&folder.path().join("grades"));
    let stage = showing(stage, folder.path());
    stage.open("contests");
    stage.browser.click("[data-grading='grades']");
    stage.browser.until("document.querySelectorAll('.students li').length === 2");
    assert_eq!(stage.browser.text("nav [aria-current]"), "Contests");
    assert!(stage.browser.text(".students li").contains("5 / 5"));
    stage.browser.click(".students li:nth-child(2) summary");
    stage.browser.until("document.querySelector('.wrong')");
    let words = stage.browser.text(".wrong");
    assert!(words.contains("The last stone captures.") && words.contains(MARKUP), "{words}");
    assert_eq!(stage.count("main img"), 0);
    let page = stage.browser.run("return document.querySelector('[data-tool=\"overview\"]').href");
    stage.browser.go(page.as_str().unwrap());
    assert_eq!(stage.browser.title(), "Mancala: grades");
    // Its own links work there.
    stage.browser.click("a");
    stage.browser.until("document.title !== 'Mancala: grades'");
    assert!(stage.browser.title().contains("../ann lee"), "{}", stage.browser.title());
}

/// Explanations never stand under another student's name.
pub fn a_grading_is_done_again_meanwhile(stage: &Stage) {
    let folder = tempdir().unwrap();
    let mut grades = grading(&folder.path().join("grades"));
    let stage = showing(stage, folder.path());
    let list = get(stage.address(), "/api/contests").json();
    stage.open(&format!("gradings/{}", list["gradings"][0]["id"].as_str().unwrap()));
    grades.students.reverse();
    grading_of(&grades, &folder.path().join("grades"));
    stage.browser.click(".students li:nth-child(1) summary");
    stage.browser.until("document.querySelector('details[open] .explained a')");
    assert_eq!(stage.browser.text("details[open] strong"), "../ann lee");
    assert!(stage.browser.text("details[open] .explained").contains("Everything is right."));
    assert_eq!(stage.count("details[open]"), 1);
}

pub fn games_are_turned_page_by_page(stage: &Stage) {
    let folder = tempdir().unwrap();
    let agents = [("chance", "random"), ("greed", "greedy")];
    played(&store(folder.path(), "long"), &tournament("Long", &agents, 60));
    let stage = showing(stage, folder.path());
    let list = get(stage.address(), "/api/contests").json();
    stage.open(&format!("contests/{}", list["contests"][0]["id"].as_str().unwrap()));
    let shown = "document.querySelector('.pages [role=status]').textContent";
    stage.browser.until(&format!("{shown} === '1 to 25 of 60'"));
    stage.browser.run("document.querySelector('[data-tool=later]').focus()");
    // By keys alone: the button keeps the focus.
    stage.browser.keys(" ");
    stage.browser.until(&format!("{shown} === '26 to 50 of 60'"));
    stage.browser.keys(" ");
    stage.browser.until(&format!("{shown} === '51 to 60 of 60'"));
    assert_eq!(stage.count("[data-tool=later]:disabled"), 1);
    assert_eq!(stage.count(".games li"), 10);
    stage.browser.click("[data-tool=earlier]");
    stage.browser.until(&format!("{shown} === '26 to 50 of 60'"));
}

/// In Capture Go a pair counts as a whole, which the page says.
pub fn pairs_of_capture_go_are_explained(stage: &Stage) {
    let folder = tempdir().unwrap();
    let settings = TournamentSettings {
        game: "capture-go".to_owned(),
        sizes: [("size".to_owned(), 4)].into(),
        ..cup().settings().clone()
    };
    played(&store(folder.path(), "go"), &Tournament::new(settings, GAMES).unwrap());
    let stage = showing(stage, folder.path());
    let list = get(stage.address(), "/api/contests").json();
    stage.open(&format!("contests/{}", list["contests"][0]["id"].as_str().unwrap()));
    assert!(stage.browser.text(".tables .card").contains("Both games of a pair count"));
    assert_eq!(stage.count(".games .lead"), 6);
}

/// A table of very many cells waits until somebody wants to see it.
pub fn a_large_cross_table_waits(stage: &Stage) {
    let folder = tempdir().unwrap();
    let names: Vec<String> = (0..51).map(|number| format!("agent {number}")).collect();
    let agents: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "random")).collect();
    let mut ended = 0;
    play(&store(folder.path(), "crowd"), &tournament("Crowd", &agents, 2), |event| {
        ended += u32::from(matches!(event, Event::Ended { .. }));
        if ended == 4 { Flow::Stop } else { Flow::GoOn }
    });
    let stage = showing(stage, folder.path());
    let list = get(stage.address(), "/api/contests").json();
    stage.open(&format!("contests/{}", list["contests"][0]["id"].as_str().unwrap()));
    assert_eq!((stage.count("[data-agent]"), stage.count(".met")), (json!(51), json!(0)));
    stage.browser.click(".tables summary");
    stage.browser.until("document.querySelectorAll('.met').length > 0");
    stage.browser.click(".tables summary");
    stage.browser.until("document.querySelectorAll('.met').length === 0");
}
