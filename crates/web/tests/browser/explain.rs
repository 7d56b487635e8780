//! What is wrong with an answer.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::Stage;
use crate::common::contests::{INPUT, WRONG_LOG, grading};
use crate::common::get;
use crate::contests::showing;
use crate::play::only_refusals;

/// Waits until there is a verdict: `right`, `wrong`, or `failed` for texts that cannot be judged.
fn judged(stage: &Stage, verdict: &str) {
    stage
        .browser
        .until(&format!("document.querySelector('.explain')?.dataset.state === '{verdict}'"));
}

/// From a wrong log to its node, to the misreading, and to the search itself.
pub fn a_wrong_log_is_explained(stage: &Stage) {
    stage.show("explain");
    stage.browser.click("[data-tool='example']");
    judged(stage, "wrong");
    assert_eq!(stage.browser.text(".where"), "traverse_log.txt, line 14");
    assert_eq!(stage.browser.text("[data-line='expected']"), "B4,1,1,1,Infinity↵");
    assert_eq!(stage.browser.text("[data-line='found']"), "B4,1,1,1,1↵");
    assert_eq!(stage.browser.text("[data-line='expected'] mark"), "Infinity");
    assert_eq!(stage.browser.text(".node .path"), "root → B2 → B4");
    assert_eq!(stage.browser.text(".node .window"), "1value1alpha∞beta");
    let pit = "return document.querySelector('.node-board text.number')?.textContent ?? ''";
    assert_ne!(stage.browser.run(pit), "", "the board is drawn");
    assert!(
        stage.browser.text(".found").contains("the line shows the old alpha 1 and beta Infinity")
    );
    let misreading = stage.browser.text("[data-misreading='window-new-on-cut']");
    assert!(misreading.contains("the line of a cut shows the new value"), "{misreading}");
    // All of it is still there after a look elsewhere.
    stage.browser.click("[data-tool='tree']");
    stage.browser.until("document.querySelector('.tree')?.dataset.state === 'ready'");
    assert_eq!(stage.browser.run("return document.querySelector('.tree').dataset.nodes"), "12");
    stage.browser.run("history.back()");
    stage.browser.until("document.querySelector('.explain')");
    judged(stage, "wrong");
    assert_eq!(stage.browser.text(".where"), "traverse_log.txt, line 14");
}

/// Drops files, which are pairs of a name and a text.
fn drop_files(stage: &Stage, files: &Value) {
    stage.browser.run_with(
        "const dataTransfer = new DataTransfer();
         for (const [name, text] of arguments[0]) dataTransfer.items.add(new File([text], name));
         document.querySelector('.explain').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))",
        &json!([files]),
    );
}

/// What the address says about the search.
fn searched(stage: &Stage) -> String {
    stage.browser.until("location.hash.startsWith('#/tree/')");
    stage.browser.run("return location.hash").as_str().unwrap().to_owned()
}

/// From a wrong log to the explained node in three actions: two files are dropped, a link is followed.
pub fn a_student_comes_to_the_node(stage: &Stage) {
    stage.show("explain");
    let mut actions = 0;
    let mut act = |act: &dyn Fn()| {
        act();
        actions += 1;
    };
    act(&|| drop_files(stage, &json!([["input.txt", INPUT]])));
    stage.browser.until("document.querySelector('[data-file=\"input.txt\"]').value !== ''");
    act(&|| drop_files(stage, &json!([["my_traverse_log.txt", WRONG_LOG]])));
    judged(stage, "wrong");
    act(&|| stage.browser.click("[data-tool='tree']"));
    let address = searched(stage);
    assert!(address.starts_with("#/tree/mancala?") && address.contains("line=14"), "{address}");
    assert!(address.contains("algorithm=alpha-beta&depth=2"), "{address}");
    stage.browser.until("document.querySelector('.tree')?.dataset.state === 'ready'");
    assert!(actions <= 4, "{actions} actions");
}

/// Both files stand beside each other, any line can be gone to, and each is a moment of the search.
pub fn lines_lead_to_the_search(stage: &Stage) {
    stage.show("explain");
    stage.browser.click("[data-tool='example']");
    judged(stage, "wrong");
    assert_eq!(stage.browser.text(".beside .first-wrong th"), "14");
    assert_eq!(stage.count(".beside tbody tr"), 10);
    assert_eq!(stage.browser.text("[data-at='13'] td"), "A2,2,1,1,Infinity");
    // By keys: a number, and Enter.
    stage.browser.run("document.querySelector('.beside [data-field=line]').select()");
    stage.browser.run("document.querySelector('.beside [data-field=line]').focus()");
    stage.browser.keys("1\u{E007}");
    stage.browser.until("document.querySelector('.beside [data-at=\"1\"]')");
    assert_eq!(stage.browser.text("[data-at='1'] td"), "Node,Depth,Value,Alpha,Beta");
    // The head is no step.
    assert_eq!(stage.count("[data-at='1'] a"), 0);
    stage.browser.click("[data-at='5'] a");
    assert!(searched(stage).contains("line=5"), "{}", searched(stage));
    stage.browser.run("history.back()");
    judged(stage, "wrong");
}

/// An answer without a log leads to the moment at which the root takes its value.
pub fn a_wrong_move_leads_to_the_root(stage: &Stage) {
    stage.show("explain");
    let input = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n";
    let files = json!([["input.txt", input], ["output.txt", "A3 Stake\nX..\n...\nO..\n"]]);
    drop_files(stage, &files);
    judged(stage, "wrong");
    assert_eq!(stage.browser.text("[data-line='expected']"), "B3 Stake↵");
    // Its lines are no steps.
    assert_eq!(stage.count(".beside tbody a"), 0);
    stage.browser.click("[data-tool='tree']");
    let address = searched(stage);
    assert!(address.contains("algorithm=minimax&depth=2&line="), "{address}");
}

/// A failed case is explained with its input and what the student's program wrote.
pub fn a_grading_is_explained(stage: &Stage) {
    let folder = tempdir().unwrap();
    grading(&folder.path().join("grades"));
    let stage = showing(stage, folder.path());
    let list = get(stage.address(), "/api/contests").json();
    stage.open(&format!("gradings/{}", list["gradings"][0]["id"].as_str().unwrap()));
    stage.browser.click(".students li:nth-child(2) summary");
    stage.browser.until("document.querySelector('.case')");
    assert_eq!(stage.browser.text(".wrong h3"), "1 case: wrong output");
    assert_eq!(stage.browser.text(".case details pre"), INPUT);
    stage.browser.click(".case [data-tool='search']");
    assert!(searched(&stage).contains("algorithm=alpha-beta&depth=2"));
    stage.browser.run("history.back()");
    stage.browser.until("document.querySelector('.students')");
    stage.browser.click(".students li:nth-child(2) summary");
    stage.browser.until("document.querySelector('.case')");
    stage.browser.click(".case [data-tool='explain']");
    stage.browser.until("document.querySelector('.explain')");
    judged(&stage, "wrong");
    assert_eq!(stage.browser.text(".where"), "traverse_log.txt, line 14");
    // It is an address like any other.
    stage.browser.reload();
    stage.browser.until("document.querySelector('.explain')");
    judged(&stage, "wrong");
    stage.browser.go("about:blank");
}

/// An input and a right answer, dropped as files; then the answer is changed by hand.
pub fn files_are_dropped(stage: &Stage) {
    stage.show("explain");
    let files = json!([
        ["input.txt", include_str!("../../../../examples/mancala/input.txt")],
        ["next_state.txt", include_str!("../../../../examples/mancala/next_state.txt")],
        ["traverse_log.txt", include_str!("../../../../examples/mancala/traverse_log.txt")],
    ]);
    drop_files(stage, &files);
    // There is nothing more to be asked.
    judged(stage, "right");
    assert_eq!(stage.count(".tabs .filled"), 2);
    assert_eq!(stage.browser.text(".found"), "The answer is right.");
    stage.browser.click("[data-tab='next_state.txt']");
    stage.browser.click("[data-file='next_state.txt']");
    stage.browser.keys("7");
    // What was said was about another text.
    stage.browser.until("document.querySelector('.found').textContent === ''");
    stage.browser.click("[data-tool='explain']");
    judged(stage, "wrong");
}

pub fn a_bad_input_is_named(stage: &Stage) {
    stage.show("explain");
    let script = "const [input, output] = document.querySelectorAll('textarea');
         input.value = 'B\\n4\\nB.z\\n'; output.value = 'nonsense'";
    stage.browser.run(script);
    stage.browser.click("[data-tool='explain']");
    judged(stage, "failed");
    let said = stage.browser.text(".explain .bad");
    assert!(said.starts_with("Line 3, column 3"), "{said}");
    only_refusals(stage);
}
