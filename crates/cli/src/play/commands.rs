//! What can be typed besides moves.

/// A line that was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayCommand<'t> {
    /// An empty line.
    Nothing,
    Help,
    /// All legal moves, or those with that in their text.
    List(&'t str),
    Hint,
    /// For this many seconds.
    Think(&'t str),
    Undo,
    Redo,
    Board,
    Save(&'t str),
    Resign,
    New,
    Quit,
    /// None of these: presumably a move.
    Move(&'t str),
}

/// What `help` prints about commands.
pub const HELP: &str = "Commands:
  list [PART]        the legal moves with their numbers; also ?
  hint               a good move
  think [SECONDS]    what the engine thinks of the position
  undo, redo         take back to your last decision; play it again
  board              draw the board again
  save FILE          save the game, now and after every move
  resign, new, quit  give up; start over; leave";

impl PlayCommand<'_> {
    pub fn read(line: &str) -> PlayCommand<'_> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let word = word.to_ascii_lowercase();
        match (word.as_str(), rest) {
            ("", _) => PlayCommand::Nothing,
            ("list" | "l" | "moves" | "?", _) => PlayCommand::List(rest),
            ("think" | "t", _) => PlayCommand::Think(rest),
            ("save" | "s", _) => PlayCommand::Save(rest),
            // The others stand alone: with anything behind them they may be a move.
            ("help" | "h", "") => PlayCommand::Help,
            ("hint", "") => PlayCommand::Hint,
            ("undo" | "u", "") => PlayCommand::Undo,
            ("redo" | "r", "") => PlayCommand::Redo,
            ("board" | "b", "") => PlayCommand::Board,
            ("resign", "") => PlayCommand::Resign,
            ("new", "") => PlayCommand::New,
            ("quit" | "q" | "exit", "") => PlayCommand::Quit,
            _ => PlayCommand::Move(line),
        }
    }
}
