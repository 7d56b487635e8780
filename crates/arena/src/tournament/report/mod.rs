//! What a store says: standings, who did what against whom, how games ended.

mod csv;
mod rows;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use plyglot_core::{Outcome, Side};
use plyglot_kit::any::GameRef;
use serde::Serialize;

use super::{GameFacts, Store, StoreError, Tournament};
use crate::record::GameRecord;
use crate::schedule::{GameKey, NextStep, Results, ScheduledGame};
use crate::stats::{Duel, GameScore, Ratings};

pub use csv::csv;
pub use rows::{CrossTableCell, EndingCount, SlowTurn, StandingsRow};

/// The state of a tournament. Rounds, tables and games are counted from 1, as people do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TournamentReport {
    /// What it is called.
    pub name: String,
    /// Which game is played.
    pub game: GameRef,
    /// How it is played, in words.
    pub format: String,
    /// Whether all games have been played.
    pub is_finished: bool,
    /// Why the games that are missing will not be played, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<String>,
    /// Games that have been played.
    pub played: u64,
    /// The least number of games there can be.
    pub least: u64,
    /// The greatest number of games there can be.
    pub most: u64,
    /// Whether all ratings can be compared: any two players are linked by others who met.
    pub is_comparable: bool,
    /// All players, the best first.
    pub standings: Vec<StandingsRow>,
    /// What the player of each row did against that of each column, both in the order of the
    /// standings; nothing where they have not met.
    pub cross: Vec<Vec<Option<CrossTableCell>>>,
    /// How often games ended in which way, the most frequent first.
    pub endings: Vec<EndingCount>,
    /// The turns that took the most CPU time, the slowest first.
    pub slowest: Vec<SlowTurn>,
}

/// How many of the slowest turns are listed.
const SLOWEST: usize = 10;
/// With more duels than this the intervals are drawn from fewer samples, which takes long enough.
const MANY_DUELS: usize = 2000;

impl TournamentReport {
    /// Of all that is stored by now.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn of(store: &Store) -> Result<TournamentReport, StoreError> {
        let tournament = store.tournament()?;
        let mut count = ReportBuilder::new(&tournament);
        store.for_each_facts(|game, facts| count.add(game, facts))?;
        for key in count.slow_games() {
            if let Some((game, record)) = store.game(key)? {
                count.add_slowest(&game, &record);
            }
        }
        Ok(TournamentReport { decided: store.decided()?, ..count.report() })
    }
}

/// Goes through all games once.
struct ReportBuilder<'t> {
    tournament: &'t Tournament,
    results: Results,
    games: Vec<ScheduledGame>,
    players: Vec<Effort>,
    endings: BTreeMap<String, u64>,
    /// The games with the slowest turns, the slowest first.
    slow: Vec<(Duration, GameKey)>,
    slowest: Vec<SlowTurn>,
}

/// What a player did in all games together.
#[derive(Clone, Copy, Default)]
struct Effort {
    faults: u64,
    turns: u64,
    cpu: Duration,
    slowest: Duration,
}

impl<'t> ReportBuilder<'t> {
    fn new(tournament: &'t Tournament) -> ReportBuilder<'t> {
        ReportBuilder {
            tournament,
            results: tournament.no_results(),
            games: Vec::new(),
            players: vec![Effort::default(); tournament.schedule().players()],
            endings: BTreeMap::new(),
            slow: Vec::new(),
            slowest: Vec::new(),
        }
    }

    fn add(&mut self, game: &ScheduledGame, facts: &GameFacts) {
        self.results.insert(game.key, facts.result);
        self.games.push(*game);
        match self.endings.get_mut(&facts.ending) {
            Some(count) => *count += 1,
            None => _ = self.endings.insert(facts.ending.clone(), 1),
        }
        for (side, player) in [game.first, game.second].into_iter().enumerate() {
            if let Some(effort) = self.players.get_mut(player) {
                effort.faults += u64::from(facts.faults[side]);
                effort.turns += facts.turns[side];
                effort.cpu += facts.cpu[side];
                effort.slowest = effort.slowest.max(facts.slowest[side]);
            }
        }
        let slowest = facts.slowest[0].max(facts.slowest[1]);
        let is_slow = self.slow.last().is_none_or(|&(least, _)| slowest > least);
        if facts.turns != [0, 0] && (self.slow.len() < SLOWEST || is_slow) {
            self.slow.push((slowest, game.key));
            self.slow.sort_by_key(|&(slowest, _)| Reverse(slowest));
            self.slow.truncate(SLOWEST);
        }
    }

    /// The games with the slowest turns, in the order of their keys: the slowest turns of all are in them.
    fn slow_games(&self) -> Vec<GameKey> {
        let mut keys: Vec<GameKey> = self.slow.iter().map(|&(_, key)| key).collect();
        keys.sort();
        keys
    }

    fn add_slowest(&mut self, game: &ScheduledGame, record: &GameRecord) {
        let players = [game.first, game.second];
        for (index, turn) in record.turns.iter().enumerate() {
            let least = self.slowest.last().map_or(0.0, |turn| turn.cpu_seconds);
            if self.slowest.len() < SLOWEST || turn.cpu.as_secs_f64() > least {
                let names = [turn.side, turn.side.other()]
                    .map(|side| self.tournament.name_of(players[side as usize]));
                self.slowest.push(SlowTurn::new(names, game, index, turn));
                self.slowest.sort_by(|a, b| b.cpu_seconds.total_cmp(&a.cpu_seconds));
                self.slowest.truncate(SLOWEST);
            }
        }
    }

    fn report(self) -> TournamentReport {
        let (tournament, schedule) = (self.tournament, self.tournament.schedule());
        let duels = self.duels();
        let samples =
            if duels.len() > MANY_DUELS { Ratings::SAMPLES / 5 } else { Ratings::SAMPLES };
        let seed = tournament.settings().seed;
        let ratings = Ratings::new(schedule.players(), &duels, samples, seed);
        let standings = schedule.standings(&self.results);
        let has_margins = self.results.have_margins();
        let order: Vec<usize> = standings.iter().map(|standing| standing.player).collect();
        let rows = standings.iter().map(|standing| {
            let player = standing.player;
            let name = tournament.name_of(player);
            let margin = has_margins.then_some(standing.margin);
            StandingsRow::new(
                name,
                standing,
                margin,
                &ratings.players[player],
                &self.players[player],
            )
        });
        let mut endings: Vec<EndingCount> = self
            .endings
            .iter()
            .map(|(kind, &games)| EndingCount { kind: kind.clone(), games })
            .collect();
        endings.sort_by_key(|ending| Reverse(ending.games));
        let cost = schedule.cost();
        TournamentReport {
            name: tournament.settings().name.clone(),
            game: tournament.game(),
            format: tournament.format_in_words(),
            is_finished: schedule.next(&self.results) == NextStep::Done,
            decided: None,
            played: self.games.len() as u64,
            least: cost.least,
            most: cost.most,
            is_comparable: ratings.groups <= 1,
            standings: rows.collect(),
            cross: self.cross(&order),
            endings,
            slowest: self.slowest,
        }
    }

    /// What a game counts for its first player.
    fn score(&self, game: &ScheduledGame) -> GameScore {
        GameScore::of(self.results.get(&game.key).unwrap_or(Outcome::Draw), Side::First)
    }

    /// Pairs of games with colours swapped, and games without a partner by themselves. Where pairs
    /// decide, a pair is worth one game.
    fn duels(&self) -> Vec<Duel> {
        let pairs = self.games.chunk_by(ScheduledGame::is_paired_with);
        let duel = |pair: &[ScheduledGame]| {
            let player = pair[0].first;
            let half_points = pair.iter().map(|game| {
                let score = self.score(game);
                let own = if game.first == player { score } else { score.reversed() };
                own.half_points()
            });
            let (games, half_points) = (pair.len() as u32, half_points.sum());
            let players = [player, pair[0].second];
            match (self.results.pairs_decide(), games) {
                (false, _) => Some(Duel { players, games, half_points }),
                (true, 2) => Some(Duel { players, games: 1, half_points: half_points / 2 }),
                (true, _) => None,
            }
        };
        pairs.filter_map(duel).collect()
    }

    fn cross(&self, order: &[usize]) -> Vec<Vec<Option<CrossTableCell>>> {
        let mut places = vec![0; order.len()];
        for (place, &player) in order.iter().enumerate() {
            places[player] = place;
        }
        let mut cross = vec![vec![None::<CrossTableCell>; order.len()]; order.len()];
        for game in &self.games {
            let score = self.score(game);
            let [Some(&first), Some(&second)] =
                [game.first, game.second].map(|player| places.get(player))
            else {
                continue;
            };
            cross[first][second].get_or_insert_default().add(score);
            cross[second][first].get_or_insert_default().add(score.reversed());
        }
        cross
    }
}
