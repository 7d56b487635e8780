//! Whole games between programs: what a referee puts before an agent, what the agent answers, and
//! when a game is over.
//!
//! Checkers, Stake and Raid and Mancala have these formats from their sources. Star and Circle and
//! Capture Go have none there; ours are of the same kind, `COMPETITION` and the time left in the
//! place of how to search.

mod over;
mod turn;

use plyglot_games::checkers::DrawRule;
use plyglot_games::text::{Span, TextError};
use plyglot_games::{Game, GameId, IllegalMove};
use plyglot_search::engine::Knowledge;

pub use over::{Cause, Over};
pub(crate) use turn::{answer_as, compete};

/// A game that programs play against each other through files.
pub trait Competition: Game {
    /// What the engine knows of it.
    type Knowledge: Knowledge<Game = Self> + Default;

    /// Which game it is.
    const ID: GameId;

    /// The file that an agent answers with.
    const ANSWER: &'static str = "output.txt";

    /// The `input.txt` for the side to move, with so many seconds left for the rest of the game.
    fn question(&self, seconds: f64) -> String;

    /// The answer that says this turn, which is legal and whole.
    fn answer(&self, turn: &[Self::Move]) -> String;

    /// Reads a turn out of an answer, strictly: as [`answer`](Competition::answer) would write it;
    /// only the newline at the very end may be missing.
    ///
    /// # Errors
    /// If that is not how a turn is written, or if the turn is not legal.
    fn read_answer(&self, text: &str) -> Result<Vec<Self::Move>, AnswerError>;

    /// A line of an answer with capital and small letters as the game has them.
    fn in_usual_case(line: &str) -> String {
        line.to_owned()
    }

    /// Why a position is over in which nobody can move.
    fn cause(&self) -> Cause;

    /// Whether a game that went through these positions by these moves is over. There is one
    /// position more than there are moves.
    fn over(positions: &[Self], _moves: &[Self::Move], _draws: DrawRule) -> Option<Over> {
        let last = positions.last()?;
        Some(Over { outcome: last.outcome()?, cause: last.cause() })
    }
}

/// The keys of the positions before the last one that can still come again, as an engine wants to
/// know them. There is one position more than there are moves.
pub fn past<G: Competition>(positions: &[G], moves: &[G::Move]) -> Vec<u64> {
    if G::Knowledge::REPETITION.is_none() {
        return Vec::new();
    }
    let knowledge = G::Knowledge::default();
    let made: Vec<(&G, &G::Move)> = positions.iter().zip(moves).collect();
    let mut past: Vec<u64> = made
        .into_iter()
        .rev()
        .take_while(|&(position, &mv)| !knowledge.is_irreversible(position, mv))
        .map(|(position, _)| position.key())
        .collect();
    past.reverse();
    past
}

/// Why an answer is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// It is not written as it should be.
    #[error(transparent)]
    Malformed(#[from] TextError),
    /// The rules do not allow the turn.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// An answer without what a lenient referee passes over: blanks too many, carriage returns, empty
/// lines, capital letters for small ones.
pub fn tidied<G: Competition>(text: &str) -> String {
    let words = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines = words.filter(|line| !line.is_empty());
    lines.map(|line| G::in_usual_case(&line) + "\n").collect()
}

/// The lines of an answer; only the newline at the very end may be missing.
pub(crate) fn strict_lines(text: &str) -> Vec<Span<'_>> {
    let lines = text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate();
    lines.map(|(index, text)| Span { text, line: index + 1, column: 1 }).collect()
}

/// Reads a legal move off a line, written exactly as the game writes it.
pub(crate) fn strict_move<G: Game>(position: &G, line: Span<'_>) -> Result<G::Move, AnswerError> {
    let mv: G::Move = line.text.parse().map_err(|error: TextError| {
        TextError::new(line.line, line.column + error.column - 1, error.message)
    })?;
    let usual = mv.to_string();
    if usual != line.text {
        return Err(line.expected(usual).into());
    }
    legal(position, mv)
}

/// The move, if the rules allow it.
pub(crate) fn legal<G: Game>(position: &G, mv: G::Move) -> Result<G::Move, AnswerError> {
    match position.why_illegal(mv) {
        None => Ok(mv),
        Some(reason) => Err(IllegalMove { mv: mv.to_string(), reason }.into()),
    }
}

/// An answer of one line: a move.
pub(crate) fn only_move<G: Game>(position: &G, text: &str) -> Result<Vec<G::Move>, AnswerError> {
    let lines = strict_lines(text);
    if let Some(more) = lines.get(1) {
        return Err(more.expected("nothing after the move").into());
    }
    Ok(vec![strict_move(position, lines[0])?])
}
