//! The search below the root: principal-variation search with a table.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plyglot_games::{Game, Side};

use super::knowledge::{Knowledge, Repetition};
use super::limit::Budget;
use super::order::{Class, Experience, Rank, bring_next};
use super::score::{INFINITE, LEAST_WIN};
use super::table::{Bound, Entry};
use super::{MoveOf, Score, Table, Techniques};

/// No line is longer: there the search must be content with an estimate.
pub(super) const MOST_PLIES: usize = 500;

/// What a search works in. It is kept from one to the next, so that none allocates.
#[derive(Clone, Debug)]
pub(super) struct Scratch<G: Game> {
    /// The moves of all nodes on the current path, one list behind the other.
    moves: Vec<G::Move>,
    /// Where they lead, in the same places, if they are all played at once.
    children: Vec<G>,
    /// In which order to try them, in the same places.
    ranks: Vec<Rank>,
    /// The best line from each ply of the current path.
    lines: Vec<Vec<G::Move>>,
    /// The keys of the game's last positions and of those on the current path.
    path: Vec<u64>,
    experience: Experience<G::Move>,
}

impl<G: Game> Scratch<G> {
    pub fn new(history_size: usize, repetition: Option<Repetition>) -> Scratch<G> {
        let most_past = repetition.map_or(0, |rule| rule.quiet_turns);
        Scratch {
            children: Vec::new(),
            moves: Vec::with_capacity(1 << 12),
            ranks: Vec::with_capacity(1 << 12),
            lines: vec![Vec::new(); MOST_PLIES + 2],
            path: Vec::with_capacity(MOST_PLIES + most_past),
            experience: Experience::new(MOST_PLIES + 1, history_size),
        }
    }

    /// Makes ready for a search after these positions.
    pub fn begin(&mut self, past: &[u64]) {
        self.experience.forget();
        self.path.clear();
        self.path.extend_from_slice(past);
    }

    /// Forgets the moves of the last node on the path, which begin there.
    #[inline]
    fn drop_moves(&mut self, start: usize) {
        self.moves.truncate(start);
        self.ranks.truncate(start);
        self.children.truncate(start);
    }

    /// The best line from the root.
    pub fn line(&self) -> &[G::Move] {
        &self.lines[0]
    }
}

pub(super) struct Search<'e, K: Knowledge> {
    pub knowledge: &'e K,
    pub techniques: Techniques,
    pub table: &'e mut Table,
    pub scratch: &'e mut Scratch<K::Game>,
    pub budget: Budget,
    /// Somebody may want it to stop.
    pub stop: &'e AtomicBool,
    /// What a draw is worth to the player at the root.
    pub draw: Score,
    pub root_side: Side,
    /// How many positions of the game lie before the root in the path.
    pub past: usize,
    /// How deep this iteration looks.
    pub depth: i32,
    pub nodes: u64,
    /// How many scores were not certain: estimates, draws by repetition, and what came out of the
    /// table that rests on such. A node below which there were none is searched to the very end.
    pub guesses: u64,
    pub stopped: bool,
    pub pace: Pace,
}

/// How often to look at the clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Look again at this many nodes.
    next: u64,
    every: u64,
    last: Duration,
}

impl Pace {
    pub fn new() -> Pace {
        Pace { next: 0, every: 64, last: Duration::ZERO }
    }
}

/// Where a node lies.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub ply: usize,
    /// How many turns are still to be looked at.
    pub depth: i32,
    /// How many turns in a row could be taken back.
    pub quiet: usize,
}

impl<K: Knowledge> Search<'_, K> {
    /// The value of a position for its side to move, if it lies between `alpha` and `beta`;
    /// otherwise a bound that lies on the same side of them.
    pub fn node(
        &mut self,
        position: &K::Game,
        place: Place,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let Place { ply, depth, quiet } = place;
        let is_open = alpha + 1 < beta;
        self.nodes += 1;
        if self.nodes >= self.pace.next && self.must_stop() {
            self.stopped = true;
            return 0;
        }
        if is_open {
            self.scratch.lines[ply].clear();
        }
        let knowledge = self.knowledge;
        let is_root = ply == 0;
        if self.techniques.bounds && !is_root {
            let (least, most) = knowledge.bounds_within(position, alpha, beta);
            if least >= beta || least == most {
                return least;
            }
            if most <= alpha {
                return most;
            }
        }
        let is_deep = depth <= 0 || ply >= MOST_PLIES;
        if K::REPETITION.is_none()
            && is_deep
            && let Some(score) = self.leaf(position, ply)
        {
            return score;
        }

        let key = knowledge.key(position);
        if let Some(rule) = K::REPETITION {
            if !is_root && self.is_drawn(rule, position, key, place) {
                self.guesses += 1;
                let is_ours = position.to_move() == self.root_side;
                return if is_ours { self.draw } else { -self.draw };
            }
            if is_deep && let Some(score) = self.leaf(position, ply) {
                return score;
            }
            self.scratch.path.truncate(self.past + ply);
            self.scratch.path.push(key);
        }

        let banked = knowledge.banked(position);
        let uses_table = self.techniques.table && depth > 0 && knowledge.is_kept(position);
        let mut known_best = Entry::NO_MOVE;
        let start = self.scratch.moves.len();
        let mut seen = -INFINITE;
        if K::QUICK_MOVES {
            let is_narrow = self.techniques.bounds && !is_open;
            let window = if is_narrow { (alpha, beta) } else { (-INFINITE, INFINITE) };
            seen = self.play_all(position, window);
            if seen >= beta {
                self.scratch.drop_moves(start);
                return seen;
            }
            // The order of the moves is found out sooner than memory answers.
            if uses_table {
                self.table.prefetch(key);
            }
            self.rank_moves(position, ply, start);
        }
        if uses_table && let Some(mut entry) = self.table.get(key) {
            known_best = entry.best;
            entry.score = at_ply::<K>(entry.score, ply as i32) + banked;
            let is_proven = entry.depth == Entry::PROVEN;
            let is_deep_enough = if self.techniques.deeper_entries {
                is_proven || !is_open && i32::from(entry.depth) >= depth
            } else {
                i32::from(entry.depth) == depth
            };
            if !is_root && is_deep_enough && entry.settles(alpha, beta) {
                self.guesses += u64::from(!is_proven);
                self.scratch.drop_moves(start);
                return entry.score;
            }
        }
        if !K::QUICK_MOVES {
            knowledge.moves(position, &mut self.scratch.moves);
            self.rank_moves(position, ply, start);
        }
        let end = self.scratch.moves.len();
        if start == end {
            return self.final_score(position, ply);
        }
        if let Some(rank) = self.scratch.ranks[start..].get_mut(usize::from(known_best))
            && !rank.is_out()
        {
            *rank = rank.made_first();
        }

        let is_forced =
            self.techniques.extensions && end - start == 1 && (ply as i32) < 2 * self.depth;
        let reduces = self.techniques.reductions
            && self.techniques.null_windows
            && depth >= 3
            && knowledge.is_quiet(position);
        let (guesses_before, nodes_before) = (self.guesses, self.nodes);
        let (old_alpha, mover) = (alpha, position.to_move());
        let (mut best, mut best_index) = (seen, Entry::NO_MOVE);
        for nth in 0..end - start {
            let rank = bring_next(&mut self.scratch.ranks[start..end], nth);
            if rank.is_out() {
                break;
            }
            if nth == 1 && uses_table {
                self.prefetch_children(start + 1..end);
            }
            let mv = self.scratch.moves[start + rank.index()];
            let child = if K::QUICK_MOVES {
                self.scratch.children[start + rank.index()].clone()
            } else {
                position.after(mv)
            };
            let goes_on = child.to_move() == mover;
            let below = Place {
                ply: ply + 1,
                depth: depth - i32::from(!goes_on && !is_forced),
                quiet: if K::REPETITION.is_some() && !knowledge.is_irreversible(position, mv) {
                    quiet + 1
                } else {
                    0
                },
            };
            let child = Child { position: &child, goes_on };
            let guesses_before_it = self.guesses;
            let score = if nth == 0 || !self.techniques.null_windows {
                self.child(&child, below, alpha, beta)
            } else {
                let less = if reduces { knowledge.reduction(depth, nth) } else { 0 };
                let shallow = Place { depth: below.depth - less, ..below };
                let mut score = self.child(&child, shallow, alpha, alpha + 1);
                if less > 0 && score > alpha {
                    self.guesses = guesses_before_it;
                    score = self.child(&child, below, alpha, alpha + 1);
                }
                if score > alpha && score < beta {
                    self.guesses = guesses_before_it;
                    score = self.child(&child, below, alpha, beta);
                }
                score
            };
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_index = rank.index() as u16;
                    if is_open {
                        self.take_line(ply, mv);
                    }
                    if score >= beta {
                        // The moves before it do not matter: it is good enough without them.
                        self.guesses -= guesses_before_it - guesses_before;
                        self.learn(position, ply, depth, start, nth);
                        break;
                    }
                }
            }
        }
        self.scratch.drop_moves(start);
        if self.stopped {
            return 0;
        }

        if uses_table {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            let is_proven = self.techniques.deeper_entries && self.guesses == guesses_before;
            if K::QUICK_MOVES && is_proven && self.nodes == nodes_before {
                // What was seen without a search is seen as quickly again.
                return best;
            }
            let (depth, work) = if is_proven {
                (Entry::PROVEN, (self.nodes - nodes_before + 1).ilog2().min(31) as u8)
            } else {
                (depth.min(254) as u8, 0)
            };
            let score = from_ply::<K>(best - banked, ply as i32);
            self.table.put(key, Entry { score, bound, depth, best: best_index, work });
        }
        best
    }

    /// The score of a child for the player above it.
    #[inline]
    fn child(
        &mut self,
        child: &Child<'_, K::Game>,
        place: Place,
        alpha: Score,
        beta: Score,
    ) -> Score {
        if self.stopped {
            0
        } else if child.goes_on {
            self.node(child.position, place, alpha, beta)
        } else {
            -self.node(child.position, place, -beta, -alpha)
        }
    }

    /// The score where the depth is used up; `None` if the search has to go on even so.
    #[inline]
    fn leaf(&mut self, position: &K::Game, ply: usize) -> Option<Score> {
        if position.outcome().is_some() {
            return Some(self.final_score(position, ply));
        }
        let is_quiet = !self.techniques.quiescence || self.knowledge.is_quiet(position);
        if is_quiet || ply >= MOST_PLIES {
            self.guesses += 1;
            return Some(self.knowledge.estimate(position));
        }
        None
    }

    /// What is over is worth less to the loser the sooner it comes.
    #[inline]
    fn final_score(&self, position: &K::Game, ply: usize) -> Score {
        at_ply::<K>(self.knowledge.final_score(position), ply as i32)
    }

    /// Whether the game is drawn here. Once more on the same path is enough: what was not better
    /// the first time will not be the second. Before the root the rule itself must be fulfilled.
    #[inline]
    fn is_drawn(&self, rule: Repetition, position: &K::Game, key: u64, place: Place) -> bool {
        let Place { ply, quiet, .. } = place;
        if quiet < 4 {
            return false;
        }
        if quiet >= rule.quiet_turns {
            // A win on the same turn goes first.
            return position.outcome().is_none();
        }
        let here = self.past + ply;
        let mut occurrences = 1;
        for back in (4..=quiet.min(here)).step_by(2) {
            if self.scratch.path[here - back] == key {
                occurrences += if back <= ply { rule.occurrences - 1 } else { 1 };
            }
        }
        occurrences >= rule.occurrences
    }

    /// Lists and plays all moves, where that is quick, and looks at what they lead to. An answer of
    /// `beta` or more settles the node: some move reaches as much for certain. Otherwise moves that
    /// cannot reach more than `alpha` are out, and the best of them reaches at most the answer.
    #[inline]
    fn play_all(&mut self, position: &K::Game, (alpha, beta): (Score, Score)) -> Score {
        let Scratch { moves, children, ranks, .. } = &mut *self.scratch;
        let (start, side) = (moves.len(), position.to_move());
        self.knowledge.moves(position, moves);
        let mut best = -INFINITE;
        for (index, &mv) in moves[start..].iter().enumerate() {
            let child = position.after(mv);
            let (mut least, mut most) = self.knowledge.known_bounds(&child);
            if child.to_move() != side {
                (least, most) = (-most, -least);
            }
            if least >= beta {
                return least;
            }
            children.push(child);
            ranks.push(if most <= alpha {
                best = best.max(most);
                Rank::out(index)
            } else {
                Rank::new(Class::Ordinary, 0, 0, index)
            });
        }
        best
    }

    /// Says in which order to try the moves as far as the table has no say in it.
    #[inline]
    fn rank_moves(&mut self, position: &K::Game, ply: usize, start: usize) {
        let Scratch { moves, children, ranks, experience, .. } = &mut *self.scratch;
        let killers =
            if self.techniques.killers && K::KILLERS { experience.killers(ply) } else { [None; 2] };
        let side = position.to_move();
        for (index, &mv) in moves[start..].iter().enumerate() {
            if K::QUICK_MOVES && ranks[start + index].is_out() {
                continue;
            }
            let class = if killers[0] == Some(mv) {
                Class::Killer
            } else if killers[1] == Some(mv) {
                Class::SecondKiller
            } else {
                Class::Ordinary
            };
            let history = if self.techniques.history {
                experience.history(side, self.knowledge.history_index(mv))
            } else {
                0
            };
            if K::QUICK_MOVES {
                let score = self.knowledge.move_score_after(position, mv, &children[start + index]);
                ranks[start + index] = Rank::new(class, score, history, index);
            } else {
                let score = self.knowledge.move_score(position, mv);
                ranks.push(Rank::new(class, score, history, index));
            }
        }
    }

    /// The first move did not refute a position, so the others will probably be tried too: what the
    /// table knows of where they lead comes from memory meanwhile, all at once.
    #[inline]
    fn prefetch_children(&self, places: Range<usize>) {
        if !K::QUICK_MOVES {
            return;
        }
        let start = places.start - 1;
        for rank in self.scratch.ranks[places].iter().filter(|rank| !rank.is_out()) {
            let child = &self.scratch.children[start + rank.index()];
            if self.knowledge.is_kept(child) {
                self.table.prefetch(self.knowledge.key(child));
            }
        }
    }

    /// The move tried as `nth` refuted a position, and those before it did not.
    fn learn(&mut self, position: &K::Game, ply: usize, depth: i32, start: usize, nth: usize) {
        let Scratch { moves, ranks, experience, .. } = &mut *self.scratch;
        let side = position.to_move();
        let tried = &ranks[start..=start + nth];
        experience.add_killer(ply, moves[start + tried[nth].index()]);
        for (number, rank) in tried.iter().enumerate() {
            let index = self.knowledge.history_index(moves[start + rank.index()]);
            experience.learn(side, index, depth, number == nth);
        }
    }

    /// The best line from `ply` is `mv` and what follows it.
    fn take_line(&mut self, ply: usize, mv: MoveOf<K>) {
        let (above, below) = self.scratch.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend_from_slice(&below[0]);
    }

    /// Looks at the limits, and says when to look again.
    #[cold]
    fn must_stop(&mut self) -> bool {
        if self.nodes > self.budget.nodes || self.stop.load(Ordering::Relaxed) {
            return true;
        }
        if let Some(time) = self.budget.time {
            let now = time.clock.elapsed();
            if now >= time.end {
                return true;
            }
            // A look costs less than a microsecond: once in some tenths of a millisecond is often
            // enough, and nothing. How many nodes that is depends on game and machine.
            let since = now.saturating_sub(self.pace.last);
            self.pace.last = now;
            if since < Duration::from_micros(150) {
                self.pace.every = (self.pace.every * 2).min(4096);
            } else if since > Duration::from_micros(500) {
                self.pace.every = (self.pace.every / 2).max(1);
            }
        }
        self.pace.next = (self.nodes + self.pace.every).min(self.budget.nodes.saturating_add(1));
        false
    }
}

/// A position below a node.
struct Child<'p, G> {
    position: &'p G,
    /// Whether the same player moves again.
    goes_on: bool,
}

/// A score that counts its distance from a node, seen from the root `ply` plies above it.
#[inline]
fn at_ply<K: Knowledge>(score: Score, ply: i32) -> Score {
    match score {
        _ if !K::DECISIVE => score,
        LEAST_WIN.. => score - ply,
        _ if score <= -LEAST_WIN => score + ply,
        _ => score,
    }
}

/// The reverse of [`at_ply`].
#[inline]
fn from_ply<K: Knowledge>(score: Score, ply: i32) -> Score {
    at_ply::<K>(score, -ply)
}
