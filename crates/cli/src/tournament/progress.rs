//! How far a tournament has come: a bar with the leaders on a terminal, a line a game elsewhere.

use std::io::Write;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use plyglot_arena::record::GameRecord;
use plyglot_arena::schedule::{Game, Results};
use plyglot_arena::tournament::Tournament;

use super::events::{self, Event, GameEnded};
use super::table::plain;

pub struct Progress<'t> {
    tournament: &'t Tournament,
    results: Results,
    bar: ProgressBar,
    as_json: bool,
}

/// So many of the standings are shown below the bar.
const LEADERS: usize = 8;

impl<'t> Progress<'t> {
    pub fn new(tournament: &'t Tournament, results: &Results, as_json: bool) -> Progress<'t> {
        let bar = ProgressBar::new(tournament.schedule().cost().most);
        let style = "{bar:40} {pos} of {len} games, {elapsed} gone, {eta} to go{msg}";
        bar.set_style(ProgressStyle::with_template(style).unwrap_or(ProgressStyle::default_bar()));
        // What was played before says nothing about the time to go.
        bar.set_position(results.len() as u64);
        bar.reset_eta();
        bar.enable_steady_tick(std::time::Duration::from_millis(500));
        let progress = Progress { tournament, results: results.clone(), bar, as_json };
        progress.show_leaders();
        progress
    }

    /// One more game has been stored.
    pub fn ended(&mut self, game: &Game, record: &GameRecord) -> Result<()> {
        self.results.insert(game.key, record.ending.outcome());
        let played = self.results.len() as u64;
        self.bar.set_position(played);
        self.show_leaders();
        if self.as_json {
            return events::print(&Event::Game(GameEnded::new(game, record, played)));
        }
        if self.bar.is_hidden() {
            let [first, second] = &record.players;
            let sentence = plain(&record.ending.sentence);
            let most = self.tournament.schedule().cost().most;
            writeln!(anstream::stderr(), "{played}/{most} {first} - {second}: {sentence}")?;
        }
        Ok(())
    }

    pub fn finish(self) {
        self.bar.finish_and_clear();
    }

    fn show_leaders(&self) {
        if self.bar.is_hidden() {
            return;
        }
        let standings = self.tournament.schedule().standings(&self.results);
        let leaders = standings.iter().take(LEADERS).map(|standing| {
            let name = self.tournament.name_of(standing.player);
            let points = f64::from(standing.half_points) / 2.0;
            let games = standing.won + standing.drawn + standing.lost;
            format!("\n{:>4}  {name}  {points} of {games}", standing.place)
        });
        self.bar.set_message(leaders.collect::<String>());
    }
}
