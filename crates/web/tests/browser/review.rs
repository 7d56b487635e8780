//! Games looked at again, hints, and what is offered when a game is over.

use serde_json::{Value, json};

use plyglot_games::GAMES;

use crate::Stage;
use crate::driver::Screen;
use crate::play::{cell, paste, played, seat, two_people};

const LEFT: &str = "\u{E012}";
const RIGHT: &str = "\u{E014}";
const HOME: &str = "\u{E011}";
const END: &str = "\u{E010}";
const ENTER: &str = "\u{E007}";

/// White gives a man away with the 18th move.
const MOVES: [&str; 21] = [
    "E b6 a5", "E c3 d4", "E c7 b6", "E d4 c5", "J d6 b4", "J a3 c5", "J b6 d4", "J e3 c5",
    "E f6 e5", "E f2 e3", "E e5 d4", "E g3 f4", "J d4 f2", "J g1 e3", "E d8 c7", "E d2 c3",
    "E c7 d6", "E c3 b4", "J a5 c3", "J b2 d4", "J d6 b4",
];

/// The address of a game within a view, as people share it.
fn game(view: &str, moves: &[&str]) -> String {
    let coded = |text: &str| text.replace('\n', "%0A").replace(' ', "+");
    let start = coded(&GAMES.find("checkers").unwrap().sample().position());
    let moves: Vec<String> = moves.iter().map(|mv| coded(mv)).collect();
    format!("{view}/checkers?start={start}&moves={}", moves.join("~"))
}

fn until_state(stage: &Stage, state: &str) {
    stage.browser.until(&format!("document.querySelector('.review')?.dataset.state === '{state}'"));
}

fn until_at(stage: &Stage, at: usize) {
    stage.browser.until(&format!("document.querySelector('.review')?.dataset.shown === '{at}'"));
}

/// The whole way: the graph, the turning point, what was better, and another try.
pub fn a_game_is_reviewed(stage: &Stage) {
    two_people(stage, "checkers");
    stage.show(&format!("{}&seats=club~human", game("review", &MOVES)));
    // It can be gone through while it is thought about.
    until_at(stage, 0);
    stage.browser.keys(&format!("{RIGHT}{RIGHT}"));
    until_at(stage, 2);
    assert_eq!(stage.browser.text(".status"), "Move 2: White plays 22-18.");
    until_state(stage, "done");
    let turns = stage
        .browser
        .run("return [...document.querySelectorAll('.turns li')].map((item) => item.dataset.at)");
    assert_eq!(turns, json!(["18"]), "{}", stage.browser.text(".turns"));
    let words = stage.browser.text(".turns li");
    assert!(words.contains("Move 18: White plays 22-17"), "{words}");
    assert!(words.contains("After it: Black is about a man ahead."), "{words}");
    let points =
        "return document.querySelector('.graph .curve').getAttribute('d').split('L').length";
    assert_eq!(stage.browser.run(points), MOVES.len() + 1);
    // Nothing says what was better before somebody asks.
    let line = "30-26";
    assert!(!stage.browser.text(".review").contains(line));
    assert_eq!(stage.browser.run("return document.querySelectorAll('.pointer > *').length"), 0);
    stage.browser.click("[data-tool='better']");
    stage.browser.until("!document.querySelector('.remedy').hidden");
    let better = stage.browser.text(".remedy");
    assert!(better.starts_with("Better was 30-26: "), "{better}");
    assert!(better.contains(" Expected: 30-26, 10x17"), "{better}");
    until_at(stage, 17);
    assert_eq!(stage.browser.run("return document.querySelectorAll('.pointer .better').length"), 2);
    stage.browser.keys(HOME);
    until_at(stage, 0);
    assert_eq!(stage.browser.run("return document.querySelectorAll('.pointer > *').length"), 0);
    stage.browser.keys(END);
    until_at(stage, MOVES.len());
    stage.browser.click("[data-tool='share']");
    stage.browser.until("document.querySelector('dialog [data-tab=\"PDN\"]')");
    stage.browser.click("dialog [data-tool='close']");
    // What is seen comes back, and the graph leads everywhere.
    stage.browser.keys(LEFT);
    until_at(stage, 20);
    stage.browser.reload();
    until_state(stage, "done");
    until_at(stage, 20);
    stage.browser.run(
        "const graph = document.querySelector('.graph'), box = graph.getBoundingClientRect();
         graph.dispatchEvent(new MouseEvent('click', { clientX: box.left + (box.width * 18) / 21 }))",
    );
    until_at(stage, 18);
    stage.browser.click("[data-tool='retry']");
    played(stage, 17);
    assert_eq!(stage.browser.text(".status"), "Your move (White).");
    let seats = "return [...document.querySelectorAll('[data-seat]')].map((seat) => seat.value)";
    assert_eq!(stage.browser.run(seats), json!(["club", "human"]));
}

/// Thinking stops when somebody wants that, goes on where it was, and ends with the view.
pub fn a_review_is_stopped(stage: &Stage) {
    stage.show(&game("review", &MOVES));
    stage.browser.until("Number(document.querySelector('.review')?.dataset.known) >= 1");
    stage.browser.click("[data-tool='stop']");
    until_state(stage, "stopped");
    let known = "return document.querySelector('.graph .curve').getAttribute('d')";
    let before = stage.browser.run(known);
    stage.browser.keys(RIGHT);
    until_at(stage, 1);
    assert_eq!(stage.browser.run(known), before);
    stage.browser.click("[data-tool='stop']");
    stage.show("play/checkers");
    stage.browser.until("document.querySelector('.play')?.dataset.turn === 'person'");
    // What is known is not thought again.
    stage.show(&game("review", &MOVES));
    until_state(stage, "done");
    // A game that cannot be is refused in a sentence.
    stage.show(&game("review", &["E b6 b5"]));
    until_state(stage, "failed");
    let status = stage.browser.text(".status");
    assert!(status.starts_with("This game cannot be shown. Move 1:"), "{status}");
    stage.show("review/mancala");
    stage.browser.until("document.querySelector('main').textContent.includes('no game')");
    crate::play::only_refusals(stage);
}

/// The end of a game leads to a review, to the same again, or to the other side.
pub fn an_ended_game_offers_more(stage: &Stage) {
    two_people(stage, "stake-raid");
    paste(stage, "2\nMINIMAX\nX\n1\n1 2\n3 4\nX.\n.O\n");
    played(stage, 0);
    seat(stage, 1, "greedy");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
    let is_offered =
        "return !document.querySelector('[data-tool=\"rematch\"]').closest('[hidden]')";
    assert_eq!(stage.browser.run(is_offered), false);
    let lose = || {
        cell(stage, "A2");
        stage.browser.click(".choice [data-move='A2 Stake']");
        stage.browser.until("document.querySelector('.play').dataset.turn === 'over'");
    };
    lose();
    assert_eq!(stage.browser.run(is_offered), true);
    stage.browser.until("document.activeElement.dataset.tool === 'review-over'");
    stage.browser.click("[data-tool='rematch']");
    played(stage, 0);
    assert_eq!(stage.browser.run(is_offered), false);
    lose();
    stage.browser.click("[data-tool='other-side']");
    // The machine begins now.
    played(stage, 1);
    assert_eq!(stage.browser.text(".status"), "Your move (O).");
    stage.browser.click(".cell.movable");
    stage.browser.run("document.querySelector('.choice:not([hidden]) button')?.click()");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'over'");
    stage.browser.keys(ENTER);
    until_state(stage, "done");
}

/// One move first, and the reason when asked again; it is gone with the position.
pub fn hints_are_given_when_asked(stage: &Stage) {
    two_people(stage, "mancala");
    assert_eq!(stage.browser.run("return document.querySelector('.opinion-body').hidden"), true);
    stage.browser.click("[data-tool='hint']");
    stage.browser.until("document.querySelector('.advised').textContent.startsWith('Hint: ')");
    let hint = stage.browser.text(".advised");
    assert!(hint.starts_with("Hint: Player 1 could play B"), "{hint}");
    assert_eq!(stage.browser.text(".live, .unseen[role='status']"), hint, "it is said, too");
    assert_eq!(stage.browser.run("return document.querySelectorAll('.pointer circle').length"), 1);
    assert_eq!(stage.browser.text("[data-tool='hint']"), "Why?");
    stage.browser.click("[data-tool='hint']");
    stage.browser.until("document.querySelector('.advised').textContent.includes('Expected: ')");
    cell(stage, "B4");
    played(stage, 1);
    assert_eq!(stage.browser.run("return document.querySelector('.advised').hidden"), true);
    assert_eq!(stage.browser.run("return document.querySelectorAll('.pointer > *').length"), 0);
    assert_eq!(stage.browser.text("[data-tool='hint']"), "Hint");
}

/// Counts, words, turn, `input.txt` and search are those of the position that is shown.
pub fn an_earlier_position_is_all_earlier(stage: &Stage) {
    two_people(stage, "mancala");
    let shown = || {
        stage.browser.run(
            "return [...document.querySelectorAll('.tally')].map((tally) => tally.textContent)
                 .concat([...document.querySelectorAll('.who')].map((who) => who.classList.contains('turn')))",
        )
    };
    let mut then = vec![shown()];
    for (count, pit) in ["B4", "B2", "A2", "B6"].into_iter().enumerate() {
        cell(stage, pit);
        played(stage, count + 1);
        then.push(shown());
    }
    stage.browser.run("document.activeElement.blur()");
    for at in (0..4).rev() {
        stage.browser.keys(LEFT);
        stage.browser.until(&format!("document.querySelector('.play').dataset.at === '{at}'"));
        assert_eq!(shown(), then[at], "after {at} moves");
    }
    stage.browser.keys(END);
    stage.browser.until("document.querySelector('.play').dataset.at === '4'");
    stage.browser.keys(&format!("{HOME}{RIGHT}"));
    stage.browser.until("document.querySelector('.play').dataset.at === '1'");
    let status = stage.browser.text(".status");
    assert_eq!(status, "An earlier position, after 1 of 4 moves. Player 1 to move.");
    assert_eq!(
        stage.browser.text(".said"),
        "Player 1 plays B4, bringing home 1 stone. And moves again."
    );
    stage.browser.click("[data-tool='share']");
    stage.browser.until("document.querySelector('dialog [data-tab=\"input.txt\"]')");
    stage.browser.click("dialog [data-tab='input.txt']");
    let input = stage.browser.run("return document.querySelector('dialog textarea').value");
    let mut line = GAMES.find("mancala").unwrap().sample();
    line.play("B4").unwrap();
    let (_, task) = GAMES.read_task(input.as_str().unwrap(), None).unwrap();
    assert_eq!(task.line().position(), line.position());
    stage.browser.click("dialog [data-tool='close']");
    stage.browser.until("!document.querySelector('dialog')");
    stage.browser.click("[data-tool='tree']");
    stage.browser.until("document.querySelector('.tree')");
    let address =
        stage.browser.run("return decodeURIComponent(location.hash.replaceAll('+', ' '))");
    assert!(address.as_str().unwrap().contains(&line.position()), "{address}");
    stage.browser.run("history.back()");
    stage.browser.until("document.querySelector('.play')?.dataset.at === '1'");
    // The game goes on from there, and what came after it is not lost.
    stage.browser.click("[data-tool='continue']");
    played(stage, 1);
    stage.browser.click("[data-tool='redo']");
    played(stage, 4);
    assert_eq!(shown(), then[4]);
    stage.browser.click(".moves li:nth-child(2) button");
    stage.browser.until("document.querySelector('.play').dataset.at === '2'");
    stage.browser.click("[data-tool='continue']");
    played(stage, 2);
    cell(stage, "A5");
    played(stage, 3);
    stage.browser.click("[data-tool='aside']");
    played(stage, 4);
    assert_eq!(stage.browser.text(".moves li:nth-child(3)"), "A2");
    stage.browser.click("[data-tool='aside']");
    played(stage, 3);
    assert_eq!(stage.browser.text(".moves li:nth-child(3)"), "A5");
}

/// A game has an address: for another page, after a reload, and on the way back.
pub fn games_have_addresses(stage: &Stage) {
    two_people(stage, "mancala");
    for (count, pit) in ["B3", "A2"].into_iter().enumerate() {
        cell(stage, pit);
        played(stage, count + 1);
    }
    stage.browser.until("location.hash.endsWith('moves=B3~A2')");
    stage.browser.click(".moves li:first-child button");
    stage.browser.until("location.hash.endsWith('&at=1')");
    let address = stage.browser.run("return location.hash").as_str().unwrap()[2..].to_owned();
    stage.browser.reload();
    stage.browser.until("document.querySelector('.play')?.dataset.at === '1'");
    stage.browser.run("sessionStorage.clear()");
    // Somebody else has a game of their own, which stays theirs.
    two_people(stage, "mancala");
    cell(stage, "B5");
    played(stage, 1);
    stage.show(&address);
    stage.browser.until("document.querySelector('.play')?.dataset.moves === '2'");
    stage.browser.until("document.querySelector('.play').dataset.at === '1'");
    assert_eq!(stage.browser.text(".moves"), "B3A2");
    stage.browser.click("[data-tool='aside']");
    played(stage, 1);
    assert_eq!(stage.browser.text(".moves"), "B5");
    // What is no game is said in a sentence, and the tab's own is there.
    stage.show("play/mancala?start=nonsense");
    stage.browser.until("document.querySelector('.talk .bad').textContent");
    let said = stage.browser.text(".talk .bad");
    assert!(said.starts_with("The game of this address cannot be shown. Line 1"), "{said}");
    stage.browser.until("document.querySelector('.moves').textContent === 'B5'");
    crate::play::only_refusals(stage);
}

/// What happens is read aloud once, however much is thought meanwhile.
pub fn a_move_is_heard_once(stage: &Stage) {
    two_people(stage, "checkers");
    seat(stage, 1, "strong");
    stage.browser.click("#opinion");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
    stage.browser.run(
        "window.heard = [];
         const isLive = (node) => (node instanceof Element ? node : node.parentElement)?.closest('[aria-live], [role=status], [role=alert]');
         new MutationObserver((changes) => {
             const lives = new Set(changes.map(({ target }) => isLive(target)).filter(Boolean));
             for (const live of lives) window.heard.push(live.textContent);
         }).observe(document.body, { subtree: true, childList: true, characterData: true })",
    );
    cell(stage, "b6");
    cell(stage, "a5");
    played(stage, 2);
    stage.browser.until("/\\d+ nodes/.test(document.querySelector('.facts').textContent)");
    stage.browser.until("document.querySelectorAll('.graph .curve').length");
    let heard = stage.browser.run("return window.heard");
    let heard: Vec<&str> = heard.as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert_eq!(heard[0], "Black plays 9-13.");
    assert!(
        heard[1].starts_with("White plays ") && heard[1].contains("Your move (Black)."),
        "{heard:?}"
    );
    stage.browser.run("localStorage.clear()");
}

/// The focus stays where it was put, and no word stays of what was taken back.
pub fn the_focus_stays(stage: &Stage) {
    two_people(stage, "mancala");
    cell(stage, "B4");
    played(stage, 1);
    let focused = || {
        stage.browser.run("return document.activeElement.dataset.tool ?? document.activeElement.dataset.seat ?? null")
    };
    stage.browser.run("document.querySelector('[data-tool=\"undo\"]').focus()");
    stage.browser.keys(ENTER);
    played(stage, 0);
    assert_eq!(focused(), "undo");
    assert_eq!(stage.browser.text(".said"), "");
    // There is nothing to take back, and pressing it again does no harm.
    stage.browser.keys(ENTER);
    played(stage, 0);
    stage.browser.run("document.querySelector('[data-seat=\"1\"]').focus()");
    seat(stage, 1, "beginner");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
    assert_eq!(focused(), "1");
    let level = stage.browser.text("#level-1");
    assert_eq!(level, "A child beats it.");
}

/// Nothing of a review is wider than a phone.
pub fn a_phone_reviews_a_game(stage: &Stage) {
    let Some(phone) = crate::driver::Browser::start(Screen::Phone, stage.network()) else {
        panic!("no second browser")
    };
    phone.go(&stage.at(&game("review", &MOVES)));
    phone.until("document.querySelector('.review')?.dataset.state === 'done'");
    phone.click("[data-tool='better']");
    phone.until("!document.querySelector('.remedy').hidden");
    let width = phone.run("return [document.documentElement.scrollWidth, screen.width]");
    assert_eq!(width[0], width[1]);
    crate::leave_picture(&phone, &stage.picture_of("phone review"));
    phone.click("#theme");
    crate::leave_picture(&phone, &stage.picture_of("phone review, dark"));
    phone.go(&stage.at(&game("play", &MOVES)));
    phone.until("document.querySelector('.play')?.dataset.turn === 'person'");
    phone.click("[data-tool='hint']");
    phone.until("document.querySelectorAll('.pointer > *').length");
    phone.run("scrollTo(0, 0)");
    crate::leave_picture(&phone, &stage.picture_of("phone hint, dark"));
    phone.go("about:blank");
    assert_eq!(phone.complaints(), [""; 0]);
}
