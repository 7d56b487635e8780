//! Openings for all games.

use plyglot_games::{capture_go, checkers, mancala, stake_raid, star_circle};
use plyglot_games::{
    capture_go::knowledge::CaptureGo, checkers::knowledge::Checkers, mancala::knowledge::Mancala,
    stake_raid::knowledge::StakeRaid, star_circle::knowledge::StarCircle,
};

use std::collections::HashSet;

use plyglot_core::Game;
use plyglot_kit::openings::{Balance, Judge, Openings, OpeningsWanted, candidates};
use plyglot_search::engine::Knowledge;

fn check<K: Knowledge>(knowledge: &K, start: &K::Game) {
    let wanted = OpeningsWanted::new(10, 5);
    let openings = Openings::for_game(knowledge, start, wanted);
    assert_eq!(openings.len(), 10);
    let mut known = HashSet::new();
    for opening in openings.iter() {
        let mut position = start.clone();
        for &mv in &opening.moves {
            position = position.try_play(mv).unwrap();
        }
        assert_eq!(position, opening.position);
        assert!(position.outcome().is_none() && opening.moves.len() == OpeningsWanted::PLIES);
        assert!(known.insert(position), "each is there once");
    }
    assert_eq!(openings, Openings::for_game(knowledge, start, wanted));
    assert_ne!(
        openings,
        Openings::for_game(knowledge, start, OpeningsWanted { seed: 6, ..wanted })
    );
    assert_eq!(openings.get(23), openings.get(3));
    // They are more even than what chance alone finds.
    let judge = Judge::new(knowledge);
    let lead = |position: &K::Game| match judge.balance(position) {
        Balance::Open { lead } => i64::from(lead).abs(),
        Balance::Decided => i64::from(i32::MAX),
    };
    let chosen: i64 = openings.iter().map(|opening| lead(&opening.position)).sum();
    let found = candidates(start, wanted);
    assert_eq!(found.len(), 40);
    let all: i64 = found.iter().map(|opening| lead(&opening.position)).sum();
    assert!(4 * chosen <= all, "{chosen} of 10, {all} of 40");
}

#[test]
fn even_openings_for_every_game() {
    check(&StarCircle, &star_circle::Position::start());
    check(&Checkers::default(), &checkers::Position::start());
    check(&Mancala::default(), &mancala::Position::start());
    check(&CaptureGo::<1>, &capture_go::Position::<1>::start());
    let values = stake_raid::Values::random(6, 50, 3);
    check(&StakeRaid, &stake_raid::Position::empty(values));
}

#[test]
fn a_small_game_has_few_and_never_none() {
    let small = mancala::Position::new(mancala::Board::filled(3, 1), plyglot_core::Side::First);
    let openings = Openings::for_game(&Mancala::default(), &small, OpeningsWanted::new(50, 1));
    assert!((1..50).contains(&openings.len()));
    let over = OpeningsWanted { plies: 1000, ..OpeningsWanted::new(5, 1) };
    assert_eq!(Openings::for_game(&Mancala::default(), &small, over), Openings::only(&small));
    assert_eq!(Openings::for_game(&Mancala::default(), &small, OpeningsWanted::new(0, 1)).len(), 1);
}
