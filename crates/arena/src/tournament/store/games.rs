//! Some of the games of a store: together they may not fit into memory.

use rusqlite::{OptionalExtension, Row};

use super::{Store, StoreError, game, game_and_record, key, outcome};
use crate::record::GameRecord;
use crate::schedule::{GameKey, GameResult, ScheduledGame};
use crate::stats::GameScore;

/// A game as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Which one, and who played it.
    pub game: ScheduledGame,
    /// Who won, and by how much.
    pub result: GameResult,
    /// How it ended, in a few words: `no moves`, `out of time`.
    pub ending: String,
    /// How it ended, as a sentence.
    pub sentence: String,
    /// How many turns were played after the opening.
    pub turns: u32,
}

/// Which games are wanted: all, but for what is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Those of this player,
    pub player: Option<usize>,
    /// and of this one,
    pub opponent: Option<usize>,
    /// which the player won, drew or lost; without a player, the first side,
    pub score: Option<GameScore>,
    /// and which ended so.
    pub ending: Option<String>,
}

/// What is left out of a selection is NULL, which selects all.
const SELECTED: &str = "FROM games \
    WHERE (?1 IS NULL OR ?1 IN (first, second)) AND (?2 IS NULL OR ?2 IN (first, second)) \
    AND (?3 IS NULL OR ?3 = CASE WHEN winner IS NULL THEN 1 \
        WHEN (winner = 0) = (first = coalesce(?1, first)) THEN 2 ELSE 0 END) \
    AND (?4 IS NULL OR ?4 = ending)";

impl Selection {
    fn values(&self) -> (Option<u32>, Option<u32>, Option<u32>, Option<&str>) {
        // No player has a number that does not fit.
        let number = |player: Option<usize>| player.map(|it| u32::try_from(it).unwrap_or(u32::MAX));
        let half_points = self.score.map(GameScore::half_points);
        (number(self.player), number(self.opponent), half_points, self.ending.as_deref())
    }
}

impl Store {
    /// How many games there are.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn count(&self) -> Result<u32, StoreError> {
        Ok(self.connection.query_row("SELECT count(*) FROM games", (), |row| row.get(0))?)
    }

    /// How many games a selection has.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn count_of(&self, selection: &Selection) -> Result<u32, StoreError> {
        let mut select = self.connection.prepare_cached(&format!("SELECT count(*) {SELECTED}"))?;
        Ok(select.query_row(selection.values(), |row| row.get(0))?)
    }

    /// `count` games of a selection after the first `skipped`, in the order of their keys.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn list(
        &self,
        selection: &Selection,
        skipped: u32,
        count: u32,
    ) -> Result<Vec<ListedGame>, StoreError> {
        let mut select = self.connection.prepare_cached(&format!(
            "SELECT round, board, number, first, second, opening, winner, ending, sentence, \
             CASE WHEN json_valid(record) THEN CAST(record ->> '$.ending.margin' AS INTEGER) END, \
             CASE WHEN json_valid(record) THEN json_array_length(record, '$.turns') END \
             {SELECTED} ORDER BY round, board, number LIMIT ?5 OFFSET ?6"
        ))?;
        let (player, opponent, score, ending) = selection.values();
        let rows = select.query_map((player, opponent, score, ending, count, skipped), listed)?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// The game of this name, if it has been played.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn game(&self, key: GameKey) -> Result<Option<(ScheduledGame, GameRecord)>, StoreError> {
        let mut select = self.connection.prepare_cached(
            "SELECT round, board, number, first, second, opening, record FROM games \
             WHERE (round, board, number) = (?1, ?2, ?3)",
        )?;
        let mut rows = select.query((key.round, key.table, key.number))?;
        rows.next()?.map(game_and_record).transpose()
    }

    /// Whether the game of this name has been played.
    ///
    /// # Errors
    /// If that cannot be read.
    pub fn has(&self, key: GameKey) -> Result<bool, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT 1 FROM games WHERE (round, board, number) = (?1, ?2, ?3)")?;
        Ok(select.exists((key.round, key.table, key.number))?)
    }

    /// The names of the games right before and after one, among those that have been played.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn neighbours(&self, of: GameKey) -> Result<[Option<GameKey>; 2], StoreError> {
        let next = |comparison: &str, order: &str| {
            let text = format!(
                "SELECT round, board, number FROM games \
                 WHERE (round, board, number) {comparison} (?1, ?2, ?3) \
                 ORDER BY round {order}, board {order}, number {order} LIMIT 1"
            );
            let mut select = self.connection.prepare_cached(&text)?;
            select.query_row((of.round, of.table, of.number), key).optional()
        };
        Ok([next("<", "DESC")?, next(">", "ASC")?])
    }
}

fn listed(row: &Row<'_>) -> rusqlite::Result<ListedGame> {
    Ok(ListedGame {
        game: game(row)?,
        result: GameResult { outcome: outcome(row.get(6)?), margin: row.get(9)? },
        ending: row.get(7)?,
        sentence: row.get(8)?,
        turns: row.get::<_, Option<u32>>(10)?.unwrap_or_default(),
    })
}
