use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use plyglot_core::tree::Tree;
use plyglot_core::{Game, Side};
use plyglot_kit::any::AnyLine;
use plyglot_kit::tree::{self, AnyTree, Recorded, SearchedTree, TreeSummary};
use plyglot_search::textbook::Algorithm;

use super::PlayedGame;
use super::input::{algorithm, name};
use crate::request::Asked;
use crate::{Answer, Failure, Limits, Reply, Workbench};

/// The game whose positions are nodes of a tree that is written out.
const TEXTBOOK: &str = "textbook";

/// A game whose last position is to be searched.
#[derive(Deserialize)]
struct TreeRequest {
    #[serde(flatten)]
    told: PlayedGame,
    algorithm: String,
    depth: u64,
}

/// A tree that was searched.
#[derive(Serialize)]
struct Searched {
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

pub fn search(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let wanted: TreeRequest = asked.json()?;
    let algorithm = algorithm(&wanted.algorithm)?;
    let limits = workbench.limits;
    let most = limits.depth;
    let depth = u32::try_from(wanted.depth).ok().filter(|depth| (1..=most).contains(depth));
    let depth = depth
        .ok_or_else(|| Failure::bad(format!("a search looks from 1 to {most} turns ahead")))?;
    let root = Root::of(&wanted.told, workbench)?;
    let (game, trees) = (wanted.told.game, Arc::clone(&workbench.trees));
    Ok(Reply::Search(Box::new(move |stop| {
        let Some(found) = root.search(algorithm, depth, &limits, stop) else {
            return Failure::too_much(format!(
                "this tree has more than {} nodes: look less far ahead, or prune",
                limits.nodes
            ))
            .into();
        };
        let TreeSearchResult { tree, summary, other } = found;
        let id = trees.keep(tree);
        Answer::json(&Searched { id, game, algorithm: name(algorithm), depth, summary, other })
    })))
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
    fn of(told: &PlayedGame, workbench: &Workbench) -> Result<Root, Failure> {
        if told.game == TEXTBOOK {
            return Ok(Root::Textbook(told.position.parse()?));
        }
        Ok(Root::Line(told.line(workbench)?))
    }

    fn search(
        &self,
        algorithm: Algorithm,
        depth: u32,
        limits: &Limits,
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
struct NodesRequest {
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

pub fn nodes(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let part: NodesRequest = asked.query()?;
    let tree = kept(workbench, asked.place(0))?;
    let body = tree.block(part.from, part.count.min(BLOCK));
    Ok(Reply::Now(Answer { status: 200, kind: "application/octet-stream", body }))
}

pub fn step(workbench: &Workbench, asked: &Asked<'_>) -> Result<Reply, Failure> {
    let text = asked.place(1);
    let step = text.parse().map_err(|_| {
        Failure::bad(format!("a step of the search has a whole number, and {text} is none"))
    })?;
    let view = kept(workbench, asked.place(0))?.step(step);
    let view = view.ok_or_else(|| Failure::missing("the search has no such step"))?;
    Ok(Reply::Now(Answer::json(&view)))
}

fn kept(workbench: &Workbench, id: &str) -> Result<Arc<dyn AnyTree>, Failure> {
    let gone = || Failure::missing("this tree is not kept any more: search again");
    workbench.trees.get(id).ok_or_else(gone)
}
