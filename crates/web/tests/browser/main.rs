//! The workbench in a real browser. All of it shares one browser, one after the other.
//!
//! Most of it is tried twice: with a server, and with the page that is one file, in a browser that can
//! reach nothing. Without a browser it says that it was skipped, unless `PLYGLOT_BROWSER=required`, and
//! without the module (`cargo xtask module`) the file is, unless `PLYGLOT_MODULE=required`. Names on the
//! command line choose what is tried; `PLYGLOT_PICTURES=DIR` leaves pictures there.

#![expect(clippy::print_stdout, reason = "a test program of its own says what it does")]

mod another_game;
mod axe;
mod board;
#[path = "../common/mod.rs"]
mod common;
mod contests;
mod driver;
mod explain;
mod home;
mod live;
mod play;
mod practise;
mod review;
mod share;
mod tree;
mod unserved;
mod whole;

use std::cell::RefCell;
use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

use serde_json::Value;
use tempfile::TempDir;

use plyglot_web::site::SINGLE;
use plyglot_web::{Running, ServerLimits};

use driver::{Browser, Network, Screen};

/// Something to try, and with which page.
type Scenario = (&'static str, With, fn(&Stage));

/// The pages that something is tried with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    /// That of a server.
    Server,
    /// The one that is a file.
    File,
    /// Each of them.
    Both,
}

/// A page, with a server of its own or none: nothing is left from what was tried before.
pub struct Stage<'b> {
    /// Shared by all.
    pub browser: &'b Browser,
    /// Taken by those who restart it.
    pub server: RefCell<Option<Running>>,
    /// Where the server is, or was, if the page has one.
    address: Option<SocketAddr>,
    /// The page's own address.
    page: String,
}

impl<'b> Stage<'b> {
    /// The page of a server.
    pub fn served(browser: &'b Browser, server: Running) -> Stage<'b> {
        let address = server.address();
        let page = format!("http://{address}/");
        Stage { browser, server: Some(server).into(), address: Some(address), page }
    }

    /// A page without a server.
    fn unserved(browser: &'b Browser, page: String) -> Stage<'b> {
        Stage { browser, server: None.into(), address: None, page }
    }

    /// The same page in another browser.
    pub fn seen_in<'a>(&self, browser: &'a Browser) -> Stage<'a> {
        Stage { browser, server: None.into(), address: self.address, page: self.page.clone() }
    }

    /// Whether there is a server behind it.
    pub fn is_served(&self) -> bool {
        self.address.is_some()
    }

    /// Of the server.
    pub fn address(&self) -> SocketAddr {
        self.address.unwrap()
    }

    /// What another browser needs to show this page.
    pub fn network(&self) -> Network {
        if self.is_served() { Network::On } else { Network::Off }
    }

    /// The address of a view, such as `play/mancala`.
    pub fn at(&self, view: &str) -> String {
        format!("{}#/{view}", self.page)
    }

    /// Pictures of both pages lie beside each other.
    pub fn picture_of(&self, name: &str) -> String {
        format!("{name}{}", if self.is_served() { "" } else { " (file)" })
    }

    /// Shows a view once it is ready.
    pub fn show(&self, view: &str) {
        self.browser.go(&self.at(view));
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

    /// Files share what a browser remembers, whatever their names.
    fn forget(&self) {
        if !self.is_served() {
            self.browser.run("try { localStorage.clear(); sessionStorage.clear() } catch {}");
        }
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
    ("page_is_small_and_quick", With::Server, whole::page_is_small_and_quick),
    ("every_game_is_played_to_its_end", With::Both, play::every_game_is_played_to_its_end),
    ("a_multi_jump_goes_hop_by_hop", With::Both, play::a_multi_jump_goes_hop_by_hop),
    ("a_mancala_chain_moves_again", With::Both, play::a_mancala_chain_moves_again),
    ("a_raid_is_chosen", With::Both, play::a_raid_is_chosen),
    ("pieces_are_dragged", With::Both, play::pieces_are_dragged),
    ("keys_are_enough", With::Both, play::keys_are_enough),
    ("moves_are_taken_back", With::Both, play::moves_are_taken_back),
    ("a_move_in_flight_is_taken_back", With::Both, play::a_move_in_flight_is_taken_back),
    ("late_answers_change_nothing", With::Both, play::late_answers_change_nothing),
    ("the_machine_answers", With::Both, play::the_machine_answers),
    ("a_position_is_set_up", With::Both, play::a_position_is_set_up),
    ("inputs_are_pasted_and_copied", With::Both, play::inputs_are_pasted_and_copied),
    ("a_board_is_turned", With::Both, board::a_board_is_turned),
    (
        "fingers_drag_pieces_and_scroll_the_page",
        With::Both,
        board::fingers_drag_pieces_and_scroll_the_page,
    ),
    ("pieces_are_set_up_by_hand", With::Both, board::pieces_are_set_up_by_hand),
    ("fingers_set_up_pieces", With::Both, board::fingers_set_up_pieces),
    ("what_cannot_be_is_refused_at_once", With::Both, board::what_cannot_be_is_refused_at_once),
    ("the_right_button_draws", With::Both, board::the_right_button_draws),
    ("keys_go_through_the_moves", With::Both, board::keys_go_through_the_moves),
    ("sound_is_off_until_it_is_wanted", With::Both, board::sound_is_off_until_it_is_wanted),
    ("moves_are_shown_hop_by_hop", With::Both, board::moves_are_shown_hop_by_hop),
    ("a_click_ends_what_is_shown", With::Both, board::a_click_ends_what_is_shown),
    ("focus_is_seen_on_every_cell", With::Both, board::focus_is_seen_on_every_cell),
    ("boards_fit_every_screen", With::Both, board::boards_fit_every_screen),
    ("a_board_becomes_a_picture", With::Both, board::a_board_becomes_a_picture),
    ("a_game_is_reviewed", With::Both, review::a_game_is_reviewed),
    ("a_review_is_stopped", With::Both, review::a_review_is_stopped),
    ("an_ended_game_offers_more", With::Both, review::an_ended_game_offers_more),
    ("hints_are_given_when_asked", With::Both, review::hints_are_given_when_asked),
    ("an_earlier_position_is_all_earlier", With::Both, review::an_earlier_position_is_all_earlier),
    ("games_have_addresses", With::Both, review::games_have_addresses),
    ("a_move_is_heard_once", With::Both, review::a_move_is_heard_once),
    ("the_focus_stays", With::Both, review::the_focus_stays),
    ("a_phone_reviews_a_game", With::Both, review::a_phone_reviews_a_game),
    (
        "a_game_is_brought_and_written_as_people_do",
        With::Both,
        share::a_game_is_brought_and_written_as_people_do,
    ),
    ("what_is_seen_is_shared", With::Both, share::what_is_seen_is_shared),
    ("files_fall_anywhere", With::Both, share::files_fall_anywhere),
    (
        "connect_four_is_played_by_clicks",
        With::Server,
        another_game::connect_four_is_played_by_clicks,
    ),
    (
        "connect_four_is_played_against_the_machine",
        With::Server,
        another_game::connect_four_is_played_against_the_machine,
    ),
    ("trees_count_as_the_files_do", With::Both, tree::trees_count_as_the_files_do),
    ("the_textbook_is_stepped_through", With::Both, tree::the_textbook_is_stepped_through),
    ("the_algorithm_is_followed", With::Both, tree::the_algorithm_is_followed),
    ("a_search_has_an_address", With::Both, tree::a_search_has_an_address),
    ("a_failed_search_leaves_nothing", With::Both, tree::a_failed_search_leaves_nothing),
    ("keys_lead_through_a_search", With::Both, tree::keys_lead_through_a_search),
    ("the_whole_is_zoomed", With::Both, tree::the_whole_is_zoomed),
    ("a_huge_tree_is_quick", With::Both, tree::a_huge_tree_is_quick),
    ("a_large_tree_is_scrubbed", With::Both, tree::a_large_tree_is_scrubbed),
    ("contests_are_listed_and_shown", With::Server, contests::contests_are_listed_and_shown),
    ("a_game_is_replayed_by_keys", With::Server, contests::a_game_is_replayed_by_keys),
    ("a_jump_ends_the_move_in_flight", With::Server, contests::a_jump_ends_the_move_in_flight),
    ("texts_of_others_stay_texts", With::Server, contests::texts_of_others_stay_texts),
    ("live_boards_move_as_games_go", With::Server, live::live_boards_move_as_games_go),
    ("looking_on_keeps_the_focus", With::Server, live::looking_on_keeps_the_focus),
    ("looking_on_survives_trouble", With::Server, live::looking_on_survives_trouble),
    ("a_grading_is_opened", With::Server, contests::a_grading_is_opened),
    (
        "a_grading_is_done_again_meanwhile",
        With::Server,
        contests::a_grading_is_done_again_meanwhile,
    ),
    (
        "pairs_of_capture_go_are_explained",
        With::Server,
        contests::pairs_of_capture_go_are_explained,
    ),
    ("a_large_cross_table_waits", With::Server, contests::a_large_cross_table_waits),
    ("games_are_turned_page_by_page", With::Server, contests::games_are_turned_page_by_page),
    ("a_wrong_log_is_explained", With::Both, explain::a_wrong_log_is_explained),
    ("files_are_dropped", With::Both, explain::files_are_dropped),
    ("a_bad_input_is_named", With::Both, explain::a_bad_input_is_named),
    (
        "exercises_follow_from_their_numbers",
        With::Both,
        practise::exercises_follow_from_their_numbers,
    ),
    ("the_next_cut_is_predicted", With::Both, practise::the_next_cut_is_predicted),
    ("a_window_is_entered", With::Both, practise::a_window_is_entered),
    ("a_move_is_chosen", With::Both, practise::a_move_is_chosen),
    ("a_wrong_line_is_found", With::Both, practise::a_wrong_line_is_found),
    ("a_set_is_given_by_a_link", With::Both, practise::a_set_is_given_by_a_link),
    ("results_are_handed_in", With::Both, practise::results_are_handed_in),
    ("a_phone_has_exercises", With::Both, practise::a_phone_has_exercises),
    ("a_student_comes_to_the_node", With::Both, explain::a_student_comes_to_the_node),
    ("lines_lead_to_the_search", With::Both, explain::lines_lead_to_the_search),
    ("a_wrong_move_leads_to_the_root", With::Both, explain::a_wrong_move_leads_to_the_root),
    ("a_grading_is_explained", With::Server, explain::a_grading_is_explained),
    ("the_first_page_leads_on", With::Both, home::the_first_page_leads_on),
    // The file has the same views but those of folders.
    ("axe_finds_nothing", With::Server, axe::axe_finds_nothing),
    ("thinking_is_stopped", With::Both, unserved::thinking_is_stopped),
    ("contests_need_a_server", With::File, unserved::contests_need_a_server),
    ("one_file_is_quick", With::File, unserved::one_file_is_quick),
    ("a_broken_module_is_told", With::File, unserved::a_broken_module_is_told),
    ("two_pages_play_two_games", With::Both, whole::two_pages_play_two_games),
    ("the_server_is_restarted", With::Server, whole::the_server_is_restarted),
    ("a_phone_shows_all_of_it", With::Both, whole::a_phone_shows_all_of_it),
    ("the_site_needs_no_server_of_ours", With::File, unserved::the_site_needs_no_server_of_ours),
];

fn main() -> ExitCode {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted =
        |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part.as_str()));
    let mut failed = Vec::new();
    let mut is_complete = true;
    for with in [With::Server, With::File] {
        let all = SCENARIOS
            .iter()
            .filter(|(name, by, _)| is_wanted(name) && (*by == with || *by == With::Both));
        let all: Vec<_> = all.collect();
        match (all.is_empty(), Pages::open(with)) {
            (true, _) => {}
            (_, Ok(pages)) => failed.extend(pages.try_all(&all)),
            (_, Err(Missing { what, is_required })) => {
                println!("skipped: {what}");
                is_complete &= !is_required;
            }
        }
    }
    if !failed.is_empty() {
        println!("failed: {failed:?}");
    }
    if failed.is_empty() && is_complete { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A browser, and the pages that it is to show.
struct Pages {
    browser: Browser,
    /// The folder with the page that is a file; none for those of servers.
    site: Option<TempDir>,
}

/// Something that this machine does not have.
struct Missing {
    what: &'static str,
    is_required: bool,
}

impl Missing {
    /// Unless a variable says that it must be there.
    fn unless_required(what: &'static str, variable: &str) -> Missing {
        Missing {
            what,
            is_required: std::env::var(variable).is_ok_and(|value| value == "required"),
        }
    }
}

impl Pages {
    fn open(with: With) -> Result<Pages, Missing> {
        let site = if with == With::File { Some(unserved::site()?) } else { None };
        let network = if with == With::File { Network::Off } else { Network::On };
        let browser = Browser::start(Screen::Desktop, network).ok_or_else(|| {
            let what = "no chromedriver with a Chromium was found (Debian: chromium-driver)";
            Missing::unless_required(what, "PLYGLOT_BROWSER")
        })?;
        Ok(Pages { browser, site })
    }

    fn stage(&self) -> Stage<'_> {
        match &self.site {
            None => Stage::served(&self.browser, common::server(ServerLimits::default())),
            Some(site) => {
                let page = format!("file://{}/{SINGLE}", site.path().display());
                Stage::unserved(&self.browser, page)
            }
        }
    }

    /// Tries one after the other, and returns the names of those that failed.
    fn try_all(&self, scenarios: &[&Scenario]) -> Vec<String> {
        let browser = &self.browser;
        let mut failed = Vec::new();
        for (name, _, scenario) in scenarios {
            let begun = Instant::now();
            let stage = self.stage();
            let tried = || {
                scenario(&stage);
                let complaints = browser.complaints();
                assert!(complaints.is_empty(), "the page complains: {complaints:#?}");
            };
            let is_good = catch_unwind(AssertUnwindSafe(tried)).is_ok();
            let name = stage.picture_of(name);
            leave_picture(browser, &name);
            stage.forget();
            // The browser must not ask a server that is gone.
            browser.go("about:blank");
            _ = browser.complaints();
            let word = if is_good { "ok    " } else { "FAILED" };
            println!("{word} {name} ({:.1?})", begun.elapsed());
            if !is_good {
                failed.push(name);
            }
        }
        failed
    }
}

fn leave_picture(browser: &Browser, name: &str) {
    if let Ok(folder) = std::env::var("PLYGLOT_PICTURES") {
        _ = std::fs::write(format!("{folder}/{name}.png.base64"), browser.picture());
    }
}
