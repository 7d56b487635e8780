//! Star and Circle.

use plyglot_games::conformance;
use plyglot_games::star_circle::{Move, Position};

use crate::playthrough;

#[test]
fn keeps_the_laws_of_a_game() {
    conformance::check(&Position::start(), 100, |mv| match mv {
        Move::Go { from, to } => (*from, *to),
        Move::Pass => panic!("stands alone, so it is never compared"),
    });
}

#[test]
fn a_whole_game() {
    playthrough::check("star-circle", &Position::start(), 1);
}
