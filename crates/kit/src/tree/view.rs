use plyglot_core::Value;
use plyglot_search::textbook::Window;

use super::recorded::Recorded;
use super::recorder::flag;

/// One node of a tree, whatever its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeView {
    /// The node above; `None` at the root.
    pub parent: Option<usize>,
    /// How many nodes there are from here down, this one included.
    pub size: usize,
    /// The move that led here; `None` at the root.
    pub mv: Option<String>,
    /// How many moves lie between the root and here.
    pub ply: usize,
    /// How many turns.
    pub depth: usize,
    /// What it returned.
    pub value: Value,
    /// The window with which it was entered.
    pub window: Window,
    /// Whether it has no children.
    pub is_leaf: bool,
    /// Whether the game is over here.
    pub is_over: bool,
    /// Whether it returned before all its children were looked at, or could have.
    pub is_cut: bool,
    /// Whether the player at the root moves here.
    pub maximizes: bool,
    /// Whether it was better for the node above than all before it.
    pub improved: bool,
    /// The moves that were not looked at.
    pub skipped: Vec<String>,
}

impl NodeView {
    pub(super) fn of(tree: &Recorded, node: usize) -> NodeView {
        let entry = &tree.nodes[node];
        let has = |flag: u16| entry.flags & flag != 0;
        let name = |&mv: &u16| tree.moves[usize::from(mv)].clone();
        NodeView {
            parent: (node > 0).then(|| tree.parent(node)),
            size: entry.size as usize,
            mv: (node > 0).then(|| tree.name(node)),
            ply: entry.ply.into(),
            depth: entry.depth.into(),
            value: entry.value,
            window: window(tree, node),
            is_leaf: has(flag::LEAF),
            is_over: has(flag::OVER),
            is_cut: has(flag::CUT),
            maximizes: has(flag::MAXIMIZES),
            improved: has(flag::IMPROVED),
            skipped: tree.skipped(node).iter().map(name).collect(),
        }
    }
}

/// The window that a node was entered with: as the node above stood after the child before this one.
fn window(tree: &Recorded, node: usize) -> Window {
    let stands = tree.stands(node, tree.enters_at(node));
    stands.last().map_or(Window::FULL, |stand| stand.window)
}
