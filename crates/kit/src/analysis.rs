//! What the engine thinks of every legal move of a position.
//!
//! ```
//! use plyglot_games::GAMES;
//! use plyglot_kit::analysis::Analysis;
//! use plyglot_search::engine::Limit;
//!
//! let line = GAMES.find("mancala").unwrap().start(&[("pits", 2), ("stones", 2)], 0).unwrap();
//! let ranking = Analysis::new(Limit::TO_THE_END).run(&*line, usize::MAX, &mut |_| {});
//! assert_eq!(ranking.moves.len(), 2);
//! assert!(ranking.moves.iter().all(|thought| thought.is_proven));
//! ```

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use plyglot_core::{DrawRule, Outcome, Over, Side};
use plyglot_search::engine::{CpuClock, Known, Limit, Score, Settings, Thought, score};
use serde::Serialize;

use crate::any::{AnyLine, AnyPlayer};
use crate::wording::{Subject, verdict};

/// How to analyse positions.
///
/// One move is found by one search. Several are found by searching each legal move by itself, ever
/// deeper and all of them equally deep, so that their scores can be compared. Moves whose value is
/// certain are not searched again.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// How the engine is made.
    pub settings: Settings,
    /// How much may be spent on all moves together, but a first look at each is taken in any case.
    ///
    /// With a depth, each score is that of a search of its own with an empty table. With any other
    /// limit one table serves all moves and all depths: quicker, and what it knows of one move can
    /// sharpen the score of another.
    pub limit: Limit,
    /// Whether to tell of every depth on the way to a limit in depth, which takes longer. Other limits
    /// come by every depth anyway.
    pub tells_every_depth: bool,
    /// Ends it, with what is known, when somebody sets it.
    pub stop: Arc<AtomicBool>,
    /// How far it is, for others to look at.
    pub progress: Arc<Progress>,
}

/// How far an analysis is.
#[derive(Debug, Default)]
pub struct Progress {
    /// How deep moves are searched now.
    pub depth: AtomicUsize,
    /// How many of them are done at this depth, or for good.
    pub done: AtomicUsize,
    /// How many have a value that is certain.
    pub proven: AtomicUsize,
    /// How many there are.
    pub all: AtomicUsize,
    /// The nodes of all searches that have ended.
    pub nodes: AtomicU64,
    /// Those of the search that goes on.
    pub nodes_now: Arc<AtomicU64>,
}

/// The best moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    /// What is thought of each, the best first; of equal ones the first in the order of the rules.
    pub moves: Vec<Thought<String>>,
    /// How many turns ahead every move is searched, but those that are proven; if all are, how far the
    /// longest of their searches went.
    pub depth: u32,
    /// The nodes of all searches that it rests on.
    pub nodes: u64,
}

impl Analysis {
    /// With the usual settings.
    pub fn new(limit: Limit) -> Analysis {
        Analysis {
            settings: Settings::default(),
            limit,
            tells_every_depth: false,
            stop: Arc::default(),
            progress: Arc::default(),
        }
    }

    /// Finds the best `lines` moves, and tells how they rank after every depth, and whenever one of them
    /// is known for good. None if the game is over.
    pub fn run(&self, line: &dyn AnyLine, lines: usize, tell: &mut dyn FnMut(&Ranking)) -> Ranking {
        if lines == 0 || line.over(DrawRule::Prompt).is_some() {
            return Ranking::default();
        }
        if lines == 1 { self.best(line, tell) } else { self.each(line, lines, tell) }
    }

    fn best(&self, line: &dyn AnyLine, tell: &mut dyn FnMut(&Ranking)) -> Ranking {
        self.progress.all.store(1, Relaxed);
        let clock = CpuClock::of_thread();
        let chosen = self.engine(line).think(line, self.limit, clock, &mut |thought| {
            let is_ready = self.goes_to_the_end(line) && thought.depth + 1 >= WARM_UP;
            let next = if is_ready { Limit::DEEPEST } else { thought.depth + 1 };
            self.progress.depth.store(next as usize, Relaxed);
            tell(&Ranking::of_one(thought.clone()));
        });
        chosen.and_then(|chosen| chosen.thought).map(Ranking::of_one).unwrap_or_default()
    }

    fn each(&self, line: &dyn AnyLine, lines: usize, tell: &mut dyn FnMut(&Ranking)) -> Ranking {
        let clock = CpuClock::of_thread();
        let mut engine = self.engine(line);
        let mut branches = Branch::all(line);
        let (mut depth, mut spent) = (0, 0);
        for round in self.rounds(line) {
            self.show(&branches, round, 0, spent);
            let mut found = Vec::new();
            // The best first: the others profit from what is in the table then.
            let mut open: Vec<usize> = (0..branches.len()).collect();
            open.retain(|&index| !branches[index].is_final);
            open.sort_by_key(|&index| Reverse(branches[index].score()));
            for index in open {
                let branch = &mut branches[index];
                if self.is_by_depth() {
                    engine = self.engine(line);
                }
                let below = branch.depth_below(round);
                let limit = self.part(below, depth == 0, spent);
                let thought = engine.think(&*branch.after, limit, clock, &mut |_| {});
                let Some(thought) = thought.and_then(|chosen| chosen.thought) else { continue };
                spent += thought.nodes;
                let is_final = thought.is_final();
                if !is_final && thought.depth < below {
                    // Scores of different depths do not compare: what is found of this depth is dropped.
                    return Ranking::of(&branches, depth, lines);
                }
                let before = if self.is_by_depth() { 0 } else { branch.nodes() };
                let thought = branch.seen_from_above(thought, before);
                if is_final || depth == 0 {
                    branch.thought = Some(thought);
                    branch.is_final = is_final;
                } else {
                    found.push((index, thought));
                }
                if is_final && depth > 0 {
                    tell(&Ranking::of(&branches, depth, lines));
                }
                self.show(&branches, round, found.len(), spent);
            }
            for (index, thought) in found {
                branches[index].thought = Some(thought);
            }
            depth = round;
            tell(&Ranking::of(&branches, depth, lines));
            if branches.iter().all(|branch| branch.is_final) {
                break;
            }
        }
        Ranking::of(&branches, depth, lines)
    }

    /// Tells whoever looks how far it is.
    fn show(&self, branches: &[Branch], depth: u32, found: usize, nodes: u64) {
        let is_first = depth == LEAST;
        let count =
            |is: &dyn Fn(&Branch) -> bool| branches.iter().filter(|&branch| is(branch)).count();
        let ended = count(&|branch| branch.is_final || is_first && branch.thought.is_some());
        let is_proven =
            |branch: &Branch| branch.thought.as_ref().is_some_and(|thought| thought.is_proven);
        self.progress.depth.store(depth as usize, Relaxed);
        self.progress.done.store(found + ended, Relaxed);
        self.progress.proven.store(count(&is_proven), Relaxed);
        self.progress.all.store(branches.len(), Relaxed);
        self.progress.nodes.store(nodes, Relaxed);
        self.progress.nodes_now.store(0, Relaxed);
    }

    fn engine(&self, line: &dyn AnyLine) -> Box<dyn AnyPlayer> {
        let engine = match self.limit.is_to_the_end() {
            true => line.solver(self.settings),
            false => line.adviser(self.settings),
        };
        let nodes = Arc::clone(&self.progress.nodes_now);
        engine.stopped_by(Arc::clone(&self.stop)).counted_by(nodes)
    }

    /// Whether every move gets a search of its own to a given depth.
    fn is_by_depth(&self) -> bool {
        matches!(self.limit, Limit::Depth(_)) && !self.limit.is_to_the_end()
    }

    /// Whether it goes to the end of the game at once after a few depths.
    fn goes_to_the_end(&self, line: &dyn AnyLine) -> bool {
        self.limit.is_to_the_end() && !line.about().can_repeat
    }

    /// The depths to search every move to, one after the other. The least is a move and its answer. The
    /// end of the game comes after a few depths for the order, unless it may never come.
    fn rounds(&self, line: &dyn AnyLine) -> impl Iterator<Item = u32> + use<> {
        let (first, last, end) = match self.limit {
            _ if self.goes_to_the_end(line) => (LEAST, WARM_UP, Some(Limit::DEEPEST)),
            Limit::Depth(depth) | Limit::DepthOrNodes(depth, _) | Limit::DepthOrMove(depth, _) => {
                let depth = depth.clamp(LEAST, Limit::DEEPEST);
                let skips = self.is_by_depth() && !self.tells_every_depth;
                (if skips { depth } else { LEAST }, depth, None)
            }
            Limit::Nodes(_) | Limit::Move(_) | Limit::Game(_) => (LEAST, Limit::DEEPEST, None),
        };
        (first..=last).chain(end)
    }

    /// What a search of one move to a depth may use, after so many nodes were spent on others.
    fn part(&self, depth: u32, is_first: bool, spent: u64) -> Limit {
        match self.limit {
            _ if is_first => Limit::Depth(depth),
            Limit::Depth(_) => Limit::Depth(depth),
            Limit::Nodes(nodes) | Limit::DepthOrNodes(_, nodes) => {
                Limit::DepthOrNodes(depth, nodes.saturating_sub(spent))
            }
            Limit::Move(time) | Limit::Game(time) | Limit::DepthOrMove(_, time) => {
                Limit::DepthOrMove(depth, time)
            }
        }
    }
}

/// The least depth of a move: itself and the answer.
const LEAST: u32 = 2;
/// How far all moves are searched before any is searched to the end.
const WARM_UP: u32 = 10;

impl Ranking {
    /// The best move, found by one search.
    fn of_one(thought: Thought<String>) -> Ranking {
        Ranking { depth: thought.depth, nodes: thought.nodes, moves: vec![thought] }
    }

    fn of(branches: &[Branch], depth: u32, lines: usize) -> Ranking {
        let thoughts = branches.iter().filter_map(|branch| branch.thought.as_ref());
        let nodes = thoughts.clone().map(|thought| thought.nodes).sum();
        let farthest = thoughts.clone().map(|thought| thought.depth).max();
        let are_all_final = branches.iter().all(|branch| branch.is_final);
        let depth = farthest.filter(|_| are_all_final).unwrap_or(depth);
        let mut moves: Vec<Thought<String>> = thoughts.cloned().collect();
        moves.sort_by_key(|thought| Reverse(thought.score));
        moves.truncate(lines);
        Ranking { moves, depth, nodes }
    }
}

/// A legal move, and what is thought of it.
struct Branch {
    mv: String,
    after: Box<dyn AnyLine>,
    /// Whether the same player moves again.
    goes_on: bool,
    thought: Option<Thought<String>>,
    /// Whether to search it again would find nothing new.
    is_final: bool,
}

impl Branch {
    fn all(line: &dyn AnyLine) -> Vec<Branch> {
        let moves = line.kept_moves();
        let branch = |number| {
            let mut after = line.copied();
            // It is legal: it was kept for this position.
            after.play_kept(&*moves, number).ok()?;
            let goes_on = after.to_move() == line.to_move();
            let mv = moves.text(number)?;
            let mut branch = Branch { mv, after, goes_on, thought: None, is_final: false };
            if let Some(over) = branch.after.over(DrawRule::Prompt) {
                let score = ended(&*branch.after, over);
                let (line, known) = (Vec::new(), None);
                let end = Thought { line, score, depth: 0, is_proven: true, nodes: 1, known };
                branch.thought = Some(branch.seen_from_above(end, 0));
                branch.is_final = true;
            }
            Some(branch)
        };
        (0..moves.len()).filter_map(branch).collect()
    }

    fn score(&self) -> Option<Score> {
        self.thought.as_ref().map(|thought| thought.score)
    }

    fn nodes(&self) -> u64 {
        self.thought.as_ref().map_or(0, |thought| thought.nodes)
    }

    /// How deep to search the position after it, so that it is searched to that depth itself.
    fn depth_below(&self, depth: u32) -> u32 {
        if self.goes_on || depth >= Limit::DEEPEST { depth } else { depth - 1 }
    }

    /// What is thought of the position after it, as the player above sees it.
    fn seen_from_above(&self, mut thought: Thought<String>, nodes_before: u64) -> Thought<String> {
        let sign = if self.goes_on { 1 } else { -1 };
        thought.score = a_ply_earlier(sign * thought.score);
        // What is known is known of the position after the move, and so are its plies.
        thought.known = thought.known.map(|known| Known {
            solved: if self.goes_on { known.solved } else { -known.solved },
            plies: None,
        });
        thought.depth = (thought.depth + u32::from(!self.goes_on)).min(Limit::DEEPEST);
        thought.nodes += nodes_before;
        thought.line.insert(0, self.mv.clone());
        thought
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

/// A thought about the position at the end of a line, for programs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThoughtInfo {
    /// In the game's units, for the first side.
    pub lead: f64,
    /// In how many plies the first side wins (positive) or loses (negative), if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<i32>,
    /// In plain words.
    pub words: String,
    /// Whether the score is certain.
    pub is_proven: bool,
    /// How many turns ahead the search looked in full.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Best play by both sides, cut off where it is long.
    pub line: Vec<String>,
    /// The same as the game's players write it elsewhere, where that is another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual: Option<Vec<String>>,
}

impl ThoughtInfo {
    /// Longer lines are cut off here.
    const LONGEST_LINE: usize = 40;

    /// What is thought of the position at the end of this line.
    pub fn new(thought: &Thought<String>, line: &dyn AnyLine) -> ThoughtInfo {
        let (about, mover) = (line.about(), line.to_move());
        let sign = if mover == Side::First { 1 } else { -1 };
        let subject = Subject { name: about.side_title(mover).to_owned(), is_you: false };
        let expected = &thought.line[..thought.line.len().min(ThoughtInfo::LONGEST_LINE)];
        ThoughtInfo {
            lead: f64::from(sign * thought.score) / f64::from(about.scale.point),
            wins: score::distance(thought.score).map(|plies| sign * plies),
            words: verdict(thought, &about.scale, &subject),
            is_proven: thought.is_proven,
            depth: thought.depth,
            nodes: thought.nodes,
            line: expected.to_vec(),
            usual: expected.iter().map(|mv| line.usual(mv)).collect(),
        }
    }
}
