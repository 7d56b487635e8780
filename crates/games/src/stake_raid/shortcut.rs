//! The first best move of Stake and Raid, whose answers tell nothing else about the search.
//!
//! It searches [`Gains`] in place instead of copying positions through [`Game`]: the last ply is
//! then one glance at a list of gains, and that is where nearly all the time goes.

use crate::stake_raid::{Candidate, Gains, Kind, Move, Position, Ranked};
use plyglot_core::{Game, Value};
use plyglot_search::textbook::Progress;

/// The first of the moves that [`plyglot_search::textbook::minimax`] finds best, and their value for the
/// side to move; `None` if the game is over. A depth of 0 is taken for 1.
pub fn first_best(root: &Position, depth: u32) -> Option<(Move, Value)> {
    first_best_shown(root, depth, None)
}

/// The same, and shows how far it has come.
pub(super) fn first_best_shown(
    root: &Position,
    depth: u32,
    progress: Option<&Progress>,
) -> Option<(Move, Value)> {
    let gains = Gains::new(root);
    let mut moves = Vec::new();
    gains.list(&mut moves);
    moves.sort_unstable();

    let all = moves.len() as f64;
    let first = moves.pop()?;
    // Where the board is full, no search goes on.
    let depth = depth.clamp(1, gains.free());
    let mut search = ShortcutSearch::new(gains, depth, progress);
    search.warm_up(depth);
    let mut best = (search.value_of(first, depth, -INFINITY, INFINITY), first);
    while let Some(mv) = moves.pop() {
        if search.is_given_up {
            break;
        }
        if let Some(progress) = progress {
            progress.set_share(1.0 - (1 + moves.len()) as f64 / all);
        }
        // Moves are tried by gain, so one that the rules put before the best so far may still
        // come: it wins with an equal value, too. A later one needs more.
        let to_beat = best.0 - i32::from(mv.order() < best.1.order());
        // Whether it does is cheap to ask. How much it is worth is asked only then, since the
        // answer to the first question is a bound.
        if search.value_of(mv, depth, to_beat, to_beat + 1) > to_beat {
            best = (search.value_of(mv, depth, to_beat, INFINITY), mv);
        }
    }
    let (gain, mv) = best;
    let now = root.evaluate(root.to_move()).number()?;
    Some((search.gains.as_move(mv), Value::finite(now + i64::from(gain))))
}

/// More than both sides can gain in a whole game.
const INFINITY: i32 = 1_000_000;
/// Every cell is worth something.
const LEAST_REPLY: i32 = 1;

struct ShortcutSearch<'p> {
    gains: Gains,
    /// The moves of all nodes on the current path, one list behind the other.
    moves: Vec<Ranked>,
    /// Moves of the one node of two plies.
    replied: Vec<Candidate>,
    table: Transpositions,
    progress: Option<&'p Progress>,
    /// Nodes of three plies and more, and their moves.
    nodes: u64,
    is_given_up: bool,
}

impl<'p> ShortcutSearch<'p> {
    fn new(gains: Gains, depth: u32, progress: Option<&'p Progress>) -> ShortcutSearch<'p> {
        ShortcutSearch {
            table: Transpositions::new(depth, gains.free()),
            gains,
            moves: Vec::new(),
            replied: Vec::new(),
            progress,
            nodes: 0,
            is_given_up: false,
        }
    }

    /// Whether to go on, asked at every node that is large enough for that to cost nothing.
    fn gives_up(&mut self) -> bool {
        self.nodes += u64::from(self.gains.free());
        if let Some(progress) = self.progress {
            self.is_given_up |= progress.gives_up_at(self.nodes);
        }
        self.is_given_up
    }

    /// What the side to move gains in the next `depth` plies if it begins with `mv`: exact between
    /// `alpha` and `beta`, else a bound that lies on the same side of them.
    #[inline]
    fn value_of(&mut self, mv: Candidate, depth: u32, alpha: i32, beta: i32) -> i32 {
        let gain = mv.gain();
        let played = self.gains.play(mv);
        let value = gain - self.value(depth - 1, gain - beta, gain - alpha);
        self.gains.take_back(played);
        value
    }

    /// The same for the best of all moves.
    fn value(&mut self, depth: u32, alpha: i32, beta: i32) -> i32 {
        match depth {
            0 => return 0,
            1 => return self.gains.largest(),
            2 => return self.value_of_two(alpha, beta),
            _ if self.gives_up() => return alpha,
            _ => {}
        }
        let (least, most) = self.gains.bounds();
        if least >= beta {
            return least;
        }
        if most <= alpha {
            return most;
        }
        if depth < Transpositions::LEAST_DEPTH {
            return self.best_of(None, depth, alpha, beta).0;
        }
        let key = self.gains.key();
        let mut known = self.table.get(key);
        if known.depth == depth as u16 {
            if known.lower >= beta {
                return known.lower;
            }
            if known.upper <= alpha {
                return known.upper;
            }
        } else {
            known = Known { depth: depth as u16, lower: -INFINITY, upper: INFINITY, ..known };
        }
        let (value, best) = self.best_of(known.best, depth, alpha, beta);
        if value > alpha {
            known.lower = value;
        }
        if value < beta {
            known.upper = value;
        }
        known.best = best.or(known.best);
        self.table.put(known);
        value
    }

    /// The same for two plies. Moves after which the reply takes too much are not played: `alpha` is a
    /// bound for them.
    fn value_of_two(&mut self, alpha: i32, beta: i32) -> i32 {
        self.replied.clear();
        self.gains.list_for_two(alpha, &mut self.replied);
        let mut best = alpha;
        for index in 0..self.replied.len() {
            let mv = self.replied[index];
            if mv.gain() - LEAST_REPLY <= best {
                continue;
            }
            let value = match mv.kind() {
                Kind::Stake => mv.gain() - self.gains.reply_to_stake(mv),
                Kind::Raid => self.value_of(mv, 2, best, beta),
            };
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// The best value of all moves, and the move that has it if that is more than `alpha`. Most nodes are
    /// done after the `first`, so the others are not even listed before.
    fn best_of(
        &mut self,
        first: Option<u16>,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> (i32, Option<u16>) {
        let first = self.gains.first_to_try(first);
        let mut best = self.value_of(first, depth, alpha, beta);
        let mut best_move = (best > alpha).then_some(first.place() as u16);
        if best >= beta {
            return (best, best_move);
        }
        alpha = alpha.max(best);
        let start = self.moves.len();
        self.gains.list_best(first, &mut self.moves);
        if depth <= 4 && self.drop_hopeless(start, depth, alpha) {
            best = alpha;
        }
        let mut next = start;
        while next < self.moves.len() {
            bring_greatest_to_front(&mut self.moves[next..], next - start);
            let mv = self.moves[next].candidate;
            next += 1;
            let mut value = self.value_of(mv, depth, alpha, alpha + 1);
            if value > alpha && value < beta {
                value = self.value_of(mv, depth, value - 1, beta);
            }
            best = best.max(value);
            if value > alpha {
                (alpha, best_move) = (value, Some(mv.place() as u16));
            }
            if best >= beta {
                break;
            }
        }
        self.moves.truncate(start);
        (best, best_move)
    }

    /// With three or four plies to go: drops the moves from `start` on that a threat of the opponent keeps
    /// from getting above `alpha`. Says whether there were any.
    fn drop_hopeless(&mut self, start: usize, depth: u32, alpha: i32) -> bool {
        let Some(threats) = self.gains.threats() else { return false };
        // The opponent's second move: three cells are taken before it.
        let last = if depth == 4 { self.gains.nth_cell(3) } else { 0 };
        let mut kept = start;
        for index in start..self.moves.len() {
            let ranked = self.moves[index];
            if !self.gains.is_hopeless(ranked.candidate, &threats, alpha + last) {
                self.moves[kept] = ranked;
                kept += 1;
            }
        }
        let is_any = kept < self.moves.len();
        self.moves.truncate(kept);
        is_any
    }

    /// Looks less far first, to know which moves to try first.
    fn warm_up(&mut self, depth: u32) {
        // To look further takes longer than it saves.
        const FURTHEST: u32 = 9;
        for depth in (Transpositions::LEAST_DEPTH..depth.min(FURTHEST + 1))
            .filter(|less| (depth - less).is_multiple_of(2))
        {
            self.value(depth, -INFINITY, INFINITY);
        }
    }
}

/// Most nodes are done after a move or two, so it does not pay to sort before more are `tried`.
#[inline]
fn bring_greatest_to_front(moves: &mut [Ranked], tried: usize) {
    const SORT_AFTER: usize = 4;
    if tried == SORT_AFTER {
        moves.sort_unstable_by(|a, b| b.cmp(a));
    } else if tried < SORT_AFTER {
        let greatest = moves.iter().max().copied();
        let place = moves.iter().position(|&mv| Some(mv) == greatest);
        moves.swap(0, place.unwrap_or(0));
    }
}

/// What is known of positions met before, so that another order of the same moves costs nothing.
struct Transpositions {
    entries: Vec<Known>,
}

#[derive(Clone, Copy)]
struct Known {
    /// 64 bits tell all positions of a search apart, for all that chance can do.
    key: u64,
    lower: i32,
    upper: i32,
    /// How far the bounds look ahead.
    depth: u16,
    /// Where the best move is.
    best: Option<u16>,
}

impl Transpositions {
    /// Nearer to the leaves a search is as fast as looking it up.
    const LEAST_DEPTH: u32 = 4;
    /// It takes three plies to play the same moves in another order.
    const LEAST_ROOT_DEPTH: u32 = Transpositions::LEAST_DEPTH + 3;

    fn new(root_depth: u32, free: u32) -> Transpositions {
        let bits = match root_depth {
            0..Transpositions::LEAST_ROOT_DEPTH => 10,
            Transpositions::LEAST_ROOT_DEPTH..9 => 18,
            9..13 => 20,
            _ => 22,
        };
        // Few cells are filled in few ways.
        Transpositions { entries: vec![Transpositions::nothing(0); 1 << bits.min(free + 4)] }
    }

    fn nothing(key: u64) -> Known {
        Known { key, lower: -INFINITY, upper: INFINITY, depth: 0, best: None }
    }

    /// Two neighbours: the first for what looks far, the second for what is new.
    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 2)
    }

    #[inline]
    fn get(&self, key: u64) -> Known {
        let place = self.place(key);
        let found = self.entries[place..place + 2].iter().find(|known| known.key == key);
        found.copied().unwrap_or(Transpositions::nothing(key))
    }

    /// What looks less far gives way, or else what is older.
    #[inline]
    fn put(&mut self, known: Known) {
        let place = self.place(known.key);
        let first = &self.entries[place];
        let is_second = first.key != known.key && first.depth > known.depth;
        self.entries[place + usize::from(is_second)] = known;
    }
}
