use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use plyglot_core::{Game, Side, Value};
use plyglot_search::textbook::{Algorithm, Node, NodeCount, Observer, Window};

use super::recorder::{Cut, NodeRecord, Recorder, flag};
use super::{AnyTree, JsonValue, NodeView, StepView};

/// A search to be recorded.
pub struct SearchRequest<'a, G> {
    /// Where it begins.
    pub root: &'a G,
    /// By which search.
    pub algorithm: Algorithm,
    /// How many turns ahead.
    pub depth: u32,
    /// What the two sides are called in a sentence.
    pub titles: [String; 2],
    /// The most nodes to keep.
    pub most: usize,
    /// Set when the answer is no longer wanted.
    pub stop: &'a AtomicBool,
}

/// A tree that was searched, whatever its game: all that depends on that are the positions.
pub struct Recorded {
    pub(super) positions: Box<dyn Positions>,
    pub(super) algorithm: Algorithm,
    /// What the sides are called, the one at the root first.
    pub(super) sides: [String; 2],
    pub(super) nodes: Vec<NodeRecord>,
    /// By their numbers.
    pub(super) moves: Vec<String>,
    /// What stands between the moves of a path.
    pub(super) joint: &'static str,
    pub(super) cuts: Vec<Cut>,
    pub(super) skipped: Vec<u16>,
}

/// The positions of a tree, which are not kept: they are played again.
pub(super) trait Positions: Send + Sync {
    /// The root, and what comes of each of these moves, by their numbers.
    fn along(&self, moves: &[u16]) -> Vec<String>;
}

struct Replay<G: Game> {
    root: G,
    moves: Vec<G::Move>,
}

impl<G: Game + Send + Sync> Positions for Replay<G>
where
    G::Move: Send + Sync,
{
    fn along(&self, moves: &[u16]) -> Vec<String> {
        let mut position = self.root.clone();
        let mut texts = vec![position.to_string()];
        for &mv in moves {
            position.play(self.moves[usize::from(mv)]);
            texts.push(position.to_string());
        }
        texts
    }
}

/// The summary of a tree.
#[derive(Serialize)]
pub struct TreeSummary {
    /// How many nodes it has.
    pub nodes: usize,
    /// How many steps the search took.
    pub steps: usize,
    /// The value of the root.
    pub value: JsonValue,
    /// Best play by both sides, always the first of equal moves.
    pub line: Vec<String>,
    /// The sides, the one at the root first.
    pub sides: [String; 2],
    /// The moves by their numbers.
    pub moves: Vec<String>,
    /// What stands between the moves of a path; a full stop if moves are numbers.
    pub joint: &'static str,
    /// How many moves the longest line has.
    pub plies: u16,
    /// Whether values need more than 32 bits.
    pub is_wide: bool,
    /// How many nodes were cut.
    pub cuts: usize,
    /// How many children that left out.
    pub skipped: usize,
    /// The position at the root.
    pub position: String,
}

impl Recorded {
    /// Searches; `None` if there are more nodes than may be kept, or if it was stopped.
    pub fn search<G: Game + Send + Sync + 'static>(asked: &SearchRequest<'_, G>) -> Option<Recorded>
    where
        G::Move: Send + Sync,
    {
        let mut recorder = Recorder::<G>::new(asked.most, asked.stop);
        let value = asked.algorithm.run(asked.root, asked.depth, &mut recorder);
        if recorder.is_full() || asked.stop.load(Ordering::Relaxed) {
            return None;
        }
        let Recorder { nodes, moves, cuts, skipped, .. } = recorder;
        let us = asked.root.to_move();
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let recorded = Recorded {
            algorithm: asked.algorithm,
            sides: [us, us.other()].map(|side: Side| asked.titles[side as usize].clone()),
            nodes,
            joint: joint(&names),
            moves: names,
            cuts,
            skipped,
            positions: Box::new(Replay { root: asked.root.clone(), moves }),
        };
        recorded.finished(value)
    }

    /// The tree once its search has returned this value.
    fn finished(mut self, value: Value) -> Option<Recorded> {
        self.nodes.shrink_to_fit();
        let size = self.nodes.len() as u32;
        let root = self.nodes.first_mut()?;
        root.size = size;
        root.value = value;
        root.after = value;
        root.window = Window::FULL;
        sort(&mut self.cuts, &mut self.skipped);
        Some(self)
    }

    /// Its summary.
    pub fn summary(&self) -> TreeSummary {
        TreeSummary {
            nodes: self.nodes.len(),
            steps: 2 * self.nodes.len() - 1,
            value: JsonValue(self.nodes[0].value),
            line: self.best_line(),
            sides: self.sides.clone(),
            moves: self.moves.clone(),
            joint: self.joint,
            plies: self.nodes.iter().map(|entry| entry.ply).max().unwrap_or(0),
            is_wide: self.is_wide(),
            cuts: self.nodes.iter().filter(|entry| entry.flags & flag::CUT != 0).count(),
            skipped: self.skipped.len(),
            position: self.positions.along(&[]).concat(),
        }
    }

    /// From every node to the child that improved it last.
    fn best_line(&self) -> Vec<String> {
        let mut line = Vec::new();
        let mut node = 0;
        while let Some(best) = self.best_child(node, usize::MAX) {
            line.push(self.name(best));
            node = best;
        }
        line
    }

    /// The best child of a node among those that have returned up to a step.
    pub(super) fn best_child(&self, node: usize, step: usize) -> Option<usize> {
        let returned = self.children(node).take_while(|&child| self.returns_at(child) <= step);
        returned.filter(|&child| self.nodes[child].flags & flag::IMPROVED != 0).last()
    }

    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = node + self.nodes[node].size as usize;
        let next = move |child: usize| (child < end).then_some(child);
        std::iter::successors(next(node + 1), move |&child| {
            next(child + self.nodes[child].size as usize)
        })
    }

    /// The move that led to a node.
    pub(super) fn name(&self, node: usize) -> String {
        if node == 0 {
            return "root".to_owned();
        }
        self.moves[usize::from(self.nodes[node].mv)].clone()
    }

    /// The moves that a node did not look at, by their numbers.
    pub(super) fn skipped(&self, node: usize) -> &[u16] {
        let Ok(at) = self.cuts.binary_search_by_key(&(node as u32), |cut| cut.node) else {
            return &[];
        };
        let end = self.cuts.get(at + 1).map_or(self.skipped.len(), |cut| cut.start as usize);
        &self.skipped[self.cuts[at].start as usize..end]
    }

    fn is_wide(&self) -> bool {
        let is_small = |value: Value| {
            value.number().is_none_or(|number| number.unsigned_abs() < u64::from(i32::MAX as u32))
        };
        !self.nodes.iter().all(|entry| is_small(entry.value))
    }
}

/// What stands between the moves of a path: where moves are numbers, as in textbook trees, it is a path
/// of numbers; where they have blanks in them, a blank is not enough.
fn joint(moves: &[String]) -> &'static str {
    if moves.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_digit())) {
        NUMBERS
    } else if moves.iter().any(|name| name.contains(' ')) {
        " / "
    } else {
        " "
    }
}

/// Between moves that are numbers.
pub(super) const NUMBERS: &str = ".";

/// Sorts cuts, which were noted when their nodes returned, into the order of the nodes.
fn sort(cuts: &mut [Cut], skipped: &mut Vec<u16>) {
    let ends: Vec<u32> =
        cuts.iter().skip(1).map(|cut| cut.start).chain([skipped.len() as u32]).collect();
    let mut ranges: Vec<(Cut, u32)> = cuts.iter().copied().zip(ends).collect();
    ranges.sort_unstable_by_key(|(cut, _)| cut.node);
    let mut sorted = Vec::with_capacity(skipped.len());
    for (cut, (from, end)) in cuts.iter_mut().zip(ranges) {
        *cut = Cut { node: from.node, start: sorted.len() as u32 };
        sorted.extend_from_slice(&skipped[from.start as usize..end as usize]);
    }
    *skipped = sorted;
}

impl AnyTree for Recorded {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, node: usize) -> Option<NodeView> {
        (node < self.nodes.len()).then(|| NodeView::of(self, node))
    }

    fn children(&self, node: usize) -> Vec<usize> {
        if node < self.nodes.len() { self.children(node).collect() } else { Vec::new() }
    }

    fn block(&self, from: usize, count: usize) -> Vec<u8> {
        super::block::write(self, self.is_wide(), from, count)
    }

    fn step(&self, step: usize) -> Option<StepView> {
        self.view(step)
    }
}

/// The nodes of a search, or as many as were counted before it was given up, and whether these are
/// all.
pub fn count<G: Game>(asked: &SearchRequest<'_, G>, most: u64) -> (u64, bool) {
    let mut counter = BoundedCount { count: NodeCount::default(), most, stop: asked.stop };
    asked.algorithm.run(asked.root, asked.depth, &mut counter);
    let nodes = counter.count.nodes;
    (nodes, nodes <= most && !asked.stop.load(Ordering::Relaxed))
}

struct BoundedCount<'s> {
    count: NodeCount,
    most: u64,
    stop: &'s AtomicBool,
}

impl<G: Game> Observer<G> for BoundedCount<'_> {
    #[inline]
    fn enter(&mut self, node: &Node<'_, G>, window: Window) {
        self.count.enter(node, window);
    }

    #[inline]
    fn leaf(&mut self, node: &Node<'_, G>, value: Value, window: Window) {
        self.count.leaf(node, value, window);
    }

    #[inline]
    fn has_seen_enough(&self) -> bool {
        self.count.nodes > self.most || self.stop.load(Ordering::Relaxed)
    }
}
