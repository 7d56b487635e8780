//! What a step of a search means, in plain words.

use plyglot_core::Value;
use plyglot_search::textbook::{Algorithm, Window};

use super::recorded::{NUMBERS, Recorded};
use super::recorder::flag;
use super::steps::{NodeState, TreeMoment};

/// How many of the moves that were not looked at are named.
const MOST_NAMED: usize = 6;

/// Of a longer path only the end is named.
const LONGEST_PATH: usize = 4;

/// What is said about a step.
#[derive(Default)]
pub(super) struct Words {
    pub text: String,
    /// The nodes that the text names, besides the one that it is about.
    pub named: Vec<usize>,
    /// The node that gave the bound, if the step is a cut.
    pub bound: Option<usize>,
}

impl Recorded {
    /// Says what happened. `stands` are the nodes from the root to the one it happened at.
    pub(super) fn words(&self, moment: TreeMoment, stands: &[NodeState], step: usize) -> Words {
        let Some(now) = stands.last() else { return Words::default() };
        let text = match moment {
            TreeMoment::Enter(node) if self.nodes[node].flags & flag::LEAF != 0 => self.leaf(now),
            TreeMoment::Enter(_) => self.entered(now),
            TreeMoment::Back { child, .. } => return self.returned(child, now, stands, step),
        };
        Words { text, ..Words::default() }
    }

    /// A node as it can be found: by the moves that lead there, `B2 B4`, and where moves are numbers
    /// and could be taken for values, `node 2.1`.
    fn called(&self, node: usize) -> String {
        if node == 0 {
            return "the root".to_owned();
        }
        let moves: Vec<String> = self.path(node)[1..].iter().map(|&at| self.name(at)).collect();
        let joint = self.joint;
        if joint == NUMBERS {
            format!("node {}", moves.join(joint))
        } else if moves.len() > LONGEST_PATH {
            format!("…{joint}{}", moves[moves.len() - LONGEST_PATH + 1..].join(joint))
        } else {
            moves.join(joint)
        }
    }

    /// The side at the root, for which all values are.
    fn us(&self) -> &str {
        &self.sides[0]
    }

    fn them(&self) -> &str {
        &self.sides[1]
    }

    fn mover(&self, node: usize) -> &str {
        if self.maximizes(node) { self.us() } else { self.them() }
    }

    fn leaf(&self, now: &NodeState) -> String {
        let why = if self.nodes[now.node].flags & flag::OVER != 0 {
            "The game is over here"
        } else {
            "This is as far as we look"
        };
        format!("{why}: worth {} for {}.", now.value, self.us())
    }

    fn entered(&self, now: &NodeState) -> String {
        let (us, them) = (self.us(), self.them());
        let mut words = if self.maximizes(now.node) {
            format!("{us} moves here, and wants the largest value (MAX).")
        } else {
            format!("{them} moves here, and wants the smallest value (MIN).")
        };
        if self.algorithm == Algorithm::AlphaBeta {
            let Window { alpha, beta } = now.window;
            if alpha != Value::NEG_INFINITY {
                words += &format!(" Elsewhere {us} has {alpha} for certain (alpha).");
            }
            if beta != Value::INFINITY {
                words += &format!(" Elsewhere {them} can hold it to {beta} (beta).");
            }
        }
        words
    }

    fn returned(&self, child: usize, now: &NodeState, stands: &[NodeState], step: usize) -> Words {
        let entry = &self.nodes[child];
        let mover = self.mover(now.node);
        let mut words = Words { named: vec![child], ..Words::default() };
        let mut text = format!("{} returns {}", self.called(child), entry.value);
        if entry.flags & flag::IMPROVED != 0 {
            let place = self.called(now.node);
            text += &format!(", the best for {mover} so far: {place} stands at {}.", now.value);
        } else {
            text += &format!(", no better for {mover} than ");
            match self.best_child(now.node, step) {
                Some(best) => {
                    text += &format!("the {} of {}.", now.value, self.called(best));
                    words.named.push(best);
                }
                None => text += &format!("{}.", now.value),
            }
        }
        let is_last = self.returns_at(child) + 1 == self.returns_at(now.node);
        if self.nodes[now.node].flags & flag::CUT != 0 && is_last {
            words.bound = self.bound(now, stands, step);
            text += &format!(" {}", self.cut(now, words.bound));
            words.named.extend(words.bound);
        } else if step + 2 == 2 * self.nodes.len() {
            let best = self.best_child(0, step);
            let best_name = best.map_or_else(String::new, |best| self.called(best));
            text += &format!(
                " The search is done: {best_name}, worth {} for {}.",
                now.value,
                self.us()
            );
            words.named.extend(best);
        }
        words.text = capital(&text);
        words
    }

    /// The node further up that gave the side which is sure of it the bound that cuts here.
    fn bound(&self, now: &NodeState, stands: &[NodeState], step: usize) -> Option<usize> {
        let is_max = self.maximizes(now.node);
        let bound = if is_max { now.window.beta } else { now.window.alpha };
        let has_it =
            |stand: &&NodeState| self.maximizes(stand.node) != is_max && stand.value == bound;
        let above = &stands[..stands.len() - 1];
        above.iter().rev().find(has_it).and_then(|at| self.best_child(at.node, step))
    }

    /// Why the search of a node can stop.
    fn cut(&self, now: &NodeState, bound: Option<usize>) -> String {
        let (us, them) = (self.us(), self.them());
        let Window { alpha, beta } = now.window;
        let by = bound.map_or_else(|| "A move further up".to_owned(), |by| self.called(by));
        let (by, value) = (capital(&by), now.value);
        let mut words = if self.maximizes(now.node) {
            format!(
                "{by} already holds it to {beta} for {them}; here {us} can force {value}, so {them} \
                 will not let it come to this, and we stop."
            )
        } else {
            format!(
                "{by} already guarantees {alpha} for {us}; here {them} can force {value}, so {us} \
                 will not come here, and we stop."
            )
        };
        let skipped = self.skipped(now.node);
        let named = skipped.iter().take(MOST_NAMED).map(|&mv| &*self.moves[usize::from(mv)]);
        let named: Vec<String> = named.map(|mv| self.below(now.node, mv)).collect();
        let more = skipped.len() - named.len();
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        words += &match skipped.len() {
            0 => " There was nothing left to look at anyway.".to_owned(),
            _ => format!(" Not looked at: {}{rest}.", named.join(", ")),
        };
        words
    }

    /// What a move leads to from a node.
    fn below(&self, node: usize, mv: &str) -> String {
        match (self.joint, node) {
            (NUMBERS, 0) => format!("node {mv}"),
            (NUMBERS, _) => format!("{}{NUMBERS}{mv}", self.called(node)),
            _ => mv.to_owned(),
        }
    }
}

/// The beginning of a sentence.
fn capital(text: &str) -> String {
    match text.strip_prefix("node ") {
        Some(rest) => format!("Node {rest}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use plyglot_core::tree::Tree;

    use super::*;
    use crate::tree::SearchRequest;

    fn told(tree: &str) -> Vec<String> {
        let root: Tree = tree.parse().unwrap();
        let stop = AtomicBool::new(false);
        let titles = ["MAX", "MIN"].map(str::to_owned);
        let algorithm = Algorithm::AlphaBeta;
        let asked =
            SearchRequest { root: &root, algorithm, depth: 9, titles, most: 1_000, stop: &stop };
        let tree = Recorded::search(&asked).unwrap();
        let told = |step| {
            let moment = tree.moment(step).unwrap();
            tree.words(moment, &tree.stands(moment.node(), step), step).text
        };
        (0..tree.summary().steps).map(told).collect()
    }

    #[test]
    fn the_two_ply_example_is_explained() {
        let told = told("((3 12 8) (2 4 6) (14 5 2))");
        assert_eq!(told[0], "MAX moves here, and wants the largest value (MAX).");
        assert_eq!(told[1], "MIN moves here, and wants the smallest value (MIN).");
        assert_eq!(told[2], "The game is over here: worth 3 for MAX.");
        assert_eq!(told[3], "Node 1.1 returns 3, the best for MIN so far: node 1 stands at 3.");
        assert_eq!(told[5], "Node 1.2 returns 12, no better for MIN than the 3 of node 1.1.");
        let cut = told.iter().find(|words| words.contains("we stop")).unwrap();
        assert_eq!(
            cut,
            "Node 2.1 returns 2, the best for MIN so far: node 2 stands at 2. Node 1 already \
             guarantees 3 for MAX; here MIN can force 2, so MAX will not come here, and we stop. Not \
             looked at: node 2.2, node 2.3."
        );
        let last = told.last().unwrap();
        assert!(last.ends_with("The search is done: node 1, worth 3 for MAX."), "{last}");
    }

    #[test]
    fn a_cut_by_beta_names_who_holds_it() {
        let told = told("(((3 5) (6 9)) ((1 2) (0 -1)))");
        let cuts: Vec<&String> = told.iter().filter(|words| words.contains("we stop")).collect();
        assert!(
            cuts[0].contains("Node 1.1 already holds it to 5 for MIN; here MAX can force 6"),
            "{cuts:?}"
        );
        assert!(
            cuts[1].contains("Node 1 already guarantees 5 for MAX; here MIN can force 2"),
            "{cuts:?}"
        );
        assert_eq!(cuts.len(), 2);
    }

    /// The numbers that go with the words are those of the nodes that they name.
    #[test]
    fn the_nodes_that_are_named_are_told() {
        let root: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
        let (stop, titles) = (AtomicBool::new(false), ["MAX", "MIN"].map(str::to_owned));
        let algorithm = Algorithm::AlphaBeta;
        let asked =
            SearchRequest { root: &root, algorithm, depth: 9, titles, most: 1_000, stop: &stop };
        let tree = Recorded::search(&asked).unwrap();
        let said = |step: usize| {
            let view = tree.view(step).unwrap();
            (view.named, view.bound)
        };
        // Entered: root, 1, 1.1, 1.2, 1.3, 2, 2.1, 3, ...
        assert_eq!(said(0), (vec![], None));
        assert_eq!(said(3), (vec![2], None));
        assert_eq!(said(5), (vec![3, 2], None));
        assert_eq!(said(11), (vec![6, 1], Some(1)));
        assert_eq!(said(20), (vec![7, 1, 1], None));
    }
}
