use std::io::{self, Write};

use crate::mancala::{Move, Position};
use plyglot_core::Value;
use plyglot_kit::grading::Entered;
use plyglot_search::textbook::{Algorithm, Node, Observer, Step, Window};

use super::{Edition, HEADERS};

/// Searches and writes the traverse log.
///
/// # Errors
/// If the log cannot be written.
pub fn write_log(
    position: &Position,
    algorithm: Algorithm,
    cut_off: u32,
    edition: Edition,
    out: impl Write,
) -> io::Result<()> {
    let stones = position.board().stones();
    let mut log = TraverseLog::new(out, edition, algorithm, cut_off, stones);
    algorithm.run(position, cut_off, &mut log);
    log.finish()
}

/// Small enough to stay in the processor's cache between filling and writing.
const BUFFER: usize = 128 << 10;
/// More than any line needs.
const LONGEST_LINE: usize = 6 * ShortText::LONGEST;

type Buffer = [u8; BUFFER + LONGEST_LINE];

/// Writes the traverse log of a search while it runs: a line when a node is entered, and one after
/// each of its children.
///
/// Logs have millions of lines of a few bytes each, so a line is put together from pieces that are
/// texts already, and nothing is formatted on the way.
pub(super) struct TraverseLog<W> {
    out: W,
    /// The first thing that went wrong; after it nothing is written any more.
    failed: Option<io::Error>,
    edition: Edition,
    shows_window: bool,
    cut_off: u32,
    buffer: Box<Buffer>,
    used: usize,
    /// `B3,2,` for each depth and move.
    places: Vec<ShortText>,
    values: ValueTexts,
}

impl<W: Write> TraverseLog<W> {
    /// The log of one search, from its first line on; `stones` bounds all values in it.
    pub(super) fn new(
        out: W,
        edition: Edition,
        algorithm: Algorithm,
        cut_off: u32,
        stones: i64,
    ) -> TraverseLog<W> {
        let mut log = TraverseLog {
            out,
            failed: None,
            edition,
            shows_window: algorithm == Algorithm::AlphaBeta,
            cut_off,
            buffer: Box::new([0; BUFFER + LONGEST_LINE]),
            used: 0,
            places: places(cut_off),
            values: ValueTexts::new(stones),
        };
        let head = format!("{}\n", HEADERS[usize::from(log.shows_window)]);
        log.buffer[..head.len()].copy_from_slice(head.as_bytes());
        log.used = head.len();
        log
    }

    /// Writes what is still to be written.
    ///
    /// # Errors
    /// If that, or any writing before, has failed.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.flush();
        match self.failed {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    #[inline(always)]
    fn line(&mut self, node: &Node<'_, Position>, value: Value, window: Window) {
        // Only the root has depth 0, so it can stand in any move's place there.
        let mv = node.mv.map_or(0, Move::index);
        let place = &self.places[node.depth as usize * Move::INDICES + mv];
        self.used = put(&mut self.buffer, self.used, place);
        self.used = put(&mut self.buffer, self.used, self.values.text(value));
        if self.shows_window {
            self.window(window);
        }
        if self.used > BUFFER {
            self.flush();
        }
    }

    /// Goes on with the line just ended.
    #[inline(never)]
    fn window(&mut self, window: Window) {
        for bound in [window.alpha, window.beta] {
            self.buffer[self.used - 1] = b',';
            self.used = put(&mut self.buffer, self.used, self.values.text(bound));
        }
    }

    #[cold]
    fn flush(&mut self) {
        if self.failed.is_none() {
            self.failed = self.out.write_all(&self.buffer[..self.used]).err();
        }
        self.used = 0;
    }

    /// What the line shows that is written before any child is known.
    #[inline]
    fn first_value(&self, node: &Node<'_, Position>) -> Value {
        self.edition.start_value(&Entered {
            position: node.position,
            depth: node.depth,
            cut_off: self.cut_off,
            maximizes: node.maximizes,
        })
    }
}

impl<W: Write> Observer<Position> for TraverseLog<W> {
    #[inline(always)]
    fn enter(&mut self, node: &Node<'_, Position>, window: Window) {
        self.line(node, self.first_value(node), window);
    }

    #[inline(always)]
    fn leaf(&mut self, node: &Node<'_, Position>, value: Value, window: Window) {
        self.line(node, value, window);
    }

    #[inline(always)]
    fn back(&mut self, node: &Node<'_, Position>, step: &Step<Move>) {
        self.line(node, step.value, step.window);
    }

    /// A log that cannot be written needs no search.
    #[inline(always)]
    fn has_seen_enough(&self) -> bool {
        self.failed.is_some()
    }
}

/// Puts a text into the buffer, and tells where it ends. It copies as many bytes as a text can have,
/// which is faster than looking how many it has.
#[inline]
fn put(buffer: &mut Buffer, start: usize, text: &ShortText) -> usize {
    buffer[start..start + ShortText::LONGEST].copy_from_slice(&text.bytes);
    start + text.length
}

/// A short text.
#[derive(Clone, Copy)]
struct ShortText {
    bytes: [u8; ShortText::LONGEST],
    length: usize,
}

impl ShortText {
    const LONGEST: usize = 16;

    fn new(text: &str) -> ShortText {
        let mut bytes = [0; ShortText::LONGEST];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        ShortText { bytes, length: text.len() }
    }
}

/// The start of a line for each depth and move.
fn places(cut_off: u32) -> Vec<ShortText> {
    let mut places = vec![ShortText::new("root,0,"); Move::INDICES];
    for depth in 1..=cut_off {
        places.resize(places.len() + Move::INDICES, ShortText::new(""));
        let row = places.len() - Move::INDICES;
        for mv in Move::all() {
            places[row + mv.index()] = ShortText::new(&format!("{mv},{depth},"));
        }
    }
    places
}

/// The texts of all values that a board can have, each with a newline.
struct ValueTexts {
    finite: Vec<ShortText>,
    stones: i64,
    infinity: ShortText,
    neg_infinity: ShortText,
}

impl ValueTexts {
    fn new(stones: i64) -> ValueTexts {
        let text = |value: Value| ShortText::new(&format!("{value}\n"));
        ValueTexts {
            finite: (-stones..=stones).map(|number| text(Value::finite(number))).collect(),
            stones,
            infinity: text(Value::INFINITY),
            neg_infinity: text(Value::NEG_INFINITY),
        }
    }

    #[inline]
    fn text(&self, value: Value) -> &ShortText {
        match value {
            Value::INFINITY => &self.infinity,
            Value::NEG_INFINITY => &self.neg_infinity,
            _ => &self.finite[(value.number().unwrap_or_default() + self.stones) as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use plyglot_core::Game;
    use plyglot_core::mix::Random;

    use super::super::write_plain_log;
    use super::*;

    #[track_caller]
    fn check(position: &Position, cut_off: u32) {
        for edition in [Edition::First, Edition::Last] {
            for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta] {
                let (mut plain, mut fast) = (Vec::new(), Vec::new());
                write_plain_log(position, algorithm, cut_off, edition, &mut plain).unwrap();
                write_log(position, algorithm, cut_off, edition, &mut fast).unwrap();
                assert!(plain == fast, "{edition:?} {algorithm:?} {cut_off}\n{position}");
            }
        }
    }

    /// A board of few or many stones, and large mancalas.
    fn random_position(random: &mut Random) -> Position {
        let pits = 3 + random.below(8);
        let most = [2, 4, 30, 1000][random.below(4)];
        let mut row = || {
            let numbers: Vec<_> = (0..pits).map(|_| random.below(most + 1).to_string()).collect();
            numbers.join(" ")
        };
        let (upper, lower) = (row(), row());
        let player = 1 + random.below(2);
        let [left, right] = [0, 1].map(|_| random.below(20_000));
        format!("{player}\n{upper}\n{lower}\n{left}\n{right}\n").parse().unwrap()
    }

    #[test]
    fn agrees_with_the_plain_log() {
        let mut random = Random::new(5);
        for round in 0..100 {
            let position = random_position(&mut random);
            if position.outcome().is_none() {
                check(&position, 1 + round % 3);
            }
        }
    }

    /// Longer than the buffer many times over, and with depths of two digits and more.
    #[test]
    fn long_and_deep_logs_agree_too() {
        check(&Position::start(), 5);
        check(&"1\n0 0 1\n1 0 0\n0\n0\n".parse().unwrap(), 1000);
        check(&"2\n1 0 1 0\n1 0 0 2\n0\n0\n".parse().unwrap(), 12);
    }

    /// The longest texts that can stand in a line, all at once.
    #[test]
    fn the_longest_line_fits() {
        let place = format!("{},{},", Move::all().last().unwrap(), 1000);
        for text in [&place, "-60000\n", "-Infinity\n"] {
            assert_eq!(ShortText::new(text).length, text.len());
        }
        assert!(LONGEST_LINE >= place.len() + 3 * "-Infinity,".len() + ShortText::LONGEST);
    }

    /// Takes a few bytes, then fails for good.
    struct FullDisk {
        calls_after_failure: u32,
        failed: bool,
    }

    impl Write for &mut FullDisk {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.calls_after_failure += u32::from(self.failed);
            self.failed = true;
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// To its end this search would take days.
    #[test]
    fn the_first_failure_to_write_ends_the_search() {
        let mut disk = FullDisk { calls_after_failure: 0, failed: false };
        let result =
            write_log(&Position::start(), Algorithm::Minimax, 20, Edition::Last, &mut disk);
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(disk.calls_after_failure, 0);
    }
}
