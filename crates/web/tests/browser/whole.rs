//! The page as a whole.

use serde_json::json;

use plyglot_web::ServerLimits;

use crate::common::server_at;
use crate::driver::{Browser, Screen};
use crate::{Stage, contests, leave_picture};

/// How quick it is gets printed: machines differ. How small it is does not depend on them.
pub fn page_is_small_and_quick(stage: &Stage) {
    let load = || {
        stage.browser.until("document.querySelector('.cell.movable')");
        stage.browser.run(
            "const [page] = performance.getEntriesByType('navigation');
             const files = performance.getEntriesByType('resource').filter((file) => !file.name.includes('/api/'));
             const bytes = files.reduce((sum, file) => sum + file.decodedBodySize, page.decodedBodySize);
             const last = Math.max(...performance.getEntriesByType('resource').map((file) => file.responseEnd));
             return [bytes, files.length, Math.round(last)]",
        )
    };
    stage.show("play/checkers");
    let times = load();
    let bytes = times[0].as_u64().unwrap();
    // A browser that has just started has more to do than to show a page.
    stage.browser.reload();
    let (count, first, again) = (&times[1], &times[2], load()[2].clone());
    println!(
        "       {bytes} bytes in {count} files; all there after {first} ms, again after {again}"
    );
    assert!(bytes > 50_000 && bytes < 300_000, "{bytes} bytes");
    let elsewhere = stage.browser.run(
        "return performance.getEntriesByType('resource').map((file) => file.name).filter((name) => !name.startsWith(location.origin))",
    );
    assert_eq!(elsewhere, json!([]), "nothing comes from elsewhere");
    // The opinion is off until somebody wants it, and then it comes at once.
    stage.browser.click("#opinion");
    stage.browser.until("/\\d+ nodes/.test(document.querySelector('.facts').textContent)");
}

/// The same game twice, in the same browser.
pub fn two_pages_play_two_games(stage: &Stage) {
    let [one, two] = stage.browser.open_another();
    let begin = |pit: &str| {
        stage.show("play/mancala");
        stage.browser.until("document.querySelector('.cell.movable')");
        stage.browser.click(&format!("[data-cell='{pit}']"));
        stage.browser.until("document.querySelector('.moves li')");
    };
    let first_move = || stage.browser.text(".moves li:first-child");
    begin("B3");
    stage.browser.switch_to(&two);
    begin("B4");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
    assert_eq!(first_move(), "B4");
    stage.browser.switch_to(&one);
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
    assert_eq!(first_move(), "B3");
    stage.browser.reload();
    stage.browser.until("document.querySelector('.moves li')");
    assert_eq!(first_move(), "B3");
    stage.browser.switch_to(&two);
    assert_eq!(first_move(), "B4");
    stage.browser.go("about:blank");
    stage.browser.close_window();
    stage.browser.switch_to(&one);
}

/// Under an open page, in the middle of a game and of a tree.
pub fn the_server_is_restarted(stage: &Stage) {
    let stop = || drop(stage.server.borrow_mut().take());
    let restart = || {
        *stage.server.borrow_mut() = Some(server_at(stage.address(), ServerLimits::default()));
    };
    stage.show("play/mancala");
    stage.browser.until("document.querySelector('.cell.movable')");
    stop();
    stage.browser.click("[data-cell='B3']");
    stage.browser.until("!document.querySelector('#banner').hidden");
    restart();
    stage.browser.until("document.querySelector('#banner').hidden && document.querySelectorAll('.moves li').length >= 2");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");

    stage.show("tree/mancala");
    stage.browser.until("document.querySelector('.tree')?.dataset.state === 'ready'");
    stop();
    restart();
    stage.browser.keys("\u{E011}\u{E014}");
    stage.browser.until("document.querySelector('.tree').dataset.line === '3'");
    assert_eq!(stage.browser.text(".log"), "B2,1,Infinity,-Infinity,Infinity");
    // A view that was never seen cannot be fetched now, which is said in its place.
    stop();
    stage.browser.run("location.hash = '#/contests'");
    stage.browser.until("document.querySelector('main > .bad')");
    assert!(stage.browser.text("main > .bad").starts_with("This view cannot be shown"));
    restart();
    // The browser tells of every request that failed meanwhile.
    let complaints = stage.browser.complaints();
    let is_known = |text: &String| {
        text.contains("ERR_CONNECTION")
            || text.contains("404")
            || text.contains("ERR_INCOMPLETE")
            || text.contains("ERR_EMPTY_RESPONSE")
    };
    assert!(complaints.iter().all(is_known), "{complaints:#?}");
}

/// Nothing is wider than the screen.
pub fn a_phone_shows_all_of_it(stage: &Stage) {
    let Some(phone) = Browser::start(Screen::Phone, stage.network()) else {
        panic!("no second browser")
    };
    for view in [
        "play/checkers",
        "play/mancala",
        "play/stake-raid",
        "play/capture-go",
        "play/star-circle",
        "tree/textbook",
        "tree/mancala",
        "explain",
    ] {
        phone.go(&stage.at(view));
        phone.until("document.documentElement.dataset.ready");
        if view == "explain" {
            phone.until("document.querySelector('.explain')");
            phone.click("[data-tool='example']");
        }
        phone.until("document.querySelector('.cell.movable') || ['ready', 'wrong'].includes(document.querySelector('.tree, .explain')?.dataset.state)");
        let width = phone.run("return [document.documentElement.scrollWidth, screen.width]");
        assert_eq!(width[0], width[1], "{view}");
        leave_picture(&phone, &stage.picture_of(&format!("phone {}", view.replace('/', " "))));
    }
    if stage.is_served() {
        contests::fit_a_phone(&phone);
    }
    phone.go(&stage.at("play/mancala"));
    phone.until("document.querySelector('.cell.movable')");
    phone.click("[data-cell='B4']");
    phone.until("document.querySelector('.moves li')");
    phone.go("about:blank");
    let complaints = phone.complaints();
    assert!(complaints.is_empty(), "{complaints:?}");
}
