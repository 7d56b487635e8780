//! Contests that are being played.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use tempfile::tempdir;

use plyglot_arena::contest::{Event, Flow};

use crate::Stage;
use crate::common::contests::{cup, play, store};
use crate::contests::{LEFT, showing};

const REPLAY_READY: &str = "document.querySelector('.replay')?.dataset.state === 'ready'";

/// Plays the cup one event after the other, when it is told to.
struct Player {
    allow: Sender<()>,
    told: Receiver<bool>,
    thread: JoinHandle<()>,
}

impl Player {
    /// The first game has begun.
    fn begin(path: PathBuf) -> Player {
        let (allow, allowed) = mpsc::channel::<()>();
        let (tell, told) = mpsc::channel();
        let thread = thread::spawn(move || {
            play(&path, &cup(), |event| {
                if matches!(event, Event::Entered { .. }) {
                    return Flow::GoOn;
                }
                _ = tell.send(matches!(event, Event::Ended { .. }));
                _ = allowed.recv();
                Flow::GoOn
            });
        });
        assert!(!told.recv().unwrap());
        Player { allow, told, thread }
    }

    /// Lets the next thing happen; it says whether that is the end of a game.
    fn next(&self) -> bool {
        self.allow.send(()).unwrap();
        self.told.recv().unwrap()
    }

    /// Lets a game be played to its end.
    fn end_game(&self) {
        while !self.next() {}
    }

    /// All that is left, without waiting.
    fn finish(self) {
        drop((self.allow, self.told));
        _ = self.thread.join();
    }
}

pub fn live_boards_move_as_games_go(stage: &Stage) {
    let folder = tempdir().unwrap();
    let path = store(folder.path(), "cup");
    let player = Player::begin(path);
    let stage = showing(stage, folder.path());
    stage.open("contests");
    stage.browser.until("document.querySelector('[data-state=\"playing\"]')");
    stage.browser.click(".entry");
    let at = "Number(document.querySelector('.live-game')?.dataset.moves ?? -1)";
    stage.browser.until(&format!("{at} === 2"));
    let mut before = 2;
    for _ in 0..3 {
        assert!(!player.next());
        stage.browser.until(&format!("{at} > {before}"));
        before = stage.browser.run(&format!("return {at}")).as_i64().unwrap();
    }
    // The game by itself follows too.
    stage.browser.click(".live-game");
    stage.browser.until(REPLAY_READY);
    assert_eq!(stage.data("at"), before.to_string());
    player.next();
    stage
        .browser
        .until(&format!("Number(document.querySelector('.replay').dataset.at) > {before}"));
    assert!(stage.browser.text(".said").contains("goes on"));
    stage.browser.click(".replay .back a");
    stage.browser.until("document.querySelector('.live-game')");
    player.finish();
    stage.browser.until(
        "document.querySelector('.contests').dataset.played === '6' \
         && document.querySelector('.about [data-state=\"finished\"]') \
         && !document.querySelector('.live-game')",
    );
    stage.has_games(6);
    stage.browser.until(
        "[...document.querySelectorAll('[data-agent] td:nth-child(5)')].every((cell) => cell.textContent === '4')",
    );
}

/// What has the focus keeps it, whatever happens meanwhile.
pub fn looking_on_keeps_the_focus(stage: &Stage) {
    let folder = tempdir().unwrap();
    let path = store(folder.path(), "cup");
    let player = Player::begin(path);
    player.end_game();
    let stage = showing(stage, folder.path());
    stage.open("contests");
    stage.browser.click(".entry");
    let focus = |selector: &str| {
        stage.browser.until(&format!("document.querySelector(`{selector}`)"));
        stage.browser.run(&format!("document.querySelector(`{selector}`).focus()"));
    };
    let is_focused = |selector: &str| {
        let script = format!("return document.activeElement.matches(`{selector}`)");
        assert_eq!(stage.browser.run(&script), true, "{selector}");
    };
    stage.browser.until("document.querySelector('#games')");
    // The tables are made anew when a game has ended, and the list of games with them.
    stage.has_games(1);
    for (ended, selector) in [".met button", ".games a", ".slowest a"].into_iter().enumerate() {
        focus(selector);
        player.end_game();
        stage.has_games(ended + 2);
        is_focused(selector);
    }
    player.next();
    stage.browser.until("document.querySelector('.live-game:not(.over)')");
    stage.browser.click(".live-game:not(.over)");
    stage.browser.until(REPLAY_READY);
    focus(".moves li:first-child button");
    let moves = stage.count(".moves li").as_u64().unwrap();
    player.next();
    stage.browser.until(&format!("document.querySelectorAll('.moves li').length > {moves}"));
    is_focused(".moves li:first-child button");
    // Whoever steps back while the next move is on its way stays there.
    stage.browser.run(
        "const ask = fetch;
         window.held = 0;
         window.fetch = async (...about) => {
             held += 1;
             await new Promise((resolve) => { window.release = resolve; });
             window.fetch = ask;
             return ask(...about);
         }",
    );
    let at = "Number(document.querySelector('.replay').dataset.at)";
    let before = stage.browser.run(&format!("return {at}")).as_u64().unwrap();
    player.next();
    stage.browser.until("held > 0");
    stage.browser.keys(LEFT);
    let moves = stage.count(".moves li").as_u64().unwrap();
    stage.browser.run("release()");
    stage.browser.until(&format!("document.querySelectorAll('.moves li').length > {moves}"));
    assert_eq!(stage.browser.run(&format!("return {at}")), before - 1);
    player.finish();
}

/// One bad answer is told, and forgotten with the next good one.
pub fn looking_on_survives_trouble(stage: &Stage) {
    let folder = tempdir().unwrap();
    let path = store(folder.path(), "cup");
    let player = Player::begin(path);
    let stage = showing(stage, folder.path());
    let trouble = || {
        stage.browser.run(
            "window.ask ??= window.fetch;
             window.fetch = async () => new Response('{ \"half of it\": ')",
        );
        stage.browser.until("document.querySelector('main [role=alert]')?.textContent");
        stage.browser.run("window.fetch = window.ask");
        stage.browser.until("!document.querySelector('main [role=alert]').textContent");
    };
    stage.open("contests");
    trouble();
    assert_eq!(stage.count(".entry"), 1);
    stage.browser.click(".entry");
    let at = "Number(document.querySelector('.live-game')?.dataset.moves ?? -1)";
    stage.browser.until(&format!("{at} >= 2"));
    trouble();
    player.next();
    stage.browser.until(&format!("{at} > 2"));
    stage.browser.click(".live-game");
    stage.browser.until(REPLAY_READY);
    let moves = stage.count(".moves li").as_u64().unwrap();
    trouble();
    player.next();
    stage.browser.until(&format!("document.querySelectorAll('.moves li').length > {moves}"));
    player.finish();
}
