//! The workbench in a real browser. All of it shares one browser, one after the other.
//!
//! Without a browser it says that it was skipped, unless `PLYGLOT_BROWSER=required`. Names on the
//! command line choose what is tried; `PLYGLOT_PICTURES=DIR` leaves pictures there.

#![expect(clippy::print_stdout, reason = "a test program of its own says what it does")]

mod another_game;
#[path = "../common/mod.rs"]
mod common;
mod contests;
mod driver;
mod live;
mod play;
mod tree;
mod whole;

use std::cell::RefCell;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

use serde_json::Value;

use plyglot_web::{Running, ServerLimits};

use driver::{Browser, Screen};

/// Something to try.
type Scenario = (&'static str, fn(&Stage));

/// A page of a server of its own: nothing is left from what was tried before.
pub struct Stage<'b> {
    /// Shared by all.
    pub browser: &'b Browser,
    /// Taken by those who restart it.
    pub server: RefCell<Option<Running>>,
    /// Where the server is, or was.
    pub address: SocketAddr,
}

impl Stage<'_> {
    /// Shows a view, such as `play/mancala`, once it is ready.
    pub fn show(&self, view: &str) {
        self.browser.go(&format!("http://{}/#/{view}", self.address));
        self.browser.until("document.documentElement.dataset.ready");
    }

    /// Lets the page that is shown move things, which it does not in this browser.
    pub fn let_things_move(&self) {
        self.browser.run("matchMedia = () => ({ matches: false })");
    }

    /// Everything that stands on the board, and where, once nothing moves any more.
    pub fn pieces(&self) -> Value {
        self.browser.until("document.getAnimations().length === 0");
        self.browser.run(
            "return [...document.querySelectorAll('.pieces > *')]
                 .map((piece) => `${piece.style.transform} ${piece.innerHTML}`).sort()",
        )
    }

    /// Whether the current move is to be seen in a list that has room for few.
    pub fn shows_current_move(&self) -> bool {
        let script = "const list = document.querySelector('.moves').getBoundingClientRect();
             const move = document.querySelector('.moves [aria-current]').getBoundingClientRect();
             return list.top < move.top + 1 && move.bottom < list.bottom + 1";
        self.browser.run(script) == true
    }
}

const SCENARIOS: &[Scenario] = &[
    ("page_is_small_and_quick", whole::page_is_small_and_quick),
    ("every_game_is_played_to_its_end", play::every_game_is_played_to_its_end),
    ("a_multi_jump_goes_hop_by_hop", play::a_multi_jump_goes_hop_by_hop),
    ("a_mancala_chain_moves_again", play::a_mancala_chain_moves_again),
    ("a_raid_is_chosen", play::a_raid_is_chosen),
    ("pieces_are_dragged", play::pieces_are_dragged),
    ("keys_are_enough", play::keys_are_enough),
    ("moves_are_taken_back", play::moves_are_taken_back),
    ("a_move_in_flight_is_taken_back", play::a_move_in_flight_is_taken_back),
    ("the_machine_answers", play::the_machine_answers),
    ("a_position_is_set_up", play::a_position_is_set_up),
    ("inputs_are_pasted_and_copied", play::inputs_are_pasted_and_copied),
    ("connect_four_is_played_by_clicks", another_game::connect_four_is_played_by_clicks),
    (
        "connect_four_is_played_against_the_machine",
        another_game::connect_four_is_played_against_the_machine,
    ),
    ("trees_count_as_the_files_do", tree::trees_count_as_the_files_do),
    ("the_textbook_is_stepped_through", tree::the_textbook_is_stepped_through),
    ("a_large_tree_is_scrubbed", tree::a_large_tree_is_scrubbed),
    ("contests_are_listed_and_shown", contests::contests_are_listed_and_shown),
    ("a_game_is_replayed_by_keys", contests::a_game_is_replayed_by_keys),
    ("a_jump_ends_the_move_in_flight", contests::a_jump_ends_the_move_in_flight),
    ("texts_of_others_stay_texts", contests::texts_of_others_stay_texts),
    ("live_boards_move_as_games_go", live::live_boards_move_as_games_go),
    ("looking_on_keeps_the_focus", live::looking_on_keeps_the_focus),
    ("looking_on_survives_trouble", live::looking_on_survives_trouble),
    ("a_grading_is_opened", contests::a_grading_is_opened),
    ("a_grading_is_done_again_meanwhile", contests::a_grading_is_done_again_meanwhile),
    ("pairs_of_capture_go_are_explained", contests::pairs_of_capture_go_are_explained),
    ("a_large_cross_table_waits", contests::a_large_cross_table_waits),
    ("games_are_turned_page_by_page", contests::games_are_turned_page_by_page),
    ("two_pages_play_two_games", whole::two_pages_play_two_games),
    ("the_server_is_restarted", whole::the_server_is_restarted),
    ("a_phone_shows_all_of_it", whole::a_phone_shows_all_of_it),
];

fn main() -> ExitCode {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_required = std::env::var("PLYGLOT_BROWSER").is_ok_and(|value| value == "required");
    let Some(browser) = Browser::start(Screen::Desktop) else {
        println!("skipped: no chromedriver with a Chromium was found (Debian: chromium-driver)");
        return if is_required { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    };
    let mut failed = Vec::new();
    for (name, scenario) in SCENARIOS {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let begun = Instant::now();
        let server = common::server(ServerLimits::default());
        let address = server.address();
        let stage = Stage { browser: &browser, server: Some(server).into(), address };
        let tried = || {
            scenario(&stage);
            let complaints = browser.complaints();
            assert!(complaints.is_empty(), "the page complains: {complaints:#?}");
        };
        let is_good = catch_unwind(AssertUnwindSafe(tried)).is_ok();
        leave_picture(&browser, name);
        // The browser must not ask a server that is gone.
        browser.go("about:blank");
        _ = browser.complaints();
        println!("{} {name} ({:.1?})", if is_good { "ok    " } else { "FAILED" }, begun.elapsed());
        if !is_good {
            failed.push(name);
        }
    }
    drop(browser);
    if failed.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("failed: {failed:?}");
    ExitCode::FAILURE
}

fn leave_picture(browser: &Browser, name: &str) {
    if let Ok(folder) = std::env::var("PLYGLOT_PICTURES") {
        _ = std::fs::write(format!("{folder}/{name}.png.base64"), browser.picture());
    }
}
