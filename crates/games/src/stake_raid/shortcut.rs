//! The first best move of Stake and Raid, whose answers tell nothing else about the search.
//!
//! It searches [`Gains`] in place instead of copying positions through [`Game`]: the last ply is
//! then one glance at a list of gains, and that is where nearly all the time goes.

use crate::stake_raid::{Candidate, Gains, Move, Position};
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
    gains.list(0, &mut moves);
    moves.sort_unstable();

    let all = moves.len() as f64;
    let first = moves.pop()?;
    // Where the board is full, no search goes on.
    let depth = depth.clamp(1, gains.free());
    let mut search = ShortcutSearch::new(gains, depth, progress);
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

struct ShortcutSearch<'p> {
    gains: Gains,
    /// The moves of all nodes on the current path, one list behind the other.
    moves: Vec<Candidate>,
    table: Transpositions,
    progress: Option<&'p Progress>,
    /// Nodes of three plies and more, and their moves.
    nodes: u64,
    is_given_up: bool,
}

impl<'p> ShortcutSearch<'p> {
    fn new(gains: Gains, depth: u32, progress: Option<&'p Progress>) -> ShortcutSearch<'p> {
        ShortcutSearch {
            gains,
            moves: Vec::new(),
            table: Transpositions::new(depth),
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
            0 => 0,
            1 => self.gains.largest(),
            2 => {
                // Moves that cannot get above alpha, as the reply takes too much, are not listed:
                // alpha is a bound for them.
                let enough = alpha + self.gains.sure_reply();
                let rest = if enough > 0 { alpha } else { -INFINITY };
                self.best_of(enough.max(0), rest, depth, alpha, beta)
            }
            _ if self.gives_up() => alpha,
            _ if depth < Transpositions::LEAST_DEPTH => {
                self.best_of(0, -INFINITY, depth, alpha, beta)
            }
            _ => {
                let key = self.gains.key();
                let mut known = self.table.get(key);
                if known.lower >= beta {
                    return known.lower;
                }
                if known.upper <= alpha {
                    return known.upper;
                }
                let value = self.best_of(0, -INFINITY, depth, alpha, beta);
                if value > alpha {
                    known.lower = value;
                }
                if value < beta {
                    known.upper = value;
                }
                self.table.put(known);
                value
            }
        }
    }

    /// The best value of the moves that gain more than `above`, and of the others, for which
    /// `best` is a bound.
    fn best_of(&mut self, above: i32, mut best: i32, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let start = self.moves.len();
        self.gains.list(above, &mut self.moves);
        for next in start..self.moves.len() {
            bring_greatest_to_front(&mut self.moves[next..], next - start);
            best = best.max(self.value_of(self.moves[next], depth, alpha, beta));
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        self.moves.truncate(start);
        best
    }
}

/// Most nodes are done after a move or two, so it does not pay to sort before more are `tried`.
#[inline]
fn bring_greatest_to_front(moves: &mut [Candidate], tried: usize) {
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
/// How deep a position was searched need not be kept: its number of pieces tells that.
struct Transpositions {
    entries: Vec<Known>,
}

#[derive(Clone, Copy)]
struct Known {
    /// 64 bits tell all positions of a search apart, for all that chance can do.
    key: u64,
    lower: i32,
    upper: i32,
}

impl Transpositions {
    /// Nearer to the leaves a search is as fast as looking it up.
    const LEAST_DEPTH: u32 = 4;
    /// It takes three plies to play the same moves in another order.
    const LEAST_ROOT_DEPTH: u32 = Transpositions::LEAST_DEPTH + 3;
    const SIZE: usize = 1 << 18;

    fn new(root_depth: u32) -> Transpositions {
        let size =
            if root_depth < Transpositions::LEAST_ROOT_DEPTH { 1 } else { Transpositions::SIZE };
        Transpositions { entries: vec![Transpositions::nothing(0); size] }
    }

    fn nothing(key: u64) -> Known {
        Known { key, lower: -INFINITY, upper: INFINITY }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    #[inline]
    fn get(&self, key: u64) -> Known {
        let known = self.entries[self.place(key)];
        if known.key == key { known } else { Transpositions::nothing(key) }
    }

    /// The newest takes the place of an older one.
    #[inline]
    fn put(&mut self, known: Known) {
        let place = self.place(known.key);
        self.entries[place] = known;
    }
}
