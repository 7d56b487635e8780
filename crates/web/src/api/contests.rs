//! Matches and tournaments.

use axum::body::Bytes;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use plyglot_arena::record::{GameRecord, TurnRecord};
use plyglot_arena::schedule::{GameKey, NoKey};
use plyglot_arena::stats::GameScore;
use plyglot_arena::tournament::{
    ListedGame, LiveGame, Selection, Store, StoreError, Tournament, TournamentReport,
};
use plyglot_core::Outcome;
use plyglot_workbench::{Failure, JSON};

use crate::contests::{ContestState, ContestSummary, Contests, GradingSummary};
use crate::failure::Refused;
use crate::server::Shared;

/// Reads outside the threads that serve requests: files and databases block.
pub(super) async fn apart<T: Send + 'static>(
    shared: &Shared,
    read: impl FnOnce(&Contests) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let contests = shared.contests.clone();
    shared.readers.answer(move || read(&contests)).await?
}

/// Answers with what is read there; writing it as JSON takes a while too.
pub(super) async fn answer<T: Serialize>(
    shared: &Shared,
    read: impl FnOnce(&Contests) -> Result<T, Failure> + Send + 'static,
) -> Result<Response, Refused> {
    let written = |contests: &Contests| {
        let written = serde_json::to_vec(&read(contests)?);
        written.map_err(|error| Failure::broken(error.to_string()))
    };
    let bytes = apart(shared, written).await?;
    Ok(([(header::CONTENT_TYPE, JSON)], Bytes::from(bytes)).into_response())
}

/// What there is to show.
#[derive(Serialize)]
struct List {
    /// Where it was looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    contests: Vec<ContestSummary>,
    gradings: Vec<GradingSummary>,
    left_out: Vec<LeftOut>,
    /// Whether there may be more.
    is_cut: bool,
}

#[derive(Serialize)]
struct LeftOut {
    file: String,
    why: String,
}

pub async fn list(State(shared): State<Shared>) -> Result<Response, Refused> {
    answer(&shared, |contests| {
        let listing = contests.list();
        let left_out = listing.left_out.into_iter();
        Ok(List {
            folder: contests.folder(),
            contests: listing.contests,
            gradings: listing.gradings,
            left_out: left_out.map(|(file, why)| LeftOut { file, why }).collect(),
            is_cut: listing.is_cut,
        })
    })
    .await
}

/// One contest.
#[derive(Serialize)]
struct ContestDetails {
    #[serde(flatten)]
    summary: ContestSummary,
    /// CPU seconds of each side for a game.
    seconds: f64,
    /// Nodes a move for built-in agents, which then have no clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    report: Box<TournamentReport>,
    live: Vec<GameCourse>,
}

pub async fn one(
    State(shared): State<Shared>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Refused> {
    let Path(id) = id?;
    answer(&shared, move |contests| {
        contests.read_store(&id, |found, store| {
            let rules = store.tournament()?.settings().rules;
            Ok(ContestDetails {
                summary: ContestSummary::of(found, store)?,
                seconds: rules.seconds,
                nodes: rules.nodes,
                report: Box::new(TournamentReport::clone(&*contests.report(found, store)?)),
                live: under_way(store)?,
            })
        })
    })
    .await
}

/// What changes while a contest is being played.
#[derive(Serialize)]
struct ContestProgress {
    state: ContestState,
    /// Why it ended before all games were played, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided: Option<String>,
    played: u64,
    games: Vec<GameCourse>,
}

/// A game under way.
#[derive(Serialize)]
struct GameCourse {
    key: String,
    players: [String; 2],
    start: String,
    opening: Vec<String>,
    turns: Vec<TurnInfo>,
}

#[derive(Serialize)]
struct TurnInfo {
    side: usize,
    moves: Vec<String>,
    cpu_seconds: f64,
    wall_seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl From<TurnRecord> for TurnInfo {
    fn from(turn: TurnRecord) -> TurnInfo {
        let TurnRecord { side, moves, cpu, wall, notes } = turn;
        let (cpu_seconds, wall_seconds) = (cpu.as_secs_f64(), wall.as_secs_f64());
        TurnInfo { side: side as usize, moves, cpu_seconds, wall_seconds, notes }
    }
}

impl From<LiveGame> for GameCourse {
    fn from(game: LiveGame) -> GameCourse {
        GameCourse {
            key: game.key.to_string(),
            players: game.opened.players,
            start: game.opened.start,
            opening: game.opened.opening,
            turns: game.turns.into_iter().map(TurnInfo::from).collect(),
        }
    }
}

fn under_way(store: &Store) -> Result<Vec<GameCourse>, StoreError> {
    Ok(store.live()?.into_iter().map(GameCourse::from).collect())
}

pub async fn live(
    State(shared): State<Shared>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Refused> {
    let Path(id) = id?;
    answer(&shared, move |contests| {
        contests.read_store(&id, |_, store| {
            let games = under_way(store)?;
            let played = u64::from(store.count()?);
            let state = ContestState::of(store, &store.tournament()?, played)?;
            Ok(ContestProgress { state, decided: store.decided()?, played, games })
        })
    })
    .await
}

/// Which games.
#[derive(Deserialize)]
pub struct GamesRequest {
    /// A player, by the number that the standings have.
    agent: Option<usize>,
    opponent: Option<usize>,
    /// For the agent, or else for the side that moved first: `won`, `drawn` or `lost`.
    result: Option<String>,
    ending: Option<String>,
    #[serde(default)]
    from: u32,
    #[serde(default = "a_page")]
    count: u32,
}

fn a_page() -> u32 {
    50
}

impl GamesRequest {
    fn selection(self) -> Result<Selection, Failure> {
        let number = |name: &str, number: Option<usize>| match number {
            Some(0) => Err(Failure::bad(format!("{name}: from 1"))),
            number => Ok(number.map(|number| number - 1)),
        };
        let score = match self.result.as_deref() {
            None => None,
            Some("won") => Some(GameScore::Win),
            Some("drawn") => Some(GameScore::Draw),
            Some("lost") => Some(GameScore::Loss),
            Some(_) => return Err(Failure::bad("result: won, drawn or lost")),
        };
        Ok(Selection {
            player: number("agent", self.agent)?,
            opponent: number("opponent", self.opponent)?,
            score,
            ending: self.ending,
        })
    }
}

/// Some games of a contest.
#[derive(Serialize)]
struct Page {
    /// How many there are.
    total: u32,
    from: u32,
    games: Vec<GameSummary>,
}

#[derive(Serialize)]
struct GameSummary {
    key: String,
    /// By their names, the first side first.
    players: [String; 2],
    /// 0 or 1; none in a draw.
    winner: Option<usize>,
    ending: String,
    sentence: String,
    /// By how many points the first side is ahead at the end, in games that points decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i64>,
    turns: u32,
}

impl GameSummary {
    fn new(tournament: &Tournament, listed: ListedGame) -> GameSummary {
        let ListedGame { game, result, ending, sentence, turns } = listed;
        let name = |player| tournament.name_of(player).to_owned();
        GameSummary {
            key: game.key.to_string(),
            players: [game.first, game.second].map(name),
            winner: winner(result.outcome),
            ending,
            sentence,
            margin: result.margin,
            turns,
        }
    }
}

fn winner(outcome: Outcome) -> Option<usize> {
    match outcome {
        Outcome::Win(side) => Some(side as usize),
        Outcome::Draw => None,
    }
}

pub async fn games(
    State(shared): State<Shared>,
    id: Result<Path<String>, PathRejection>,
    part: Result<Query<GamesRequest>, QueryRejection>,
) -> Result<Response, Refused> {
    let (Path(id), Query(part)) = (id?, part?);
    let (from, count) = (part.from, part.count.min(shared.limits.games));
    let selection = part.selection()?;
    answer(&shared, move |contests| {
        contests.read_store(&id, |_, store| {
            let tournament = store.tournament()?;
            let total = store.count_of(&selection)?;
            let games = store.list(&selection, from, count)?.into_iter();
            let games = games.map(|listed| GameSummary::new(&tournament, listed)).collect();
            Ok(Page { total, from, games })
        })
    })
    .await
}

/// One game with all its turns.
#[derive(Serialize)]
struct GameDetails {
    game: &'static str,
    #[serde(flatten)]
    course: GameCourse,
    /// What it was played for: the contest's name.
    contest: String,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// Nothing while it is being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<EndingInfo>,
    /// What the agent was given and what it left, where its fault ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<EvidenceInfo>,
    /// The games before and after it.
    previous: Option<String>,
    next: Option<String>,
}

#[derive(Serialize)]
struct EndingInfo {
    winner: Option<usize>,
    kind: &'static str,
    sentence: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i64>,
}

#[derive(Serialize)]
struct EvidenceInfo {
    input: String,
    answer: Option<String>,
    stdout: String,
    stderr: String,
    cpu_seconds: f64,
    wall_seconds: f64,
}

pub async fn game(
    State(shared): State<Shared>,
    place: Result<Path<(String, String)>, PathRejection>,
) -> Result<Response, Refused> {
    let Path((id, key)) = place?;
    let key: GameKey = key.parse().map_err(|error: NoKey| Failure::bad(error.to_string()))?;
    answer(&shared, move |contests| {
        let whole = contests.read_store(&id, |_, store| whole(store, key))?;
        whole.ok_or_else(|| Failure::missing("this game has not been played"))
    })
    .await
}

fn whole(store: &Store, key: GameKey) -> Result<Option<GameDetails>, StoreError> {
    let tournament = store.tournament()?;
    let settings = tournament.settings();
    let over =
        || -> Result<_, StoreError> { Ok(store.game(key)?.map(|(_, record)| ended(key, record))) };
    let live = || -> Result<_, StoreError> {
        let game = store.live()?.into_iter().find(|game| game.key == key);
        Ok(game.map(|game| (game.into(), None, None)))
    };
    let found = over()?.map_or_else(live, |found| Ok(Some(found)))?;
    // It may have ended between the two reads.
    let found = found.map_or_else(over, |found| Ok(Some(found)))?;
    let Some((course, ending, evidence)) = found else { return Ok(None) };
    let [previous, next] = store.neighbours(key)?.map(|key| key.map(|key| key.to_string()));
    Ok(Some(GameDetails {
        game: tournament.game().name(),
        course,
        contest: settings.name.clone(),
        seconds: settings.rules.seconds,
        nodes: settings.rules.nodes,
        ending,
        evidence,
        previous,
        next,
    }))
}

fn ended(
    key: GameKey,
    record: GameRecord,
) -> (GameCourse, Option<EndingInfo>, Option<EvidenceInfo>) {
    let ending = EndingInfo {
        winner: winner(record.ending.result.outcome),
        kind: record.ending.kind(),
        sentence: record.ending.sentence,
        margin: record.ending.result.margin,
    };
    let evidence = record.evidence.map(|evidence| EvidenceInfo {
        input: evidence.input,
        answer: evidence.answer,
        stdout: evidence.stdout,
        stderr: evidence.stderr,
        cpu_seconds: evidence.cpu.as_secs_f64(),
        wall_seconds: evidence.wall.as_secs_f64(),
    });
    let course = GameCourse {
        key: key.to_string(),
        players: record.players,
        start: record.start,
        opening: record.opening,
        turns: record.turns.into_iter().map(TurnInfo::from).collect(),
    };
    (course, Some(ending), evidence)
}
