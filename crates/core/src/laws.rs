//! The laws that every game keeps, as one suite: run it on a new game before anything else.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use crate::mix::{Random, mix};
use crate::text::TextError;
use crate::{Game, Outcome, Side, Value};

/// Plays `playouts` random games from `start` and checks the laws at every position on the way.
/// `order` is the sort key that the rules prescribe for a move: it must strictly ascend in every
/// list of legal moves.
///
/// # Panics
/// At the first law that is broken, with the position drawn.
pub fn check<G: Game, K: Ord>(start: &G, playouts: u64, order: impl Fn(&G::Move) -> K) {
    for seed in 0..playouts {
        let mut random = Random::new(seed);
        let mut position = start.clone();
        let mut known_moves = HashSet::new();
        // Checkers can go on for ever: long enough is enough.
        for _ in 0..400 {
            let moves = position.moves();
            check_position(&position, &moves);
            check_moves(&position, &moves, &order);
            check_rejects(&position, &moves, &known_moves);
            if moves.is_empty() {
                break;
            }
            known_moves.extend(moves.iter().copied());
            position.play(moves[random.below(moves.len())]);
        }
    }
}

fn check_position<G: Game>(position: &G, moves: &[G::Move]) {
    let over = position.outcome().is_some();
    assert_eq!(over, moves.is_empty(), "over exactly when no move is legal:\n{position}");
    assert_eq!(position.move_count(), moves.len() as u64, "move_count:\n{position}");
    let [first, second] = [Side::First, Side::Second].map(|side| position.evaluate(side));
    assert_eq!(first, -second, "one side's gain is the other's loss:\n{position}");
    match G::from_str(&position.to_string()) {
        Ok(read) => {
            assert_eq!(read, *position, "the text reads back:\n{position}");
            assert_eq!(read.key(), position.key(), "the key is that of a fresh one:\n{position}");
            assert_eq!(read.evaluate(Side::First), first, "the score is kept:\n{position}");
            assert_eq!(read.outcome(), position.outcome(), "the outcome is kept:\n{position}");
        }
        Err(error) => panic!("the text reads back: {error}:\n{position}"),
    }
}

fn check_moves<G: Game, K: Ord>(position: &G, moves: &[G::Move], order: &impl Fn(&G::Move) -> K) {
    assert!(moves.is_sorted_by(|a, b| order(a) < order(b)), "order: {moves:?} in\n{position}");
    for &mv in moves {
        assert_eq!(position.try_play(mv), Ok(position.after(mv)), "{mv} in\n{position}");
        assert_eq!(mv.to_string().parse(), Ok(mv), "the text of {mv} reads back");
        assert_ne!(position.after(mv).key(), position.key(), "{mv} changes nothing in\n{position}");
    }
}

/// Moves that were legal earlier in the game and are not now must be refused, with a reason.
fn check_rejects<G: Game>(position: &G, moves: &[G::Move], known: &HashSet<G::Move>) {
    for &mv in known.iter().filter(|mv| !moves.contains(mv)) {
        let refused = position.try_play(mv);
        assert!(refused.is_err_and(|error| !error.reason.is_empty()), "{mv} in\n{position}");
    }
}

/// The same game with an evaluation that is full of ties: every position is worth -1, 0 or 1, by
/// its hash. Searches that agree on it agree on which of equal moves they take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ties<G>(pub G);

impl<G: Game> Game for Ties<G> {
    type Move = G::Move;

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn legal_moves(&self, out: &mut Vec<G::Move>) {
        self.0.legal_moves(out);
    }

    fn play(&mut self, mv: G::Move) {
        self.0.play(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn evaluate(&self, side: Side) -> Value {
        let value = Value::from((mix(self.0.key()) % 3) as i32 - 1);
        if side == Side::First { value } else { -value }
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn side_name(side: Side) -> &'static str {
        G::side_name(side)
    }
}

impl<G: Game> fmt::Display for Ties<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<G: Game> FromStr for Ties<G> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Ties<G>, TextError> {
        G::from_str(text).map(Ties)
    }
}
