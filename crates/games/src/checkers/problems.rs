//! Problems: positions in which one move alone wins, holds the draw or begins a shot.
//!
//! They are lines of `problems.txt`, which `plyglot-lab mine` writes. A line is read when somebody asks
//! for it, not before.

use std::fmt;
use std::str::FromStr;

use plyglot_core::text::{Span, TextError, whole};
use plyglot_core::{Game, Side};
use plyglot_kit::Assignment;
use plyglot_kit::problems::{Aim, MOST_DIFFICULT, Problem, Problems};

use super::fen::{self, spelled};
use super::{Move, Position};

/// The set. A browser's module has no room for it.
#[cfg(not(target_family = "wasm"))]
const IN_PROGRAM: &str = include_str!("problems.txt");
#[cfg(target_family = "wasm")]
const IN_PROGRAM: &str = "";

/// Lines that begin so are for people.
const COMMENT: char = '#';

/// So many pieces are won by a shot.
pub const SHOT: i64 = 2;

/// A problem as the set has it: `W:W18,24:B12,16 win 3 18-15 tables`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckersProblem {
    /// Where it begins.
    pub position: Position,
    /// What is asked for.
    pub kind: Kind,
    /// From 1 to [`MOST_DIFFICULT`].
    pub difficulty: u8,
    /// The only move.
    pub key: Move,
    /// How that is known.
    pub proof: Proof,
}

/// What a problem asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// To win an ending.
    Win,
    /// To draw an ending.
    Hold,
    /// To give up a piece, and win more.
    Shot,
}

/// How it is known that the key does it, and alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// Tables of endings say so of every move.
    Tables,
    /// Every answer was followed for so many plies ([`forces_gain`]).
    Plies(u32),
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Win, Kind::Hold, Kind::Shot];
    /// As they are written.
    const NAMES: [(&str, Kind); 3] =
        [("win", Kind::Win), ("hold", Kind::Hold), ("shot", Kind::Shot)];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Kind::NAMES[*self as usize].0)
    }
}

const TABLES: &str = "tables";

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Tables => f.write_str(TABLES),
            Proof::Plies(plies) => write!(f, "{plies}"),
        }
    }
}

impl fmt::Display for CheckersProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheckersProblem { position, kind, difficulty, key, proof } = self;
        write!(f, "{} {kind} {difficulty} {} {proof}", fen::write(position), spelled(*key))
    }
}

impl FromStr for CheckersProblem {
    type Err = TextError;

    fn from_str(line: &str) -> Result<CheckersProblem, TextError> {
        let line = whole(line);
        let mut words = line.cells(' ');
        let mut next = |what: &str| words.next().ok_or_else(|| line.expected(what));
        let position = fen::read(next("a position")?)?;
        let kind = next("a kind")?.one_of(&Kind::NAMES)?;
        let level = next("a difficulty")?;
        let difficulty =
            level.text.parse().ok().filter(|level| (1..=MOST_DIFFICULT).contains(level));
        let difficulty = difficulty.ok_or_else(|| level.expected("a difficulty from 1 to 5"))?;
        let text = next("a move")?;
        let key = position.moves().into_iter().find(|&mv| spelled(mv) == text.text);
        let key = key.ok_or_else(|| text.expected("a legal move"))?;
        let proof = read_proof(next("tables or a number of plies")?)?;
        Ok(CheckersProblem { position, kind, difficulty, key, proof })
    }
}

fn read_proof(span: Span<'_>) -> Result<Proof, TextError> {
    if span.text == TABLES {
        return Ok(Proof::Tables);
    }
    let plies = span.text.parse().map(Proof::Plies);
    plies.map_err(|_| span.expected("tables or a number of plies"))
}

impl CheckersProblem {
    fn to_problem(&self) -> Problem {
        Problem {
            start: self.position.into_line(),
            aim: match self.kind {
                Kind::Win => Aim::Win,
                Kind::Hold => Aim::Draw,
                Kind::Shot => Aim::Gain(SHOT),
            },
            difficulty: self.difficulty,
            key: self.key.to_string(),
            known: match self.proof {
                Proof::Tables => "by tables of endings".to_owned(),
                Proof::Plies(plies) => format!("by force within {plies} plies"),
            },
        }
    }
}

/// The set in the program.
#[derive(Clone, Copy, Debug)]
pub struct CheckersProblems;

impl CheckersProblems {
    /// The lines of the set that are problems.
    pub fn lines() -> impl Iterator<Item = &'static str> {
        IN_PROGRAM.lines().filter(|line| !line.is_empty() && !line.starts_with(COMMENT))
    }
}

impl Problems for CheckersProblems {
    fn count(&self) -> usize {
        CheckersProblems::lines().count()
    }

    fn get(&self, number: usize) -> Option<Problem> {
        let line = CheckersProblems::lines().nth(number.checked_sub(1)?)?;
        // A test reads every line.
        line.parse::<CheckersProblem>().ok().map(|problem| problem.to_problem())
    }
}

/// Whether the side to move is sure to have [`SHOT`] pieces more than now, compared with the other's,
/// at one of its turns within `plies`, or to have won, if it begins with a move. All answers are tried.
pub fn forces_gain(position: &Position, first: Move, plies: u32) -> bool {
    let solver = position.to_move();
    let wanted = lead(position, solver) + SHOT;
    plies > 0 && all_answers_lose(&position.after(first), solver, wanted, plies - 1)
}

fn lead(position: &Position, side: Side) -> i64 {
    let board = position.board();
    i64::from(board.count(side)) - i64::from(board.count(side.other()))
}

/// The other side is to move.
fn all_answers_lose(position: &Position, solver: Side, wanted: i64, plies: u32) -> bool {
    let moves = position.moves();
    if moves.is_empty() {
        return true;
    }
    plies > 0
        && moves
            .into_iter()
            .all(|mv| some_move_wins(&position.after(mv), solver, wanted, plies - 1))
}

fn some_move_wins(position: &Position, solver: Side, wanted: i64, plies: u32) -> bool {
    if lead(position, solver) >= wanted {
        return true;
    }
    // The last move must take what is missing.
    if plies < 2 || plies < 4 && !position.can_jump() {
        return false;
    }
    let mut moves = position.moves().into_iter();
    moves.any(|mv| all_answers_lose(&position.after(mv), solver, wanted, plies - 1))
}

#[cfg(test)]
mod tests {
    use plyglot_search::engine::{Engine, Knowledge, Limit, Problem as Question, Score, Settings};

    use super::super::endings::{Endings, Verdict};
    use super::super::knowledge::Checkers;
    use super::*;

    fn all() -> Vec<CheckersProblem> {
        let read =
            |line: &str| line.parse().unwrap_or_else(|error: TextError| panic!("{line}: {error}"));
        CheckersProblems::lines().map(read).collect()
    }

    fn of_kind(kind: Kind) -> Vec<CheckersProblem> {
        all().into_iter().filter(|problem| problem.kind == kind).collect()
    }

    #[test]
    fn the_whole_set_reads_back() {
        let problems = all();
        for (line, problem) in CheckersProblems::lines().zip(&problems) {
            assert_eq!(problem.to_string(), line);
        }
        for number in 1..=problems.len() {
            assert!(CheckersProblems.get(number).is_some(), "{number}");
        }
        assert!(CheckersProblems.get(0).is_none());
        assert!(CheckersProblems.get(problems.len() + 1).is_none());
        assert_eq!(CheckersProblems.count(), problems.len());
    }

    #[test]
    fn there_are_enough_of_each_kind_from_easy_to_hard() {
        let problems = all();
        assert!(problems.len() >= 500, "{}", problems.len());
        for kind in Kind::ALL {
            assert!(of_kind(kind).len() >= 120, "{kind}");
        }
        assert!(problems.is_sorted_by_key(|problem| problem.difficulty));
        for level in 1..=MOST_DIFFICULT {
            let count = problems.iter().filter(|problem| problem.difficulty == level).count();
            assert!(count >= 40, "{count} of difficulty {level}");
        }
        let mut positions: Vec<String> =
            problems.iter().map(|problem| fen::write(&problem.position)).collect();
        positions.sort();
        positions.dedup();
        assert_eq!(positions.len(), problems.len(), "one is there twice");
    }

    /// The file says that it is free, and how to make it again.
    #[test]
    fn the_head_of_the_file_is_whole() {
        for expected in ["CC0 1.0", "plyglot-lab -- mine --seed 1 "] {
            assert!(IN_PROGRAM.contains(expected), "{expected}");
        }
    }

    /// Every move of every ending, not only the key.
    #[test]
    fn tables_confirm_that_the_key_alone_keeps_the_result() {
        let endings = Endings::in_program();
        for problem in all().iter().filter(|problem| problem.proof == Proof::Tables) {
            let expected = match problem.kind {
                Kind::Win => Verdict::Win,
                Kind::Hold => Verdict::Draw,
                Kind::Shot => panic!("{problem}"),
            };
            let position = &problem.position;
            assert_eq!(endings.verdict(position), Some(expected), "{problem}");
            for mv in position.moves() {
                let after = -endings.verdict(&position.after(mv)).unwrap();
                assert_eq!(after == expected, mv == problem.key, "{problem}: {mv}");
            }
        }
    }

    #[test]
    fn shots_give_up_a_piece_and_win_two() {
        for problem in of_kind(Kind::Shot) {
            let CheckersProblem { position, key, .. } = problem;
            let Proof::Plies(plies) = problem.proof else { panic!("{problem}") };
            assert!(!key.is_jump() && position.after(key).can_jump(), "{problem}");
            assert!(forces_gain(&position, key, plies), "{problem}");
            assert!(!forces_gain(&position, key, plies - 2), "{problem}: there is a shorter way");
            for mv in position.moves().into_iter().filter(|&mv| mv != key) {
                assert!(!forces_gain(&position, mv, plies), "{problem}: {mv}");
            }
        }
    }

    /// Both sides keep to the tables until the game is drawn.
    #[test]
    fn a_draw_that_is_held_is_solved() {
        let endings = Endings::in_program();
        for held in of_kind(Kind::Hold).iter().step_by(20) {
            let problem = held.to_problem();
            let mut line = problem.start.copied();
            let mut position = held.position;
            while line.ending().is_none() {
                assert_eq!(problem.is_solved(&*line), None, "{held}");
                let keeps =
                    |mv: &Move| endings.verdict(&position.after(*mv)) == Some(Verdict::Draw);
                let mv = position.moves().into_iter().find(keeps).unwrap();
                line.play(&mv.to_string()).unwrap();
                position.play(mv);
                assert!(!problem.is_given_away(&*line), "{held}: {:?}", line.moves());
            }
            assert_eq!(problem.is_solved(&*line), Some(true), "{held}");
            // All other first moves are wrong, and giving up solves nothing.
            for mv in held.position.moves() {
                let mut line = problem.start.copied();
                line.play(&mv.to_string()).unwrap();
                assert_eq!(problem.is_given_away(&*line), mv != held.key, "{held}: {mv}");
            }
            let mut line = problem.start.copied();
            line.resign();
            assert_eq!(problem.is_solved(&*line), Some(false), "{held}");
        }
    }

    /// What is won is not lost again right after.
    #[test]
    fn a_search_prefers_the_shot_by_far() {
        for problem in of_kind(Kind::Shot).iter().step_by(10) {
            let worth = |mv: Move| -> Score {
                let mut engine = Engine::new(Checkers::default(), Settings::default());
                let after = problem.position.after(mv);
                let thought = engine.think(&Question::new(&after, Limit::Nodes(20_000)));
                thought.map_or(Score::MAX, |thought| -thought.score)
            };
            let best = worth(problem.key);
            for mv in problem.position.moves().into_iter().filter(|&mv| mv != problem.key) {
                assert!(worth(mv) <= best - Checkers::POINT, "{problem}: {mv}");
            }
        }
    }

    #[test]
    fn mistakes_in_a_line_are_placed() {
        let says = |line: &str| line.parse::<CheckersProblem>().unwrap_err().to_string();
        let good = "W:W18,24:B12,16 win 3 18-15 tables";
        assert_eq!(good.parse::<CheckersProblem>().unwrap().to_string(), good);
        let with = |from: &str, to: &str| says(&good.replacen(from, to, 1));
        assert!(
            with("B12", "B40").starts_with("1:11: expected a square"),
            "{}",
            with("B12", "B40")
        );
        assert!(with("win", "lose").starts_with("1:17: expected win, hold or shot"));
        assert!(with(" 3 ", " 6 ").starts_with("1:21: expected a difficulty from 1 to 5"));
        assert!(with("18-15", "18-19").starts_with("1:23: expected a legal move"));
        assert!(with("tables", "luck").starts_with("1:29: expected tables or a number of plies"));
        assert!(with(" tables", "").contains("expected tables or a number of plies"));
    }
}
