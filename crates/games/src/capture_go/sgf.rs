//! Smart Game Format (FF 4) for Capture Go: written strictly, read liberally.
//!
//! Points are `aa` to `ss`, columns first, from the upper left. Of variations the first is read.
//! Ground that is lost before the first move has no sign of its own: in games under the rules
//! `RU[Capture Go]` it is what the first node marks with `MA`.

mod tree;

use plyglot_core::text::{TextError, quote};
use plyglot_core::{Game, Outcome, Side};
use plyglot_kit::any::AnyLine;
use plyglot_kit::notation::{Notation, ScoreSheet};
use plyglot_kit::{Assignment, Playable};

use super::{Board, Cell, LARGEST, Large, Point};
use tree::{Property, Value};

const RULES: &str = "Capture Go";
/// Moves on a line.
const MOVES: usize = 12;

/// Smart Game Format.
#[derive(Clone, Copy, Debug)]
pub struct Sgf;

impl Notation for Sgf {
    fn name(&self) -> &'static str {
        "SGF"
    }

    fn extension(&self) -> &'static str {
        "sgf"
    }

    fn recognises(&self, text: &str) -> bool {
        let rest = text.trim_start().strip_prefix('(');
        rest.is_some_and(|rest| rest.trim_start().starts_with(';'))
    }

    fn write(&self, score: &ScoreSheet, event: &str, round: &str) -> Option<String> {
        write(score, event, round)
    }

    fn read(&self, text: &str) -> Result<Vec<ScoreSheet>, TextError> {
        tree::main_lines(text)?.iter().map(|nodes| read(nodes)).collect()
    }
}

/// The game, ended by a newline; `None` if it is not Capture Go.
fn write(score: &ScoreSheet, event: &str, round: &str) -> Option<String> {
    let line = &*score.line;
    if line.about().name != Large::NAME {
        return None;
    }
    let start: Large = line.position_at(0).parse().ok()?;
    let board = start.board();
    let (columns, rows) = (board.columns(), board.rows());
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let mut text = format!("(;FF[4]GM[1]CA[UTF-8]RU[{RULES}]SZ[{size}]");
    let [black, white] = &score.players;
    let result = score.outcome.map(|outcome| result(outcome, line)).unwrap_or_default();
    let ending = score.ending.as_deref().unwrap_or_default();
    let said = [("EV", event), ("RO", round), ("PB", black), ("PW", white), ("RE", &result)];
    for (name, value) in said.into_iter().chain([("GC", ending)]) {
        if !value.is_empty() {
            text += &format!("{name}[{}]", escaped(value));
        }
    }
    let contents = [
        ("AB", Cell::Stone(Side::First)),
        ("AW", Cell::Stone(Side::Second)),
        ("MA", Cell::Invalid),
    ];
    for (name, cell) in contents {
        let points = board.points().filter(|&point| board.get(point) == cell);
        let points: String = points.map(|point| format!("[{}]", letters(point))).collect();
        if !points.is_empty() {
            text += &format!("\n{name}{points}");
        }
    }
    text += &format!("\nPL[{}]", Large::side_name(start.to_move()));
    let mut side = start.to_move();
    for (number, mv) in line.moves().iter().enumerate() {
        let point: Point = mv.parse().ok()?;
        text += if number % MOVES == 0 { "\n" } else { "" };
        text += &format!(";{}[{}]", Large::side_name(side), letters(point));
        side = side.other();
    }
    Some(text + ")\n")
}

/// `B+3`; without a number where the board is not full.
fn result(outcome: Outcome, line: &dyn AnyLine) -> String {
    let margin = line.outcome().and_then(|_| line.margin()).map(|margin| margin.abs().to_string());
    match outcome {
        Outcome::Draw => "0".to_owned(),
        Outcome::Win(side) => {
            format!("{}+{}", Large::side_name(side), margin.unwrap_or_default())
        }
    }
}

fn letters(point: Point) -> String {
    [point.column(), point.row()].map(|at| char::from(b'a' + at as u8)).iter().collect()
}

fn escaped(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:")
}

/// What a game's nodes say, played by the rules.
fn read(nodes: &[Vec<Property>]) -> Result<ScoreSheet, TextError> {
    let head = Head::of(nodes.first().map(Vec::as_slice).unwrap_or_default())?;
    let mut line: Option<Box<dyn AnyLine>> = None;
    let mut start = SetUp { board: head.board.clone(), mover: None };
    for property in nodes.iter().flatten() {
        let name = property.name.as_str();
        match (name, property.values.first()) {
            ("B" | "W", Some(value)) => {
                let side = side_of(name);
                let line = line.get_or_insert_with(|| start.line(side));
                play(&mut **line, side, value, &head.board)?;
            }
            ("AB" | "AW" | "AE" | "PL", Some(value)) if line.is_some() => {
                return Err(value.error("the board is changed after the first move"));
            }
            _ => start.take(property, head.is_ours)?,
        }
    }
    Ok(ScoreSheet {
        outcome: head.outcome,
        players: head.players,
        line: line.unwrap_or_else(|| start.line(Side::First)),
        ending: None,
    })
}

fn play(line: &mut dyn AnyLine, side: Side, value: &Value, board: &Board) -> Result<(), TextError> {
    let name = Large::side_name;
    if line.to_move() != side {
        let (found, other) = (name(side), name(side.other()));
        return Err(value.error(format!("{found} moves, and it is {other}'s turn")));
    }
    // On these boards `tt` was the way to pass once.
    if value.text.is_empty() || value.text == "tt" {
        return Err(value.error("nobody may pass in Capture Go"));
    }
    let point = point(value, &value.text, board)?;
    line.play(&point.to_string()).map_err(|error| value.error(error.to_string()))
}

fn side_of(name: &str) -> Side {
    if name.ends_with('B') { Side::First } else { Side::Second }
}

/// What the first node says about the whole game.
struct Head {
    players: [String; 2],
    outcome: Option<Outcome>,
    board: Board,
    /// Whether it is under the rules of Capture Go.
    is_ours: bool,
}

impl Head {
    fn of(properties: &[Property]) -> Result<Head, TextError> {
        let find = |name: &str| {
            let found = properties.iter().find(|property| property.name == name);
            found.and_then(|property| property.values.first())
        };
        if let Some(game) = find("GM").filter(|game| game.text.trim() != "1") {
            let found = quote(&game.text);
            return Err(game.error(format!("expected 1, the number of Go, found {found}")));
        }
        let said = |name| find(name).map_or_else(|| "?".to_owned(), |value| value.text.clone());
        let board = match find("SZ") {
            Some(value) => size(value)?,
            None => Board::filled(LARGEST, LARGEST, Cell::Empty),
        };
        Ok(Head {
            players: [said("PB"), said("PW")],
            outcome: find("RE").and_then(|value| outcome(&value.text)),
            board,
            is_ours: find("RU").is_some_and(|value| value.text == RULES),
        })
    }
}

/// `6`, or `7:5` for columns and rows.
fn size(value: &Value) -> Result<Board, TextError> {
    let (columns, rows) = value.text.split_once(':').unwrap_or((&value.text, &value.text));
    let [columns, rows] = [columns, rows].map(|number| number.trim().parse().unwrap_or(0));
    Board::empty(columns, rows).ok_or_else(|| {
        value.error(format!("expected a size from 1 to {LARGEST}, found {}", quote(&value.text)))
    })
}

/// What others know that we do not, such as `Void`, is no result.
fn outcome(text: &str) -> Option<Outcome> {
    match text {
        "0" | "Draw" => Some(Outcome::Draw),
        _ if text.starts_with("B+") => Some(Outcome::Win(Side::First)),
        _ if text.starts_with("W+") => Some(Outcome::Win(Side::Second)),
        _ => None,
    }
}

/// The board before the first move.
struct SetUp {
    board: Board,
    mover: Option<Side>,
}

impl SetUp {
    /// Takes what a property puts on the board; others are passed over.
    fn take(&mut self, property: &Property, is_ours: bool) -> Result<(), TextError> {
        let cell = match property.name.as_str() {
            name @ ("AB" | "AW") => Cell::Stone(side_of(name)),
            "AE" => Cell::Empty,
            "MA" if is_ours => Cell::Invalid,
            "PL" => {
                let mover = property.values.first().map(|value| match value.text.trim() {
                    "B" | "b" | "black" | "1" => Ok(Side::First),
                    "W" | "w" | "white" | "2" => Ok(Side::Second),
                    other => Err(value.error(format!("expected B or W, found {}", quote(other)))),
                });
                self.mover = mover.transpose()?;
                return Ok(());
            }
            _ => return Ok(()),
        };
        for value in &property.values {
            // A rectangle is written by two corners.
            let (first, last) = value.text.split_once(':').unwrap_or((&value.text, &value.text));
            let [first, last] =
                [point(value, first, &self.board)?, point(value, last, &self.board)?];
            for row in first.row()..=last.row() {
                for column in first.column()..=last.column() {
                    self.board.set(Point::new(column, row), cell);
                }
            }
        }
        Ok(())
    }

    /// The game from here; who makes the first move has the turn, unless it is said.
    fn line(&self, first: Side) -> Box<dyn AnyLine> {
        let position = Large::new(&self.board, self.mover.unwrap_or(first));
        position.unwrap_or_else(Large::start).into_line()
    }
}

fn point(value: &Value, text: &str, board: &Board) -> Result<Point, TextError> {
    let at = |letter: u8, most: usize| {
        let number = usize::from(letter.checked_sub(b'a')?);
        (number < most).then_some(number)
    };
    let point = match *text.trim().as_bytes() {
        [column, row] => at(column, board.columns()).zip(at(row, board.rows())),
        _ => None,
    };
    let (column, row) = point.ok_or_else(|| {
        let corner = letters(Point::new(board.columns() - 1, board.rows() - 1));
        value.error(format!("expected a point from aa to {corner}, found {}", quote(text)))
    })?;
    Ok(Point::new(column, row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::mix::Random;

    fn read(text: &str) -> Result<Vec<ScoreSheet>, TextError> {
        Sgf.read(text)
    }

    #[test]
    fn games_are_read_liberally() {
        let text = "(;FF[4]GM[1]SZ[5]PB[Ann \\] B.]PW[Bob]RE[B+R]C[a (comment; with \\\\ signs)]\n\
                    ;B[cc](;W[bb]N[x];B[aa](;W[ab])(;W[ba]))(;W[dd]))\n\
                    (;SZ[3]AB[aa:bb]AW[cc];W[ca])";
        let games = read(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].players, ["Ann ] B.", "Bob"]);
        assert_eq!(games[0].outcome, Some(Outcome::Win(Side::First)));
        assert_eq!(games[0].line.moves(), ["(3,3)", "(2,2)", "(1,1)", "(1,2)"]);
        assert_eq!(games[1].line.position_at(0), "W\nBB.\nBB.\n..W\n");
        assert_eq!(games[1].line.moves(), ["(3,1)"]);
    }

    #[test]
    fn mistakes_are_placed() {
        let says = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(says("(;SZ[5]\n;B[cc];B[aa])"), "2:10: B moves, and it is W's turn");
        assert_eq!(says("(;SZ[5];B[])"), "1:11: nobody may pass in Capture Go");
        assert_eq!(says("(;SZ[5];B[ff])"), "1:11: expected a point from aa to ee, found \"ff\"");
        assert_eq!(says("(;SZ[40])"), "1:6: expected a size from 1 to 19, found \"40\"");
        assert_eq!(says("(;GM[2])"), "1:6: expected 1, the number of Go, found \"2\"");
        assert_eq!(says("(;SZ[5];B[aa]AB[bb])"), "1:17: the board is changed after the first move");
        assert!(says("(;SZ[5];B[aa];W[aa])").starts_with("1:17: illegal move (1,1)"));
    }

    /// Whatever is played, and wherever it began: what is written reads back as the same game.
    #[test]
    fn random_games_read_back() {
        let mut random = Random::new(7);
        for number in 0..60 {
            let (columns, rows) = (1 + random.below(LARGEST), 1 + random.below(LARGEST));
            let mut board = Board::filled(columns, rows, Cell::Empty);
            let cells = [Cell::Stone(Side::First), Cell::Stone(Side::Second), Cell::Invalid];
            for point in board.points() {
                if random.below(3) == 0 {
                    board.set(point, cells[random.below(3)]);
                }
            }
            let mut line = Large::new(&board, Side::BOTH[number % 2]).unwrap().into_line();
            for _ in 0..random.below(30) {
                let legal = line.legal();
                let Some(count) = Some(legal.len()).filter(|&count| count > 0) else { break };
                line.play(&legal[random.below(count)]).unwrap();
            }
            let players = ["a]b\\c:d".to_owned(), "x (y; z)".to_owned()];
            let outcomes = [None, Some(Outcome::Draw), Some(Outcome::Win(Side::Second))];
            let score = ScoreSheet { players, line, outcome: outcomes[number % 3], ending: None };
            let text = Sgf.write(&score, "a cup", "2").unwrap();
            let again = read(&text).unwrap().remove(0);
            assert_eq!(again.players, score.players);
            assert_eq!(again.outcome, score.outcome, "{text}");
            assert_eq!(again.line.moves(), score.line.moves(), "{text}");
            assert_eq!(again.line.position_at(0), score.line.position_at(0), "{text}");
            assert_eq!(again.line.position(), score.line.position());
        }
    }

    #[test]
    fn broken_texts_are_refused_and_nothing_else_happens() {
        let whole = "(;FF[4]SZ[6]AB[aa:bb][cd]C[\\]é]PL[W];W[cc](;B[dd])(;B[ee]))";
        for end in (0..whole.len()).filter(|&end| whole.is_char_boundary(end)) {
            assert!(read(&whole[..end]).is_err(), "{end}");
        }
        for from in (1..whole.len()).filter(|&from| whole.is_char_boundary(from)) {
            _ = read(&whole[from..]);
        }
        for text in ["(;SZ[:])", "(;AB[:])", "(;AB[é])", "(;PL[])", "(;B)", "(;SZ)", ")(", "(;)x("]
        {
            _ = read(text);
        }
    }
}
