//! What the engine thinks, in plain words.

use plyglot_games::{checkers, mancala};
use plyglot_kit::any::Scale;
use plyglot_kit::wording::{Spoken, Subject, verdict};
use plyglot_search::engine::{Known, Score, Solved, Thought, score};

fn thought<M>(score: Score, is_proven: bool) -> Thought<M> {
    Thought { line: Vec::new(), score, depth: 9, is_proven, nodes: 1, known: None }
}

fn says<G: Spoken>(score: Score, is_proven: bool) -> String {
    in_words::<G>(&thought(score, is_proven))
}

fn in_words<G: Spoken>(thought: &Thought<G::Move>) -> String {
    verdict(thought, &Scale::of::<G>(), &Subject { name: "You".to_owned(), is_you: true })
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

/// What tables know goes before what the search guesses, but not before a win that it has found.
#[test]
fn tables_have_the_last_word() {
    let man = Scale::of::<checkers::Position>().point;
    let says = |score, solved, plies| {
        let known = Some(Known { solved, plies });
        in_words::<checkers::Position>(&Thought { known, ..thought(score, false) })
    };
    let soon = "You win by tables of endings, 11 plies to the next conversion";
    assert_eq!(says(-man, Solved::Win, Some(11)), soon);
    assert_eq!(says(man, Solved::Loss, None), "You lose by tables of endings");
    assert_eq!(says(man, Solved::Draw, None), "It is a draw by tables of endings");
    assert_eq!(says(score::WON - 9, Solved::Win, Some(3)), "You win in 9 plies");
    let leads_there = in_words::<checkers::Position>(&thought(man - score::KNOWN_WIN, false));
    assert_eq!(leads_there, "You lose by tables of endings");
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
