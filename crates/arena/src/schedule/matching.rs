//! Pairs for a round: as many as possible, and of those the ones that are wished for most.

/// Who may be paired with whom: a symmetric relation on 0, 1, 2, ...
#[derive(Clone, Debug)]
pub struct Graph {
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    pub fn new(size: usize, may_meet: impl Fn(usize, usize) -> bool) -> Graph {
        let neighbours =
            |one: usize| (0..size).filter(|&other| one != other && may_meet(one, other)).collect();
        Graph { neighbours: (0..size).map(neighbours).collect() }
    }

    /// Only the links of these.
    fn only(&self, is_kept: impl Fn(usize, usize) -> bool) -> Graph {
        let mut kept = self.clone();
        for (one, neighbours) in kept.neighbours.iter_mut().enumerate() {
            neighbours.retain(|&other| is_kept(one, other));
        }
        kept
    }

    /// Pairs as many as possible. From the first to the last each gets the partner that it wishes
    /// for most, if all others can still be paired as well as before; `wishes` puts those that are
    /// left into that order. Pairs that are `close` go before others, as many of them as possible
    /// among those that are left.
    pub fn pair_up(
        &self,
        wishes: impl Fn(usize, &[usize]) -> Vec<usize>,
        is_close: impl Fn(usize, usize) -> bool,
    ) -> MatchedPairs {
        let close_ones = self.only(is_close);
        let mut all = Matching::largest(self);
        let mut close = Matching::largest(&close_ones);
        let is_perfect = all.mates.iter().all(Option::is_some);
        let (mut pairs, mut alone) = (Vec::new(), Vec::new());
        let mut left: Vec<usize> = (0..self.neighbours.len()).collect();
        while let Some((&one, rest)) = left.split_first() {
            let wishes = wishes(one, rest);
            let mut partner = wishes.iter().copied().find(|&other| {
                let before = close.clone();
                let is_settled = close.try_settle(one, other) && all.try_settle(one, other);
                if !is_settled {
                    close = before;
                }
                is_settled
            });
            if partner.is_none() {
                partner = wishes.into_iter().find(|&other| all.try_settle(one, other));
                close.leave(one);
                partner.into_iter().for_each(|other| close.leave(other));
            }
            match partner {
                Some(partner) => pairs.push([one, partner]),
                None => alone.push(one),
            }
            left.retain(|&other| other != one && Some(other) != partner);
        }
        MatchedPairs { pairs, alone, is_perfect }
    }
}

/// What came out.
#[derive(Clone, Debug)]
pub struct MatchedPairs {
    pub pairs: Vec<[usize; 2]>,
    /// Those without a partner.
    pub alone: Vec<usize>,
    /// Whether all could have a partner.
    pub is_perfect: bool,
}

/// As many pairs as possible among those that are not settled yet.
#[derive(Clone)]
struct Matching<'g> {
    graph: &'g Graph,
    mates: Vec<Option<usize>>,
    is_settled: Vec<bool>,
}

impl<'g> Matching<'g> {
    fn largest(graph: &'g Graph) -> Matching<'g> {
        let size = graph.neighbours.len();
        let mut matching =
            Matching { graph, mates: vec![None; size], is_settled: vec![false; size] };
        // The free ones are paired first, which leaves little to the search.
        for one in 0..size {
            let mut free = graph.neighbours[one].iter().filter(|&&to| matching.mates[to].is_none());
            if matching.mates[one].is_none()
                && let Some(&other) = free.next()
            {
                matching.join(one, other);
            }
        }
        for one in 0..size {
            if matching.mates[one].is_none() {
                matching.augment(one);
            }
        }
        matching
    }

    fn join(&mut self, one: usize, other: usize) {
        self.mates[one] = Some(other);
        self.mates[other] = Some(one);
    }

    /// Makes a pair of these two for good, if as many pairs are possible with it as without.
    fn try_settle(&mut self, one: usize, other: usize) -> bool {
        if !self.graph.neighbours[one].contains(&other) {
            return false;
        }
        let (left, right) = (self.mates[one], self.mates[other]);
        for player in [one, other] {
            self.is_settled[player] = true;
        }
        if left == Some(other) {
            return true;
        }
        // Their partners are free now. If both had one a pair is lost, unless one of the two finds
        // another partner.
        for player in [left, right].into_iter().flatten() {
            self.mates[player] = None;
        }
        let lost = left.zip(right);
        let is_as_good = lost.is_none_or(|(a, b)| self.augment(a) || self.augment(b));
        if !is_as_good {
            for player in [one, other] {
                self.is_settled[player] = false;
            }
            for (player, mate) in [(one, left), (other, right)] {
                if let Some(mate) = mate {
                    self.join(player, mate);
                }
            }
        }
        is_as_good
    }

    /// Settles one without a partner; a partner that is lost to it finds another, if possible.
    fn leave(&mut self, one: usize) {
        self.is_settled[one] = true;
        if let Some(mate) = self.mates[one].take() {
            self.mates[mate] = None;
            self.augment(mate);
        }
    }

    /// Finds a partner for `root`, which has none, by letting others change theirs. Nothing changes
    /// if there is no way. (Edmonds' algorithm.)
    fn augment(&mut self, root: usize) -> bool {
        let Some(way) = Forest::new(self, root).grow() else { return false };
        // Back along the way, every second link becomes a pair.
        let mut left = Some(way.end);
        while let Some(player) = left
            && let Some(from) = way.from[player]
        {
            left = self.mates[from];
            self.join(player, from);
        }
        true
    }
}

/// The alternating ways from a root: by any link to another, on to its partner, and so on.
/// An odd circle of them, a blossom, can be gone around both ways, and counts as one place.
struct Forest<'m, 'g> {
    matching: &'m Matching<'g>,
    root: usize,
    /// Who came here over a link that is no pair.
    from: Vec<Option<usize>>,
    /// The place that each belongs to, named after the entry of its blossom.
    place: Vec<usize>,
    /// Whether the ways go on from here.
    is_outer: Vec<bool>,
    queue: Vec<usize>,
}

/// A way to one without a partner: its end, and who came to each on it.
struct Way {
    end: usize,
    from: Vec<Option<usize>>,
}

impl<'m, 'g> Forest<'m, 'g> {
    fn new(matching: &'m Matching<'g>, root: usize) -> Forest<'m, 'g> {
        let size = matching.mates.len();
        let mut is_outer = vec![false; size];
        is_outer[root] = true;
        let (from, place) = (vec![None; size], (0..size).collect());
        Forest { matching, root, from, place, is_outer, queue: vec![root] }
    }

    fn grow(mut self) -> Option<Way> {
        let Matching { graph, mates, is_settled } = self.matching;
        let mut done = 0;
        while let Some(&at) = self.queue.get(done) {
            done += 1;
            for &to in &graph.neighbours[at] {
                if is_settled[to] || self.place[at] == self.place[to] || mates[at] == Some(to) {
                    continue;
                }
                if self.is_outer[to] {
                    self.close(at, to);
                } else if self.from[to].is_none() {
                    self.from[to] = Some(at);
                    match mates[to] {
                        None => return Some(Way { end: to, from: self.from }),
                        Some(mate) => self.reach(mate),
                    }
                }
            }
        }
        None
    }

    fn reach(&mut self, outer: usize) {
        if !self.is_outer[outer] {
            self.is_outer[outer] = true;
            self.queue.push(outer);
        }
    }

    /// A link between two ends of ways closes a circle, which becomes one place.
    fn close(&mut self, one: usize, other: usize) {
        let entry = self.parting(one, other);
        let mut inside = vec![false; self.place.len()];
        self.mark(&mut inside, one, entry, other);
        self.mark(&mut inside, other, entry, one);
        for player in 0..self.place.len() {
            if inside[self.place[player]] {
                self.place[player] = entry;
                self.reach(player);
            }
        }
    }

    /// The place where the ways to these two part.
    fn parting(&self, one: usize, other: usize) -> usize {
        let mut passed = vec![false; self.place.len()];
        let mut at = Some(one);
        while let Some(outer) = at {
            passed[self.place[outer]] = true;
            at = self.before(outer);
        }
        let mut at = self.place[other];
        while !passed[at] {
            match self.before(at) {
                Some(before) => at = self.place[before],
                None => break,
            }
        }
        at
    }

    /// The outer place before this one on its way; `None` at the root.
    fn before(&self, outer: usize) -> Option<usize> {
        let at = self.place[outer];
        if at == self.place[self.root] {
            return None;
        }
        self.matching.mates[at].and_then(|mate| self.from[mate])
    }

    /// Marks the places on the way from `at` back to the entry, and notes for each how to go around
    /// the other way, which begins at `beyond`.
    fn mark(&mut self, inside: &mut [bool], mut at: usize, entry: usize, mut beyond: usize) {
        while self.place[at] != entry {
            let Some(mate) = self.matching.mates[at] else { return };
            inside[self.place[at]] = true;
            inside[self.place[mate]] = true;
            self.from[at] = Some(beyond);
            beyond = mate;
            match self.from[mate] {
                Some(before) => at = before,
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use plyglot_core::mix::Random;

    use super::*;

    fn in_order(_: usize, left: &[usize]) -> Vec<usize> {
        left.to_vec()
    }

    /// The most pairs, by trying everything.
    fn most_pairs(links: &[[usize; 2]], used: u32) -> usize {
        let Some((&[a, b], rest)) = links.split_first() else { return 0 };
        let without = most_pairs(rest, used);
        let both = 1 << a | 1 << b;
        if used & both != 0 { without } else { without.max(1 + most_pairs(rest, used | both)) }
    }

    #[test]
    fn as_many_pairs_as_trying_everything_finds() {
        for seed in 0..2000 {
            let mut random = Random::new(seed);
            let size = 2 + random.below(8);
            let percent = 10 + random.below(60);
            let mut links = Vec::new();
            for a in 0..size {
                for b in a + 1..size {
                    if random.below(100) < percent {
                        links.push([a, b]);
                    }
                }
            }
            let graph = Graph::new(size, |a, b| links.contains(&[a, b]) || links.contains(&[b, a]));
            let found = graph.pair_up(in_order, |_, _| false);
            assert_eq!(found.pairs.len(), most_pairs(&links, 0), "{links:?}");
            assert!(found.pairs.iter().all(|pair| links.contains(pair)), "{found:?}");
            assert_eq!(found.alone.len() + 2 * found.pairs.len(), size);
            assert_eq!(found.is_perfect, found.alone.is_empty());
        }
    }

    #[test]
    fn two_triangles_and_a_bridge() {
        // The only perfect pairing uses the bridge from 0 to 4. From 2, which is left over when 0 has
        // taken 1, there is no way to it but around the triangle.
        let links = [[0, 1], [1, 2], [0, 2], [0, 4], [3, 4], [4, 5], [3, 5]];
        let graph = Graph::new(6, |a, b| links.contains(&[a.min(b), a.max(b)]));
        assert_eq!(graph.pair_up(in_order, |_, _| false).pairs, [[0, 4], [1, 2], [3, 5]]);
    }

    #[test]
    fn wishes_are_granted_while_nobody_pays() {
        let last_first = |_: usize, left: &[usize]| left.iter().rev().copied().collect();
        let everybody = Graph::new(4, |_, _| true);
        assert_eq!(everybody.pair_up(last_first, |_, _| false).pairs, [[0, 3], [1, 2]]);
        // 1 can play 3 alone: so 0 cannot have it.
        let graph = Graph::new(4, |a, b| a.min(b) != 1 && a.max(b) != 1 || a.max(b) == 3);
        assert_eq!(graph.pair_up(last_first, |_, _| false).pairs, [[0, 2], [1, 3]]);
    }

    #[test]
    fn close_pairs_go_first() {
        // 0 would like 2; but then 1 and 3, who cannot meet, would need others from farther away.
        let may_meet = |a: usize, b: usize| [a.min(b), a.max(b)] != [1, 3];
        let graph = Graph::new(6, may_meet);
        let wishes = |_: usize, left: &[usize]| {
            let mut wishes = left.to_vec();
            wishes.sort_by_key(|&other| (other == 1, other));
            wishes
        };
        let far = graph.pair_up(wishes, |_, _| false).pairs;
        assert_eq!(far, [[0, 2], [1, 4], [3, 5]]);
        let close = graph.pair_up(wishes, |a, b| (a < 4) == (b < 4)).pairs;
        assert_eq!(close, [[0, 3], [1, 2], [4, 5]]);
    }
}
