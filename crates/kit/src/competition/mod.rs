//! Whole games between programs: what a referee puts before an agent, what the agent answers, and
//! when a game is over.

mod turn;

use plyglot_core::text::{Span, TextError};
use plyglot_core::{Cause, DrawRule, Game, IllegalMove, Outcome, Over, Side};
use plyglot_search::engine::Knowledge;

use crate::Playable;
use crate::general;
use crate::openings::{Openings, OpeningsWanted};

pub use turn::{answer_as, compete};

/// A game that programs play against each other through files. All but
/// [`Knowledge`](Competition::Knowledge) has a default: then the text of positions and moves is the
/// protocol.
pub trait Competition: Playable {
    /// What the engine knows of it; [`Plain`](crate::Plain) if it knows only the rules.
    type Knowledge: Knowledge<Game = Self> + Default + Send;

    /// The file that an agent answers with.
    const ANSWER: &'static str = "output.txt";

    /// Whether both games of a pair count for the side with more points in the two together, for
    /// example because moving last wins most games.
    const PAIRS_DECIDE: bool = false;

    /// How the game's source plays its matches, if it has any.
    const SOURCE_MATCH: Option<SourceMatch> = None;

    /// The `input.txt` for the side to move, with `seconds` left for the rest of the game.
    fn question(&self, seconds: f64) -> String {
        general::question(self, seconds)
    }

    /// The answer that plays this turn, which is legal and whole.
    fn answer(&self, turn: &[Self::Move]) -> String {
        turn.iter().map(|mv| format!("{mv}\n")).collect()
    }

    /// Reads a turn out of an answer, strictly: as [`answer`](Competition::answer) would write it;
    /// only the newline at the very end may be missing.
    ///
    /// # Errors
    /// If that is not how a turn is written, or if the turn is not legal.
    fn read_answer(&self, text: &str) -> Result<Vec<Self::Move>, AnswerError> {
        whole_turn(self, text)
    }

    /// A line of an answer in the game's own upper and lower case.
    fn in_usual_case(line: &str) -> String {
        line.to_owned()
    }

    /// Why a position without legal moves is over.
    fn cause(&self) -> Cause {
        match self.outcome() {
            Some(Outcome::Draw) | None => Cause::BoardFull,
            Some(Outcome::Win(_)) => Cause::Goal,
        }
    }

    /// A cause in words, for a game that ended in this position: `the board is full`.
    fn because(&self, over: Over) -> String {
        because(self, over)
    }

    /// Whether a game that went through these positions by these moves is over. There is one
    /// position more than there are moves.
    fn over(positions: &[Self], _moves: &[Self::Move], _draws: DrawRule) -> Option<Over> {
        let last = positions.last()?;
        Some(Over { outcome: last.outcome()?, cause: last.cause() })
    }

    /// Openings to begin games from.
    fn openings(&self, wanted: OpeningsWanted) -> Openings<Self> {
        Openings::for_game(&Self::Knowledge::default(), self, wanted)
    }

    /// Why programs cannot play on a board with a size of this number, though people can: some
    /// question of a game would have no room for it.
    fn why_not_for_programs(_size: &str, _number: usize) -> Option<&'static str> {
        None
    }

    /// Positions in which programs go wrong, for `check`.
    const SITUATIONS: &'static [Situation] = &[];
}

/// How the source of a game plays its matches: always from the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SourceMatch {
    /// How many games.
    pub games: u32,
    /// CPU seconds of each side for a game.
    pub seconds: f64,
    /// Whether the side with more time left wins a drawn game.
    pub time_decides: bool,
}

/// A position in which programs go wrong.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// What it is called.
    pub name: &'static str,
    /// What a program must do there, as the end of a sentence about it.
    pub wanted: &'static str,
    /// The position's own text.
    pub position: &'static str,
}

/// A cause in the words that fit most games.
fn because<G: Competition>(last: &G, over: Over) -> String {
    let name = G::side_name;
    match (over.cause, over.outcome) {
        // The side that has just moved still has the piece that took the last one.
        (Cause::NoPieces, _) => format!("{} has no piece left", name(last.to_move())),
        (Cause::NoMoves, Outcome::Win(winner)) => format!("{} cannot move", name(winner.other())),
        (Cause::NoMoves, Outcome::Draw) => "nobody can move".to_owned(),
        (Cause::Repetition, _) => "the same board too often".to_owned(),
        (Cause::QuietTurns, _) => "too many turns without progress".to_owned(),
        (Cause::BoardFull, _) => "the board is full".to_owned(),
        (Cause::RowEmpty, _) => "a row is empty".to_owned(),
        (Cause::BothPassed, _) => "both sides passed".to_owned(),
        (Cause::Goal, _) => "the aim is reached".to_owned(),
    }
}

/// How a game ended in words, with the names that files have for its sides:
/// `X wins by 12: the board is full`.
pub fn sentence<G: Competition>(over: Over, last: &G) -> String {
    let because = last.because(over);
    let margin = last.evaluate(Side::First).number().unwrap_or_default().abs();
    match over.outcome {
        Outcome::Draw => format!("draw: {because}"),
        Outcome::Win(winner) if !G::Knowledge::DECISIVE => {
            format!("{} wins by {margin}: {because}", G::side_name(winner))
        }
        Outcome::Win(winner) => format!("{} wins: {because}", G::side_name(winner)),
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

/// Why an answer does not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// It is not written as it should be.
    #[error(transparent)]
    Malformed(#[from] TextError),
    /// The rules do not allow the turn.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// An answer without what a lenient referee passes over: extra blanks, carriage returns, empty
/// lines, capital letters for small ones.
pub fn tidied<G: Competition>(text: &str) -> String {
    let words = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines = words.filter(|line| !line.is_empty());
    lines.map(|line| G::in_usual_case(&line) + "\n").collect()
}

/// The lines of an answer; only the newline at the very end may be missing.
pub fn strict_lines(text: &str) -> Vec<Span<'_>> {
    let lines = text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate();
    lines.map(|(index, text)| Span { text, line: index + 1, column: 1 }).collect()
}

/// Reads a legal move off a line, written exactly as the game writes it.
pub fn strict_move<G: Game>(position: &G, line: Span<'_>) -> Result<G::Move, AnswerError> {
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
pub fn legal<G: Game>(position: &G, mv: G::Move) -> Result<G::Move, AnswerError> {
    match position.why_illegal(mv) {
        None => Ok(mv),
        Some(reason) => Err(IllegalMove { mv: mv.to_string(), reason }.into()),
    }
}

/// An answer of one line: a move.
pub fn only_move<G: Game>(position: &G, text: &str) -> Result<Vec<G::Move>, AnswerError> {
    let lines = strict_lines(text);
    if let Some(more) = lines.get(1) {
        return Err(more.expected("nothing after the move").into());
    }
    Ok(vec![strict_move(position, lines[0])?])
}

/// An answer of one line a move, to the end of the turn.
fn whole_turn<G: Game>(position: &G, text: &str) -> Result<Vec<G::Move>, AnswerError> {
    let mut lines = strict_lines(text).into_iter();
    let (mover, mut position, mut turn) = (position.to_move(), position.clone(), Vec::new());
    while position.to_move() == mover && position.outcome().is_none() {
        let Some(line) = lines.next() else {
            let message = "expected another move of the turn, found the end";
            return Err(TextError::new(turn.len() + 1, 1, message.to_owned()).into());
        };
        let mv = strict_move(&position, line)?;
        position.play(mv);
        turn.push(mv);
    }
    match lines.next() {
        Some(more) => Err(more.expected("nothing after the turn").into()),
        None => Ok(turn),
    }
}
