//! The person at the keyboard, or the pipe in its place.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use anstyle::Style;
use plyglot_search::engine::Thought;

use crate::progress;
use plyglot_core::numbers::grouped;

/// No command and no move is longer.
const LONGEST_LINE: u64 = 4096;

/// Where lines come from and go to.
#[derive(Debug)]
pub struct Terminal {
    /// Whether the input shows as it is typed. Otherwise it is echoed, so that the output can be
    /// followed.
    is_typed: bool,
    /// Whether there is a person to ask.
    pub is_interactive: bool,
}

impl Terminal {
    pub fn new() -> Terminal {
        let is_typed = io::stdin().is_terminal();
        Terminal { is_typed, is_interactive: is_typed && io::stdout().is_terminal() }
    }

    /// Prints a line, or several.
    pub fn say(&self, text: &str) -> io::Result<()> {
        let mut out = anstream::stdout();
        if out.current_choice() == anstream::ColorChoice::Never {
            // Blanks at the end of a line are there to be coloured: without colour, drop them.
            let plain = anstream::adapter::strip_str(text).to_string();
            return plain.split('\n').try_for_each(|line| writeln!(out, "{}", line.trim_end()));
        }
        writeln!(out, "{text}")
    }

    /// Prints a line in a style.
    pub fn say_in(&self, style: Style, text: &str) -> io::Result<()> {
        self.say(&format!("{style}{text}{style:#}"))
    }

    /// Reads the next line; `None` at the end of the input.
    pub fn ask(&self, prompt: &str) -> io::Result<Option<String>> {
        let mut out = anstream::stdout();
        write!(out, "{prompt}> ")?;
        out.flush()?;
        let line = read_line(&mut io::stdin().lock())?;
        match &line {
            None => writeln!(out)?,
            Some(line) if !self.is_typed => {
                writeln!(out, "{}", line.replace(char::is_control, " ").trim_end())?;
            }
            Some(_) => {}
        }
        Ok(line)
    }

    /// Thinks, which may take a while. A terminal shows how far it has come.
    pub fn wait_for<T>(
        &self,
        who: &str,
        think: impl FnOnce(&mut dyn FnMut(&Thought<String>)) -> T,
    ) -> T {
        if !self.is_interactive {
            return think(&mut |_| {});
        }
        let spinner = progress::spinner(who.to_owned());
        let done = think(&mut |thought| {
            let (depth, nodes) = (thought.depth, grouped(thought.nodes));
            spinner.set_message(format!("{who}, depth {depth}, {nodes} positions"));
        });
        spinner.finish_and_clear();
        done
    }
}

/// The next line; of one that is too long, the beginning. `None` at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded() {
        let long = "x".repeat(3 * LONGEST_LINE as usize);
        let text = format!("one\r\n{long}\n\n{}\nlast", "y".repeat(LONGEST_LINE as usize - 1));
        let mut input = text.as_bytes();
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("one"));
        assert_eq!(next().map(|line| line.len() as u64), Some(LONGEST_LINE));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().map(|line| line.len() as u64), Some(LONGEST_LINE - 1));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }

    #[test]
    fn bytes_that_are_no_text_do_no_harm() {
        assert_eq!(read_line(&mut &b"\xff\xfe\n"[..]).unwrap().unwrap().chars().count(), 2);
    }
}
