//! A game that is nothing but its rules is graded like any other.

use std::fmt;
use std::str::FromStr;

use plyglot_answers::cases::{self, CasesRequest, Difficulty};
use plyglot_answers::explain::{Detail, Explanation, explain};
use plyglot_answers::judge::{OutputFiles, Question, Strictness, VerdictKind};
use plyglot_core::picture::Picture;
use plyglot_core::text::{TextError, whole};
use plyglot_core::{Game, Outcome, Side, Value};
use plyglot_kit::any::{GameRef, kit};
use plyglot_kit::competition::Competition;
use plyglot_kit::wording::Spoken;
use plyglot_kit::{Assignment, Drawn, Plain, Playable};

/// Noughts and crosses on a board of 3x3.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Noughts([Option<Side>; 9]);

/// A cell, from 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cell(usize);

const ROWS: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const MARKS: [(char, Option<Side>); 3] =
    [('X', Some(Side::First)), ('O', Some(Side::Second)), ('.', None)];

impl Noughts {
    fn count(&self, side: Side) -> usize {
        self.0.iter().filter(|&&cell| cell == Some(side)).count()
    }

    /// How many of this side's pieces, and of the other's, stand in a row.
    fn in_row(&self, row: [usize; 3], side: Side) -> [usize; 2] {
        [side, side.other()]
            .map(|side| row.iter().filter(|&&cell| self.0[cell] == Some(side)).count())
    }
}

impl Game for Noughts {
    type Move = Cell;

    fn to_move(&self) -> Side {
        let begins = self.count(Side::First) == self.count(Side::Second);
        if begins { Side::First } else { Side::Second }
    }

    fn legal_moves(&self, out: &mut Vec<Cell>) {
        if self.outcome().is_none() {
            out.extend((0..9).filter(|&cell| self.0[cell].is_none()).map(Cell));
        }
    }

    fn play(&mut self, mv: Cell) {
        self.0[mv.0] = Some(self.to_move());
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_row = |&side: &Side| ROWS.iter().any(|&row| self.in_row(row, side)[0] == 3);
        let winner = Side::BOTH.into_iter().find(has_row);
        let is_full = self.0.iter().all(Option::is_some);
        winner.map(Outcome::Win).or(is_full.then_some(Outcome::Draw))
    }

    /// A win is worth 100; before that, a row that is still open is worth the pieces in it.
    fn evaluate(&self, side: Side) -> Value {
        let worth = |row| match self.in_row(row, side) {
            [3, _] => 100,
            [_, 3] => -100,
            [own, 0] => own as i64,
            [0, other] => -(other as i64),
            _ => 0,
        };
        Value::finite(ROWS.into_iter().map(worth).sum())
    }

    fn key(&self) -> u64 {
        self.0.iter().fold(1, |key, cell| 3 * key + cell.map_or(0, |side| side as u64 + 1))
    }

    fn side_name(side: Side) -> &'static str {
        ["X", "O"][side as usize]
    }
}

impl fmt::Display for Noughts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.0.chunks(3) {
            let mark = |cell| MARKS.iter().find(|known| known.1 == cell).map_or('?', |it| it.0);
            writeln!(f, "{}", row.iter().map(|&cell| mark(cell)).collect::<String>())?;
        }
        Ok(())
    }
}

impl FromStr for Noughts {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Noughts, TextError> {
        let joined: String = text.lines().collect();
        let cells = whole(&joined).symbols(9, &MARKS)?;
        cells.try_into().map(Noughts).map_err(|_| TextError::new(1, 1, "expected nine cells"))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Cell {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Cell, TextError> {
        Ok(Cell(whole(text).integer("a cell", 1..=9)? as usize - 1))
    }
}

impl Playable for Noughts {
    const NAME: &'static str = "noughts";
    const TITLE: &'static str = "Noughts and crosses";
    const ABOUT: &'static str = "three in a row";

    fn start(_: &[usize], _: u64) -> Noughts {
        Noughts([None; 9])
    }
}

impl Competition for Noughts {
    type Knowledge = Plain<Noughts>;
}

impl Drawn for Noughts {
    fn picture(&self) -> Picture {
        Picture::default()
    }
}

impl Spoken for Noughts {}
impl Assignment for Noughts {}

fn noughts() -> GameRef {
    kit::<Noughts>()
}

/// Every misreading of a search fails some of twenty cases.
#[test]
fn cases_find_every_misreading_of_the_search() {
    let order = CasesRequest {
        game: noughts(),
        count: 20,
        seed: 1,
        difficulty: Difficulty::Medium,
        size: None,
        visible: 0,
    };
    let set = cases::generate(&order).unwrap();
    assert_eq!(set.len(), 20);
    for fails in set.fails() {
        assert!(fails.cases > 0, "{fails:?}");
    }
    // They are written and read like those of any game.
    let room = tempfile::tempdir().unwrap();
    let folder = room.path().join("cases");
    cases::write(&set, &folder).unwrap();
    assert!(folder.join("01/output.txt").is_file() && folder.join("01/log.txt").is_file());
}

/// Every misreading of a search is named for what a program with it writes.
#[test]
fn every_misreading_is_explained() {
    super::explain::check(noughts());
}

/// X to move, 5 wins at once.
const INPUT: &str = "noughts\nALPHABETA\n2\nX.O\n...\nO.X\n";

fn explained(file: &str, change: impl Fn(&str) -> String) -> Explanation {
    let question = Question::solve(INPUT, noughts()).unwrap();
    let mut written = OutputFiles::new();
    for (name, text) in question.right().unwrap() {
        let text = if name == file { change(text) } else { text.clone() };
        written.insert(name.clone(), text.into_bytes());
    }
    explain(&question, &written, Strictness::Exact, Detail::Full)
}

#[test]
fn a_wrong_line_of_the_output_is_explained() {
    let question = Question::solve(INPUT, noughts()).unwrap();
    let right = &question.right().unwrap()["output.txt"];
    assert_eq!(right, "5\n102\n14\n");
    let of = |change: [&str; 2]| explained("output.txt", |text| text.replace(change[0], change[1]));

    let other = of(["5\n", "2\n"]);
    assert_eq!((other.kind, other.about.as_deref()), (VerdictKind::WrongOutput, Some("the move")));
    assert_eq!(other.why[0], "5 is worth 102 after best play.");
    assert!(other.why[1].starts_with("2 is worth") && other.why[1].ends_with("only."));

    let illegal = of(["5\n", "1\n"]);
    assert_eq!(illegal.kind, VerdictKind::IllegalMove);
    assert_eq!(illegal.why.last().unwrap(), "legal: 2, 4, 5, 6, 8");

    let value = of(["102", "99"]);
    assert_eq!(value.about.as_deref(), Some("the value"));
    assert!(value.why[0].ends_with("1 plies ahead after best play: 5. It is worth 102."));

    let nodes = of(["14", "15"]);
    assert_eq!(nodes.about.as_deref(), Some("the nodes visited"));
    assert!(nodes.why[0].starts_with("Nodes below each first move: 2 "));

    assert_eq!(of(["5\n", "x\n"]).kind, VerdictKind::BadFormat);
    assert_eq!(of(["\n14\n", "\n"]).kind, VerdictKind::BadFormat);
    assert_eq!(of(["14\n", "14\n7\n"]).kind, VerdictKind::BadFormat);
}

#[test]
fn a_wrong_line_of_the_log_is_explained() {
    let found = explained("log.txt", |text| text.replacen("Infinity\n2,1", "Infinity\n4,1", 1));
    assert_eq!((found.kind, found.line), (VerdictKind::WrongOutput, Some(3)));
    assert_eq!(found.about.as_deref(), Some("a step of the search"));
    assert_eq!(found.node.unwrap().path, ["2"]);
    let begins = [
        "The search should be at 2 here, and yours is at 4.",
        "The node is entered. O moves next at it, which is MIN: its value starts at Infinity.",
        "Alpha -Infinity and beta Infinity are those that were passed down.",
    ];
    assert_eq!(found.why, begins);

    let leaf = explained("log.txt", |text| text.replace("5,1,102,", "5,1,99,"));
    let over = "It is a leaf: the game is over: the aim is reached. Its value for X is 102.";
    assert_eq!(leaf.why[1], over);

    let short = explained("log.txt", |text| text.lines().take(1).collect::<String>() + "\n");
    assert!(short.why.iter().any(|it| it.starts_with("The node is entered. X moves next")));
    assert_eq!(
        explained("log.txt", |text| text.replace(",1,", ",a,")).kind,
        VerdictKind::BadFormat
    );
}
