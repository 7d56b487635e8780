//! What the engine knows of Mancala.

mod endings;

use std::marker::PhantomData;
use std::sync::OnceLock;

use crate::mancala::{Board, Move, Packed, Position, Sown};

use self::endings::Endings;
use plyglot_search::engine::{Converted, Knowledge, QuickForm, Score, Settings};
use plyglot_search::opponents::Levels;

/// Mancala is won by the stones in the mancalas, which stay there.
#[derive(Debug)]
pub struct Mancala<P = Position> {
    /// Endings have at most this many stones in the pits.
    most_stones: u32,
    /// By the number of pits, as they are asked for. A look into them can add to them.
    endings: [OnceLock<Endings>; *Board::PITS.end() + 1],
    positions: PhantomData<fn() -> P>,
}

impl<P> Mancala<P> {
    fn with_endings(most_stones: u32) -> Mancala<P> {
        let most_stones = most_stones.min(Endings::MOST_STONES as u32);
        Mancala { most_stones, endings: Default::default(), positions: PhantomData }
    }

    /// The endings that a position with this many stones in the pits is among, if it is an ending.
    #[inline]
    fn endings(&self, position: &P, stones: u32) -> Option<&Endings>
    where
        P: Sown,
    {
        if stones > self.most_stones {
            return None;
        }
        let pits = position.pits();
        let endings = self.endings[pits].get_or_init(|| Endings::new(self.most_stones, pits));
        (stones <= endings.most_stones()).then_some(endings)
    }
}

/// For playing: no ending takes more than a moment to work out.
impl<P> Default for Mancala<P> {
    fn default() -> Mancala<P> {
        Mancala::with_endings(8)
    }
}

impl<P: Sown> Knowledge for Mancala<P> {
    type Game = P;
    const POINT: Score = 1;
    const KILLERS: bool = false;
    const QUICK_MOVES: bool = P::IS_QUICK;
    const LEVELS: Levels = crate::mancala::levels::LEVELS;
    const HISTORY_SIZE: usize = *Board::PITS.end();

    #[inline]
    fn history_index(&self, mv: Move) -> usize {
        mv.column()
    }

    /// In the order of sowing, so that a board turned round lists them in the same.
    #[inline]
    fn moves(&self, position: &P, out: &mut Vec<Move>) {
        out.extend(position.each_move());
    }

    #[inline]
    fn move_score(&self, position: &P, mv: Move) -> i32 {
        self.move_score_after(position, mv, &position.after(mv))
    }

    /// Another move first; then what gains most, from far right, leaves the opponent few moves and few
    /// that earn another, keeps stones on our side and threatens something. The weights are the best
    /// of some fifty sets, by the nodes that solving six boards took.
    #[inline]
    fn move_score_after(&self, position: &P, mv: Move, child: &P) -> i32 {
        let pit = position.pit(mv);
        if child.to_move() == position.to_move() {
            return 100_000 + 3 * pit as i32;
        }
        let gain = -child.lead() - position.lead();
        let replies = child.move_count() as i32;
        let stones = position.own(pit) as i32;
        let plain = 40 * gain + 2 * pit as i32 - 4 * replies - 2 * stones;
        if !P::IS_QUICK {
            return plain;
        }
        let [theirs, ours] = child.bonus_moves().map(|count| count as i32);
        let (threat, kept) = (child.threat() as i32, child.others_left() as i32);
        plain + 2 * threat + 4 * kept - 7 * theirs + 3 * ours
    }

    #[inline]
    fn bounds(&self, position: &P) -> (Score, Score) {
        bounds(position, 0)
    }

    #[inline]
    fn bounds_within(&self, position: &P, alpha: Score, beta: Score) -> (Score, Score) {
        let (banked, left) = (position.lead(), position.left());
        // Of the stones that are left, so many reach beta.
        let wanted = (beta - banked).saturating_add(left as Score + 1) / 2;
        let (least, most) = bounds(position, wanted.max(0) as u32);
        if least >= beta || most <= alpha {
            return (least, most);
        }
        let Some(endings) = self.endings(position, left) else { return (least, most) };
        let (least, most) = endings.find(position, left, alpha - banked, beta - banked);
        (banked + least, banked + most)
    }

    #[inline]
    fn known_bounds(&self, position: &P) -> (Score, Score) {
        let (banked, left) = (position.lead(), position.left());
        let Some(endings) = self.endings(position, left) else { return self.bounds(position) };
        let (least, most) = endings.known(position, left);
        (banked + least, banked + most)
    }

    /// With one stone more than an ending has, to search once more takes no longer than to wait for
    /// the table, and those are the most.
    #[inline]
    fn is_kept(&self, position: &P) -> bool {
        let endings = self.endings[position.pits()].get();
        !P::IS_QUICK || position.left() > endings.map_or(0, Endings::most_stones) + 1
    }

    #[inline]
    fn banked(&self, position: &P) -> Score {
        position.lead()
    }

    #[inline]
    fn key(&self, position: &P) -> u64 {
        position.pits_key()
    }

    /// Knows endings with more stones, which take a second to work out, and save more.
    fn solver() -> Mancala<P> {
        Mancala::with_endings(18)
    }

    /// Most boards fit into two words, which are sown at once.
    fn quick_form(&self, settings: Settings) -> Option<Box<dyn QuickForm<P>>> {
        let knowledge = Mancala::<Packed>::with_endings(self.most_stones);
        (!P::IS_QUICK).then(|| Box::new(Converted::new(P::packed, knowledge, settings)) as Box<_>)
    }

    fn turns_to_go(&self, position: &P) -> u32 {
        let turns = (position.left() / 5).min(5 + 5 * position.pits() as u32);
        turns.clamp(3, 30).max(position.move_count() as u32)
    }
}

/// What can still come of the stones in the pits: all of them go to one side, but for those that the
/// mover is sure of, as far as that decides whether they are as many as `wanted`.
#[inline]
fn bounds<P: Sown>(position: &P, wanted: u32) -> (Score, Score) {
    let (banked, left) = (position.lead(), position.left() as Score);
    (banked - left + 2 * position.sure_of(wanted) as Score, banked + left)
}
