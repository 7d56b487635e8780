//! What the engine thinks, line by line while it thinks, and what an opponent plays.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use plyglot_core::Side;
use plyglot_core::mix::mix;
use plyglot_core::text::TextError;
use plyglot_kit::any::AnyLine;
use plyglot_kit::wording::{Subject, verdict};
use plyglot_search::engine::{self, CpuClock, Limit, Settings};
use plyglot_search::opponents::Opponent;

use super::PlayedGame;
use crate::failure::{Failure, JsonBody};
use crate::server::Shared;
use crate::workers::{StopOnDrop, Workers};

/// A game whose last position is to be thought about.
#[derive(Deserialize)]
pub struct ThinkRequest {
    #[serde(flatten)]
    told: PlayedGame,
    /// The opponent that is to move; without one the engine only says what it thinks.
    opponent: Option<String>,
    /// Seeds the opponent's random choices.
    #[serde(default)]
    seed: u64,
    /// CPU time, for the engine and the opponent `full`.
    #[serde(default = "one_second")]
    seconds: f64,
}

fn one_second() -> f64 {
    1.0
}

/// A line of the answer.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Said {
    Thought(ThoughtInfo),
    /// The move that the opponent plays.
    Move(String),
    /// Nothing more will come.
    Done(bool),
}

#[derive(Serialize)]
struct ThoughtInfo {
    /// In the game's units, for the first side.
    lead: f64,
    /// In how many plies the first side wins (positive) or loses (negative), if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    wins: Option<i32>,
    /// In plain words.
    words: String,
    is_proven: bool,
    depth: u32,
    nodes: u64,
    /// By the wall clock.
    seconds: f64,
    line: Vec<String>,
}

/// Longer lines are cut off here.
const LONGEST_LINE: usize = 40;

pub async fn think(
    State(shared): State<Shared>,
    JsonBody(wanted): JsonBody<ThinkRequest>,
) -> Result<Response, Failure> {
    let most = shared.limits.seconds;
    if !(wanted.seconds > 0.0 && wanted.seconds <= most) {
        return Err(Failure::bad(format!("seconds: more than 0, and at most {most}")));
    }
    let opponent = wanted.opponent.as_deref().map(str::parse).transpose();
    let opponent = opponent.map_err(|error: TextError| Failure::bad(error.message))?;
    // Before waiting for a place, so that a mistake is reported at once.
    let line = wanted.told.line(&shared)?;
    let job = ThinkJob {
        opponent,
        limit: Limit::Move(Duration::from_secs_f64(wanted.seconds)),
        seed: mix(wanted.seed ^ mix(wanted.told.moves.len() as u64)),
        table: shared.limits.table,
        stop: Arc::default(),
    };
    let place = shared.workers.place().await?;
    let (said, hears) = mpsc::channel(64);
    let lines = LineStream { hears, _stop: StopOnDrop(Arc::clone(&job.stop)) };
    Workers::run(place, move || job.think(&*line, &said))?;
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Body::from_stream(lines)).into_response())
}

/// What a thread is to think about.
struct ThinkJob {
    opponent: Option<Opponent>,
    limit: Limit,
    seed: u64,
    table: usize,
    stop: Arc<AtomicBool>,
}

impl ThinkJob {
    fn think(&self, line: &dyn AnyLine, said: &mpsc::Sender<String>) {
        let begun = Instant::now();
        let settings = Settings { table_bytes: self.table, ..Settings::default() };
        let say = |what: &Said| {
            let line = serde_json::to_string(what).unwrap_or_default() + "\n";
            _ = said.blocking_send(line); // a client that no longer listens has stopped us
        };
        if line.ending().is_none() {
            let player = match self.opponent {
                None => line.adviser(settings),
                Some(opponent) => line.player(opponent, settings, self.seed),
            };
            let mut player = player.stopped_by(Arc::clone(&self.stop));
            let mut aloud = |thought: &engine::Thought<String>| {
                say(&Said::Thought(told(thought, line, begun.elapsed())));
            };
            let choice = player.think(line, self.limit, CpuClock::of_thread(), &mut aloud);
            if let (Some(choice), Some(_)) = (choice, self.opponent) {
                say(&Said::Move(choice.mv));
            }
        }
        say(&Said::Done(true));
    }
}

fn told(thought: &engine::Thought<String>, line: &dyn AnyLine, elapsed: Duration) -> ThoughtInfo {
    let (about, mover) = (line.about(), line.to_move());
    let sign = if mover == Side::First { 1 } else { -1 };
    let subject = Subject { name: about.side_title(mover).to_owned(), is_you: false };
    ThoughtInfo {
        lead: f64::from(sign * thought.score) / f64::from(about.scale.point),
        wins: engine::score::distance(thought.score).map(|plies| sign * plies),
        words: verdict(thought, &about.scale, &subject),
        is_proven: thought.is_proven,
        depth: thought.depth,
        nodes: thought.nodes,
        seconds: elapsed.as_secs_f64(),
        line: thought.line.iter().take(LONGEST_LINE).cloned().collect(),
    }
}

/// The lines of the answer, as they come. When the client stops listening, the thinking stops.
struct LineStream {
    hears: mpsc::Receiver<String>,
    _stop: StopOnDrop,
}

impl Stream for LineStream {
    type Item = Result<String, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.hears.poll_recv(context).map(|line| line.map(Ok))
    }
}
