//! What the checkers evaluation sees, against the rules and on drawn boards.

use std::collections::HashSet;

use plyglot_core::mix::Random;
use plyglot_core::{Game, Side};
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::knowledge::weights::{Pair, Weights};
use plyglot_games::checkers::knowledge::{
    features,
    features::{FeatureSink, Term},
};
use plyglot_games::checkers::{Move, Position, Square};
use plyglot_search::engine::Knowledge;

/// Notes down terms and runners, and which side has them.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    terms: [i32; Term::ALL.len()],
    runners: Vec<(usize, i32)>,
}

impl FeatureSink for Seen {
    fn men(&mut self, _squares: u32, _times: i32) {}

    fn kings(&mut self, _squares: u32, _times: i32) {}

    fn base_row(&mut self, _held: usize, _times: i32) {}

    fn runner(&mut self, rows: usize, times: i32) {
        self.runners.push((rows, times));
    }

    fn term(&mut self, term: Term, times: i32) {
        self.terms[term as usize] += times;
    }
}

impl Seen {
    fn of(position: &Position) -> Seen {
        let mut seen = Seen::default();
        features::list(position.view(), &mut seen);
        seen.runners.sort_unstable();
        seen
    }

    fn count(&self, term: Term) -> i32 {
        self.terms[term as usize]
    }
}

fn seen(position: &str) -> Seen {
    let position: Position = position.parse().unwrap();
    Seen::of(&position)
}

/// The positions of some random games.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut position = Position::start();
        for _ in 0..120 {
            positions.push(position);
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
    }
    positions
}

/// The squares over which a side that is to move can jump at once.
fn jumped_first(position: &Position) -> HashSet<Square> {
    let first = |mv: Move| mv.from().toward(mv.directions().next()?, 1);
    position.moves().into_iter().filter_map(first).collect()
}

/// Weights that are all different, and nothing for being on move.
fn without_tempo() -> Checkers {
    let mut random = Random::new(7);
    let mut weights = Weights::MATERIAL;
    let mut number = || random.below(200) as i16 - 100;
    weights.pairs_mut().for_each(|pair| *pair = Pair(number(), number()));
    weights.terms[Term::Tempo as usize] = Pair(0, 0);
    weights.terms[Term::Opposition as usize] = Pair(0, 0);
    Checkers::with(&weights)
}

/// A feature that one side has and the other is not charged with would show here.
#[test]
fn what_is_good_for_one_is_as_bad_for_the_other() {
    let knowledge = without_tempo();
    for position in positions() {
        let [first, second] = [Side::First, Side::Second]
            .map(|side| knowledge.estimate(&Position::new(position.board(), side)));
        assert_eq!(first, -second, "{position}");
    }
}

#[test]
fn steps_are_safe_if_no_jump_answers_them() {
    for position in positions().iter().filter(|position| !position.can_jump()) {
        let is_safe = |mv: &Move| !jumped_first(&position.after(*mv)).contains(&mv.to());
        let is_king = |mv: &Move| position.board().get(mv.from()).unwrap().is_king;
        let moves = position.moves();
        let count = |king: bool, safe: bool| {
            let of_kind = moves.iter().filter(|mv| is_king(mv) == king);
            of_kind.filter(|mv| !safe || is_safe(mv)).count() as i32
        };
        let mut own = Seen::default();
        features::half(position.view(), 1, &mut own);
        assert_eq!(own.count(Term::ManStep), count(false, false), "{position}");
        assert_eq!(own.count(Term::SafeManStep), count(false, true), "{position}");
        assert_eq!(own.count(Term::KingStep), count(true, false), "{position}");
        assert_eq!(own.count(Term::SafeKingStep), count(true, true), "{position}");
    }
}

#[test]
fn what_could_be_jumped_is_threatened() {
    for position in positions() {
        let mut own = Seen::default();
        features::half(position.view(), 1, &mut own);
        let other = Position::new(position.board(), position.to_move().other());
        let threatened = if other.can_jump() { jumped_first(&other).len() } else { 0 };
        assert_eq!(own.count(Term::Threatened), threatened as i32, "{position}");
    }
}

/// White's man on b6 will be crowned, as the black one is already beside it, which runs too. The
/// men on g5 and h2 stand in each other's way.
#[test]
fn a_man_runs_if_nobody_stands_before_it() {
    let seen = seen(
        "\
WHITE
........
........
.w.b....
......b.
........
........
.......w
........
",
    );
    assert_eq!(seen.runners, [(2, 1)]);
}

#[test]
fn a_man_in_the_dog_hole_is_seen_from_both_sides() {
    let board = "
.b......
w.......
........
........
........
........
........
........
";
    assert_eq!(seen(&format!("WHITE{board}")).count(Term::DogHole), 1);
    assert_eq!(seen(&format!("BLACK{board}")).count(Term::DogHole), -1);
    // A king can leave b8, and a man on c7 is in no corner.
    for other in [board.replace('b', "B"), board.replace("w.......", "..w.....")] {
        assert_eq!(seen(&format!("WHITE{other}")).count(Term::DogHole), 0);
    }
}

/// White's king sits in a corner, and the way out is watched. Black's is free.
#[test]
fn a_king_without_a_safe_step_is_trapped() {
    let seen = seen(
        "\
WHITE
........
........
........
........
........
..B.....
........
W.......
",
    );
    assert_eq!(seen.count(Term::TrappedKing), 1);
}

/// Whoever has to walk into the other's jump does not have the move: here it is the side to move,
/// and with one row more between them it is the other.
#[test]
fn the_opposition_goes_to_whoever_can_wait() {
    let near = "
........
........
........
....b...
........
....w...
........
........
";
    let far = near.replace("....b...\n", "........\n").replacen(
        "........\n........\n........\n",
        "........\n........\n...b....\n",
        1,
    );
    for side in ["WHITE", "BLACK"] {
        assert_eq!(seen(&format!("{side}{near}")).count(Term::Opposition), -1);
        assert_eq!(seen(&format!("{side}{far}")).count(Term::Opposition), 1);
    }
}

/// One piece more is a third of three, but a tenth of ten; the opponent's lead is negative.
#[test]
fn a_lead_is_a_share_of_all_pieces() {
    let board = "
.......B
........
........
........
........
........
...W....
..W.....
";
    assert_eq!(seen(&format!("WHITE{board}")).count(Term::Lead), 64 / 3);
    assert_eq!(seen(&format!("BLACK{board}")).count(Term::Lead), -64 / 3);
    assert_eq!(Seen::of(&Position::start()).count(Term::Lead), 0);
}
