use serde::Serialize;

use plyglot_arena::schedule::NextStep;
use plyglot_arena::tournament::{Store, StoreError, Tournament};

use super::FoundEntry;

/// A contest as a list shows it.
#[derive(Debug, Serialize)]
pub struct ContestSummary {
    pub id: String,
    pub file: String,
    pub name: String,
    /// `match` if there are only two.
    pub kind: &'static str,
    pub game: &'static str,
    pub format: String,
    pub agents: Vec<String>,
    pub played: u64,
    /// The least number of games there will be.
    pub least: u64,
    /// The greatest number of games there will be.
    pub most: u64,
    pub state: ContestState,
    /// Why it ended before all games were played, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<String>,
    /// When it last changed, in seconds since 1970.
    pub modified: i64,
}

/// How far a contest is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ContestState {
    /// All games have been played, or it was decided before.
    Finished,
    /// Some process plays it.
    Playing,
    /// There is more to play, and no process plays it.
    Stopped,
}

impl ContestState {
    pub fn of(
        store: &Store,
        tournament: &Tournament,
        played: u64,
    ) -> Result<ContestState, StoreError> {
        let cost = tournament.schedule().cost();
        let is_decided = store.decided()?.is_some();
        // The results matter only if they decide how many games there are.
        let is_finished = is_decided
            || played >= cost.most
            || played >= cost.least
                && tournament.schedule().next(&store.results()?) == NextStep::Done;
        Ok(match (is_finished, store.is_being_played()) {
            (true, _) => ContestState::Finished,
            (false, true) => ContestState::Playing,
            (false, false) => ContestState::Stopped,
        })
    }
}

impl ContestSummary {
    pub fn of(found: &FoundEntry, store: &Store) -> Result<ContestSummary, StoreError> {
        let tournament = store.tournament()?;
        let played = u64::from(store.count()?);
        let cost = tournament.schedule().cost();
        let settings = tournament.settings();
        Ok(ContestSummary {
            id: found.id.clone(),
            file: found.file.clone(),
            name: settings.name.clone(),
            kind: if settings.agents.len() == 2 { "match" } else { "tournament" },
            game: tournament.game().name(),
            format: tournament.format_in_words(),
            agents: settings.agents.iter().map(|entrant| entrant.name.clone()).collect(),
            played,
            least: cost.least,
            most: cost.most,
            state: ContestState::of(store, &tournament, played)?,
            decided: store.decided()?,
            modified: found.stamp().seconds(),
        })
    }
}
