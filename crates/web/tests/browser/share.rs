//! What is seen goes to others, and what others have comes in.

use serde_json::json;

use crate::play::only_refusals;
use crate::{Stage, leave_picture};

const PDN: &str = "[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"1-0\"]\n1. 11-15 22-18 15x22 1-0\n\n\
                   [Black \"Cid\"]\n[White \"Dot\"]\n1. 9-13 *\n";

/// Drops files somewhere on the page.
fn drop(stage: &Stage, files: &[[&str; 2]]) {
    stage.browser.run_with(
        "const dataTransfer = new DataTransfer();
         for (const [name, text] of arguments[0]) dataTransfer.items.add(new File([text], name));
         document.querySelector('main').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))",
        &json!([files]),
    );
}

fn moves(stage: &Stage) -> String {
    stage.browser.text(".moves")
}

fn plays(stage: &Stage, count: usize) {
    stage.browser.until(&format!("document.querySelector('.play')?.dataset.moves === '{count}'"));
}

/// Both sides are people, so that nobody else moves.
fn between_people(stage: &Stage, game: &str) {
    stage.show(&format!("play/{game}"));
    stage.browser.until("document.querySelector('[data-seat=\"1\"]')");
    stage.browser.run(
        "const seat = document.querySelector('[data-seat=\"1\"]');
         seat.value = 'human'; seat.dispatchEvent(new Event('change'))",
    );
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
}

/// A file with several games, dropped while another game is played: one is chosen, and moves are
/// written as players write them, unless the assignment's way is chosen.
pub fn a_game_is_brought_and_written_as_people_do(stage: &Stage) {
    between_people(stage, "checkers");
    stage.browser.click("[data-tool='input']");
    stage.browser.until("document.querySelector('dialog textarea')");
    stage
        .browser
        .run_with("document.querySelector('dialog textarea').value = arguments[0]", &json!([PDN]));
    stage.browser.click("dialog [data-tool='use']");
    stage.browser.until("!document.querySelector('dialog .which').hidden");
    let choices = stage.browser.text("dialog .which select");
    assert!(choices.contains("1. Ann – Bob, 3 moves, Ann won"), "{choices}");
    stage.browser.click("dialog [data-tool='use']");
    plays(stage, 3);
    assert!(moves(stage).contains("15x22"), "{}", moves(stage));
    stage.browser.run(
        "const choice = document.querySelector('[data-field=\"notation\"]');
         choice.value = 'assignment'; choice.dispatchEvent(new Event('change'))",
    );
    stage.browser.until("document.querySelector('.moves').textContent.includes('E f6 e5')");
    stage.browser.run("localStorage.removeItem('notation')");
}

/// All forms of a game, its link, and its pictures.
pub fn what_is_seen_is_shared(stage: &Stage) {
    between_people(stage, "capture-go");
    crate::play::cell(stage, "(3,4)");
    plays(stage, 1);
    stage.browser.click("[data-tool='share']");
    stage.browser.until("document.querySelector('[data-tab=\"SGF\"]')");
    stage.browser.click("[data-tab='SGF']");
    let sgf = stage.browser.run("return document.querySelector('dialog textarea').value");
    assert!(sgf.as_str().unwrap().contains(";B[cd]"), "{sgf}");
    // What is saved is caught before the browser asks where to.
    stage.browser.run(
        "window.saved = [];
         HTMLAnchorElement.prototype.click = function () {
           window.saved.push(this.download);
         };
         const made = URL.createObjectURL;
         URL.createObjectURL = (blob) => { window.size = blob.size; window.kind = blob.type; return made(blob); }",
    );
    for (tool, name, kind) in [
        ("save-text", "capture-go.sgf", "text/plain"),
        ("svg", "capture-go.svg", "image/svg+xml"),
        ("png", "capture-go.png", "image/png"),
    ] {
        stage.browser.click(&format!("dialog [data-tool='{tool}']"));
        stage.browser.until(&format!(
            "window.saved.at(-1) === '{name}' && window.kind === '{kind}' && window.size > 50"
        ));
    }
    let link = stage.browser.run("return document.querySelector('dialog input').value");
    leave_picture(stage.browser, &stage.picture_of("share"));
    stage.browser.click("dialog [data-tool='close']");
    // Whoever opens the link sees the same.
    stage.browser.go("about:blank");
    stage.browser.go(link.as_str().unwrap());
    stage.browser.until("Number(document.querySelector('.play')?.dataset.moves) >= 1");
    // The machine may have answered.
    assert!(moves(stage).trim().starts_with("(3,4)"), "{}", moves(stage));
}

/// Files fall anywhere: a game is opened, what programs wrote is explained, the rest is refused.
pub fn files_fall_anywhere(stage: &Stage) {
    stage.show("");
    drop(stage, &[["game.sgf", "(;SZ[5];B[cc];W[bb])"]]);
    stage.browser.until("document.querySelector('dialog textarea')?.value");
    stage.browser.click("dialog [data-tool='use']");
    stage.browser.until("document.querySelector('.board.capture-go')");
    stage.browser.until("Number(document.querySelector('.play').dataset.moves) >= 2");
    drop(stage, &[["notes.sgf", "(;SZ[5]\n;B[zz])"]]);
    stage.browser.until(
        "document.querySelector('dialog .bad')?.textContent.startsWith('Line 2, column 4: ')",
    );
    stage.browser.click("dialog [data-tool='close']");
    drop(
        stage,
        &[
            ["input.txt", include_str!("../../../../examples/mancala/input.txt")],
            ["next_state.txt", include_str!("../../../../examples/mancala/next_state.txt")],
        ],
    );
    stage.browser.until("document.querySelector('.explain [data-file=\"next_state.txt\"]')?.value");
    only_refusals(stage);
}
