//! Whether a turn is legal.

use plyglot_core::{Game, IllegalMove};
use plyglot_games::Task;
use plyglot_games::{stake_raid, star_circle};
use plyglot_kit::competition::{AnswerError, Competition};

use super::{Kind, Verdict, shape};
use crate::plain::Answer;

/// Judges an answer of which only legality is asked.
pub fn judge(task: &Task, found: &Answer) -> Verdict {
    match task {
        Task::StarCircle(task) => any_turn(&task.position, found),
        Task::Checkers(task) => any_turn(&task.position, found),
        Task::StakeRaid(task) => any_turn(&task.position, found),
        Task::Mancala(task) => any_turn(&task.position, found),
        Task::CaptureGo(task) => any_turn(&task.position, found),
    }
}

fn any_turn<G: Competition>(position: &G, found: &Answer) -> Verdict {
    let text = found.get(G::ANSWER).map(String::as_str).unwrap_or_default();
    match position.read_answer(text) {
        Ok(_) => Verdict::right(),
        Err(AnswerError::Illegal(error)) => illegal_turn(position, &error),
        Err(AnswerError::Malformed(error)) => {
            Verdict::new(Kind::BadFormat, format!("{}:{error}", G::ANSWER))
                .with(text.split_inclusive('\n').take(12).map(super::shown).collect())
        }
    }
}

fn illegal_turn<G: Game>(position: &G, error: &IllegalMove) -> Verdict {
    let message = format!("{}: {}", error.mv, error.reason);
    Verdict::new(Kind::IllegalMove, message).with(vec![legal_moves(position)])
}

/// What is illegal in an answer of the right form, if anything is.
pub fn illegal(task: &Task, found: &Answer) -> Option<Verdict> {
    let first_line = |name: &str| found.get(name).and_then(|text| text.lines().next());
    match task {
        Task::StarCircle(task) => {
            let mv: star_circle::Move = first_line("output.txt")?.trim().parse().ok()?;
            illegal_move(&task.position, mv)
        }
        Task::StakeRaid(task) => {
            let mv: stake_raid::Move = first_line("output.txt")?.trim().parse().ok()?;
            illegal_move(&task.position, mv)
        }
        Task::Mancala(task) => {
            let board = super::tidy(found.get("next_state.txt")?);
            match task.position.read_answer(&board) {
                Err(AnswerError::Illegal(error)) => Some(illegal_turn(&task.position, &error)),
                _ => None,
            }
        }
        Task::CaptureGo(task) => {
            let mut position = task.position;
            for line in found.get("output.txt")?.lines() {
                let Some((_, text)) = line.split_once(": ") else { continue };
                let Some((_, point)) = shape::move_of_line(text) else { continue };
                if let Some(verdict) = illegal_move(&position, point) {
                    return Some(verdict);
                }
                position.play(point);
            }
            None
        }
        Task::Checkers(_) => None,
    }
}

fn illegal_move<G: Game>(position: &G, mv: G::Move) -> Option<Verdict> {
    Some(illegal_turn(position, &position.try_play(mv).err()?))
}

/// `legal: F4-H2, F4-G5`.
pub fn legal_moves<G: Game>(position: &G) -> String {
    let moves: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
    let separator = if moves.iter().any(|mv| mv.contains(" ; ")) { " | " } else { ", " };
    format!("legal: {}", moves.join(separator))
}
