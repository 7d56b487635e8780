//! What the engine thinks of one move or of several.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plyglot_core::{DrawRule, Outcome, Over, Side};
use plyglot_kit::any::AnyLine;
use plyglot_search::engine::{CpuClock, Known, Limit, Score, Settings, Thought, score};

pub struct Search {
    pub settings: Settings,
    pub limit: Limit,
    pub stop: Arc<AtomicBool>,
}

impl Search {
    /// The best move alone.
    pub fn best(&self, line: &dyn AnyLine) -> Vec<Thought<String>> {
        self.think(line, self.limit).into_iter().collect()
    }

    /// The best of all legal moves, each searched by itself.
    pub fn each(&self, line: &dyn AnyLine, count: usize) -> Vec<Thought<String>> {
        let moves = line.kept_moves();
        let share = moves.len().max(1);
        let mut thoughts = Vec::new();
        for number in 0..moves.len() {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let mut after = line.copied();
            // It is legal: it was kept for this position.
            if after.play_kept(&*moves, number).is_ok() {
                let mv = moves.text(number).unwrap_or_default();
                thoughts.extend(self.after(line.to_move(), mv, &*after, share));
            }
        }
        thoughts.sort_by_key(|thought| Reverse(thought.score));
        thoughts.truncate(count);
        thoughts
    }

    /// What a move is worth for the side that made it.
    fn after(
        &self,
        mover: Side,
        mv: String,
        after: &dyn AnyLine,
        share: usize,
    ) -> Option<Thought<String>> {
        let is_same = after.to_move() == mover;
        let mut thought = match after.over(DrawRule::Prompt) {
            Some(over) => {
                let score = ended(after, over);
                Thought {
                    line: Vec::new(),
                    score,
                    depth: 0,
                    is_proven: true,
                    nodes: 1,
                    known: None,
                }
            }
            None => self.think(after, self.part(share, is_same))?,
        };
        thought.score = a_ply_earlier(if is_same { thought.score } else { -thought.score });
        // What is known is known of the position after the move, and so are its plies.
        thought.known = thought.known.map(|known| Known {
            solved: if is_same { known.solved } else { -known.solved },
            plies: None,
        });
        thought.depth += u32::from(!is_same);
        thought.line.insert(0, mv);
        Some(thought)
    }

    /// What one of so many moves may use.
    fn part(&self, share: usize, is_same: bool) -> Limit {
        match self.limit {
            Limit::Depth(depth) if is_same => Limit::Depth(depth),
            Limit::Depth(depth) => Limit::Depth((depth - 1).max(1)),
            Limit::Nodes(nodes) => Limit::Nodes((nodes / share as u64).max(1)),
            Limit::Move(time) => Limit::Move(time / share as u32),
            Limit::Game(time) => Limit::Game(time / share as u32),
        }
    }

    fn think(&self, line: &dyn AnyLine, limit: Limit) -> Option<Thought<String>> {
        let mut player = line.adviser(self.settings).stopped_by(Arc::clone(&self.stop));
        player.think(line, limit, CpuClock::of_thread(), &mut |_| {})?.thought
    }
}

/// What a game that is over is worth for the side that would move.
fn ended(line: &dyn AnyLine, over: Over) -> Score {
    let mover = line.to_move();
    if let Some(margin) = line.margin() {
        let lead = if mover == Side::First { margin } else { -margin };
        return score::from_points(lead, line.about().scale.point);
    }
    match over.outcome {
        Outcome::Win(side) if side == mover => score::WON,
        Outcome::Win(_) => -score::WON,
        Outcome::Draw => 0,
    }
}

/// A score as it is seen one ply earlier: wins are one ply further away.
fn a_ply_earlier(now: Score) -> Score {
    match score::distance(now) {
        Some(_) if now > 0 => now - 1,
        Some(_) => now + 1,
        None => now,
    }
}
