//! What the engine thinks, in plain words.

use plyglot_search::engine::{Knowledge, Score, Thought, score};

use super::{Spoken, Unit, counted};

/// Who is spoken of.
#[derive(Clone, Debug)]
pub struct Subject {
    /// `You`, `Black`.
    pub name: String,
    /// Whether that is whoever reads it.
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
pub fn verdict<G: Spoken>(thought: &Thought<G::Move>, mover: &Subject) -> String {
    let point = G::Knowledge::POINT;
    let plies = |count: i32| counted(i64::from(count), Unit("ply", "plies"));
    if let Some(distance) = score::distance(thought.score) {
        return if distance > 0 {
            format!("{} in {}", mover.does("win"), plies(distance))
        } else {
            format!("{} in {}", mover.does("lose"), plies(-distance))
        };
    }
    let margin = i64::from(rounded(thought.score, point));
    let ahead = if thought.score > 0 { "ahead" } else { "behind" };
    if G::Knowledge::DECISIVE {
        return match (margin.abs(), thought.score.abs()) {
            (0, small) if small < point / 4 => "It is about even".to_owned(),
            (0, _) => format!("{} a little {ahead}", mover.is()),
            (1, _) => format!("{} about a man {ahead}", mover.is()),
            (men, _) => format!("{} about {men} men {ahead}", mover.is()),
        };
    }
    let amount = counted(margin.abs(), G::UNIT);
    match (thought.is_proven, margin) {
        (true, 0) => "It is a draw with best play".to_owned(),
        (true, 1..) => format!("{} by {amount} with best play", mover.does("win")),
        (true, _) => format!("{} by {amount} even with best play", mover.does("lose")),
        (false, 0) => "It is about even".to_owned(),
        (false, _) => format!("{} about {amount} {ahead}", mover.is()),
    }
}

/// The nearest whole number of points.
fn rounded(score: Score, point: Score) -> Score {
    let half = point / 2;
    if score < 0 { -((-score + half) / point) } else { (score + half) / point }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_games::{checkers, mancala};

    use crate::competition::Competition;

    fn says<G: Spoken>(score: Score, is_proven: bool) -> String {
        let thought = Thought { line: Vec::new(), score, depth: 9, is_proven, nodes: 1 };
        verdict::<G>(&thought, &Subject { name: "You".to_owned(), is_you: true })
    }

    #[test]
    fn checkers_is_told_in_men() {
        let man = <checkers::Position as Competition>::Knowledge::POINT;
        let says = |score| says::<checkers::Position>(score, false);
        assert_eq!(says(0), "It is about even");
        assert_eq!(says(-man / 3), "You are a little behind");
        assert_eq!(says(man), "You are about a man ahead");
        assert_eq!(says(-3 * man), "You are about 3 men behind");
        assert_eq!(says(score::WON - 9), "You win in 9 plies");
        assert_eq!(says(4 - score::WON), "You lose in 4 plies");
    }

    #[test]
    fn points_are_told_as_such() {
        let point = <mancala::Position as Competition>::Knowledge::POINT;
        let says = says::<mancala::Position>;
        assert_eq!(says(0, false), "It is about even");
        assert_eq!(says(point, false), "You are about 1 stone ahead");
        assert_eq!(says(12 * point, true), "You win by 12 stones with best play");
        assert_eq!(says(-2 * point, true), "You lose by 2 stones even with best play");
        assert_eq!(says(0, true), "It is a draw with best play");
    }
}
