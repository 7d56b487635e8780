use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::{AnyLine, IN_BROWSER};
use crate::Line;
use crate::wording::Spoken;

/// The legal moves of one position as the game itself has them, in the order of the rules: such a move
/// is played by its number, without a text.
#[expect(clippy::len_without_is_empty, reason = "no moves are no special case")]
pub trait KeptMoves: fmt::Debug + Send + Sync {
    /// How many there are.
    fn len(&self) -> usize;
    /// A move as the game writes it; `None` if there is none of that number.
    fn text(&self, number: usize) -> Option<String>;
    /// The number of a move, by its text.
    fn find(&self, text: &str) -> Option<usize>;
    /// The typed moves inside.
    fn as_any(&self) -> &dyn Any;
}

#[derive(Debug)]
struct MovesOf<G: Spoken> {
    position: G,
    moves: Vec<G::Move>,
}

impl<G: Spoken> KeptMoves for MovesOf<G> {
    fn len(&self) -> usize {
        self.moves.len()
    }

    fn text(&self, number: usize) -> Option<String> {
        self.moves.get(number).map(ToString::to_string)
    }

    fn find(&self, text: &str) -> Option<usize> {
        let wanted: G::Move = text.parse().ok()?;
        self.moves.iter().position(|&mv| mv == wanted)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// By their texts, for a browser: its module has no room for moves of every game's own type.
impl KeptMoves for Vec<String> {
    fn len(&self) -> usize {
        self.len()
    }

    fn text(&self, number: usize) -> Option<String> {
        self.get(number).cloned()
    }

    fn find(&self, text: &str) -> Option<usize> {
        self.iter().position(|mv| mv == text)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The legal moves at the end of a line.
pub(super) fn of<G: Spoken>(line: &Line<G>) -> Arc<dyn KeptMoves> {
    if IN_BROWSER {
        return Arc::new(AnyLine::legal(line));
    }
    let position = line.position().clone();
    Arc::new(MovesOf { moves: position.moves(), position })
}

/// The move of that number, if it was kept for the position at the end of this line, where it is legal.
pub(super) fn legal<G: Spoken>(
    line: &Line<G>,
    moves: &dyn KeptMoves,
    number: usize,
) -> Option<G::Move> {
    if IN_BROWSER {
        return None;
    }
    let kept: &MovesOf<G> = moves.as_any().downcast_ref()?;
    if kept.position == *line.position() { kept.moves.get(number).copied() } else { None }
}
