use std::io::{self, Write};

use crate::mancala::{Move, Position};
use plyglot_core::{Game, Side, Value};
use plyglot_search::textbook::{Algorithm, Node, Observer, Step, Window};

use super::{Edition, HEADERS};

/// Searches and writes the traverse log as the assignment describes it, line by line: the reference
/// for [`super::write_log`], which must write the same.
///
/// # Errors
/// If the log cannot be written.
pub fn write_plain_log(
    position: &Position,
    algorithm: Algorithm,
    cut_off: u32,
    edition: Edition,
    mut out: impl Write,
) -> io::Result<()> {
    let shows_window = algorithm == Algorithm::AlphaBeta;
    writeln!(out, "{}", HEADERS[usize::from(shows_window)])?;
    let us = position.to_move();
    let mut log = PlainLog { out, result: Ok(()), shows_window, edition, cut_off, us };
    algorithm.run(position, cut_off, &mut log);
    log.result
}

struct PlainLog<W> {
    out: W,
    result: io::Result<()>,
    shows_window: bool,
    edition: Edition,
    cut_off: u32,
    us: Side,
}

impl<W: Write> PlainLog<W> {
    fn line(&mut self, node: &Node<'_, Position>, value: Value, window: Window) {
        if self.result.is_ok() {
            self.result = self.try_line(node, value, window);
        }
    }

    fn try_line(
        &mut self,
        node: &Node<'_, Position>,
        value: Value,
        window: Window,
    ) -> io::Result<()> {
        let name = node.mv.map_or("root".to_owned(), |mv| mv.to_string());
        write!(self.out, "{name},{},{value}", node.depth)?;
        if self.shows_window {
            write!(self.out, ",{},{}", window.alpha, window.beta)?;
        }
        writeln!(self.out)
    }
}

impl<W: Write> Observer<Position> for PlainLog<W> {
    fn enter(&mut self, node: &Node<'_, Position>, window: Window) {
        let we_move = match self.edition {
            Edition::Last => node.position.to_move() == self.us,
            Edition::First => node.depth.is_multiple_of(2),
        };
        let mut value = if we_move { Value::NEG_INFINITY } else { Value::INFINITY };
        if self.edition == Edition::First && node.depth == self.cut_off {
            value = node.position.evaluate(self.us);
        }
        self.line(node, value, window);
    }

    fn leaf(&mut self, node: &Node<'_, Position>, value: Value, window: Window) {
        self.line(node, value, window);
    }

    fn back(&mut self, node: &Node<'_, Position>, step: &Step<Move>) {
        self.line(node, step.value, step.window);
    }
}
