//! A game from its start to where it is, and back.

use std::fmt;

use plyglot_core::{Outcome, Side};

use crate::competition;
use crate::wording::{EndingWords, Spoken};

/// The moves made, all positions on the way, and what was taken back.
#[derive(Clone)]
pub struct Line<G: Spoken> {
    /// One more than there are moves: the start is the first.
    positions: Vec<G>,
    moves: Vec<G::Move>,
    /// What can be played again, the next one last.
    undone: Vec<G::Move>,
    /// Who gave up.
    resigned: Option<Side>,
}

impl<G: Spoken> Line<G> {
    /// A game that begins here.
    pub fn new(start: &G) -> Line<G> {
        Line {
            positions: vec![start.clone()],
            moves: Vec::new(),
            undone: Vec::new(),
            resigned: None,
        }
    }

    /// The first position.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &G {
        // There is always the start.
        &self.positions[self.moves.len()]
    }

    /// All positions: one more than there are moves.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The moves made.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The move that led here.
    pub fn last_move(&self) -> Option<G::Move> {
        self.moves.last().copied()
    }

    /// Who gave up.
    pub fn resigned(&self) -> Option<Side> {
        self.resigned
    }

    /// Plays a legal move. What was taken back before is forgotten.
    pub fn play(&mut self, mv: G::Move) {
        self.undone.clear();
        self.push(mv);
    }

    fn push(&mut self, mv: G::Move) {
        self.positions.push(self.position().after(mv));
        self.moves.push(mv);
    }

    /// Plays a move, if the rules allow it. Does not check whether the game has ended.
    ///
    /// # Errors
    /// Says why not, in words.
    pub fn try_play(&mut self, mv: G::Move) -> Result<(), String> {
        if let Some(reason) = self.position().why_illegal(mv) {
            return Err(format!("illegal move {mv}: {reason}"));
        }
        self.play(mv);
        Ok(())
    }

    /// The side to move gives up.
    pub fn resign(&mut self) {
        self.resigned = Some(self.position().to_move());
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<EndingWords> {
        if let Some(side) = self.resigned {
            let how = format!("{} resigns", G::title(side));
            return Some(EndingWords { outcome: Outcome::Win(side.other()), how });
        }
        G::ending(&self.positions, &self.moves)
    }

    /// Takes back a resignation, or else moves until a side that is asked has to decide again.
    pub fn undo(&mut self, is_asked: impl Fn(Side) -> bool) -> Undone {
        if self.resigned.take().is_some() {
            return Undone::Resignation;
        }
        let decides = |position: &G| is_asked(position.to_move()) && choice(position);
        let Some(back) = self.positions[..self.moves.len()].iter().rposition(decides) else {
            return Undone::Nothing;
        };
        let count = self.moves.len() - back;
        self.undone.extend(self.moves.drain(back..).rev());
        self.positions.truncate(back + 1);
        Undone::Moves(count)
    }

    /// Takes back the last move, whoever made it.
    pub fn take_back(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.undone.push(mv);
        Some(mv)
    }

    /// Replays what was taken back last, up to the next decision; returns how many moves that was.
    pub fn redo(&mut self, is_asked: impl Fn(Side) -> bool) -> usize {
        let mut count = 0;
        while let Some(mv) = self.undone.pop() {
            self.push(mv);
            count += 1;
            if is_asked(self.position().to_move()) && choice(self.position()) {
                break;
            }
        }
        count
    }

    /// The keys of the positions before this one that can still come again.
    pub fn past(&self) -> Vec<u64> {
        competition::past(&self.positions, &self.moves)
    }
}

impl<G: Spoken> fmt::Debug for Line<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {} moves", G::NAME, self.moves.len())
    }
}

/// What was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// There was no decision to take back.
    Nothing,
    /// A resignation.
    Resignation,
    /// This many moves.
    Moves(usize),
}

/// Whether there is anything to decide.
fn choice<G: Spoken>(position: &G) -> bool {
    position.moves().first().is_some_and(|&mv| !G::is_automatic(mv))
}
