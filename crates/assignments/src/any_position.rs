use plyglot_games::text::TextError;
use plyglot_games::{GameId, capture_go, checkers, mancala, stake_raid, star_circle};

use crate::Task;

/// A position of any game, for whatever works on all of them.
#[derive(Clone, Debug)]
pub enum AnyPosition {
    /// Of Star and Circle.
    StarCircle(star_circle::Position),
    /// Of checkers.
    Checkers(checkers::Position),
    /// Of Stake and Raid.
    StakeRaid(stake_raid::Position),
    /// Of Mancala.
    Mancala(mancala::Position),
    /// Of Capture Go.
    CaptureGo(capture_go::Large),
}

/// Runs `$body` with `$position` bound to the position inside, whatever its game.
#[macro_export]
macro_rules! with_position {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            $crate::AnyPosition::StarCircle($position) => $body,
            $crate::AnyPosition::Checkers($position) => $body,
            $crate::AnyPosition::StakeRaid($position) => $body,
            $crate::AnyPosition::Mancala($position) => $body,
            // On the smallest board type that holds it: that is several times as fast.
            $crate::AnyPosition::CaptureGo(position) => {
                match (position.in_words(), position.in_words()) {
                    (Some($position), _) => {
                        let $position: &::plyglot_games::capture_go::Small = &$position;
                        $body
                    }
                    (None, Some($position)) => {
                        let $position: &::plyglot_games::capture_go::Medium = &$position;
                        $body
                    }
                    (None, None) => {
                        let $position = position;
                        $body
                    }
                }
            }
        }
    };
}

impl AnyPosition {
    /// Where a game starts, or, where the rules leave that open, a usual place: Stake and Raid on
    /// an empty 5x5 board, Mancala with 6 pits of 4 stones, Capture Go in its built-in position.
    pub fn start(game: GameId) -> AnyPosition {
        match game {
            GameId::StarCircle => AnyPosition::StarCircle(star_circle::Position::start()),
            GameId::Checkers => AnyPosition::Checkers(checkers::Position::start()),
            GameId::StakeRaid => {
                let values = stake_raid::Values::random(5, 99, 0);
                AnyPosition::StakeRaid(stake_raid::Position::empty(values))
            }
            GameId::Mancala => AnyPosition::Mancala(mancala::Position::start()),
            GameId::CaptureGo => {
                AnyPosition::of(&Task::CaptureGo(crate::capture_go::Task::builtin()))
            }
        }
    }

    /// Which game it is.
    pub fn game(&self) -> GameId {
        match self {
            AnyPosition::StarCircle(_) => GameId::StarCircle,
            AnyPosition::Checkers(_) => GameId::Checkers,
            AnyPosition::StakeRaid(_) => GameId::StakeRaid,
            AnyPosition::Mancala(_) => GameId::Mancala,
            AnyPosition::CaptureGo(_) => GameId::CaptureGo,
        }
    }

    /// Reads an input of the game, or the text of a position alone. If it is neither, the error is
    /// that of the reading that got further.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read(text: &str, game: GameId) -> Result<AnyPosition, TextError> {
        let as_input = match Task::read(text, Some(game)) {
            Ok(task) => return Ok(AnyPosition::of(&task)),
            Err(error) => error,
        };
        AnyPosition::of_text(text, game).map_err(|error| {
            let place = |error: &TextError| (error.line, error.column);
            if place(&error) > place(&as_input) { error } else { as_input }
        })
    }

    /// Reads the text of a position alone.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn of_text(text: &str, game: GameId) -> Result<AnyPosition, TextError> {
        match game {
            GameId::StarCircle => text.parse().map(AnyPosition::StarCircle),
            GameId::Checkers => text.parse().map(AnyPosition::Checkers),
            GameId::StakeRaid => text.parse().map(AnyPosition::StakeRaid),
            GameId::Mancala => text.parse().map(AnyPosition::Mancala),
            GameId::CaptureGo => text.parse().map(AnyPosition::CaptureGo),
        }
    }

    /// The position that a task starts from.
    pub fn of(task: &Task) -> AnyPosition {
        match task {
            Task::StarCircle(task) => AnyPosition::StarCircle(task.position),
            Task::Checkers(task) => AnyPosition::Checkers(task.position),
            Task::StakeRaid(task) => AnyPosition::StakeRaid(task.position.clone()),
            Task::Mancala(task) => AnyPosition::Mancala(task.position),
            Task::CaptureGo(task) => AnyPosition::CaptureGo(task.position),
        }
    }
}
