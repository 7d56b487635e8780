use std::fmt;

use plyglot_games::text::TextError;
use plyglot_search::textbook::Algorithm;

use crate::competition::Competition;
use crate::words::algorithm_name;
use crate::{AnyPosition, Mode, Task, capture_go, checkers, mancala, stake_raid, star_circle};

impl Task {
    /// The task to search a position so many turns ahead. Checkers has no such task: there it is to
    /// find one turn within a few seconds.
    ///
    /// # Errors
    /// If no `input.txt` can have that position, as where the game is over.
    pub fn about(
        position: &AnyPosition,
        algorithm: Algorithm,
        depth: u32,
    ) -> Result<Task, TextError> {
        let task = match position.clone() {
            AnyPosition::StarCircle(position) => {
                let mode = Mode::Exact { algorithm, depth };
                Task::StarCircle(star_circle::Task { position, mode })
            }
            AnyPosition::Checkers(position) => {
                let kind = checkers::Kind::Single;
                Task::Checkers(checkers::Task { kind, position, seconds: SECONDS })
            }
            AnyPosition::StakeRaid(position) => {
                let mode = Mode::Exact { algorithm, depth };
                Task::StakeRaid(stake_raid::Task { position, mode })
            }
            AnyPosition::Mancala(position) => {
                let goal = mancala::Goal::Search { algorithm, depth };
                Task::Mancala(mancala::Task { position, goal })
            }
            AnyPosition::CaptureGo(position) => {
                let goal = capture_go::Goal::Compare { depth };
                Task::CaptureGo(capture_go::Task { position, goal })
            }
        };
        // Reading is what knows all that an input may not be.
        Task::read(&task.to_string(), Some(position.game()))
    }
}

/// The time for a turn of checkers.
const SECONDS: f64 = 10.0;

/// The `input.txt`, which reads back as the same task. What an input cannot say is left out: passes
/// that were made just before.
impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::StarCircle(star_circle::Task { position, mode }) => match mode {
                Mode::Exact { algorithm, depth } => {
                    let text = position.to_string();
                    let [player, board] = first_lines(&text, 1);
                    // Eight rows and the row values.
                    let [board, _passes] = first_lines(board, 9);
                    write!(f, "{player}{}\n{depth}\n{board}", algorithm_name(*algorithm))
                }
                Mode::Competition { seconds } => f.write_str(&position.question(*seconds)),
            },
            Task::Checkers(checkers::Task { kind, position, seconds }) => {
                let text = position.to_string();
                let [player, board] = first_lines(&text, 1);
                write!(f, "{}\n{player}{seconds}\n{board}", kind.name())
            }
            Task::StakeRaid(stake_raid::Task { position, mode }) => match mode {
                Mode::Exact { algorithm, depth } => {
                    let text = position.to_string();
                    let [size, rest] = first_lines(&text, 1);
                    let [player, board] = first_lines(rest, 1);
                    let algorithm = algorithm_name(*algorithm);
                    write!(f, "{size}{algorithm}\n{player}{depth}\n{board}")
                }
                Mode::Competition { seconds } => f.write_str(&position.question(*seconds)),
            },
            Task::Mancala(mancala::Task { position, goal }) => {
                let text = position.to_string();
                let [player, board] = first_lines(&text, 1);
                match goal {
                    mancala::Goal::Greedy => write!(f, "1\n{player}1\n{board}"),
                    mancala::Goal::Search { algorithm: Algorithm::Minimax, depth } => {
                        write!(f, "2\n{player}{depth}\n{board}")
                    }
                    mancala::Goal::Search { algorithm: Algorithm::AlphaBeta, depth } => {
                        write!(f, "3\n{player}{depth}\n{board}")
                    }
                    mancala::Goal::Competition { seconds } => {
                        f.write_str(&position.question(*seconds))
                    }
                }
            }
            Task::CaptureGo(capture_go::Task { position, goal }) => match goal {
                capture_go::Goal::Compare { depth } => {
                    let text = position.to_string();
                    let [player, board] = first_lines(&text, 1);
                    write!(f, "{player}{depth}\n{board}")
                }
                capture_go::Goal::Competition { seconds } => {
                    f.write_str(&position.question(*seconds))
                }
            },
        }
    }
}

/// The first lines with their newlines, and the rest.
fn first_lines(text: &str, count: usize) -> [&str; 2] {
    let end = text.match_indices('\n').nth(count - 1).map_or(text.len(), |(index, _)| index + 1);
    let (first, rest) = text.split_at(end);
    [first, rest]
}
