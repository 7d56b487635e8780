//! Watching a search.

use std::fs;
use std::path::Path;

use serde_json::json;

use plyglot_games::GAMES;
use plyglot_kit::{InMemory, Options};

use crate::Stage;
use crate::play::only_refusals;

const READY: &str = "document.querySelector('.tree')?.dataset.state === 'ready'";

/// Searches what an `input.txt` asks for.
fn search(stage: &Stage, text: &str) {
    stage.browser.run_with(
        "document.querySelector('[data-field=\"text\"]').value = arguments[0];
         document.querySelector('.tree').dataset.state = 'asked'",
        &json!([text]),
    );
    stage.browser.click("[data-tool='search']");
    stage.browser.until(READY);
}

fn go_to(stage: &Stage, step: &str) {
    let script = "const field = document.querySelector('.steps input[type=\"number\"]');
         field.value = eval(arguments[0]); field.dispatchEvent(new Event('change'))";
    stage.browser.run_with(&script.replace("eval(arguments[0])", step), &json!([]));
}

/// Twenty inputs of this repository: the counts on the page are those of the answer files.
pub fn trees_count_as_the_files_do(stage: &Stage) {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/cases");
    let mut count = 0;
    for (game, step, wanted) in [("star-circle", 9, 9), ("mancala", 11, 8), ("capture-go", 3, 3)] {
        let mut folders: Vec<_> =
            fs::read_dir(cases.join(game)).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        stage.show(&format!("tree/{game}"));
        stage.browser.until(READY);
        let mut done = 0;
        for folder in folders.into_iter().step_by(step) {
            let text = fs::read_to_string(folder.join("input.txt")).unwrap();
            let (_, task) = GAMES.read_task(&text, None).unwrap();
            if task.goal().seconds().is_some() || done == wanted {
                continue;
            }
            let mut files = InMemory::default();
            let right = task.solve(&Options::default(), &mut files).unwrap();
            let nodes = right.nodes.unwrap();
            if nodes > 500_000 {
                continue;
            }
            search(stage, &text);
            let shown = stage.browser.run("return document.querySelector('.tree').dataset.nodes");
            assert_eq!(shown, nodes.to_string(), "{folder:?}");
            if let Some(pruned) = right.pruned {
                let plain = "return document.querySelector('[data-count=\"minimax\"]').textContent.replaceAll(',', '')";
                assert_eq!(
                    stage.browser.run(plain),
                    (nodes + u128::from(pruned)).to_string(),
                    "{folder:?}"
                );
            }
            if let Some(log) = files.text("traverse_log.txt") {
                // The last step is the last line.
                go_to(stage, "1e9");
                let last = log.lines().last().unwrap();
                let there = format!("document.querySelector('.log').textContent === '{last}'");
                stage.browser.until(&there);
            }
            done += 1;
            count += 1;
        }
    }
    assert_eq!(count, 20);
}

pub fn the_textbook_is_stepped_through(stage: &Stage) {
    stage.show("tree/textbook");
    stage.browser.until(READY);
    let counts = "return ['alpha-beta', 'minimax'].map((name) => document.querySelector(`[data-count=\"${name}\"]`).textContent)";
    assert_eq!(stage.browser.run(counts), json!(["11", "13"]));
    for step in 1..4 {
        stage.browser.click("[data-tool='next']");
        stage.browser.until(&format!("document.querySelector('.tree').dataset.step === '{step}'"));
    }
    assert_eq!(stage.browser.text(".log"), "1,1,3,-Infinity,3");
    stage.browser.click("[data-tool='cut']");
    stage.browser.until("document.querySelector('.happens').textContent.includes('we stop')");
    let words = stage.browser.text(".happens p");
    assert!(words.contains("1 already guarantees 3 for MAX; here MIN can force 2"), "{words}");
    stage.browser.click("[data-tool='play']");
    stage.browser.run("document.querySelector('.steps select').value = 300");
    stage
        .browser
        .until("document.querySelector('.happens').textContent.includes('The search is done')");
    // Another tree, by hand; and one that is none.
    stage.browser.run("document.querySelector('.source details').open = true");
    search(stage, "((1 2) (3 4))");
    assert_eq!(stage.browser.run("return document.querySelector('.tree').dataset.nodes"), "7");
    stage.browser.run("document.querySelector('[data-field=\"text\"]').value = '((1'");
    stage.browser.click("[data-tool='search']");
    stage.browser.until("document.querySelector('.source .bad').textContent.includes('bracket')");
    only_refusals(stage);
}

/// Every frame another step, over the whole of a tree with more than 100,000 nodes. How fast that is
/// gets printed; what is checked is that the page arrives where it should.
pub fn a_large_tree_is_scrubbed(stage: &Stage) {
    stage.show("tree/star-circle");
    stage.browser.until(READY);
    stage.browser.run("document.querySelector('[data-field=\"algorithm\"]').value = 'minimax'");
    stage.browser.run("document.querySelector('[data-field=\"depth\"]').value = 6");
    stage.browser.run("document.querySelector('.tree').dataset.state = 'asked'");
    stage
        .browser
        .run("document.querySelector('[data-field=\"depth\"]').dispatchEvent(new Event('change'))");
    stage.browser.until(READY);
    let nodes = stage.browser.run("return Number(document.querySelector('.tree').dataset.nodes)");
    assert_eq!(nodes, 216_033);
    stage.browser.run(
        "const slider = document.querySelector('.steps input[type=\"range\"]');
         window.scrubbed = null;
         const times = [];
         const frame = (now) => {
           times.push(now);
           slider.value = String(Math.round(Number(slider.max) * (0.5 - 0.5 * Math.cos(times.length / 30))));
           slider.dispatchEvent(new Event('input'));
           if (times.length < 121) requestAnimationFrame(frame);
           else {
             const gaps = times.slice(1).map((time, at) => time - times[at]).sort((a, b) => a - b);
             window.scrubbed = [1000 / (gaps.reduce((sum, gap) => sum + gap) / gaps.length), gaps[60], gaps[118]];
           }
         };
         requestAnimationFrame(frame)",
    );
    stage.browser.until("window.scrubbed");
    let scrubbed = stage.browser.run("return window.scrubbed.map((x) => Math.round(10 * x) / 10)");
    println!(
        "       scrubbing 216,033 nodes: {} frames a second; a frame takes {} ms, the slowest of a hundred {} ms",
        scrubbed[0], scrubbed[1], scrubbed[2]
    );
    go_to(stage, "1e9");
    stage.browser.until(
        "document.querySelector('.happens').textContent.includes('The search is done: C1-D2')",
    );
    let log = stage.browser.text(".log");
    assert_eq!(log, "root,0,0");
}
