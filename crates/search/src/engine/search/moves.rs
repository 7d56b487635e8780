//! The moves of a node: which to try, and in which order.

use std::ops::ControlFlow;

use plyglot_core::Game;

use super::{InnerNode, Search};
use crate::engine::order::{Class, Rank};
use crate::engine::score::INFINITE;
use crate::engine::scratch::Scratch;
use crate::engine::table::TableEntry;
use crate::engine::window::ScoreWindow;
use crate::engine::{Knowledge, Score};

impl<K: Knowledge> Search<'_, K> {
    /// Lists the moves in the order in which to try them, unless the node is settled without. What
    /// comes of those that are out is at most the answer.
    #[inline]
    pub(super) fn list_moves(
        &mut self,
        node: &InnerNode<'_, K::Game>,
    ) -> ControlFlow<Score, Score> {
        let mut rest = -INFINITE;
        if K::QUICK_MOVES {
            rest = self.play_all(node)?;
            // The order of the moves is found sooner than memory answers.
            if node.is_kept {
                self.table.prefetch(node.key);
            }
            self.rank_moves(node);
        }
        let known_best = if node.is_kept { self.probe(node)? } else { TableEntry::NO_MOVE };
        if !K::QUICK_MOVES {
            self.knowledge.moves(node.position, &mut self.scratch.moves);
            self.rank_moves(node);
        }
        if self.scratch.moves.len() == node.start {
            return ControlFlow::Break(self.final_score(node.position, node.at.ply));
        }
        if let Some(rank) = self.scratch.ranks[node.start..].get_mut(usize::from(known_best))
            && !rank.is_out()
        {
            *rank = rank.made_first();
        }
        ControlFlow::Continue(rest)
    }

    /// Lists and plays all moves, where that is quick, and looks at what is known of the positions
    /// they lead to. One that is certain to reach beta settles the node; those that cannot exceed
    /// alpha are out, and what comes of them is at most the answer.
    #[inline]
    fn play_all(&mut self, node: &InnerNode<'_, K::Game>) -> ControlFlow<Score, Score> {
        let is_narrow = self.techniques.bounds && !node.window.is_open();
        let ScoreWindow { alpha, beta } = if is_narrow { node.window } else { ScoreWindow::FULL };
        let Scratch { moves, children, ranks, .. } = &mut *self.scratch;
        self.knowledge.moves(node.position, moves);
        let (mut rest, side) = (-INFINITE, node.position.to_move());
        for (index, &mv) in moves[node.start..].iter().enumerate() {
            let child = node.position.after(mv);
            let (mut least, mut most) = self.knowledge.known_bounds(&child);
            if child.to_move() != side {
                (least, most) = (-most, -least);
            }
            if least >= beta {
                return ControlFlow::Break(least);
            }
            children.push(child);
            ranks.push(if most <= alpha {
                rest = rest.max(most);
                Rank::out(index)
            } else {
                Rank::new(Class::Ordinary, 0, 0, index)
            });
        }
        ControlFlow::Continue(rest)
    }

    /// Ranks the moves by everything but the table.
    #[inline]
    fn rank_moves(&mut self, node: &InnerNode<'_, K::Game>) {
        let Scratch { moves, children, ranks, experience, .. } = &mut *self.scratch;
        let (position, start) = (node.position, node.start);
        let uses_killers = self.techniques.killers && K::KILLERS;
        let killers = if uses_killers { experience.killers(node.at.ply) } else { [None; 2] };
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
    pub(super) fn prefetch_children(&self, node: &InnerNode<'_, K::Game>) {
        if !K::QUICK_MOVES {
            return;
        }
        let others = &self.scratch.ranks[node.start + 1..];
        for rank in others.iter().filter(|rank| !rank.is_out()) {
            let child = &self.scratch.children[node.start + rank.index()];
            if self.knowledge.is_kept(child) {
                self.table.prefetch(self.knowledge.key(child));
            }
        }
    }

    /// Learns that the move tried as `nth` refuted a position, and those before it did not.
    pub(super) fn learn(&mut self, node: &InnerNode<'_, K::Game>, nth: usize) {
        let Scratch { moves, ranks, experience, .. } = &mut *self.scratch;
        let side = node.position.to_move();
        let tried = &ranks[node.start..=node.start + nth];
        experience.add_killer(node.at.ply, moves[node.start + tried[nth].index()]);
        for (number, rank) in tried.iter().enumerate() {
            let index = self.knowledge.history_index(moves[node.start + rank.index()]);
            experience.learn(side, index, node.at.depth, number == nth);
        }
    }
}
