use plyglot_core::{Game, Value};
use plyglot_search::textbook::{self, Observer, Step, Window};
use serde::Serialize;

/// A node of a search, and how it stands there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraceNode {
    /// The moves that lead to it; none at the root.
    pub path: Vec<String>,
    /// Its depth in turns.
    pub depth: u32,
    /// The board there, line by line.
    pub board: Vec<String>,
    /// Whether the player at the root moves there.
    pub maximizes: bool,
    /// The value that should stand there.
    pub value: String,
    /// Alpha.
    pub alpha: String,
    /// Beta.
    pub beta: String,
}

/// What happened at one moment of a search.
#[derive(Clone, Debug)]
pub struct TraceMoment<G: Game> {
    /// The node, as texts.
    pub node: TraceNode,
    /// Its position.
    pub position: G,
    /// What happened there.
    pub event: TraceEvent<G::Move>,
    /// What each child has returned so far.
    pub returned: Vec<(G::Move, Value)>,
    /// The moves that a cut right after it leaves out.
    pub cut: Option<Vec<G::Move>>,
}

/// What a line of a log is about.
#[derive(Clone, Debug)]
pub enum TraceEvent<M> {
    /// A node with children is entered.
    Enter,
    /// A node has no children.
    Leaf,
    /// A child has returned.
    Back(Step<M>),
}

/// Sees a search until a moment, counted from 1: every node entered, every leaf and every child that
/// has returned is one.
#[derive(Debug)]
pub struct Trace<G: Game> {
    wanted: usize,
    seen: usize,
    path: Vec<Option<G::Move>>,
    returned: Vec<Vec<(G::Move, Value)>>,
    /// The moment, once it has come.
    pub moment: Option<TraceMoment<G>>,
}

impl<G: Game> Trace<G> {
    /// Waits for the moment of this number.
    pub fn until(wanted: usize) -> Trace<G> {
        Trace { wanted, seen: 0, path: Vec::new(), returned: Vec::new(), moment: None }
    }

    /// How many moments there were.
    pub fn seen(&self) -> usize {
        self.seen
    }

    fn see(
        &mut self,
        node: &textbook::Node<'_, G>,
        value: Value,
        window: Window,
        event: TraceEvent<G::Move>,
    ) {
        self.seen += 1;
        let ply = node.ply as usize;
        if !matches!(event, TraceEvent::Back(_)) {
            self.path.truncate(ply);
            self.path.push(node.mv);
            self.returned.truncate(ply);
            self.returned.push(Vec::new());
        }
        if self.seen != self.wanted {
            return;
        }
        let path = self.path[..=ply].iter().flatten();
        self.moment = Some(TraceMoment {
            node: TraceNode {
                path: path.map(ToString::to_string).collect(),
                depth: node.depth,
                board: node.position.to_string().lines().map(str::to_owned).collect(),
                maximizes: node.maximizes,
                value: value.to_string(),
                alpha: window.alpha.to_string(),
                beta: window.beta.to_string(),
            },
            position: node.position.clone(),
            event,
            returned: self.returned[ply].clone(),
            cut: None,
        });
    }
}

impl<G: Game> Observer<G> for Trace<G> {
    fn enter(&mut self, node: &textbook::Node<'_, G>, window: Window) {
        self.see(node, node.worst_value(), window, TraceEvent::Enter);
    }

    fn leaf(&mut self, node: &textbook::Node<'_, G>, value: Value, window: Window) {
        self.see(node, value, window, TraceEvent::Leaf);
    }

    fn back(&mut self, node: &textbook::Node<'_, G>, step: &Step<G::Move>) {
        self.returned[node.ply as usize].push((step.mv, step.returned));
        self.see(node, step.value, step.window, TraceEvent::Back(*step));
    }

    fn cut(&mut self, _: &textbook::Node<'_, G>, skipped: &[G::Move]) {
        if self.seen == self.wanted
            && let Some(moment) = &mut self.moment
        {
            moment.cut = Some(skipped.to_vec());
        }
    }

    /// What comes after the moment does not matter; by then a cut right after it has been reported.
    fn has_seen_enough(&self) -> bool {
        self.seen > self.wanted
    }
}
