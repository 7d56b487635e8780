use serde::Serialize;

use plyglot_core::Value;
use plyglot_search::textbook::{Algorithm, Window};

use super::JsonValue;
use super::recorded::Recorded;
use super::recorder::flag;
use super::words::Words;

/// What happened at a step, and what led there.
#[derive(Serialize)]
pub struct StepView {
    /// The node that the step is about.
    node: usize,
    kind: &'static str,
    /// In plain words.
    pub words: String,
    /// The nodes that the words name, besides that one.
    pub named: Vec<usize>,
    /// The node that gave the bound, if the step is a cut.
    pub bound: Option<usize>,
    /// As a traverse log has it.
    pub log: String,
    /// In which line of the log, from 1; the first is the head.
    pub log_line: usize,
    /// From the root to the node.
    path: Vec<PathView>,
}

#[derive(Serialize)]
struct PathView {
    node: usize,
    #[serde(rename = "move")]
    mv: String,
    position: String,
    /// How it stood at that step.
    value: JsonValue,
    alpha: JsonValue,
    beta: JsonValue,
}

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TreeMoment {
    /// A node is entered, or, if it is a leaf, judged.
    Enter(usize),
    /// A child of `node` has returned.
    Back { node: usize, child: usize },
}

impl TreeMoment {
    pub(super) fn node(self) -> usize {
        match self {
            TreeMoment::Enter(node) | TreeMoment::Back { node, .. } => node,
        }
    }
}

/// How a node stands at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeState {
    pub node: usize,
    pub value: Value,
    pub window: Window,
}

impl Recorded {
    /// The step that enters a node: all before it were entered, and all of them but those on the path
    /// to it have returned.
    pub(super) fn enters_at(&self, node: usize) -> usize {
        2 * node - usize::from(self.nodes[node].ply)
    }

    /// The step at which a node has returned to its parent: all its descendants have as well.
    pub(super) fn returns_at(&self, node: usize) -> usize {
        let entry = &self.nodes[node];
        2 * (node + entry.size as usize) - usize::from(entry.ply) - 1
    }

    /// What a step is; `None` if there is no such step.
    pub(super) fn moment(&self, step: usize) -> Option<TreeMoment> {
        if step >= 2 * self.nodes.len() - 1 {
            return None;
        }
        // The last node that was entered by then.
        let (mut entered, mut beyond) = (0, self.nodes.len());
        while entered + 1 < beyond {
            let middle = usize::midpoint(entered, beyond);
            if self.enters_at(middle) <= step { entered = middle } else { beyond = middle }
        }
        let returns = step - self.enters_at(entered);
        if returns == 0 {
            return Some(TreeMoment::Enter(entered));
        }
        let child = (1..returns).fold(entered, |node, _| self.parent(node));
        Some(TreeMoment::Back { node: self.parent(child), child })
    }

    pub(super) fn parent(&self, node: usize) -> usize {
        self.nodes[node].parent as usize
    }

    /// The nodes from the root to this one.
    pub(super) fn path(&self, node: usize) -> Vec<usize> {
        let up = std::iter::successors(Some(node), |&node| (node > 0).then(|| self.parent(node)));
        let mut path: Vec<usize> = up.collect();
        path.reverse();
        path
    }

    /// How the nodes from the root to this one stand at a step.
    pub(super) fn stands(&self, node: usize, step: usize) -> Vec<NodeState> {
        let mut passed_down = Window::FULL;
        let stand = |node: usize| {
            let entry = &self.nodes[node];
            let returned = |&child: &usize| self.returns_at(child) <= step;
            let last = self.children(node).take_while(returned).last();
            let (value, window) = match last {
                Some(child) => (self.nodes[child].after, self.nodes[child].window),
                None if entry.flags & flag::LEAF != 0 => (entry.value, passed_down),
                None if self.maximizes(node) => (Value::NEG_INFINITY, passed_down),
                None => (Value::INFINITY, passed_down),
            };
            passed_down = window;
            NodeState { node, value, window }
        };
        self.path(node).into_iter().map(stand).collect()
    }

    pub(super) fn maximizes(&self, node: usize) -> bool {
        self.nodes[node].flags & flag::MAXIMIZES != 0
    }

    /// The line of the traverse log that belongs to a step.
    pub(super) fn log(&self, stand: &NodeState) -> String {
        let (name, depth) = (self.name(stand.node), self.nodes[stand.node].depth);
        let NodeState { value, window, .. } = stand;
        match self.algorithm {
            Algorithm::Minimax => format!("{name},{depth},{value}"),
            Algorithm::AlphaBeta => {
                format!("{name},{depth},{value},{},{}", window.alpha, window.beta)
            }
        }
    }

    pub(super) fn view(&self, step: usize) -> Option<StepView> {
        let moment = self.moment(step)?;
        let stands = self.stands(moment.node(), step);
        let moves: Vec<u16> =
            stands.iter().skip(1).map(|stand| self.nodes[stand.node].mv).collect();
        let path = stands.iter().zip(self.positions.along(&moves));
        let path = path.map(|(stand, position)| PathView {
            node: stand.node,
            mv: self.name(stand.node),
            position,
            value: JsonValue(stand.value),
            alpha: JsonValue(stand.window.alpha),
            beta: JsonValue(stand.window.beta),
        });
        let path = path.collect();
        let Words { text, named, bound } = self.words(moment, &stands, step);
        Some(StepView {
            node: moment.node(),
            kind: match moment {
                TreeMoment::Back { .. } => "back",
                TreeMoment::Enter(node) if self.nodes[node].flags & flag::LEAF != 0 => "leaf",
                TreeMoment::Enter(_) => "enter",
            },
            words: text,
            named,
            bound,
            log: self.log(stands.last()?),
            log_line: step + 2,
            path,
        })
    }
}
