use plyglot_core::text::{Span, TextError};
use plyglot_core::{Game, Side};
use plyglot_games::AnyPosition;
use plyglot_games::GameId;

/// A game as it was read from a file: every move has been checked by the rules.
#[derive(Clone, Debug)]
pub struct Score {
    /// Which game.
    pub game: GameId,
    /// Who played, the first side first.
    pub players: [String; 2],
    /// The position before the first move.
    pub start: AnyPosition,
    /// The moves as the game writes them.
    pub moves: Vec<String>,
    /// Who won; none is a draw. Nothing if the file does not say.
    pub winner: Option<Option<Side>>,
    /// How it ended, in words, if the file says it.
    pub ending: Option<String>,
}

/// Plays moves that stand somewhere in a text, each checked by the rules.
pub(super) fn played<G: Game>(
    start: &G,
    moves: impl Iterator<Item = Result<(G::Move, usize, usize), TextError>>,
) -> Result<Vec<G::Move>, TextError> {
    let mut position = start.clone();
    let mut played = Vec::new();
    for found in moves {
        let (mv, line, column) = found?;
        position = position
            .try_play(mv)
            .map_err(|error| TextError::new(line, column, error.to_string()))?;
        played.push(mv);
    }
    Ok(played)
}

/// Plays moves as the game writes them, one a span.
pub(super) fn spelled<G: Game>(start: &G, moves: &[Span<'_>]) -> Result<Vec<String>, TextError> {
    let read = moves.iter().map(|span| {
        let mv: G::Move = span.text.parse().map_err(|error: TextError| {
            TextError::new(span.line, span.column + error.column - 1, error.message)
        })?;
        Ok((mv, span.line, span.column))
    });
    Ok(played(start, read)?.iter().map(ToString::to_string).collect())
}
