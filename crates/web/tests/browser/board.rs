//! The board itself: turned, dragged, set up, drawn on, heard, and on every screen.

use serde_json::{Value, json};

use crate::driver::{Browser, Hand, Screen};
use crate::play::{cell, paste, played, seat, two_people};
use crate::{Stage, leave_picture};

const LEFT: &str = "\u{E012}";
const UP: &str = "\u{E013}";
const RIGHT: &str = "\u{E014}";
const ENTER: &str = "\u{E007}";
const HOME: &str = "\u{E011}";
const END: &str = "\u{E010}";
const DELETE: &str = "\u{E017}";
const CONTROL: char = '\u{E009}';

/// The middle of what a selector finds, in the window.
fn middle(stage: &Stage, selector: &str) -> Value {
    let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
         return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]";
    stage.browser.run_with(script, &json!([selector]))
}

fn square(stage: &Stage, id: &str) -> Value {
    middle(stage, &format!("[data-cell='{id}']"))
}

/// From one place to another, with a stop between them.
fn drag(stage: &Stage, hand: Hand, from: &Value, to: &Value) {
    let half = |axis: usize| (from[axis].as_i64().unwrap() + to[axis].as_i64().unwrap()) / 2;
    let between = json!([half(0), half(1)]);
    stage.browser.gesture(hand, &[from, &between, to]);
}

fn on(stage: &Stage, id: &str) -> String {
    let script = "return document.querySelector(`[data-cell=\"${arguments[0]}\"]`).ariaLabel";
    stage.browser.run_with(script, &json!([id])).as_str().unwrap().to_owned()
}

fn until_on(stage: &Stage, id: &str, says: &str) {
    stage
        .browser
        .until(&format!("document.querySelector('[data-cell=\"{id}\"]').ariaLabel === '{says}'"));
}

fn browser_with(stage: &Stage, screen: Screen) -> Browser {
    Browser::start(screen, stage.network()).expect("a second browser")
}

/// By its button and by its key, with its names, for this game in this tab.
pub fn a_board_is_turned(stage: &Stage) {
    two_people(stage, "checkers");
    let seen = || {
        let script = "const at = (id) => document.querySelector(`[data-cell=\"${id}\"]`).getBoundingClientRect();
             const names = [...document.querySelectorAll('.ground .name')].map((name) => name.textContent).join('');
             return [at('a1').left < at('h1').left, at('a1').top > at('a8').top, names]";
        stage.browser.run(script)
    };
    let usual = json!([true, true, "abcdefgh87654321"]);
    let turned = json!([false, false, "hgfedcba12345678"]);
    assert_eq!(seen(), usual);
    stage.browser.click("[data-tool='flip']");
    assert_eq!(seen(), turned);
    cell(stage, "b6");
    cell(stage, "a5");
    played(stage, 1);
    assert_eq!(seen(), turned);
    stage.browser.reload();
    stage.browser.until("document.querySelector('.cell.movable')");
    assert_eq!(seen(), turned);
    // Wherever the focus is: on a cell, too.
    stage.browser.run("document.querySelector('.cell[tabindex=\"0\"]').focus()");
    stage.browser.keys("f");
    assert_eq!(seen(), usual);
    stage.browser.keys("f");
    stage.show("play/star-circle");
    stage.browser.until("document.querySelector('.star-circle .cell.movable')");
    let first = "return document.querySelector('.ground .name').textContent";
    assert_eq!(stage.browser.run(first), "1");
}

/// A finger on a piece moves the piece; elsewhere it moves the page.
pub fn fingers_drag_pieces_and_scroll_the_page(stage: &Stage) {
    let phone = browser_with(stage, Screen::Phone);
    let stage = &stage.seen_in(&phone);
    two_people(stage, "star-circle");
    let scrolled = || phone.run("return scrollY").as_f64().unwrap();
    drag(stage, Hand::Finger, &square(stage, "C1"), &square(stage, "D2"));
    played(stage, 1);
    assert!(phone.text(".said").starts_with("Star plays C1-D2"));
    assert_eq!(scrolled(), 0.0, "the page stays where it is");
    // Where it cannot go nothing happens, and the piece is back.
    let before = stage.pieces();
    drag(stage, Hand::Finger, &square(stage, "F2"), &square(stage, "D4"));
    phone.until("!document.querySelector('.cell.picked')");
    assert_eq!(stage.pieces(), before);
    // A tap is a click.
    phone.gesture(Hand::Finger, &[&square(stage, "F2")]);
    phone.until("document.querySelector('.cell.target')");
    phone.gesture(Hand::Finger, &[&square(stage, "E1")]);
    played(stage, 2);
    let (from, to) = (square(stage, "D5"), square(stage, "H5"));
    drag(stage, Hand::Finger, &from, &to);
    phone.until("scrollY > 0");
    played(stage, 2);
    phone.go("about:blank");
    assert!(phone.complaints().is_empty());
}

fn begin_set_up(stage: &Stage) {
    stage.browser.click("[data-tool='set-up']");
    stage.browser.until("document.querySelector('.brushes')");
    stage.browser.click("[data-tool='clear']");
}

/// From the tray, from square to square, off the board; by clicks, and by keys.
pub fn pieces_are_set_up_by_hand(stage: &Stage) {
    two_people(stage, "checkers");
    begin_set_up(stage);
    until_on(stage, "b6", "b6, empty");
    let pictures = "return document.querySelectorAll('.brush .portrait .man').length";
    assert_eq!(stage.browser.run(pictures), 4, "brushes show their pieces");
    drag(stage, Hand::Left, &middle(stage, "[data-brush='W']"), &square(stage, "c3"));
    until_on(stage, "c3", "c3, white king");
    drag(stage, Hand::Left, &square(stage, "c3"), &square(stage, "e5"));
    until_on(stage, "e5", "e5, white king");
    assert_eq!(on(stage, "c3"), "c3, empty");
    // The brush that was dragged is the one that paints.
    cell(stage, "a1");
    until_on(stage, "a1", "a1, white king");
    drag(stage, Hand::Left, &square(stage, "a1"), &json!([5, 300]));
    until_on(stage, "a1", "a1, empty");
    leave_picture(stage.browser, &stage.picture_of("set up"));
    stage.browser.run("document.querySelector('[data-brush=\"b\"]').focus()");
    stage.browser.keys(ENTER);
    cell(stage, "f6");
    until_on(stage, "f6", "f6, black man");
    stage.browser.run("document.querySelector('[data-cell=\"f6\"]').focus()");
    stage.browser.keys(DELETE);
    until_on(stage, "f6", "f6, empty");
    stage.browser.keys(ENTER);
    until_on(stage, "f6", "f6, black man");
    stage.browser.click("[data-tool='done']");
    stage.browser.until("!document.querySelector('.brushes')");
    stage.browser.until("document.querySelectorAll('.pieces .piece').length === 2");

    // One stone of a heap at a time.
    two_people(stage, "mancala");
    stage.browser.click("[data-tool='set-up']");
    stage.browser.until("document.querySelector('.brushes')");
    drag(stage, Hand::Left, &square(stage, "B2"), &square(stage, "A4"));
    until_on(stage, "A4", "A4, 5 stones");
    assert_eq!(on(stage, "B2"), "B2, 3 stones");
    stage.browser.click("[data-tool='cancel']");
    until_on(stage, "A4", "A4, 4 stones");
}

/// The same on a phone.
pub fn fingers_set_up_pieces(stage: &Stage) {
    let phone = browser_with(stage, Screen::Phone);
    let stage = &stage.seen_in(&phone);
    two_people(stage, "capture-go");
    begin_set_up(stage);
    phone.run("scrollTo(0, 0)");
    drag(stage, Hand::Finger, &middle(stage, "[data-brush='W']"), &square(stage, "(2,2)"));
    until_on(stage, "(2,2)", "(2,2), white stone");
    drag(stage, Hand::Finger, &square(stage, "(2,2)"), &square(stage, "(3,1)"));
    until_on(stage, "(3,1)", "(3,1), white stone");
    assert_eq!(on(stage, "(2,2)"), "(2,2), empty");
    phone.gesture(Hand::Finger, &[&square(stage, "(1,1)")]);
    until_on(stage, "(1,1)", "(1,1), white stone");
    assert_eq!(phone.run("return scrollY"), 0);
    leave_picture(&phone, &stage.picture_of("phone set up"));
    phone.go("about:blank");
    assert!(phone.complaints().is_empty());
}

/// The reason stands there before anybody wants to play from it, and goes when it is mended.
pub fn what_cannot_be_is_refused_at_once(stage: &Stage) {
    let refused = |why: &str| {
        stage.browser.until(&format!(
            "document.querySelector('.brushes .bad').textContent === \"This cannot be: {why}.\""
        ));
        stage.browser.until("document.querySelector('[data-tool=\"done\"]').disabled");
    };
    let mended = || {
        stage.browser.until(
            "!document.querySelector('.brushes .bad').textContent \
             && !document.querySelector('[data-tool=\"done\"]').disabled",
        );
    };
    let brush = |name: &str| stage.browser.click(&format!("[data-brush='{name}']"));
    two_people(stage, "checkers");
    begin_set_up(stage);
    brush("w");
    cell(stage, "b8");
    refused("w on b8, its far row: a man is crowned there");
    brush("W");
    cell(stage, "b8");
    mended();

    two_people(stage, "star-circle");
    stage.browser.click("[data-tool='set-up']");
    stage.browser.until("document.querySelector('.brushes')");
    brush("S");
    cell(stage, "D2");
    refused("Star has more than 12 pieces");
    brush("0");
    cell(stage, "A1");
    mended();

    two_people(stage, "capture-go");
    begin_set_up(stage);
    brush("B");
    cell(stage, "(1,1)");
    brush("W");
    cell(stage, "(2,1)");
    cell(stage, "(1,2)");
    refused("Black's stone on (1,1) has no liberty: White's last move has taken it");
    brush("x");
    cell(stage, "(1,1)");
    mended();

    two_people(stage, "mancala");
    begin_set_up(stage);
    brush("1");
    cell(stage, "A3");
    refused("player 1's row is empty, so the game is over");
    cell(stage, "B3");
    mended();
}

/// Rings and arrows, for the position that is shown.
pub fn the_right_button_draws(stage: &Stage) {
    two_people(stage, "checkers");
    let drawn = || {
        let script = "return [...document.querySelectorAll('.notes > *')]
             .map((note) => `${note.tagName} ${note.classList[note.classList.length - 1]}`)";
        stage.browser.run(script)
    };
    stage.browser.run(
        "window.menus = [];
         addEventListener('contextmenu', (event) => menus.push(event.defaultPrevented))",
    );
    let [from, to] = ["c3", "d4"].map(|id| square(stage, id));
    stage.browser.gesture(Hand::Right, &[&from]);
    drag(stage, Hand::Right, &from, &to);
    assert_eq!(drawn(), json!(["ellipse green", "path green"]));
    stage.browser.holding(CONTROL, || stage.browser.gesture(Hand::Right, &[&to]));
    assert_eq!(drawn(), json!(["ellipse green", "path green", "ellipse red"]));
    leave_picture(stage.browser, &stage.picture_of("notes"));
    // What is drawn again goes, in another colour it stays in that.
    drag(stage, Hand::Right, &from, &to);
    stage.browser.gesture(Hand::Right, &[&to]);
    assert_eq!(drawn(), json!(["ellipse green", "ellipse green"]));
    let is_above = "const [svg, notes] = ['.board', '.notes'].map((name) => document.querySelector(name));
         return [...svg.children].indexOf(notes) > [...svg.children].indexOf(svg.querySelector('.pieces'))";
    assert_eq!(stage.browser.run(is_above), true);
    assert_eq!(stage.browser.run("return menus.length > 0 && menus.every(Boolean)"), true);
    assert_eq!(stage.browser.run("return document.querySelector('.cell.picked')"), Value::Null);
    // They belong to this position, also when it is turned or left.
    stage.browser.keys("f");
    assert_eq!(drawn(), json!(["ellipse green", "ellipse green"]));
    stage.browser.run("document.querySelector('[data-cell=\"b6\"]').focus()");
    stage.browser.keys(ENTER);
    stage.browser.run("document.querySelector('[data-cell=\"a5\"]').focus()");
    stage.browser.keys(ENTER);
    played(stage, 1);
    assert_eq!(drawn(), json!([]));
    stage.browser.run("document.activeElement.blur()");
    stage.browser.keys(LEFT);
    assert_eq!(drawn(), json!(["ellipse green", "ellipse green"]));
    cell(stage, "e5");
    assert_eq!(drawn(), json!([]), "a click clears them");
}

/// Outside of the cells the arrows go through the game, inside from cell to cell.
pub fn keys_go_through_the_moves(stage: &Stage) {
    two_people(stage, "mancala");
    for (count, pit) in ["B4", "B2", "A2"].into_iter().enumerate() {
        cell(stage, pit);
        played(stage, count + 1);
    }
    stage.browser.run("document.activeElement.blur()");
    let current = || stage.browser.text(".moves [aria-current]");
    assert_eq!(current(), "A2");
    stage.browser.keys(LEFT);
    assert_eq!(current(), "B2");
    stage.browser.keys(&format!("{LEFT}{LEFT}{LEFT}"));
    assert_eq!(current(), "", "the start is the end of the way");
    stage.browser.keys(RIGHT);
    assert_eq!(current(), "B4");
    stage.browser.keys(END);
    assert_eq!(current(), "A2");
    stage.browser.until("document.querySelector('.cell.movable')");
    stage.browser.keys(HOME);
    assert_eq!(current(), "");
    stage.browser.keys(END);
    // In the board, and where something is chosen, they mean something else.
    stage.browser.run("document.querySelector('[data-cell=\"B3\"]').focus()");
    stage.browser.keys(RIGHT);
    assert_eq!(stage.browser.run("return document.activeElement.dataset.cell"), "B4");
    assert_eq!(current(), "A2");
    stage.browser.run("document.querySelector('[data-seat=\"0\"]').focus()");
    stage.browser.keys(UP);
    assert_eq!(current(), "A2");
}

/// Nothing is made before it is switched on, and the switch is remembered.
pub fn sound_is_off_until_it_is_wanted(stage: &Stage) {
    two_people(stage, "mancala");
    let listen = "window.heard = [0, 0];
         const Real = AudioContext;
         window.AudioContext = class extends Real {
             constructor() { super(); heard[0]++; }
             createOscillator() { heard[1]++; return super.createOscillator(); }
         }";
    stage.browser.run(listen);
    let heard = || stage.browser.run("return heard");
    cell(stage, "B3");
    played(stage, 1);
    assert_eq!(heard(), json!([0, 0]));
    let pressed = "return document.querySelector('[data-tool=\"sound\"]').ariaPressed";
    assert_eq!(stage.browser.run(pressed), "false");
    stage.browser.click("[data-tool='sound']");
    assert_eq!(heard(), json!([1, 1]), "one tone says that it is on");
    cell(stage, "A2");
    played(stage, 2);
    assert_eq!(heard(), json!([1, 2]));
    stage.browser.reload();
    stage.browser.until("document.querySelector('.cell.movable')");
    assert_eq!(stage.browser.run(pressed), "true");
    stage.browser.run(listen);
    // A capture sounds otherwise, and so does the end.
    paste(stage, "2\n1\n2\n1 0 3\n2 0 0\n0\n0\n");
    played(stage, 0);
    cell(stage, "B2");
    played(stage, 1);
    assert_eq!(heard(), json!([1, 2]), "two tones for a capture");
    stage.browser.click("[data-tool='sound']");
    stage.browser.run("localStorage.removeItem('sound')");
}

/// Counts what flies, and from where to where.
const FLIGHTS: &str = "window.flights = [];
     window.plainly ??= Element.prototype.animate;
     Element.prototype.animate = function (frames, options) {
         if (frames[0].transform) flights.push(frames.map(({ transform }) => transform));
         return plainly.call(this, frames, options);
     }";

/// What the opponent plays, too: each jump of a turn, and each stone of a sowing.
pub fn moves_are_shown_hop_by_hop(stage: &Stage) {
    two_people(stage, "checkers");
    stage.let_things_move();
    stage.browser.run(FLIGHTS);
    seat(stage, 1, "greedy");
    paste(stage, include_str!("../../../../examples/checkers/input.txt"));
    stage.browser.until("document.querySelector('.play').dataset.moves === '1'");
    stage.browser.until("document.querySelector('.said').textContent.startsWith('White plays')");
    stage.browser.until("flights.length >= 3");
    let flights = stage.browser.run("return flights");
    assert_eq!(flights[0][1], flights[1][0], "one hop begins where the last one ended");
    assert_eq!(flights[1][1], flights[2][0]);

    stage.browser.run("sessionStorage.clear()");
    two_people(stage, "mancala");
    stage.let_things_move();
    stage.browser.run(FLIGHTS);
    cell(stage, "B2");
    played(stage, 1);
    assert_eq!(stage.browser.run("return flights.length"), 4);
}

/// Moves that would take for ever: whoever clicks, or presses a key, need not wait.
pub fn a_click_ends_what_is_shown(stage: &Stage) {
    two_people(stage, "mancala");
    stage.let_things_move();
    let slow = "const animate = Element.prototype.animate;
         Element.prototype.animate = function (frames, options) {
             return animate.call(this, frames, { ...options, duration: 1e7 });
         }";
    stage.browser.run(slow);
    let flies = "document.getAnimations().some(({ playState }) => playState === 'running')";
    cell(stage, "B2");
    stage.browser.until(flies);
    // The click that ends it is a move at once.
    cell(stage, "A2");
    stage.browser.until("document.querySelector('.moves li')");
    stage.browser.until(flies);
    assert_eq!(stage.browser.text(".said"), "Player 2 plays A2, bringing home 1 stone.");
    stage.browser.run("document.querySelector('[data-cell=\"B3\"]').focus()");
    stage.browser.keys(ENTER);
    stage.browser.until("document.querySelectorAll('.moves li').length === 2");
    stage.browser.until(flies);
    assert!(stage.browser.text(".said").starts_with("Player 1 plays B3"));
    stage.browser.go("about:blank");
}

/// A double ring, whatever else a cell is.
pub fn focus_is_seen_on_every_cell(stage: &Stage) {
    for theme in ["light", "dark"] {
        for (game, id) in [("checkers", "b6"), ("mancala", "B3"), ("capture-go", "(1,1)")] {
            two_people(stage, game);
            stage.browser.run(&format!("document.documentElement.dataset.theme = '{theme}'"));
            let look = "const [halo, edge] = ['.halo', '.edge'].map((part) =>
                     getComputedStyle(document.querySelector(`[data-cell=\"${arguments[0]}\"] ${part}`)));
                 return [halo.stroke, halo.strokeWidth, edge.stroke, edge.strokeWidth]";
            let [plain, focused] = [false, true].map(|is_focused| {
                if is_focused {
                    stage.browser.run(&format!(
                        "document.querySelector('[data-cell=\"{id}\"]').focus({{ focusVisible: true }})"
                    ));
                }
                stage.browser.run_with(look, &json!([id]))
            });
            assert_eq!(plain[0], "none", "{game}");
            let ring = json!(["rgb(255, 255, 255)", "10px", "rgb(18, 64, 60)", "5px"]);
            assert_eq!(focused, ring, "{game} {theme}");
        }
        leave_picture(stage.browser, &stage.picture_of(&format!("focus {theme}")));
    }
}

/// Nothing is wider than the screen, and all of the board is there at once.
pub fn boards_fit_every_screen(stage: &Stage) {
    let screens = [Screen::Phone, Screen::Across, Screen::Narrow, Screen::Window, Screen::Zoomed];
    for screen in screens {
        let browser = browser_with(stage, screen);
        for game in ["mancala", "checkers", "capture-go", "stake-raid", "star-circle"] {
            browser.go(&stage.at(&format!("play/{game}")));
            browser.until("document.documentElement.dataset.ready");
            browser.until(&format!("document.querySelector('.{game} .cell.movable')"));
            let script = "const box = document.querySelector('.ground').getBoundingClientRect();
                 const { scrollWidth } = document.documentElement;
                 return { over: scrollWidth - screen.width, wide: box.width / innerWidth, high: box.height / innerHeight,
                          low: box.bottom - innerHeight }";
            let seen = browser.run(script);
            let number = |name: &str| seen[name].as_f64().unwrap();
            let about = format!("{game}: {seen}");
            assert!(number("over") <= 0.0, "{about}");
            assert!(number("high") < 1.0 && number("wide") < 1.0, "{about}");
            let is_across = matches!(screen, Screen::Across);
            if is_across {
                assert!(number("low") <= 0.0, "{about}");
            }
            if game == "mancala" {
                assert!(number("wide") > if is_across { 0.75 } else { 0.85 }, "{about}");
            }
            if let (Screen::Phone, "mancala") = (screen, game) {
                assert!(number("high") > 0.65 && number("low") <= 0.0, "{about}");
            }
            let [name, game] = [
                match screen {
                    Screen::Desktop => "desktop",
                    Screen::Phone => "phone",
                    Screen::Across => "across",
                    Screen::Narrow => "narrow",
                    Screen::Window => "window",
                    Screen::Zoomed => "zoomed",
                },
                game,
            ];
            leave_picture(&browser, &stage.picture_of(&format!("board {name} {game}")));
        }
        browser.go("about:blank");
    }
}

/// An SVG that needs nothing else, and a PNG of it, with what was drawn on the board.
pub fn a_board_becomes_a_picture(stage: &Stage) {
    two_people(stage, "checkers");
    drag(stage, Hand::Right, &square(stage, "c3"), &square(stage, "d4"));
    let module = include_str!("../../page/board/export.js").replace("export ", "");
    let script = format!(
        "{module}
         const root = document.querySelector('.board');
         const [, , ...size] = root.getAttribute('viewBox').split(' ').map(Number);
         const svg = toSvg({{ root, size }});
         const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
         return toPng({{ root, size }}, 872).then(async (png) => {{
             const image = await createImageBitmap(png);
             const canvas = new OffscreenCanvas(image.width, image.height);
             const paper = canvas.getContext('2d', {{ willReadFrequently: true }});
             paper.drawImage(image, 0, 0);
             const at = (x, y) => [...paper.getImageData(x, y, 1, 1).data];
             return {{ svg, bad: read.querySelectorAll('parsererror, [class], [style], .cells, image, use').length,
                       type: png.type, wide: image.width, high: image.height,
                       man: at(36 + 150, 36 + 80), square: at(36 + 110, 36 + 10), arrow: at(36 + 325, 36 + 475) }};
         }})"
    );
    let made = stage.browser.run(&script);
    assert_eq!((&made["bad"], &made["type"]), (&json!(0), &json!("image/png")));
    assert_eq!((&made["wide"], &made["high"]), (&json!(872), &json!(872)));
    assert_eq!(made["square"], json!([0x9f, 0xb3, 0xa3, 0xff]), "a dark square");
    assert!(made["man"][0].as_u64().unwrap() < 0x60, "a black man: {}", made["man"]);
    let arrow = &made["arrow"];
    assert!(arrow[1].as_u64() > arrow[0].as_u64().map(|red| red + 40), "a green arrow: {arrow}");
    let svg = made["svg"].as_str().unwrap();
    for what in ["var(", "color-mix", "color(", "url(", "href", "rgba("] {
        assert!(!svg.contains(what), "{what}");
    }
}
