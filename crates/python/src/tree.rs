use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use plyglot_core::Value;
use plyglot_kit::tree::{self, AnyTree, NodeView, SearchedTree};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::number::Number;

/// A tree that was searched: a sequence of its nodes in the order in which they were entered, the root
/// first. Values are for the side at the root.
///
/// >>> import plyglot
/// >>> tree = plyglot.search("((3 12 8) (2 4 6) (14 5 2))", "alphabeta", 2)
/// >>> len(tree), tree.value, tree.line
/// (11, 3, ['1', '1'])
/// >>> tree[5].ply, tree[5].alpha, tree[5].beta
/// (1, 3, inf)
#[pyclass(frozen, sequence, module = "plyglot")]
pub struct Tree {
    tree: Arc<dyn AnyTree>,
    value: Value,
    line: Vec<String>,
    sides: [String; 2],
    cuts: usize,
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tree.fmt(f)
    }
}

impl Tree {
    /// A tree that was searched.
    pub fn new(found: SearchedTree) -> Tree {
        let SearchedTree { summary, tree } = found;
        let (value, line) = (summary.value.0, summary.line);
        Tree { tree, value, line, sides: summary.sides, cuts: summary.cuts }
    }

    fn node(&self, index: usize) -> Option<Node> {
        Node::of(&self.tree, index)
    }

    /// The deepest ply to draw, if so much can be drawn.
    fn drawn(&self, plies: Option<usize>) -> PyResult<usize> {
        let plies = plies.unwrap_or(usize::MAX);
        let shown = |&at: &usize| self.tree.node(at).is_some_and(|node| node.ply <= plies);
        if (0..self.tree.len()).filter(shown).nth(MOST_DRAWN).is_some() {
            let message = format!("more than {MOST_DRAWN} nodes to draw: say plies=2, for example");
            return Err(PyValueError::new_err(message));
        }
        Ok(plies)
    }
}

/// Nobody looks at a drawing of more nodes.
const MOST_DRAWN: usize = 5_000;

#[pymethods]
impl Tree {
    fn __len__(&self) -> usize {
        self.tree.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Node> {
        let from_end = self.tree.len().checked_sub(index.unsigned_abs());
        let index = if index < 0 { from_end } else { Some(index.unsigned_abs()) };
        let node = index.and_then(|index| self.node(index));
        node.ok_or_else(|| PyIndexError::new_err("the tree has no such node"))
    }

    fn __iter__(&self) -> Nodes {
        Nodes { tree: Arc::clone(&self.tree), next: AtomicUsize::new(0) }
    }

    /// The first node.
    #[getter]
    fn root(&self) -> PyResult<Node> {
        self.__getitem__(0)
    }

    /// All nodes as a list; `tree[number]` is one of them.
    #[getter]
    fn nodes(&self) -> Vec<Node> {
        (0..self.tree.len()).filter_map(|index| self.node(index)).collect()
    }

    /// What the search says the root is worth for the side to move there.
    #[getter]
    fn value(&self) -> Number {
        self.value.into()
    }

    /// Best play by both sides, always the first of equal moves.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.line.clone()
    }

    /// The sides, the one at the root first.
    #[getter]
    fn sides(&self) -> (String, String) {
        let [us, them] = self.sides.clone();
        (us, them)
    }

    /// How many nodes were cut.
    #[getter]
    fn cuts(&self) -> usize {
        self.cuts
    }

    /// What happened at a step of the search, in words. A search of n nodes has 2n - 1 steps: every node
    /// is entered, and all but the root return.
    ///
    /// >>> import plyglot
    /// >>> tree = plyglot.search("((3 12 8) (2 4 6) (14 5 2))", "alphabeta", 2)
    /// >>> tree.words(3)
    /// 'Node 1.1 returns 3, the best for MIN so far: node 1 stands at 3.'
    fn words(&self, step: usize) -> PyResult<String> {
        self.step(step).map(|step| step.words)
    }

    /// The line of the traverse log that belongs to a step.
    fn log(&self, step: usize) -> PyResult<String> {
        self.step(step).map(|step| step.log)
    }

    /// The tree in Graphviz' language, down to `plies` moves below the root.
    ///
    /// >>> import plyglot
    /// >>> tree = plyglot.search("(3 (2 4))", "minimax", 2)
    /// >>> print(tree.to_dot(plies=1), end="")
    /// digraph search {
    ///   node [fontname="sans-serif"];
    ///   n0 [label="3\n[-Infinity, Infinity]", shape=house];
    ///   n1 [label="3", shape=box];
    ///   n0 -> n1 [label="1", style=bold];
    ///   n2 [label="2\n[-Infinity, Infinity]", shape=invhouse];
    ///   n0 -> n2 [label="2", style=solid];
    /// }
    #[pyo3(signature = (plies: "int | None" = None))]
    fn to_dot(&self, plies: Option<usize>) -> PyResult<String> {
        Ok(tree::dot(&*self.tree, self.drawn(plies)?))
    }

    /// The tree as a drawing, down to `plies` moves below the root.
    #[pyo3(signature = (plies: "int | None" = None))]
    fn to_svg(&self, plies: Option<usize>) -> PyResult<String> {
        Ok(tree::svg(&*self.tree, self.drawn(plies)?))
    }

    /// What a notebook shows: as many plies as can be looked at.
    fn _repr_svg_(&self) -> String {
        const SHOWN: usize = 60;
        let count = |plies: usize| {
            let shown = |&at: &usize| self.tree.node(at).is_some_and(|node| node.ply <= plies);
            (0..self.tree.len()).filter(shown).take(SHOWN + 1).count()
        };
        let plies = (1..=DEEPEST_SHOWN).take_while(|&plies| count(plies) <= SHOWN).last();
        tree::svg(&*self.tree, plies.unwrap_or(1))
    }

    fn __repr__(&self) -> String {
        format!("<plyglot.Tree of {} nodes, value {}>", self.tree.len(), self.value)
    }
}

/// No notebook shows a deeper tree whole.
const DEEPEST_SHOWN: usize = 12;

impl Tree {
    fn step(&self, step: usize) -> PyResult<tree::StepView> {
        let view = self.tree.step(step);
        view.ok_or_else(|| PyIndexError::new_err("the search has no such step"))
    }
}

/// A node of a tree.
#[pyclass(frozen, module = "plyglot")]
pub struct Node {
    tree: Arc<dyn AnyTree>,
    index: usize,
    view: NodeView,
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view.fmt(f)
    }
}

#[pymethods]
impl Node {
    /// Its number in the tree.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// The node above; None at the root.
    #[getter]
    fn parent(&self) -> Option<Node> {
        self.other(self.view.parent?)
    }

    /// The children that were looked at.
    #[getter]
    fn children(&self) -> Vec<Node> {
        let children = self.tree.children(self.index);
        children.into_iter().filter_map(|child| self.other(child)).collect()
    }

    /// How many nodes there are from here down, this one included.
    #[getter]
    fn size(&self) -> usize {
        self.view.size
    }

    /// The move that led here; None at the root.
    #[getter]
    fn r#move(&self) -> Option<&str> {
        self.view.mv.as_deref()
    }

    /// How many moves lie between the root and here.
    #[getter]
    fn ply(&self) -> usize {
        self.view.ply
    }

    /// How many turns.
    #[getter]
    fn depth(&self) -> usize {
        self.view.depth
    }

    /// What it returned, for the side at the root.
    #[getter]
    fn value(&self) -> Number {
        self.view.value.into()
    }

    /// What the side at the root had for certain when this node was entered.
    #[getter]
    fn alpha(&self) -> Number {
        self.view.window.alpha.into()
    }

    /// What the other side had for certain.
    #[getter]
    fn beta(&self) -> Number {
        self.view.window.beta.into()
    }

    /// Whether it has no children.
    #[getter]
    fn is_leaf(&self) -> bool {
        self.view.is_leaf
    }

    /// Whether the game is over here.
    #[getter]
    fn is_over(&self) -> bool {
        self.view.is_over
    }

    /// Whether it returned before all its children were looked at, or could have.
    #[getter]
    fn is_cut(&self) -> bool {
        self.view.is_cut
    }

    /// Whether the side at the root moves here, and so wants the largest value.
    #[getter]
    fn maximizes(&self) -> bool {
        self.view.maximizes
    }

    /// Whether it was better for the node above than all before it.
    #[getter]
    fn improved(&self) -> bool {
        self.view.improved
    }

    /// The moves that were not looked at.
    #[getter]
    fn skipped(&self) -> Vec<String> {
        self.view.skipped.clone()
    }

    fn __repr__(&self) -> String {
        let NodeView { mv, value, .. } = &self.view;
        format!("<plyglot.Node {}: {}, value {value}>", self.index, mv.as_deref().unwrap_or("root"))
    }
}

impl Node {
    fn of(tree: &Arc<dyn AnyTree>, index: usize) -> Option<Node> {
        Some(Node { tree: Arc::clone(tree), index, view: tree.node(index)? })
    }

    fn other(&self, index: usize) -> Option<Node> {
        Node::of(&self.tree, index)
    }
}

/// The nodes of a tree, one after the other.
#[pyclass(frozen, module = "plyglot._native")]
pub struct Nodes {
    tree: Arc<dyn AnyTree>,
    next: AtomicUsize,
}

#[pymethods]
impl Nodes {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Node> {
        Node::of(&self.tree, self.next.fetch_add(1, Ordering::Relaxed))
    }
}
