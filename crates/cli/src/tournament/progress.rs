//! How far a tournament has come: a bar with the leaders on a terminal, a line a game elsewhere.

use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;

use plyglot_arena::contest::Event;
use plyglot_arena::record::GameRecord;
use plyglot_arena::schedule::{Results, ScheduledGame};
use plyglot_arena::tournament::Tournament;
use plyglot_core::safe_text::terminal_line;

use super::events::{self, GameEnded, GameFailed, TournamentEvent};
use crate::arena::notices;
use crate::{failure, progress};

pub struct Progress<'t> {
    tournament: &'t Tournament,
    results: Results,
    bar: ProgressBar,
    as_json: bool,
    shown: Option<Instant>,
}

/// How many of the standings are shown below the bar.
const LEADERS: usize = 8;
/// How often they change: computing them takes a while when there are many games.
const BETWEEN: Duration = Duration::from_secs(1);

impl<'t> Progress<'t> {
    pub fn new(tournament: &'t Tournament, results: &Results, as_json: bool) -> Progress<'t> {
        let style = "{bar:40} {pos} of {len} games, {elapsed} gone, {eta} to go{msg}";
        let bar = progress::bar(tournament.schedule().cost().most, style);
        // What was played before says nothing about the time to go.
        bar.set_position(results.len() as u64);
        bar.reset_eta();
        let mut progress =
            Progress { tournament, results: results.clone(), bar, as_json, shown: None };
        progress.show_leaders();
        progress
    }

    /// Shows what has happened.
    pub fn hear(&mut self, event: &Event<'_>) -> Result<()> {
        let name = |player: usize| self.tournament.name_of(player);
        let lines = match event {
            Event::Ended { game, record } => return self.ended(game, record),
            Event::Entered { programs } => {
                let agents = &self.tournament.settings().agents;
                notices::refused(agents.iter().map(|agent| agent.name.as_str()), programs)
            }
            Event::Unready { player, unready } => vec![notices::unready(name(*player), unready)],
            Event::Failed { game, why, again } => {
                if self.as_json {
                    let failed = GameFailed::new(game.key, why, *again);
                    events::print(&TournamentEvent::Failed(failed))?;
                }
                let between = [game.first, game.second].map(|player| terminal_line(name(player)));
                let game = format!("game {} ({})", game.key, between.join(" - "));
                vec![notices::failed(&game, why, *again)]
            }
            Event::Begun { .. } | Event::Turn { .. } => return Ok(()),
        };
        self.say(&lines)
    }

    /// That programs have changed since they played.
    pub fn changed(&self, names: &[String]) -> Result<()> {
        let lines: Vec<String> = names.iter().map(|name| terminal_line(name)).collect();
        let lines = lines.iter().map(|name| {
            format!("{name} has changed since it played; the games of both are counted together")
        });
        self.say(&lines.collect::<Vec<_>>())
    }

    /// Says something beside the bar, a line each.
    pub fn say(&self, lines: &[String]) -> Result<()> {
        self.bar.suspend(|| lines.iter().for_each(|line| failure::say(line)));
        Ok(())
    }

    /// One more game has been stored.
    fn ended(&mut self, game: &ScheduledGame, record: &GameRecord) -> Result<()> {
        self.results.insert(game.key, record.ending.result);
        let played = self.results.len() as u64;
        self.bar.set_position(played);
        self.show_leaders();
        if self.as_json {
            return events::print(&TournamentEvent::Game(GameEnded::new(game, record, played)));
        }
        if self.bar.is_hidden() {
            let [first, second] = record.players.each_ref().map(|name| terminal_line(name));
            let sentence = terminal_line(&record.ending.sentence);
            let most = self.tournament.schedule().cost().most;
            failure::say(&format!("{played}/{most} {first} - {second}: {sentence}"));
        }
        Ok(())
    }

    pub fn finish(self) {
        self.bar.finish_and_clear();
    }

    fn show_leaders(&mut self) {
        let is_recent = self.shown.is_some_and(|shown| shown.elapsed() < BETWEEN);
        if self.bar.is_hidden() || is_recent {
            return;
        }
        self.shown = Some(Instant::now());
        let standings = self.tournament.schedule().standings(&self.results);
        let leaders = standings.iter().take(LEADERS).map(|standing| {
            let name = terminal_line(self.tournament.name_of(standing.player));
            let points = f64::from(standing.half_points) / 2.0;
            let games = standing.won + standing.drawn + standing.lost;
            format!("\n{:>4}  {name}  {points} of {games}", standing.place)
        });
        self.bar.set_message(leaders.collect::<String>());
    }
}
