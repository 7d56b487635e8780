//! Whether a turn is legal.

use std::collections::HashSet;

use plyglot_assignments::Task;
use plyglot_games::text::TextError;
use plyglot_games::{Game, checkers, mancala, stake_raid, star_circle};

use super::{Kind, Verdict, shape};
use crate::plain::Answer;

/// Judges an answer of which only legality is asked.
pub fn judge(task: &Task, found: &Answer) -> Verdict {
    if let Task::Checkers(task) = task {
        return checkers(&task.position, &found["output.txt"]);
    }
    for (name, text) in found {
        if let Err(error) = shape::check(task, name, text) {
            return Verdict::new(Kind::BadFormat, format!("{name}:{error}"));
        }
    }
    if let Some(illegal) = illegal(task, found) {
        return illegal;
    }
    match task {
        Task::StakeRaid(task) => stake_raid_board(&task.position, &found["output.txt"]),
        _ => Verdict::right(),
    }
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
        Task::Mancala(task) => illegal_board(&task.position, found.get("next_state.txt")?),
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
    let reason = position.why_illegal(mv)?;
    let verdict = Verdict::new(Kind::IllegalMove, format!("{mv} is illegal: {reason}"));
    Some(verdict.with(vec![legal_moves(position)]))
}

/// `legal: F4-H2, F4-G5`.
pub fn legal_moves<G: Game>(position: &G) -> String {
    let moves: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
    let separator = if moves.iter().any(|mv| mv.contains(" ; ")) { " | " } else { ", " };
    format!("legal: {}", moves.join(separator))
}

fn checkers(position: &checkers::Position, text: &str) -> Verdict {
    let bad_format = |error: TextError| {
        Verdict::new(Kind::BadFormat, format!("output.txt:{error}"))
            .with(text.split_inclusive('\n').take(12).map(super::shown).collect())
    };
    match checkers::Move::from_lines(text) {
        Err(error) => bad_format(error),
        Ok(mv) => illegal_move(position, mv).unwrap_or_else(Verdict::right),
    }
}

/// The rest of an answer whose move is legal.
fn stake_raid_board(position: &stake_raid::Position, text: &str) -> Verdict {
    let mv = text.lines().next().and_then(|line| line.trim().parse::<stake_raid::Move>().ok());
    let Some(mv) = mv else { return Verdict::new(Kind::BadFormat, "output.txt has no move") };
    let right = format!("{mv}\n{}", position.after(mv).rows());
    match super::Difference::find("output.txt", &right, text) {
        Some(difference) if difference.only.is_none() => {
            Verdict::new(Kind::WrongOutput, difference.sentence()).with(difference.evidence())
        }
        _ => Verdict::right(),
    }
}

/// Boards with many laps have many turns; beyond so many positions nobody looks.
const MOST_POSITIONS: usize = 20_000;

/// Whether no turn of ours leads to this board.
fn illegal_board(root: &mancala::Position, text: &str) -> Option<Verdict> {
    let numbers = |text: &str| -> Vec<Vec<String>> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    let found = numbers(text);
    let mut seen = HashSet::from([*root]);
    let mut open = vec![*root];
    while let Some(position) = open.pop() {
        for mv in position.moves() {
            let next = position.after(mv);
            let goes_on = next.to_move() == root.to_move() && next.outcome().is_none();
            if !goes_on && numbers(&next.board().to_string()) == found {
                return None;
            }
            if goes_on && seen.insert(next) {
                if seen.len() > MOST_POSITIONS {
                    return None;
                }
                open.push(next);
            }
        }
    }
    let message = "next_state.txt shows a board that no whole turn of ours leads to";
    Some(Verdict::new(Kind::IllegalMove, message).with(vec![legal_moves(root)]))
}
