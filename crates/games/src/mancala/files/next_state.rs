//! Task 4 between programs: the answer is the board after the turn, and the turn has to be found.

use std::collections::HashSet;

use crate::mancala::knowledge::Mancala;
use crate::mancala::situations::SITUATIONS;
use crate::mancala::{Board, Move, Position, read_board};
use plyglot_core::text::Lines;
use plyglot_core::{Cause, Game, IllegalMove, Side};

use plyglot_kit::competition::{AnswerError, Competition, Situation, strict_lines};

/// No pit or mancala of a board holds more.
const MOST_IN_A_PIT: i64 = Board::MOST_STONES;

/// The source never published a format: task 4 has the time left in the third line.
impl Competition for Position {
    type Knowledge = Mancala;
    const ANSWER: &'static str = "next_state.txt";
    const SITUATIONS: &'static [Situation] = SITUATIONS;

    fn question(&self, seconds: f64) -> String {
        let player = Position::side_name(self.to_move());
        format!("4\n{player}\n{seconds}\n{}", self.board())
    }

    fn answer(&self, turn: &[Move]) -> String {
        let after = turn.iter().fold(*self, |position, &mv| position.after(mv));
        after.board().to_string()
    }

    fn read_answer(&self, text: &str) -> Result<Vec<Move>, AnswerError> {
        let pits = self.board().pits();
        let mut lines = Lines::new(text);
        let board = read_board(&mut lines, pits..=pits, MOST_IN_A_PIT)?;
        lines.end()?;
        let usual = board.to_string();
        for (found, usual) in strict_lines(text).iter().zip(strict_lines(&usual)) {
            if found.text != usual.text {
                return Err(found.expected(usual.text).into());
            }
        }
        turn_to(self, &board).ok_or_else(|| {
            let mv = usual.trim_end().replace('\n', " / ");
            let reason = "no whole turn of the player leads to this board".to_owned();
            IllegalMove { mv, reason }.into()
        })
    }

    fn cause(&self) -> Cause {
        Cause::RowEmpty
    }

    /// What an input of the assignment can hold, also when all stones lie in one pit.
    fn why_not_for_programs(size: &str, number: usize) -> Option<&'static str> {
        let is_too_much = match size {
            "pits" => number < 3,
            "stones" => number > 50,
            _ => false,
        };
        is_too_much.then_some(
            "games between programs have at least 3 pits a side and at most 50 stones in each",
        )
    }
}

/// The moves of a whole turn that leads to `target`.
fn turn_to(start: &Position, target: &Board) -> Option<Vec<Move>> {
    let mut seen = HashSet::new();
    let mut turn = Vec::new();
    follow(start, start.to_move(), target, &mut turn, &mut seen).then_some(turn)
}

/// More positions within one turn than any board of the assignment has are not looked at.
const MOST_POSITIONS: usize = 1 << 20;

fn follow(
    position: &Position,
    mover: Side,
    target: &Board,
    turn: &mut Vec<Move>,
    seen: &mut HashSet<Position>,
) -> bool {
    // What is in a mancala stays there.
    if position.board().mancala(mover) > target.mancala(mover)
        || seen.len() >= MOST_POSITIONS
        || !seen.insert(*position)
    {
        return false;
    }
    position.moves().into_iter().any(|mv| {
        turn.push(mv);
        let after = position.after(mv);
        let is_whole = after.to_move() != mover || after.outcome().is_some();
        let is_found = if is_whole {
            after.board() == target
        } else {
            follow(&after, mover, target, turn, seen)
        };
        if !is_found {
            turn.pop();
        }
        is_found
    })
}
