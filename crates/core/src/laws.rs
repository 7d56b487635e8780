//! The laws that every game keeps, as one suite: run it on a new game before anything else.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use crate::mix::{Random, mix};
use crate::text::TextError;
use crate::{Game, Outcome, Side, Value, two_plies_listed};

/// Plays `playouts` random games from `start` and checks the laws at every position on the way.
/// `order` is the sort key that the rules prescribe for a move: it must strictly ascend in every
/// list of legal moves.
///
/// # Panics
/// At the first law that is broken, with the position drawn.
pub fn check<G: Game, K: Ord>(start: &G, playouts: u64, order: impl Fn(&G::Move) -> K) {
    let in_order = |position: &G, moves: &[G::Move]| {
        law(moves.is_sorted_by(|a, b| order(a) < order(b)), || {
            format!("order: {moves:?} in\n{position}")
        })
    };
    if let Err(broken) = find_broken(start, playouts, in_order) {
        panic!("{broken}");
    }
}

/// The same for a game whose order of moves is its own: `more` may check what else should hold of a
/// position and its legal moves.
///
/// # Errors
/// The first law that is broken, in words, with the position drawn.
pub fn find_broken<G: Game>(
    start: &G,
    playouts: u64,
    more: impl Fn(&G, &[G::Move]) -> Result<(), String>,
) -> Result<(), String> {
    for seed in 0..playouts {
        let mut random = Random::new(seed);
        let mut position = start.clone();
        let mut known_moves = HashSet::new();
        // Checkers can go on for ever: long enough is enough.
        for _ in 0..400 {
            let moves = position.moves();
            check_position(&position, &moves)?;
            more(&position, &moves)?;
            check_moves(&position, &moves)?;
            check_rejects(&position, &moves, &known_moves)?;
            if moves.is_empty() {
                break;
            }
            known_moves.extend(moves.iter().copied());
            position.play(moves[random.below(moves.len())]);
        }
    }
    Ok(())
}

/// A law that holds, or what it says.
fn law(holds: bool, says: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(says()) }
}

fn check_position<G: Game>(position: &G, moves: &[G::Move]) -> Result<(), String> {
    let here = |says: &str| format!("{says}:\n{position}");
    let over = position.outcome().is_some();
    law(over == moves.is_empty(), || here("over exactly when no move is legal"))?;
    law(position.move_count() == moves.len() as u64, || here("move_count"))?;
    let two_plies = position.count_two_plies(&mut Vec::new());
    law(two_plies == two_plies_listed(position, &mut Vec::new()), || here("count_two_plies"))?;
    let [first, second] = Side::BOTH.map(|side| position.evaluate(side));
    let is_shared =
        || here(&format!("one side's gain is the other's loss, not {first} and {second}"));
    law(first == -second, is_shared)?;
    let read = G::from_str(&position.to_string())
        .map_err(|error| here(&format!("the text reads back: {error}")))?;
    law(read == *position, || here(&format!("the text reads back, not as\n{read}\ninstead of")))?;
    law(read.key() == position.key(), || here("the key is that of a fresh one"))?;
    law(read.to_move() == position.to_move(), || here("the text says who moves"))?;
    law(read.evaluate(Side::First) == first, || here("the text keeps the score"))?;
    law(read.outcome() == position.outcome(), || here("the text keeps the outcome"))
}

fn check_moves<G: Game>(position: &G, moves: &[G::Move]) -> Result<(), String> {
    for &mv in moves {
        let here = |says: &str| format!("{mv} {says} in\n{position}");
        let after = position.after(mv);
        law(position.try_play(mv).as_ref() == Ok(&after), || here("is legal, but not accepted"))?;
        law(mv.to_string().parse() == Ok(mv), || format!("the text of {mv} reads back"))?;
        law(after.key() != position.key(), || here("changes nothing"))?;
    }
    Ok(())
}

/// Moves that were legal earlier in the game and are not now must be refused, with a reason.
fn check_rejects<G: Game>(
    position: &G,
    moves: &[G::Move],
    known: &HashSet<G::Move>,
) -> Result<(), String> {
    for &mv in known.iter().filter(|mv| !moves.contains(mv)) {
        let refused = position.try_play(mv);
        let is_refused = refused.is_err_and(|error| !error.reason.is_empty());
        law(is_refused, || format!("{mv} is not legal, but accepted in\n{position}"))?;
    }
    Ok(())
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
