//! Whether everybody can use the page: axe-core looks at every view, light and dark.
//!
//! axe-core is no part of this repository. `PLYGLOT_AXE` names its `axe.min.js`; without it nothing is
//! looked at, which is said.

use std::fs;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::common::contests::{cup, grading, played, store};
use crate::common::get;
use crate::contests::showing;
use crate::{Stage, leave_picture};

/// What axe-core finds in what is shown, in both lights.
struct Axe<'s> {
    stage: &'s Stage<'s>,
    script: &'s str,
    findings: Vec<String>,
}

impl Axe<'_> {
    /// Looks at what is shown now.
    fn look(&mut self, name: &str) {
        let browser = self.stage.browser;
        for light in ["light", "dark"] {
            browser.run_with(
                "document.documentElement.dataset.theme = arguments[0]; dispatchEvent(new Event('theme'))",
                &json!([light]),
            );
            browser.until("document.getAnimations().length === 0");
            browser.run(&format!(
                "if (!window.axe) {{ {} }}
                 window.axeFound = null;
                 axe.run(document, {{ resultTypes: ['violations'] }})
                     .then(({{ violations }}) => {{ window.axeFound = violations; }}, (problem) => {{ window.axeFound = [{{ id: String(problem), nodes: [] }}]; }})",
                self.script
            ));
            browser.until("window.axeFound");
            let found = browser.run(
                "return window.axeFound.flatMap(({ id, nodes }) => nodes.length
                     ? nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.any[0]?.message ?? node.failureSummary})`) : [id])",
            );
            for finding in found.as_array().into_iter().flatten().filter_map(Value::as_str) {
                self.findings.push(format!("{name}, {light}: {finding}"));
            }
            leave_picture(
                browser,
                &self.stage.picture_of(&format!("axe {} {light}", name.replace('/', " "))),
            );
        }
    }

    /// Shows a view, waits until something is true there, and looks at it.
    fn view(&mut self, view: &str, ready: &str) {
        // An address that differs behind the # alone would not be a new page.
        self.stage.browser.go("about:blank");
        self.stage.show(view);
        self.stage.browser.until(ready);
        self.look(if view.is_empty() { "home" } else { view });
    }

    /// Clicks, waits, and looks once more.
    fn click(&mut self, selector: &str, ready: &str, name: &str) {
        self.stage.browser.click(selector);
        self.stage.browser.until(ready);
        self.look(name);
    }
}

/// Everything that axe-core knows holds everywhere.
pub fn axe_finds_nothing(stage: &Stage) {
    let Some(path) = std::env::var_os("PLYGLOT_AXE") else {
        println!("skipped: PLYGLOT_AXE names no axe.min.js");
        return;
    };
    let script = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut axe = Axe { stage, script: &script, findings: Vec::new() };
    own_views(&mut axe);
    games(&mut axe);
    let mut findings = axe.findings;
    let folder = tempdir().unwrap();
    played(&store(folder.path(), "cup"), &cup());
    grading(&folder.path().join("grades"));
    let stage = showing(stage, folder.path());
    let mut axe = Axe { stage: &stage, script: &script, findings: Vec::new() };
    contests(&mut axe);
    findings.append(&mut axe.findings);
    stage.browser.go("about:blank");
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

/// The first page, searches, explanations, exercises.
fn own_views(axe: &mut Axe<'_>) {
    axe.view("", "document.querySelector('.home')");
    for view in ["tree/textbook", "tree/mancala"] {
        axe.view(view, "document.querySelector('.tree')?.dataset.state === 'ready'");
    }
    axe.view("explain", "document.querySelector('.explain')");
    let wrong = "document.querySelector('.explain').dataset.state === 'wrong'";
    axe.click("[data-tool='example']", wrong, "explain, wrong");
    axe.view("practise", "document.querySelector('main > *')");
    let exercises = axe.stage.browser.run(
        "return [...new Set([...document.querySelectorAll('main a[href^=\"#/practise/\"]')].map((link) => link.hash.slice(2)))].slice(0, 6)",
    );
    for exercise in exercises.as_array().into_iter().flatten().filter_map(Value::as_str) {
        axe.view(exercise, "document.querySelector('main > *')");
    }
    axe.view("review/mancala", "document.querySelector('main > *')");
}

/// Boards before, while and after they are played on, and what is asked in windows of their own.
fn games(axe: &mut Axe<'_>) {
    for game in ["star-circle", "checkers", "stake-raid", "mancala", "capture-go"] {
        axe.view(&format!("play/{game}"), "document.querySelector('.cell.movable')");
    }
    axe.view("play/checkers", "document.querySelector('.cell.movable')");
    axe.click(
        ".cell.movable",
        "document.querySelector('.cell.target, .cell.picked, .cell')",
        "a piece is picked",
    );
    for tool in ["set-up", "new", "input"] {
        axe.stage.browser.go("about:blank");
        axe.stage.show("play/checkers");
        axe.stage.browser.until("document.querySelector('.cell.movable')");
        let selector = format!("[data-tool='{tool}']");
        if axe.stage.count(&selector) != json!(0) {
            let ready = "document.querySelector('dialog[open], .play[data-turn=\"set-up\"]')";
            axe.click(&selector, ready, tool);
        }
    }
    // The only move ends the game.
    axe.stage.browser.run(
        "sessionStorage.setItem('game mancala', JSON.stringify({ game: 'mancala', start: '1\\n1 0 0\\n0 0 1\\n4\\n4\\n', moves: [],
             undone: [], seats: ['human', 'human'], seconds: 1, seed: 1 }))",
    );
    axe.stage.show("play/mancala");
    axe.stage.browser.until("document.querySelector('.cell.movable')");
    axe.click(
        ".cell.movable",
        "document.querySelector('.play').dataset.turn === 'over'",
        "a game is over",
    );
}

/// What lies in a folder.
fn contests(axe: &mut Axe<'_>) {
    let ready = "document.querySelector('.contests, .replay')?.dataset.state === 'ready'";
    axe.view("contests", ready);
    let list = get(axe.stage.address(), "/api/contests").json();
    let id = |kind: &str| list[kind][0]["id"].as_str().unwrap().to_owned();
    axe.view(&format!("contests/{}", id("contests")), ready);
    axe.view(&format!("contests/{}/1.1.1", id("contests")), ready);
    axe.view(&format!("gradings/{}", id("gradings")), ready);
    axe.click(".students li:nth-child(2) summary", "document.querySelector('.case')", "a student");
}
