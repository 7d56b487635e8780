use std::fmt;
use std::str::FromStr;

use super::{Board, Move, Piece, Position, Square};
use plyglot_core::text::{Lines, Span, TextError, whole};
use plyglot_core::{Game, Side};

/// What stands on a square, as it is written.
const SYMBOLS: [(char, Option<Piece>); 5] = [
    ('.', None),
    ('b', Some(Piece { side: Side::First, is_king: false })),
    ('B', Some(Piece { side: Side::First, is_king: true })),
    ('w', Some(Piece { side: Side::Second, is_king: false })),
    ('W', Some(Piece { side: Side::Second, is_king: true })),
];

/// Reads eight rows, 8 to 1, of eight symbols: `.`, `b`, `B`, `w`, `W`.
///
/// # Errors
/// At the first symbol that is not one, or does not fit where it stands.
pub fn read_board(lines: &mut Lines<'_>) -> Result<Board, TextError> {
    let mut board = Board::EMPTY;
    for row in (0..8).rev() {
        let line = lines.next(&format!("row {} of the board", row + 1))?;
        for (column, piece) in line.symbols(8, &SYMBOLS)?.into_iter().enumerate() {
            if let Some(piece) = piece {
                put(&mut board, piece, column as u8, row)
                    .map_err(|message| line.error_at(column, message))?;
            }
        }
    }
    Ok(board)
}

fn put(board: &mut Board, piece: Piece, column: u8, row: u8) -> Result<(), String> {
    let symbol = piece.symbol();
    let Some(square) = Square::at(column, row) else {
        let name = char::from(b'a' + column);
        return Err(format!("{symbol} on {name}{}, which is a light square", row + 1));
    };
    if piece.must_be_king_on(square) {
        return Err(format!("{symbol} on {square}, its far row: a man is crowned there"));
    }
    if board.count(piece.side) == Board::MOST_PIECES {
        let name = Position::side_name(piece.side);
        return Err(format!("{name} has more than {} pieces", Board::MOST_PIECES));
    }
    board.put(square, piece);
    Ok(())
}

/// The side to move, then the board as in `input.txt`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", Position::side_name(self.to_move()), self.board())
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let mut lines = Lines::new(text);
        let to_move = lines.next("the colour to play")?.side::<Position>()?;
        let board = read_board(&mut lines)?;
        lines.end()?;
        Ok(Position::new(board, to_move))
    }
}

/// Eight rows; no newline after the last.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..8).rev() {
            for column in 0..8 {
                let piece = Square::at(column, row).and_then(|square| self.get(square));
                write!(f, "{}", piece.map_or('.', Piece::symbol))?;
            }
            if row > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// One step as it is written, and where.
struct WrittenStep<'t> {
    is_jump: bool,
    from: Square,
    to: Square,
    written: StepSpans<'t>,
}

struct StepSpans<'t> {
    kind: Span<'t>,
    from: Span<'t>,
    to: Span<'t>,
}

impl<'t> WrittenStep<'t> {
    /// `E c3 b4` or `J f6 d4`, without a blank too many.
    fn parse(span: Span<'t>) -> Result<WrittenStep<'t>, TextError> {
        let unreadable = || span.expected("a step such as E c3 b4 or J f6 d4");
        let words: Vec<Span<'t>> = span.words().take(4).collect();
        let [kind, from, to] = words[..] else { return Err(unreadable()) };
        if [kind.text, from.text, to.text].join(" ") != span.text {
            return Err(unreadable());
        }
        Ok(WrittenStep {
            is_jump: kind.one_of(&[("E", false), ("J", true)])?,
            from: Square::parse(from)?,
            to: Square::parse(to)?,
            written: StepSpans { kind, from, to },
        })
    }

    /// The turn `path` with this jump added.
    fn add_jump(&self, path: Move) -> Result<Move, TextError> {
        let StepSpans { kind, from, to } = self.written;
        if !self.is_jump {
            return Err(kind.error("a simple move is a turn of its own"));
        }
        if self.from != path.to() {
            let message = format!("a jump goes on from where the last one ended, {}", path.to());
            return Err(from.error(message));
        }
        let way = self.from.direction_to(self.to, 2).ok_or_else(|| {
            to.error(format!(
                "a jump goes two squares diagonally, and {} to {} does not",
                self.from, self.to
            ))
        })?;
        path.jump(way)
            .ok_or_else(|| kind.error(format!("no turn has more than {} jumps", Move::MOST_JUMPS)))
    }
}

/// A simple move alone, or jumps that each go on from where the last one ended.
fn read_turn<'t>(mut steps: impl Iterator<Item = Span<'t>>) -> Result<Move, TextError> {
    let first = steps.next().map(WrittenStep::parse);
    let first = first.unwrap_or_else(|| WrittenStep::parse(whole("")))?;
    let mut turn = if first.is_jump {
        first.add_jump(Move::standing(first.from))?
    } else {
        Move::step(first.from, first.to)
    };
    for span in steps {
        let step = WrittenStep::parse(span)?;
        if !turn.is_jump() {
            return Err(step.written.kind.error("a simple move is a turn of its own"));
        }
        turn = step.add_jump(turn)?;
    }
    Ok(turn)
}

impl Move {
    /// Reads a turn from the lines of an `output.txt`, strictly: one step a line, no blank and no
    /// empty line too many; only the newline at the very end may be missing.
    ///
    /// # Errors
    /// At the first place that is not as it should be, or that no turn could ever contain. Whether
    /// the turn is legal is for [`Game::why_illegal`] to say.
    pub fn from_lines(text: &str) -> Result<Move, TextError> {
        let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
        read_turn(lines.enumerate().map(|(index, text)| Span { text, line: index + 1, column: 1 }))
    }
}

impl FromStr for Move {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Move, TextError> {
        read_turn(whole(text).cells(';'))
    }
}
