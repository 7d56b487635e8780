//! What the engine thinks, in plain words.

use plyglot_search::engine::{Known, Score, Solved, Thought, score};

use super::{Unit, counted};
use crate::any::Scale;

/// The player that a sentence is about.
#[derive(Clone, Debug)]
pub struct Subject {
    /// `You`, `Black`.
    pub name: String,
    /// Whether that is the reader.
    pub is_you: bool,
}

impl Subject {
    /// `You win`, `Black wins`.
    pub fn does(&self, verb: &str) -> String {
        let ending = match verb {
            _ if self.is_you => "",
            "pass" => "es",
            _ => "s",
        };
        format!("{} {verb}{ending}", self.name)
    }

    /// `You are`, `Black is`.
    pub fn is(&self) -> String {
        format!("{} {}", self.name, if self.is_you { "are" } else { "is" })
    }
}

/// `You are about 2 men ahead`, where the thought is about a position with `mover` to move.
pub fn verdict<M>(thought: &Thought<M>, scale: &Scale, mover: &Subject) -> String {
    let Scale { point, is_decisive, unit, lead, .. } = *scale;
    let plies = |count: i32| counted(i64::from(count), Unit("ply", "plies"));
    if let Some(distance) = score::distance(thought.score) {
        return if distance > 0 {
            format!("{} in {}", mover.does("win"), plies(distance))
        } else {
            format!("{} in {}", mover.does("lose"), plies(-distance))
        };
    }
    if let Some(known) = thought.certain(is_decisive) {
        return by_tables(known, mover);
    }
    let margin = i64::from(rounded(thought.score, point));
    let ahead = if thought.score > 0 { "ahead" } else { "behind" };
    if is_decisive {
        return match (margin.abs(), thought.score.abs()) {
            (0, 0) if thought.is_proven => "It is a draw with best play".to_owned(),
            (0, small) if small < point / 4 => "It is about even".to_owned(),
            (0, _) => format!("{} a little {ahead}", mover.is()),
            (1, _) => format!("{} about a {} {ahead}", mover.is(), lead.0),
            (count, _) => format!("{} about {} {ahead}", mover.is(), counted(count, lead)),
        };
    }
    let amount = counted(margin.abs(), unit);
    match (thought.is_proven, margin) {
        (true, 0) => "It is a draw with best play".to_owned(),
        (true, 1..) => format!("{} by {amount} with best play", mover.does("win")),
        (true, _) => format!("{} by {amount} even with best play", mover.does("lose")),
        (false, 0) => "It is about even".to_owned(),
        (false, _) => format!("{} about {amount} {ahead}", mover.is()),
    }
}

/// `White wins by tables of endings, 11 plies to the next conversion`.
fn by_tables(known: Known, mover: &Subject) -> String {
    let result = match known.solved {
        Solved::Draw => return "It is a draw by tables of endings".to_owned(),
        Solved::Win => mover.does("win"),
        Solved::Loss => mover.does("lose"),
    };
    let soon = known.plies.map_or_else(String::new, |plies| {
        format!(", {} to the next conversion", counted(i64::from(plies), Unit("ply", "plies")))
    });
    format!("{result} by tables of endings{soon}")
}

/// The nearest whole number of points.
fn rounded(score: Score, point: Score) -> Score {
    let half = point / 2;
    if score < 0 { -((-score + half) / point) } else { (score + half) / point }
}
