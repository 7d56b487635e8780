//! Exercises.

use serde_json::json;

use crate::driver::{Browser, Screen};
use crate::{Stage, leave_picture};

/// Waits until an exercise is asked, answered, or otherwise as it should be.
fn until_state(browser: &Browser, exercise: &str, state: &str) {
    let sheet = format!("document.querySelector('[data-exercise=\"{exercise}\"] .sheet')");
    browser.until(&format!("{sheet}?.dataset.state === '{state}'"));
}

/// Shows an exercise once it is asked.
fn open(stage: &Stage, exercise: &str) {
    stage.show(&format!("practise/{exercise}"));
    until_state(stage.browser, exercise, "asking");
}

/// Waits for words in what is said to an answer.
#[track_caller]
fn told(stage: &Stage, words: &str) {
    let script =
        format!("document.querySelector('.feedback').textContent.includes({})", json!(words));
    stage.browser.until(&script);
}

fn task(stage: &Stage) -> String {
    let task = stage.browser.run("return document.querySelector('.sheet').dataset.task");
    task.as_str().unwrap_or_default().to_owned()
}

/// What a number gives is fixed: a link that a teacher sent means the same tomorrow, and with the other
/// page.
pub fn exercises_follow_from_their_numbers(stage: &Stage) {
    for (exercise, wanted) in [
        ("cut/easy/2", "((12 9) (4 0 7) (10 8 13)) line 6"),
        ("cut/hard/3", "2\n2 1 6\n0 3 1\n2\n3\n line 3"),
        ("window/hard/2", "3\nO\n14 31 12\n19 78 86\n87 91 29\n.OX\n.OX\nXOO\n alpha-beta line 19"),
        ("move/medium/2", "(((0 6) (9 5)) ((-7 5 -8) (3 -1 -3))) minimax"),
        ("move/hard/6", "B\nW.Wx\nBB.W\n..Wx\nWBWx\n minimax"),
        ("log/medium/3", "3\n2\n2\n2 8 1\n0 5 2\n2\n4\n20 lines"),
    ] {
        open(stage, exercise);
        assert_eq!(task(stage), wanted, "{exercise}");
        leave_picture(stage.browser, &stage.picture_of(&exercise.replace('/', " ")));
    }
    for nothing in ["practise/cut/easy/0", "practise/cut/harder/1", "practise/dice/easy/1"] {
        stage.show(nothing);
        stage.browser.until("document.querySelector('main .bad')");
        assert!(stage.browser.text("main .bad").starts_with("There is no exercise"));
    }
}

pub fn the_next_cut_is_predicted(stage: &Stage) {
    open(stage, "cut/easy/2");
    // ((12 9) (4 0 7) (10 8 13)): the second move is cut after its first child.
    let pick = |node: &str| stage.browser.click(&format!("[data-node='node {node}']"));
    pick("1.1");
    told(stage, "a leaf");
    stage.browser.click("[data-tool='none']");
    told(stage, "one more node at which something is left out");
    pick("3");
    told(stage, "Node 3 is cut too, but later");
    pick("2");
    until_state(stage.browser, "cut/easy/2", "part");
    pick("2.1");
    pick("2.2");
    stage.browser.click("[data-tool='check']");
    told(stage, "Node 2.1 is looked at, in line 10");
    pick("2.1");
    stage.browser.click("[data-tool='check']");
    told(stage, "One more child is not looked at");
    pick("2.3");
    stage.browser.click("[data-tool='check']");
    until_state(stage.browser, "cut/easy/2", "right");
    told(stage, "Node 1 already guarantees 9 for MAX; here MIN can force 4");
    // The search itself, at this line.
    stage.browser.click("[data-tool='see']");
    stage.browser.until("document.querySelector('.tree')?.dataset.state === 'ready'");
    assert!(stage.browser.run("return location.hash").to_string().contains("line=11"));

    open(stage, "cut/easy/7");
    pick("2");
    told(stage, "Node 2 is searched to its end");
    stage.browser.click("[data-tool='none']");
    until_state(stage.browser, "cut/easy/7", "right");
}

/// With keys alone.
pub fn a_window_is_entered(stage: &Stage) {
    let name = "window/easy/2";
    open(stage, name);
    assert_eq!(task(stage), "((3 12 8) (2 4 6) (14 5 2)) alpha-beta line 22");
    stage.browser.run("document.querySelector('.fields input').focus()");
    // Enter, and Tab to the next field.
    stage.browser.keys("2\u{E004}two\u{E007}");
    told(stage, "The alpha is missing");
    stage
        .browser
        .run("for (const field of document.querySelectorAll('.fields input')) field.value = ''");
    stage.browser.run("document.querySelector('.fields input').focus()");
    stage.browser.keys("2\u{E004}2\u{E004}inf\u{E007}");
    told(stage, "MAX moves here, so it is the larger one");
    told(stage, "Alpha is not right");
    assert!(!stage.browser.text(".feedback").contains("Beta is not right"));
    stage
        .browser
        .run("for (const field of document.querySelectorAll('.fields input')) field.value = ''");
    stage.browser.run("document.querySelector('.fields input').focus()");
    stage.browser.keys("3\u{E004}3\u{E004}∞\u{E007}");
    until_state(stage.browser, name, "right");
    told(stage, "Line 22: Node 3 returns 2, no better for MAX than the 3 of node 1");
    // Shown, which is no answer.
    open(stage, "window/hard/2");
    stage.browser.click("[data-tool='show']");
    until_state(stage.browser, "window/hard/2", "shown");
    told(stage, "A2 Raid,1,223,49,223");
}

pub fn a_move_is_chosen(stage: &Stage) {
    let name = "move/medium/2";
    open(stage, name);
    stage.browser.click("[data-tool='check']");
    told(stage, "Pick a move first");
    stage.browser.click("[data-move='2']");
    stage.browser.run("document.querySelector('.fields input').focus()");
    stage.browser.keys("9\u{E007}");
    told(stage, "2 is worth 3 only. After it best play is 2.2, 2.2.1.");
    told(stage, "The value is not 9");
    // By keys in the tree: down to the first move.
    stage.browser.run("document.querySelector('.knot[tabindex=\"0\"]').focus()");
    stage.browser.keys("\u{E013}");
    stage.browser.keys("\u{E013}\u{E015}\u{E007}");
    stage.browser.until("document.querySelector('[data-move=\"1\"]').ariaPressed === 'true'");
    stage.browser.run("document.querySelector('.fields input').value = '6'");
    stage.browser.click("[data-tool='check']");
    until_state(stage.browser, name, "right");
    told(stage, "What the moves are worth: 1: 6, 2: 3.");
}

pub fn a_wrong_line_is_found(stage: &Stage) {
    let name = "log/medium/3";
    open(stage, name);
    let pick = |line: u32| stage.browser.click(&format!("[data-line='{line}']"));
    pick(4);
    told(stage, "This line is right.");
    told(stage, "Line 4: ");
    pick(20);
    told(stage, "Line 20 is not the first");
    pick(15);
    until_state(stage.browser, name, "part");
    told(stage, "Line 15 should be A3,1,-2,-2,-1, and is A3,1,-2,-2,-2.");
    told(stage, "the line shows the old alpha -2 and beta -1");
    stage.browser.run(
        "document.querySelector('[data-choice]:not([data-choice=\"window-new-on-cut\"])').click()",
    );
    told(stage, "writes another log: its line");
    stage.browser.click("[data-choice='window-new-on-cut']");
    until_state(stage.browser, name, "right");
    told(stage, "Read again: the line of a cut shows the new value and the old alpha and beta.");
}

/// A teacher's way in five actions, and what a class makes of the link.
pub fn a_set_is_given_by_a_link(stage: &Stage) {
    let choose = |field: &str, value: &str| {
        stage.browser.run_with(
            "const field = document.querySelector(`[data-field='${arguments[0]}']`);
             field.value = arguments[1];
             field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input'))",
            &json!([field, value]),
        );
    };
    // The first action: the view is opened.
    stage.show("practise");
    stage.browser.until("document.querySelector('.practise .set')");
    choose("kind", "move");
    choose("level", "medium");
    choose("count", "2");
    stage.browser.click("[data-tool='copy']");
    stage.browser.until("document.querySelector('.set [role=\"status\"]').textContent !== ''");
    let address = "return document.querySelector('[data-field=\"address\"]').value";
    let address = stage.browser.run(address).as_str().unwrap().to_owned();
    let view = address.split("#/").nth(1).unwrap();
    let first: u32 = view.split(['/', '?']).nth(3).unwrap().parse().unwrap();
    assert_eq!(view, format!("practise/move/medium/{first}?count=2"));

    stage.show(view);
    until_state(stage.browser, &format!("move/medium/{first}"), "asking");
    assert!(stage.browser.text(".standing").starts_with("Exercise 1 of 2"));
    stage.browser.click("[data-tool='show']");
    until_state(stage.browser, &format!("move/medium/{first}"), "shown");
    stage.browser.click("[data-tool='onward']");
    until_state(stage.browser, &format!("move/medium/{}", first + 1), "asking");
    stage.browser.click("[data-tool='onward']");
    stage.browser.until("document.querySelector('[data-field=\"results\"]')");
    let text = results(stage);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[2].starts_with(&format!("move/medium/{first}: shown, 0 tries, ")), "{text}");
    assert_eq!(lines[3], format!("move/medium/{}: not done", first + 1));
    assert_eq!(lines[4], "Right at the first try: 0 of 2");
}

fn results(stage: &Stage) -> String {
    let text = stage.browser.run("return document.querySelector('[data-field=\"results\"]').value");
    text.as_str().unwrap().to_owned()
}

/// From an exercise that was done to the teacher who checks it.
pub fn results_are_handed_in(stage: &Stage) {
    open(stage, "move/easy/1");
    stage.browser.click("[data-move='2']");
    stage.browser.run("document.querySelector('.fields input').value = '7'");
    stage.browser.click("[data-tool='check']");
    until_state(stage.browser, "move/easy/1", "right");
    // It stays in the tab, and the first result counts.
    stage.browser.reload();
    until_state(stage.browser, "move/easy/1", "asking");
    stage.browser.click("[data-tool='show']");
    until_state(stage.browser, "move/easy/1", "shown");
    stage.show("practise");
    stage.browser.until("document.querySelector('[data-level]')");
    assert_eq!(stage.browser.text("[data-level='move/easy']"), "Easy 1 of 1 at the first try");
    stage.browser.click(".results-link a");
    stage.browser.until("document.querySelector('[data-field=\"name\"]')");
    stage.browser.click("[data-field='name']");
    stage.browser.keys("Zoë  B.");
    let text = results(stage);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["Plyglot exercises", "Name: Zoë B."]);
    assert!(lines[2].starts_with("move/easy/1: right, 1 try, "), "{text}");
    assert_eq!(lines[3], "Right at the first try: 1 of 1");
    assert!(lines[4].len() == "Checksum: ".len() + 16, "{text}");

    let check = |text: &str| {
        stage.show("practise/check");
        stage.browser.until("document.querySelector('[data-field=\"handed-in\"]')");
        stage.browser.run_with(
            "document.querySelector('[data-field=\"handed-in\"]').value = arguments[0]",
            &json!([text]),
        );
        stage.browser.click("[data-tool='check']");
        stage.browser.text(".feedback")
    };
    let intact = check(&text);
    assert!(intact.starts_with("Intact: Zoë B., 1 of 1 right at the first try."), "{intact}");
    // Copying may change the ends of lines.
    let copied = format!("\n  {}\n\n", text.replace('\n', " \r\n"));
    assert!(check(&copied).starts_with("Intact"));
    for changed in [
        text.replace("Zoë", "Zoe"),
        text.replace("1 try", "2 tries").replace("first try: 1", "first try: 0"),
        text.replace("easy/1", "easy/2"),
    ] {
        assert!(check(&changed).starts_with("Not intact"), "{changed}");
    }
    assert_eq!(
        check(&text.replace("easy/1", "easy/x")),
        "Line 3: there is no exercise move/easy/x."
    );
    assert!(check(lines[0]).starts_with("There is no line with the checksum"));
    assert!(check("").starts_with("There is no line “Plyglot exercises”"));
}

/// By touch, on a phone: nothing is wider than the screen but the tree in its own frame.
pub fn a_phone_has_exercises(stage: &Stage) {
    let Some(phone) = Browser::start(Screen::Phone, stage.network()) else {
        panic!("no second browser")
    };
    let name = "move/medium/2";
    for view in [
        "practise",
        "practise/check",
        "practise/log/medium/3",
        "practise/cut/hard/3",
        "practise/move/medium/2",
    ] {
        phone.go(&stage.at(view));
        phone.until("document.documentElement.dataset.ready");
        phone.until("document.querySelector('.practise h1') && (!document.querySelector('.sheet') || document.querySelector('.sheet').dataset.state === 'asking')");
        let width = phone.run("return [document.documentElement.scrollWidth, screen.width]");
        assert_eq!(width[0], width[1], "{view}");
        leave_picture(&phone, &stage.picture_of(&format!("phone {}", view.replace('/', " "))));
    }
    phone.click("[data-node='node 1']");
    phone.click("[name='value']");
    phone.keys("6\u{E007}");
    until_state(&phone, name, "right");
}
