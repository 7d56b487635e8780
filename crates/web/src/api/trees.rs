use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};

use plyglot_core::tree::Tree;
use plyglot_core::{Game, Side};
use plyglot_games::{AnyPosition, with_position};
use plyglot_kit::wording::Spoken;
use plyglot_search::textbook::Algorithm;

use super::Line;
use super::input::{algorithm, name};
use crate::Limits;
use crate::failure::{Asked, Failure};
use crate::server::Shared;
use crate::tree::{self, Kept, Recorded, StepView, Summary};
use crate::workers::StopOnDrop;

/// The game whose positions are nodes of a tree that is written out.
const TEXTBOOK: &str = "textbook";

/// A game whose last position is to be searched.
#[derive(Deserialize)]
pub struct Wanted {
    #[serde(flatten)]
    line: Line,
    algorithm: String,
    depth: u64,
}

/// A tree that was searched.
#[derive(Serialize)]
pub struct Searched {
    id: String,
    game: String,
    algorithm: &'static str,
    depth: u32,
    #[serde(flatten)]
    summary: Summary,
    /// The same search by the other algorithm.
    other: Other,
}

#[derive(Serialize)]
struct Other {
    algorithm: &'static str,
    nodes: u64,
    /// Otherwise there are more.
    is_exact: bool,
}

pub async fn search(
    State(shared): State<Shared>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<Searched>, Failure> {
    let algorithm = algorithm(&wanted.algorithm)?;
    let most = shared.limits.depth;
    let depth = u32::try_from(wanted.depth).ok().filter(|depth| (1..=most).contains(depth));
    let depth = depth.ok_or_else(|| Failure::bad(format!("depth: from 1 to {most}")))?;
    let root = Root::of(&wanted.line, &shared.limits)?;
    let stop = Arc::new(AtomicBool::new(false));
    let _stop = StopOnDrop(Arc::clone(&stop));
    let limits = Arc::clone(&shared.limits);
    let search = move || root.search(algorithm, depth, &limits, &stop);
    let found = shared.workers.answer(search).await?.ok_or_else(|| {
        Failure::too_much(format!(
            "this tree has more than {} nodes: look less far ahead, or prune",
            shared.limits.nodes
        ))
    })?;
    let Found { tree, summary, other } = found;
    let id = shared.trees.keep(tree);
    let game = wanted.line.game;
    Ok(Json(Searched { id, game, algorithm: name(algorithm), depth, summary, other }))
}

/// Where a search begins.
enum Root {
    Textbook(Tree),
    Position(AnyPosition),
}

struct Found {
    tree: Arc<dyn Kept>,
    summary: Summary,
    other: Other,
}

impl Root {
    fn of(line: &Line, limits: &Limits) -> Result<Root, Failure> {
        if line.game == TEXTBOOK {
            return Ok(Root::Textbook(line.position.parse()?));
        }
        Ok(Root::Position(line.last(limits)?))
    }

    fn search(
        &self,
        algorithm: Algorithm,
        depth: u32,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Found> {
        match self {
            Root::Textbook(root) => {
                let titles = both(Tree::side_name);
                let most = limits.nodes;
                found(tree::Asked { root, algorithm, depth, titles, most, stop }, limits)
            }
            Root::Position(root) => with_position!(root, root => {
                let (titles, most) = (titles(root), limits.nodes);
                found(tree::Asked { root, algorithm, depth, titles, most, stop }, limits)
            }),
        }
    }
}

fn titles<G: Spoken>(_: &G) -> [String; 2] {
    both(G::title)
}

fn both(name: impl Fn(Side) -> &'static str) -> [String; 2] {
    [Side::First, Side::Second].map(|side| name(side).to_owned())
}

fn found<G>(asked: tree::Asked<'_, G>, limits: &Limits) -> Option<Found>
where
    G: Game + Send + Sync + 'static,
    G::Move: Send + Sync,
{
    let tree = Recorded::search(&asked)?;
    let summary = tree.summary();
    let algorithm = match asked.algorithm {
        Algorithm::Minimax => Algorithm::AlphaBeta,
        Algorithm::AlphaBeta => Algorithm::Minimax,
    };
    let (nodes, is_exact) = tree::count(&tree::Asked { algorithm, ..asked }, limits.counted);
    let other = Other { algorithm: name(algorithm), nodes, is_exact };
    Some(Found { tree: Arc::new(tree), summary, other })
}

/// Which nodes.
#[derive(Deserialize)]
pub struct Part {
    #[serde(default)]
    from: usize,
    #[serde(default = "a_block")]
    count: usize,
}

fn a_block() -> usize {
    BLOCK
}

/// No more nodes at once.
const BLOCK: usize = 1 << 16;

pub async fn nodes(
    State(shared): State<Shared>,
    id: Result<Path<String>, PathRejection>,
    part: Result<Query<Part>, QueryRejection>,
) -> Result<impl IntoResponse, Failure> {
    let (Path(id), Query(part)) = (id?, part?);
    let block = kept(&shared, &id)?.block(part.from, part.count.min(BLOCK));
    Ok(([(header::CONTENT_TYPE, "application/octet-stream")], block))
}

pub async fn step(
    State(shared): State<Shared>,
    place: Result<Path<(String, usize)>, PathRejection>,
) -> Result<Json<StepView>, Failure> {
    let Path((id, step)) = place?;
    let view = kept(&shared, &id)?.step(step);
    view.map(Json).ok_or_else(|| Failure::missing("the search has no such step"))
}

fn kept(shared: &Shared, id: &str) -> Result<Arc<dyn Kept>, Failure> {
    let gone = || Failure::missing("this tree is not kept any more: search again");
    shared.trees.get(id).ok_or_else(gone)
}
