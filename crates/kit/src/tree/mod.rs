//! Trees that were searched, kept so that they can be looked at node by node.
//!
//! What is kept is what the search's observer saw. Nodes stand in the order in which they were
//! entered, so a node's descendants are those right behind it, and a search of n nodes has 2n - 1
//! steps: every node is entered once, and all but the root return once. Which step belongs to which
//! node follows from that, and is not stored.

mod block;
mod dot;
mod drawing;
mod recorded;
mod recorder;
mod steps;
mod view;
mod words;

pub use dot::dot;
pub use drawing::svg;
pub use recorded::{Recorded, SearchRequest, TreeSummary, count};
pub use steps::StepView;
pub use view::NodeView;

use std::sync::Arc;

use serde::Serialize;

use plyglot_core::Value;

/// A tree that was searched, and its summary.
pub struct SearchedTree {
    /// Its summary.
    pub summary: TreeSummary,
    /// The tree.
    pub tree: Arc<dyn AnyTree>,
}

/// A tree whatever its game.
#[expect(clippy::len_without_is_empty, reason = "a tree has its root")]
pub trait AnyTree: Send + Sync {
    /// How many nodes it has.
    fn len(&self) -> usize;
    /// A node; `None` if there is none of that number.
    fn node(&self, node: usize) -> Option<NodeView>;
    /// The children of a node that were looked at, by their numbers.
    fn children(&self, node: usize) -> Vec<usize>;
    /// `count` nodes starting with `from`, as the page reads them: see `block.rs`.
    fn block(&self, from: usize, count: usize) -> Vec<u8>;
    /// What happened at a step; `None` if there is no such step.
    fn step(&self, step: usize) -> Option<StepView>;
}

impl std::fmt::Debug for dyn AnyTree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a tree of {} nodes", self.len())
    }
}

/// A value as JSON has it: a number, or `"Infinity"` as in the logs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JsonValue(pub Value);

impl Serialize for JsonValue {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.number() {
            Some(number) => serializer.serialize_i64(number),
            None => serializer.collect_str(&self.0),
        }
    }
}
