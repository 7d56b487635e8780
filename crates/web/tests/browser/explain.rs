//! What is wrong with an answer.

use serde_json::json;

use crate::Stage;
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
    stage.browser.click("[data-tool='explain']");
    judged(stage, "wrong");
    assert_eq!(stage.browser.text(".where"), "traverse_log.txt, line 14");
}

/// An input and a right answer, dropped as files; then the answer is changed by hand.
pub fn files_are_dropped(stage: &Stage) {
    stage.show("explain");
    let files = json!([
        ["input.txt", include_str!("../../../../examples/mancala/input.txt")],
        ["next_state.txt", include_str!("../../../../examples/mancala/next_state.txt")],
        ["traverse_log.txt", include_str!("../../../../examples/mancala/traverse_log.txt")],
    ]);
    stage.browser.run_with(
        "const dataTransfer = new DataTransfer();
         for (const [name, text] of arguments[0]) dataTransfer.items.add(new File([text], name));
         document.querySelector('.explain').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))",
        &json!([files]),
    );
    stage.browser.until("document.querySelectorAll('.tabs .filled').length === 2");
    stage.browser.click("[data-tool='explain']");
    judged(stage, "right");
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
