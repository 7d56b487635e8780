use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_core::{Game, Value};
use plyglot_search::textbook::{Node, Observer, Step, Window};

/// A node as the search saw it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeRecord {
    /// The node above; the root is its own.
    pub parent: u32,
    /// How many nodes there are from here down, this one included.
    pub size: u32,
    /// The move that led here, by its number.
    pub mv: u16,
    pub ply: u16,
    pub depth: u16,
    pub flags: u16,
    /// What it returned.
    pub value: Value,
    /// How the node above stood when this one had returned.
    pub after: Value,
    pub window: Window,
}

/// What the flags of a [`NodeRecord`] mean. The page knows them too.
pub(super) mod flag {
    /// It has no children.
    pub const LEAF: u16 = 1;
    /// It returned before all its children were looked at, or could have.
    pub const CUT: u16 = 2;
    /// It was better for the node above than all before it.
    pub const IMPROVED: u16 = 4;
    /// The player at the root moves here.
    pub const MAXIMIZES: u16 = 8;
    /// The game is over here.
    pub const OVER: u16 = 16;
}

/// The moves that a node did not look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub node: u32,
    /// Where they begin in the list of all such moves; they end where the next cut's begin.
    pub start: u32,
}

/// Writes a tree down while it is searched.
pub(super) struct Recorder<'s, G: Game> {
    pub nodes: Vec<NodeRecord>,
    pub moves: Vec<G::Move>,
    /// In the order of the nodes' return.
    pub cuts: Vec<Cut>,
    pub skipped: Vec<u16>,
    numbers: HashMap<G::Move, u16>,
    /// The node at each ply on the way to the current one.
    path: Vec<u32>,
    most: usize,
    stop: &'s AtomicBool,
    /// There were more moves than numbers for them.
    is_lost: bool,
}

impl<'s, G: Game> Recorder<'s, G> {
    pub fn new(most: usize, stop: &'s AtomicBool) -> Recorder<'s, G> {
        Recorder {
            nodes: Vec::new(),
            moves: Vec::new(),
            cuts: Vec::new(),
            skipped: Vec::new(),
            numbers: HashMap::new(),
            path: Vec::new(),
            most,
            stop,
            is_lost: false,
        }
    }

    /// Whether the tree is larger than what may be kept.
    pub fn is_full(&self) -> bool {
        // What one node did not look at can be far more than what it did.
        self.nodes.len() > self.most || self.skipped.len() > 8 * self.most || self.is_lost
    }

    fn number(&mut self, mv: G::Move) -> u16 {
        if let Some(&number) = self.numbers.get(&mv) {
            return number;
        }
        let Ok(number) = u16::try_from(self.moves.len()) else {
            self.is_lost = true;
            return 0;
        };
        self.moves.push(mv);
        self.numbers.insert(mv, number);
        number
    }

    fn push(&mut self, node: &Node<'_, G>, value: Value, window: Window, flags: u16) {
        let ply = node.ply as usize;
        let index = self.nodes.len() as u32;
        let mv = node.mv.map_or(0, |mv| self.number(mv));
        self.path.truncate(ply);
        let parent = self.path.last().copied().unwrap_or(index);
        self.path.push(index);
        self.is_lost |= node.ply > u32::from(u16::MAX);
        let maximizes = if node.maximizes { flag::MAXIMIZES } else { 0 };
        self.nodes.push(NodeRecord {
            parent,
            size: 1,
            mv,
            ply: node.ply as u16,
            depth: node.depth as u16,
            flags: flags | maximizes,
            value,
            after: value,
            window,
        });
    }
}

impl<G: Game> Observer<G> for Recorder<'_, G> {
    fn enter(&mut self, node: &Node<'_, G>, window: Window) {
        self.push(node, node.worst_value(), window, 0);
    }

    fn leaf(&mut self, node: &Node<'_, G>, value: Value, window: Window) {
        let over = if node.position.outcome().is_some() { flag::OVER } else { 0 };
        self.push(node, value, window, flag::LEAF | over);
    }

    fn back(&mut self, node: &Node<'_, G>, step: &Step<G::Move>) {
        let child = self.path[node.ply as usize + 1] as usize;
        let size = self.nodes.len() - child;
        let entry = &mut self.nodes[child];
        entry.size = size as u32;
        entry.value = step.returned;
        entry.after = step.value;
        entry.window = step.window;
        entry.flags |= if step.improved { flag::IMPROVED } else { 0 };
    }

    fn cut(&mut self, node: &Node<'_, G>, skipped: &[G::Move]) {
        let index = self.path[node.ply as usize];
        self.nodes[index as usize].flags |= flag::CUT;
        if !skipped.is_empty() {
            self.cuts.push(Cut { node: index, start: self.skipped.len() as u32 });
            for &mv in skipped {
                let number = self.number(mv);
                self.skipped.push(number);
            }
        }
    }

    fn has_seen_enough(&self) -> bool {
        self.is_full() || self.stop.load(Ordering::Relaxed)
    }
}
