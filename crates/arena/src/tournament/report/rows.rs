use serde::Serialize;

use super::Effort;
use crate::record::TurnRecord;
use crate::schedule::{ScheduledGame, Standing};
use crate::stats::{GameScore, Rating};

/// A player's line in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StandingsRow {
    /// The place; players with nothing between them share one.
    pub place: usize,
    /// What the player is called.
    pub agent: String,
    /// The player's number in the file of the tournament, from 1.
    pub number: usize,
    /// The rating in Elo, to a tenth; the mean of all players is 0. `None` before the first game.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub high: Option<f64>,
    /// A win 1, a draw a half, and what a rest is worth.
    pub points: f64,
    /// Games played.
    pub games: u32,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Rounds without an opponent.
    pub rests: u32,
    /// The points of all opponents together, which decide between equal points.
    pub opponents: f64,
    /// By how many points of the game itself it is ahead in all games together, which decides between
    /// equals; none in games that points do not decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i64>,
    /// The round in which it was put out of a knockout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<u32>,
    /// Games lost by a fault of its own: time, a crash, an illegal move, no answer.
    pub faults: u64,
    /// Turns played.
    pub turns: u64,
    /// CPU time of all turns.
    pub cpu_seconds: f64,
    /// CPU time of the slowest turn.
    pub slowest_seconds: f64,
}

impl StandingsRow {
    pub(super) fn new(
        name: &str,
        standing: &Standing,
        margin: Option<i64>,
        rating: &Rating,
        effort: &Effort,
    ) -> StandingsRow {
        // Added to it, 0 makes a plain 0 of a negative one.
        let elo = |elo: f64| (rating.games > 0).then(|| (10.0 * elo).round() / 10.0 + 0.0);
        StandingsRow {
            place: standing.place,
            agent: name.to_owned(),
            number: standing.player + 1,
            elo: elo(rating.elo),
            low: elo(rating.low),
            high: elo(rating.high),
            points: f64::from(standing.half_points) / 2.0,
            games: standing.won + standing.drawn + standing.lost,
            won: standing.won,
            drawn: standing.drawn,
            lost: standing.lost,
            rests: standing.rests,
            opponents: f64::from(standing.opponents) / 2.0,
            margin,
            out: standing.out.map(|round| round + 1),
            faults: effort.faults,
            turns: effort.turns,
            cpu_seconds: effort.cpu.as_secs_f64(),
            slowest_seconds: effort.slowest.as_secs_f64(),
        }
    }

    /// `+12`: by how many points of the game itself it is ahead.
    pub fn lead(&self) -> String {
        self.margin.map_or(String::new(), |margin| format!("{margin:+}"))
    }

    /// `+34 ± 21`, or with both ends where they lie unevenly; a dash before the first game.
    pub fn rating(&self) -> String {
        let (Some(elo), Some(low), Some(high)) = (self.elo, self.low, self.high) else {
            return "-".to_owned();
        };
        let (above, below) = (high - elo, elo - low);
        if above.max(below) <= 1.25 * above.min(below) {
            format!("{elo:+.0} ± {:.0}", (high - low) / 2.0)
        } else {
            format!("{elo:+.0} +{above:.0} -{below:.0}")
        }
    }
}

/// What one did against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CrossTableCell {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl CrossTableCell {
    pub(super) fn add(&mut self, score: GameScore) {
        *match score {
            GameScore::Win => &mut self.won,
            GameScore::Draw => &mut self.drawn,
            GameScore::Loss => &mut self.lost,
        } += 1;
    }

    /// A win 1, a draw a half.
    pub fn points(&self) -> f64 {
        f64::from(2 * self.won + self.drawn) / 2.0
    }

    /// How many they played.
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// How often games ended in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndingCount {
    /// In a few words: `no moves`, `out of time`.
    pub kind: String,
    /// How many games.
    pub games: u64,
}

/// A turn that took long.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SlowTurn {
    /// Who played it.
    pub agent: String,
    /// Against whom.
    pub opponent: String,
    /// In which round, from 1.
    pub round: u32,
    /// At which table of it, from 1.
    pub table: u32,
    /// In which game at that table, from 1.
    pub game: u32,
    /// Which turn after the opening, from 1.
    pub turn: usize,
    /// Its moves.
    pub moves: Vec<String>,
    /// The CPU time.
    pub cpu_seconds: f64,
    /// The time by the wall clock.
    pub wall_seconds: f64,
}

impl SlowTurn {
    pub(super) fn new(
        [agent, opponent]: [&str; 2],
        game: &ScheduledGame,
        index: usize,
        turn: &TurnRecord,
    ) -> SlowTurn {
        SlowTurn {
            agent: agent.to_owned(),
            opponent: opponent.to_owned(),
            round: game.key.round + 1,
            table: game.key.table + 1,
            game: game.key.number + 1,
            turn: index + 1,
            moves: turn.moves.clone(),
            cpu_seconds: turn.cpu.as_secs_f64(),
            wall_seconds: turn.wall.as_secs_f64(),
        }
    }
}
