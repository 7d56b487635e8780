//! The page without a server: what is different there, and what could go wrong there only.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use plyglot_web::site;

use crate::driver::{Browser, Network, Screen};
use crate::play::{cell, played, seat, two_people};
use crate::{Missing, Stage};

/// Writes the page, if the module is there.
pub fn site() -> Result<TempDir, Missing> {
    let what = "the page without a server: there is no module (cargo xtask module)";
    let module = plyglot_web::module();
    let module = module.ok_or_else(|| Missing::unless_required(what, "PLYGLOT_MODULE"))?;
    let folder = tempfile::tempdir().unwrap();
    site::write(&site::files(module).unwrap(), folder.path()).unwrap();
    Ok(folder)
}

/// While the engine thinks for half a minute, clicks are answered, and taking the move back ends it.
pub fn thinking_is_stopped(stage: &Stage) {
    two_people(stage, "checkers");
    seat(stage, 1, "full");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
    stage.browser.run(
        "const seconds = document.querySelector('.sides input');
         seconds.value = 30; seconds.dispatchEvent(new Event('change'))",
    );
    cell(stage, "b6");
    cell(stage, "a5");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'machine'");
    thread::sleep(Duration::from_millis(500));
    let begun = Instant::now();
    stage.browser.click("#theme");
    stage.browser.click(".moves li:first-child button");
    let clicked = begun.elapsed();
    stage.browser.click("[data-tool='undo']");
    played(stage, 0);
    println!(
        "       two clicks while it thinks: {clicked:.1?}, stopped after {:.1?}",
        begun.elapsed()
    );
    assert!(begun.elapsed() < Duration::from_secs(15), "it was not stopped");
    // Whoever thinks next begins anew.
    seat(stage, 1, "club");
    stage.browser.until("document.querySelector('.play').dataset.turn === 'person'");
    cell(stage, "b6");
    cell(stage, "a5");
    played(stage, 2);
}

pub fn contests_need_a_server(stage: &Stage) {
    stage.show("contests");
    let said = stage.browser.text("main");
    assert!(said.contains("plyglot serve"), "{said}");
    let is_shown =
        "return getComputedStyle(document.querySelector('nav [href=\"#/contests\"]')).display";
    assert_eq!(stage.browser.run(is_shown), "none");
    stage.show("play/mancala");
    stage.browser.until("document.querySelector('.cell.movable')");
}

/// How quick it is gets printed: machines differ.
pub fn one_file_is_quick(stage: &Stage) {
    stage.show("play/mancala");
    stage.browser.until("document.querySelector('.cell.movable')");
    let board = stage.browser.run("return Math.round(performance.now())");
    stage.browser.reload();
    stage.browser.until("document.querySelector('.cell.movable')");
    let again = stage.browser.run("return Math.round(performance.now())");
    // Both seats are the machine's: its first move comes without a click.
    stage.browser.run(
        "window.begun = performance.now();
         new MutationObserver(() => {
             if (document.querySelector('.moves li')) window.moved ??= performance.now() - window.begun;
         }).observe(document.querySelector('.moves'), { childList: true })",
    );
    seat(stage, 0, "club");
    stage.browser.until("window.moved");
    let moved = stage.browser.run("return Math.round(window.moved)");
    println!(
        "       the board after {board} ms, again after {again}; the engine's first move after {moved} ms more"
    );
    let loaded = stage
        .browser
        .run("return performance.getEntriesByType('resource').map(({ name }) => name.slice(0, 5))");
    let loaded = loaded.as_array().unwrap();
    assert!(loaded.iter().all(|name| name == "blob:" || name == "data:"), "{loaded:?}");
}

/// A file that lost its end, as by a download that broke off.
pub fn a_broken_module_is_told(stage: &Stage) {
    let folder = tempfile::tempdir().unwrap();
    let text =
        fs::read_to_string(stage.at("").trim_start_matches("file://").trim_end_matches("#/"));
    let (begin, rest) = text.as_ref().unwrap().split_once("type=\"text/plain\">").unwrap();
    let (packed, end) = rest.split_once("</script>").unwrap();
    let half = &packed[..packed.len() / 8 * 4];
    let path = folder.path().join("broken.html");
    fs::write(&path, format!("{begin}type=\"text/plain\">{half}</script>{end}")).unwrap();
    stage.browser.go(&format!("file://{}", path.display()));
    stage.browser.until("document.querySelector('main .bad')");
    let said = stage.browser.text("main .bad");
    assert!(said.starts_with("The engine cannot be loaded"), "{said}");
    // What went wrong is also told to those who look closer.
    _ = stage.browser.complaints();
}

/// The other files, served by somebody who knows nothing of us.
pub fn the_site_needs_no_server_of_ours(stage: &Stage) {
    let page = stage.at("");
    let folder =
        Path::new(page.trim_start_matches("file://").trim_end_matches("#/")).parent().unwrap();
    let address = serve(folder.to_owned());
    let Some(browser) = Browser::start(Screen::Desktop, Network::On) else {
        panic!("no second browser")
    };
    let stage = Stage::unserved(&browser, format!("http://{address}/index.html"));
    two_people(&stage, "mancala");
    cell(&stage, "B4");
    played(&stage, 1);
    seat(&stage, 0, "club");
    browser.until("Number(document.querySelector('.play').dataset.moves) > 1");
    stage.show("tree/mancala");
    browser.until("document.querySelector('.tree')?.dataset.state === 'ready'");
    let elsewhere = browser.run_with(
        "return performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.startsWith(arguments[0]))",
        &json!([format!("http://{address}/")]),
    );
    assert_eq!(elsewhere, json!([]));
    let complaints = browser.complaints();
    assert!(complaints.is_empty(), "{complaints:?}");
}

/// As plain a server as there is: it answers until the tests end.
fn serve(folder: std::path::PathBuf) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            thread::spawn(move || answer(stream, &folder));
        }
    });
    address
}

fn answer(mut stream: TcpStream, folder: &Path) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|count| count > 0) {
        head.extend(byte);
    }
    let head = String::from_utf8_lossy(&head);
    let path = head.split(' ').nth(1).unwrap_or_default().trim_start_matches('/');
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        _ => "application/gzip",
    };
    let (status, body) = match fs::read(folder.join(path)) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    _ = stream.write_all(&[head.as_bytes(), &body].concat());
}
