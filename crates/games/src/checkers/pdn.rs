//! Portable Draughts Notation 3.0 for checkers: written strictly, read liberally.
//!
//! Black is on 1 to 12 and moves first, and `1-0` means that Black, who moved first, has won. A
//! position alone is read as a game without moves.

use plyglot_core::text::{Span, TextError};
use plyglot_core::{Game, Outcome, Side};
use plyglot_kit::Line;
use plyglot_kit::any::AnyLine;
use plyglot_kit::notation::{Notation, PositionText, ScoreSheet};

use super::fen::{self, number, spelled};
use super::{Move, Position};

const RESULTS: [(&str, Option<Outcome>); 4] = [
    ("1-0", Some(Outcome::Win(Side::First))),
    ("0-1", Some(Outcome::Win(Side::Second))),
    ("1/2-1/2", Some(Outcome::Draw)),
    ("*", None),
];

/// Portable Draughts Notation.
#[derive(Clone, Copy, Debug)]
pub struct Pdn;

impl Notation for Pdn {
    fn name(&self) -> &'static str {
        "PDN"
    }

    fn extension(&self) -> &'static str {
        "pdn"
    }

    /// By a tag, a comment, a move with or without its number, or a position.
    fn recognises(&self, text: &str) -> bool {
        let start = text.trim_start();
        let rest = start.trim_start_matches(|c: char| c.is_ascii_digit());
        let after_dots = rest.trim_start_matches('.');
        let is_move = if after_dots.len() < rest.len() {
            after_dots.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '{')
        } else {
            rest.starts_with(['-', 'x', 'X', ':'])
        };
        start.starts_with(['[', '{', ';', '%'])
            || (rest.len() < start.len() && is_move)
            || fen::recognises(text)
    }

    fn write(&self, score: &ScoreSheet, event: &str, round: &str) -> Option<String> {
        write(score, event, round)
    }

    fn write_position(&self, line: &dyn AnyLine) -> Option<PositionText> {
        let line: &Line<Position> = line.as_any().downcast_ref()?;
        Some(PositionText { name: "FEN", extension: "fen", text: fen::write(line.position()) })
    }

    fn read(&self, text: &str) -> Result<Vec<ScoreSheet>, TextError> {
        read(text)
    }
}

/// The game in PDN, ended by an empty line; `None` if it is not checkers.
fn write(score: &ScoreSheet, event: &str, round: &str) -> Option<String> {
    let line: &Line<Position> = score.line.as_any().downcast_ref()?;
    let result = RESULTS.iter().find(|(_, outcome)| *outcome == score.outcome)?.0;
    let [black, white] = &score.players;
    let mut text = String::new();
    let mut tags = vec![
        ("Event", event.to_owned()),
        ("Round", round.to_owned()),
        ("Black", black.clone()),
        ("White", white.clone()),
        ("Result", result.to_owned()),
        ("GameType", "21".to_owned()),
    ];
    if *line.start() != Position::start() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen::write(line.start())));
    }
    for (name, value) in tags {
        text += &format!("[{name} \"{}\"]\n", value.replace(['\\', '"', '\n'], "'"));
    }
    text.push('\n');

    let mut words = Vec::new();
    for (ply, (position, &mv)) in line.positions().iter().zip(line.moves()).enumerate() {
        let number = (ply + line.start().to_move() as usize) / 2 + 1;
        match position.to_move() {
            Side::First => words.push(format!("{number}. {}", spelled(mv))),
            Side::Second if ply == 0 => words.push(format!("{number}... {}", spelled(mv))),
            Side::Second => words.push(spelled(mv)),
        }
    }
    if let Some(ending) = &score.ending {
        let ending = format!("{{{}}}", ending.replace(['{', '}'], "'"));
        words.extend(ending.split(' ').map(str::to_owned));
    }
    words.push(result.to_owned());
    text += &wrapped(&words);
    text += "\n\n";
    Some(text)
}

/// Lines of at most 80 characters.
fn wrapped(words: &[String]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= 80 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// Reads all games of a file and plays them through. Comments, variations, annotations and tags that
/// we do not know are passed over; a jump may be written without the squares between.
fn read(text: &str) -> Result<Vec<ScoreSheet>, TextError> {
    if fen::recognises(text) {
        return read_position(text);
    }
    let mut games = Vec::new();
    let mut game = Unfinished::default();
    for token in tokens(text)? {
        match token.kind {
            TokenKind::Tag(name, value) => {
                if game.has_moves() {
                    games.push(std::mem::take(&mut game).finish()?);
                }
                let value = Span { text: &value, line: token.line, column: token.column };
                game.tag(&name, value)?;
            }
            TokenKind::Word(word) => {
                if let Some((_, outcome)) = RESULTS.iter().find(|(result, _)| *result == word) {
                    game.outcome = game.outcome.or(*outcome);
                    games.push(std::mem::take(&mut game).finish()?);
                } else {
                    game.words.push((word, token.line, token.column));
                }
            }
        }
    }
    if game.has_moves() || game.start.is_some() {
        games.push(game.finish()?);
    }
    match games.is_empty() {
        true => Err(TextError::new(1, 1, "expected a game in PDN, found none")),
        false => Ok(games),
    }
}

/// A position alone: nothing may follow it.
fn read_position(text: &str) -> Result<Vec<ScoreSheet>, TextError> {
    let spans = (1..).zip(text.lines()).map(|(line, text)| Span { text, line, column: 1 });
    let mut spans = spans.map(Span::trimmed).filter(|span| !span.text.is_empty());
    let first = spans.next().unwrap_or(Span { text: "", line: 1, column: 1 });
    let position = fen::read(first)?;
    match spans.next() {
        Some(more) => Err(more.expected("nothing after the position")),
        None => Ok(vec![ScoreSheet::new(Box::new(Line::new(&position)))]),
    }
}

#[derive(Default)]
struct Unfinished {
    players: [Option<String>; 2],
    start: Option<Position>,
    outcome: Option<Outcome>,
    words: Vec<(String, usize, usize)>,
}

impl Unfinished {
    fn has_moves(&self) -> bool {
        !self.words.is_empty()
    }

    fn tag(&mut self, name: &str, value: Span<'_>) -> Result<(), TextError> {
        match name.to_ascii_lowercase().as_str() {
            "black" => self.players[0] = Some(value.text.to_owned()),
            "white" => self.players[1] = Some(value.text.to_owned()),
            "fen" => self.start = Some(fen::read(value)?),
            "gametype" if !matches!(value.text.split(',').next(), Some("21")) => {
                let kind = value.text;
                let message = format!("game type {kind} is not American checkers, which is 21");
                return Err(TextError::new(value.line, 1, message));
            }
            "result" => {
                let known = RESULTS.iter().find(|(result, _)| *result == value.text);
                self.outcome = known.and_then(|(_, outcome)| *outcome);
            }
            _ => {}
        }
        Ok(())
    }

    fn finish(self) -> Result<ScoreSheet, TextError> {
        let mut line = Line::new(&self.start.unwrap_or(Position::start()));
        for (word, row, column) in &self.words {
            let mv = meant(line.position(), word)
                .map_err(|message| TextError::new(*row, *column, message))?;
            line.play(mv);
        }
        Ok(ScoreSheet {
            players: self.players.map(|name| name.unwrap_or_else(|| "?".to_owned())),
            line: Box::new(line),
            outcome: self.outcome,
            ending: None,
        })
    }
}

/// The only legal move that begins and ends as written, and goes by the squares between.
fn meant(position: &Position, word: &str) -> Result<Move, String> {
    let numbers: Option<Vec<u8>> = word
        .trim_end_matches(['!', '?'])
        .split(['-', 'x', 'X', ':'])
        .map(|n| n.parse().ok())
        .collect();
    let numbers = numbers.filter(|numbers| numbers.len() >= 2);
    let numbers =
        numbers.ok_or_else(|| format!("expected a move such as 11-15, found {word:?}"))?;
    let fits = |mv: &Move| {
        let path: Vec<u8> = mv.squares().map(number).collect();
        let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
        path.first() == Some(&first)
            && path.last() == Some(&last)
            && numbers.iter().all(|number| path.contains(number))
    };
    let mut found = position.moves().into_iter().filter(fits);
    match (found.next(), found.next()) {
        (Some(mv), None) => Ok(mv),
        (Some(_), Some(_)) => Err(format!("{word} could be several moves")),
        (None, _) => Err(format!("{word} is not a legal move here")),
    }
}

struct Token {
    kind: TokenKind,
    line: usize,
    column: usize,
}

enum TokenKind {
    Tag(String, String),
    Word(String),
}

/// What is left of a text without comments, variations, annotations and the numbers of moves.
fn tokens(text: &str) -> Result<Vec<Token>, TextError> {
    let mut tokens = Vec::new();
    let mut depth = 0_usize;
    let mut in_comment = false;
    for (line, content) in (1..).zip(text.lines()) {
        let mut rest = content.char_indices().peekable();
        if !in_comment && depth == 0 && content.trim_start().starts_with('[') {
            tokens.push(tag(content, line)?);
            continue;
        }
        while let Some((index, symbol)) = rest.next() {
            match symbol {
                '}' => in_comment = false,
                _ if in_comment => {}
                '{' => in_comment = true,
                ';' | '%' => break,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ if depth > 0 || symbol.is_whitespace() => {}
                _ => {
                    let mut end = index + symbol.len_utf8();
                    while let Some((at, _)) =
                        rest.next_if(|(_, c)| !c.is_whitespace() && !"{}();".contains(*c))
                    {
                        end = at + content[at..].chars().next().map_or(1, char::len_utf8);
                    }
                    let word = &content[index..end];
                    let column = content[..index].chars().count() + 1;
                    push_word(word, line, column, &mut tokens);
                }
            }
        }
    }
    Ok(tokens)
}

/// `1.11-15` is the number of a move and a move; `$4` an annotation.
fn push_word(word: &str, line: usize, column: usize, tokens: &mut Vec<Token>) {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let word = match word.split_once('.') {
        Some((number, rest)) if is_number(number) => rest.trim_start_matches('.'),
        _ => word,
    };
    if !word.is_empty() && !word.starts_with('$') && !word.chars().all(|c| "!?".contains(c)) {
        tokens.push(Token { kind: TokenKind::Word(word.to_owned()), line, column });
    }
}

/// `[Name "value"]`, and the place of the value.
fn tag(content: &str, line: usize) -> Result<Token, TextError> {
    let text = content.trim();
    let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let parts = inside.and_then(|inside| inside.trim().split_once(char::is_whitespace));
    let Some((name, value)) = parts else {
        return Err(TextError::new(line, 1, "expected a tag such as [Black \"name\"]"));
    };
    let column = content.chars().position(|c| c == '"').map_or(1, |index| index + 2);
    let value = value.trim().trim_matches('"').to_owned();
    Ok(Token { kind: TokenKind::Tag(name.to_owned(), value), line, column })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_liberally() {
        let text = "[Event \"a\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"1-0\"]\n\n\
                    1. 11-15 {a comment; with 9-13} 23-19 2.8-11 $4 22-17 (22-18 15x22) 3. 9-13!? \
                    17-14 4. 10x17 ; to the end of the line 1-0\n 21x14 1-0\n\n\
                    1.11-15 22-18 15x22 25x18 *";
        let games = read(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].players, ["Ann", "Bob"]);
        assert_eq!(games[0].outcome, Some(Outcome::Win(Side::First)));
        assert_eq!(games[0].line.plies(), 8);
        assert_eq!(games[0].line.moves()[0], "E f6 e5");
        assert_eq!((games[1].outcome, games[1].line.plies()), (None, 4));
    }

    #[test]
    fn mistakes_are_placed() {
        let says = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(says("1. 11-15\n11-16 *"), "2:1: 11-16 is not a legal move here");
        assert_eq!(says("1. e4 *"), "1:4: expected a move such as 11-15, found \"e4\"");
        assert_eq!(says(""), "1:1: expected a game in PDN, found none");
        let type_20 = "[GameType \"20\"]\n1. 11-15 *";
        assert!(says(type_20).starts_with("1:1: game type 20 is not American checkers"));
    }

    #[test]
    fn a_position_alone_is_a_game_without_moves() {
        for text in ["W:WK32,31:BK1", "\n W:WK32,31:BK1.\n", "[FEN \"W:WK32,31:BK1\"]\n"] {
            let games = read(text).unwrap();
            assert_eq!((games.len(), games[0].line.plies()), (1, 0), "{text}");
            let text = Pdn.write_position(&*games[0].line).unwrap();
            assert_eq!((text.name, text.text.as_str()), ("FEN", "W:W31,K32:BK1"));
        }
        let says = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            says("W:W31:BK1\n32-28"),
            "2:1: expected nothing after the position, found \"32-28\""
        );
        assert_eq!(
            says("[FEN \"W:W31,99:BK1\"]"),
            "1:13: expected a square from 1 to 32, found \"99\""
        );
    }

    #[test]
    fn what_is_written_reads_back() {
        let text = "[FEN \"W:WK32,31:BK1\"]\n1... 32-28 2. 1-5 28-24 1/2-1/2";
        let mut game = read(text).unwrap().remove(0);
        game.ending = Some("draw: {agreed}".to_owned());
        let written = Pdn.write(&game, "a \"cup\"", "3").unwrap();
        assert_eq!(
            written,
            "[Event \"a 'cup'\"]\n[Round \"3\"]\n[Black \"?\"]\n[White \"?\"]\n\
             [Result \"1/2-1/2\"]\n[GameType \"21\"]\n[SetUp \"1\"]\n\
             [FEN \"W:W31,K32:BK1\"]\n\n\
             1... 32-28 2. 1-5 28-24 {draw: 'agreed'} 1/2-1/2\n\n"
        );
        let again = read(&written).unwrap().remove(0);
        assert_eq!(again.line.moves(), game.line.moves());
        assert_eq!((again.line.position(), again.outcome), (game.line.position(), game.outcome));
    }
}
