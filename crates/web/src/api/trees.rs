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
use plyglot_kit::any::AnyLine;
use plyglot_kit::tree::{self, AnyTree, Recorded, SearchedTree, StepView, TreeSummary};
use plyglot_search::textbook::Algorithm;

use super::PlayedGame;
use super::input::{algorithm, name};
use crate::ServerLimits;
use crate::failure::{Failure, JsonBody};
use crate::server::Shared;
use crate::workers::StopOnDrop;

/// The game whose positions are nodes of a tree that is written out.
const TEXTBOOK: &str = "textbook";

/// A game whose last position is to be searched.
#[derive(Deserialize)]
pub struct TreeRequest {
    #[serde(flatten)]
    told: PlayedGame,
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
    summary: TreeSummary,
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
    JsonBody(wanted): JsonBody<TreeRequest>,
) -> Result<Json<Searched>, Failure> {
    let algorithm = algorithm(&wanted.algorithm)?;
    let most = shared.limits.depth;
    let depth = u32::try_from(wanted.depth).ok().filter(|depth| (1..=most).contains(depth));
    let depth = depth.ok_or_else(|| Failure::bad(format!("depth: from 1 to {most}")))?;
    let root = Root::of(&wanted.told, &shared)?;
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
    let TreeSearchResult { tree, summary, other } = found;
    let id = shared.trees.keep(tree);
    let game = wanted.told.game;
    Ok(Json(Searched { id, game, algorithm: name(algorithm), depth, summary, other }))
}

/// Where a search begins.
enum Root {
    Textbook(Tree),
    Line(Box<dyn AnyLine>),
}

struct TreeSearchResult {
    tree: Arc<dyn AnyTree>,
    summary: TreeSummary,
    other: Other,
}

impl Root {
    fn of(told: &PlayedGame, shared: &Shared) -> Result<Root, Failure> {
        if told.game == TEXTBOOK {
            return Ok(Root::Textbook(told.position.parse()?));
        }
        Ok(Root::Line(told.line(shared)?))
    }

    fn search(
        &self,
        algorithm: Algorithm,
        depth: u32,
        limits: &ServerLimits,
        stop: &AtomicBool,
    ) -> Option<TreeSearchResult> {
        let other = match algorithm {
            Algorithm::Minimax => Algorithm::AlphaBeta,
            Algorithm::AlphaBeta => Algorithm::Minimax,
        };
        let (SearchedTree { summary, tree }, (nodes, is_exact)) = match self {
            Root::Textbook(root) => {
                let titles = Side::BOTH.map(|side| Tree::side_name(side).to_owned());
                let asked = tree::SearchRequest {
                    root,
                    algorithm,
                    depth,
                    titles,
                    most: limits.nodes,
                    stop,
                };
                let tree = Recorded::search(&asked)?;
                let summary = tree.summary();
                let counted =
                    tree::count(&tree::SearchRequest { algorithm: other, ..asked }, limits.counted);
                (SearchedTree { summary, tree: Arc::new(tree) }, counted)
            }
            Root::Line(line) => (
                line.search_tree(algorithm, depth, limits.nodes, stop)?,
                line.count_nodes(other, depth, limits.counted, stop),
            ),
        };
        Some(TreeSearchResult {
            tree,
            summary,
            other: Other { algorithm: name(other), nodes, is_exact },
        })
    }
}

/// Which nodes.
#[derive(Deserialize)]
pub struct NodesRequest {
    #[serde(default)]
    from: usize,
    #[serde(default = "a_block")]
    count: usize,
}

fn a_block() -> usize {
    BLOCK
}

/// The most nodes at once.
const BLOCK: usize = 1 << 16;

pub async fn nodes(
    State(shared): State<Shared>,
    id: Result<Path<String>, PathRejection>,
    part: Result<Query<NodesRequest>, QueryRejection>,
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

fn kept(shared: &Shared, id: &str) -> Result<Arc<dyn AnyTree>, Failure> {
    let gone = || Failure::missing("this tree is not kept any more: search again");
    shared.trees.get(id).ok_or_else(gone)
}
