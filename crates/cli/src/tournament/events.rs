//! What happens, one JSON object a line.

use std::io::{self, Write};

use anyhow::Result;
use serde::Serialize;

use plyglot_arena::contest::UnplayedGame;
use plyglot_arena::record::GameRecord;
use plyglot_arena::schedule::{GameKey, ScheduledGame};
use plyglot_arena::tournament::TournamentReport;
use plyglot_core::{Outcome, Side};

use super::estimate::CostEstimate;
use crate::json;

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TournamentEvent<'e> {
    Begin(&'e CostEstimate),
    Game(GameEnded<'e>),
    Failed(GameFailed<'e>),
    Result(TournamentEnded<'e>),
}

/// A game that could not be played, through no fault of an agent's; counted from 1.
#[derive(Serialize)]
pub struct GameFailed<'e> {
    round: u32,
    table: u32,
    game: u32,
    why: &'e str,
    /// Whether it is played again.
    again: bool,
}

impl<'e> GameFailed<'e> {
    pub fn new(key: GameKey, why: &'e str, again: bool) -> GameFailed<'e> {
        let GameKey { round, table, number } = key;
        GameFailed { round: round + 1, table: table + 1, game: number + 1, why, again }
    }
}

/// The end: the report, and the games that could not be played.
#[derive(Serialize)]
pub struct TournamentEnded<'e> {
    #[serde(flatten)]
    report: &'e TournamentReport,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unplayed: Vec<GameFailed<'e>>,
}

impl<'e> TournamentEnded<'e> {
    pub fn new(report: &'e TournamentReport, unplayed: &'e [UnplayedGame]) -> TournamentEnded<'e> {
        let unplayed = unplayed.iter();
        let unplayed = unplayed.map(|it| GameFailed::new(it.game.key, &it.why, false)).collect();
        TournamentEnded { report, unplayed }
    }
}

/// A game, counted from 1 as in reports.
#[derive(Serialize)]
pub struct GameEnded<'e> {
    round: u32,
    table: u32,
    game: u32,
    first: &'e str,
    second: &'e str,
    winner: Option<Side>,
    ending: &'static str,
    sentence: &'e str,
    turns: usize,
    cpu_seconds: [f64; 2],
    /// Games that are stored by now.
    played: u64,
}

impl<'e> GameEnded<'e> {
    pub fn new(game: &ScheduledGame, record: &'e GameRecord, played: u64) -> GameEnded<'e> {
        let [first, second] = &record.players;
        GameEnded {
            round: game.key.round + 1,
            table: game.key.table + 1,
            game: game.key.number + 1,
            first,
            second,
            winner: match record.ending.result.outcome {
                Outcome::Win(side) => Some(side),
                Outcome::Draw => None,
            },
            ending: record.ending.kind(),
            sentence: &record.ending.sentence,
            turns: record.turns.len(),
            cpu_seconds: record.used().map(|used| used.as_secs_f64()),
            played,
        }
    }
}

/// Prints an event and flushes, so that followers see it as soon as it happens.
pub fn print(event: &TournamentEvent<'_>) -> Result<()> {
    let mut out = io::stdout().lock();
    json::write_line(&mut out, event)?;
    out.flush()?;
    Ok(())
}
