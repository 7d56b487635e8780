use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plyglot_core::mix::mix;
use plyglot_kit::tree::AnyTree;

/// The most recently used trees.
#[derive(Debug)]
pub struct KeptTrees {
    most_nodes: usize,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// The most recently used one is the last.
    trees: VecDeque<(String, Arc<dyn AnyTree>)>,
    /// Where names come from.
    next: u64,
}

impl KeptTrees {
    pub fn new(most_nodes: usize, seed: u64) -> KeptTrees {
        let inner = Inner { trees: VecDeque::new(), next: seed };
        KeptTrees { most_nodes, inner: Mutex::new(inner) }
    }

    /// Keeps a tree, and returns its name.
    pub fn keep(&self, tree: Arc<dyn AnyTree>) -> String {
        let mut inner = self.lock();
        inner.next = inner.next.wrapping_add(1);
        let name = format!("{:016x}", mix(inner.next));
        inner.trees.push_back((name.clone(), tree));
        let mut nodes: usize = inner.trees.iter().map(|(_, tree)| tree.len()).sum();
        while nodes > self.most_nodes && inner.trees.len() > 1 {
            nodes -= inner.trees.pop_front().map_or(0, |(_, tree)| tree.len());
        }
        name
    }

    /// The tree of that name, if it is still kept.
    pub fn get(&self, name: &str) -> Option<Arc<dyn AnyTree>> {
        let mut inner = self.lock();
        let at = inner.trees.iter().position(|(known, _)| known == name)?;
        let found = inner.trees.remove(at)?;
        let tree = Arc::clone(&found.1);
        inner.trees.push_back(found);
        Some(tree)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_kit::tree::{NodeView, StepView};

    struct Sized(usize);

    impl AnyTree for Sized {
        fn len(&self) -> usize {
            self.0
        }
        fn node(&self, _: usize) -> Option<NodeView> {
            None
        }
        fn children(&self, _: usize) -> Vec<usize> {
            Vec::new()
        }
        fn block(&self, _: usize, _: usize) -> Vec<u8> {
            Vec::new()
        }
        fn step(&self, _: usize) -> Option<StepView> {
            None
        }
    }

    #[test]
    fn what_was_not_looked_at_for_longest_gives_way() {
        let trees = KeptTrees::new(10, 1);
        let [a, b] = [4, 5].map(|size| trees.keep(Arc::new(Sized(size))));
        assert!(trees.get(&a).is_some());
        let c = trees.keep(Arc::new(Sized(3)));
        assert_eq!([&a, &b, &c].map(|name| trees.get(name).is_some()), [true, false, true]);
        // A tree larger than the whole limit is still kept for the page that asked for it.
        let d = trees.keep(Arc::new(Sized(99)));
        assert_eq!([&a, &c, &d].map(|name| trees.get(name).is_some()), [false, false, true]);
    }
}
