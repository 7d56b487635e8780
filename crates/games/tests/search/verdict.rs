//! What the engine thinks, in plain words.

use plyglot_games::{checkers, mancala};
use plyglot_kit::any::Scale;
use plyglot_kit::wording::{Spoken, Subject, verdict};
use plyglot_search::engine::{Score, Thought, score};

fn says<G: Spoken>(score: Score, is_proven: bool) -> String {
    let thought = Thought::<G::Move> { line: Vec::new(), score, depth: 9, is_proven, nodes: 1 };
    verdict(&thought, &Scale::of::<G>(), &Subject { name: "You".to_owned(), is_you: true })
}

#[test]
fn checkers_is_told_in_men() {
    let man = Scale::of::<checkers::Position>().point;
    let says = |score| says::<checkers::Position>(score, false);
    assert_eq!(says(0), "It is about even");
    assert_eq!(says(-man / 3), "You are a little behind");
    assert_eq!(says(man), "You are about a man ahead");
    assert_eq!(says(-3 * man), "You are about 3 men behind");
    assert_eq!(says(score::WON - 9), "You win in 9 plies");
    assert_eq!(says(4 - score::WON), "You lose in 4 plies");
}

#[test]
fn points_are_told_as_such() {
    let point = Scale::of::<mancala::Position>().point;
    let says = says::<mancala::Position>;
    assert_eq!(says(0, false), "It is about even");
    assert_eq!(says(point, false), "You are about 1 stone ahead");
    assert_eq!(says(12 * point, true), "You win by 12 stones with best play");
    assert_eq!(says(-2 * point, true), "You lose by 2 stones even with best play");
    assert_eq!(says(0, true), "It is a draw with best play");
}
