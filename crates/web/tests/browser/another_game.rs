//! A game of somebody else's, of which the page has never heard: Connect Four, by clicks.

#[path = "../../../../examples/connect-four/src/connect_four.rs"]
mod connect_four;

use plyglot_kit::any::{Games, kit};
use serde_json::json;

use crate::Stage;
use crate::common::{post, server_for};
use crate::play::{cell, played, two_people};

const GAMES: Games = Games::new(&[kit::<connect_four::Position>()]);

/// A stage with this game alone.
fn stage_for<'b>(stage: &Stage<'b>) -> Stage<'b> {
    let server = server_for(GAMES);
    Stage::served(stage.browser, server)
}

/// Four in a column, disc by disc; the engine has an opinion, and the search can be seen.
pub fn connect_four_is_played_by_clicks(stage: &Stage) {
    let stage = &stage_for(stage);
    two_people(stage, "connect-four");
    for (number, place) in ["d1", "c1", "d2", "c2", "d3", "c3", "d4"].into_iter().enumerate() {
        cell(stage, place);
        played(stage, number + 1);
    }
    stage.browser.until("document.querySelector('.play').dataset.turn === 'over'");
    assert!(stage.browser.text(".status").contains("X wins"), "{}", stage.browser.text(".status"));
    let start = GAMES.usual().sample().position();
    let wanted = json!({ "game": "connect-four", "position": start, "moves": ["d"],
                         "algorithm": "alpha-beta", "depth": 3 });
    let tree = post(stage.address(), "/api/trees", &wanted).json();
    assert_eq!(tree["game"], "connect-four");
    stage.show("tree/connect-four");
    stage.browser.until("document.querySelector('.tree')?.dataset.nodes");
}

/// Against the machine, from the start.
pub fn connect_four_is_played_against_the_machine(stage: &Stage) {
    let stage = &stage_for(stage);
    stage.show("play/connect-four");
    stage.browser.until("document.querySelector('.play')?.dataset.turn === 'person'");
    cell(stage, "d1");
    stage.browser.until(
        "document.querySelector('.play').dataset.moves === '2' \
         && document.querySelector('.play').dataset.turn === 'person'",
    );
    // Its server goes before the page does, and the engine has an opinion meanwhile.
    stage.browser.go("about:blank");
}
