use std::fmt;

use plyglot_games::text::TextError;
use plyglot_search::textbook::Algorithm;

use crate::words::algorithm_name;
use crate::{AnyPosition, Task, capture_go, checkers, mancala, stake_raid, star_circle};

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
                Task::StarCircle(star_circle::Task { position, algorithm, depth })
            }
            AnyPosition::Checkers(position) => {
                let kind = checkers::Kind::Single;
                Task::Checkers(checkers::Task { kind, position, seconds: SECONDS })
            }
            AnyPosition::StakeRaid(position) => {
                let mode = stake_raid::Mode::Exact { algorithm, depth };
                Task::StakeRaid(stake_raid::Task { position, mode })
            }
            AnyPosition::Mancala(position) => {
                let goal = mancala::Goal::Search { algorithm, depth };
                Task::Mancala(mancala::Task { position, goal })
            }
            AnyPosition::CaptureGo(position) => {
                Task::CaptureGo(capture_go::Task { position, depth })
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
            Task::StarCircle(star_circle::Task { position, algorithm, depth }) => {
                let text = position.to_string();
                let [player, board] = first_lines(&text, 1);
                // Eight rows and the row values.
                let [board, _passes] = first_lines(board, 9);
                write!(f, "{player}{}\n{depth}\n{board}", algorithm_name(*algorithm))
            }
            Task::Checkers(checkers::Task { kind, position, seconds }) => {
                let text = position.to_string();
                let [player, board] = first_lines(&text, 1);
                write!(f, "{}\n{player}{seconds}\n{board}", kind.name())
            }
            Task::StakeRaid(stake_raid::Task { position, mode }) => {
                let text = position.to_string();
                let [size, rest] = first_lines(&text, 1);
                let [player, board] = first_lines(rest, 1);
                match mode {
                    stake_raid::Mode::Exact { algorithm, depth } => {
                        let algorithm = algorithm_name(*algorithm);
                        write!(f, "{size}{algorithm}\n{player}{depth}\n{board}")
                    }
                    stake_raid::Mode::Competition { seconds } => {
                        write!(f, "{size}COMPETITION\n{player}{seconds}\n{board}")
                    }
                }
            }
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
                        write!(f, "4\n{player}{seconds}\n{board}")
                    }
                }
            }
            Task::CaptureGo(capture_go::Task { position, depth }) => {
                let text = position.to_string();
                let [player, board] = first_lines(&text, 1);
                write!(f, "{player}{depth}\n{board}")
            }
        }
    }
}

/// The first lines with their newlines, and the rest.
fn first_lines(text: &str, count: usize) -> [&str; 2] {
    let end = text.match_indices('\n').nth(count - 1).map_or(text.len(), |(index, _)| index + 1);
    let (first, rest) = text.split_at(end);
    [first, rest]
}
