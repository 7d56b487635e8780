use std::fmt::Debug;

use super::{Move, Packed};
use plyglot_core::Game;

/// What a search asks of a position beyond the rules, in whichever way its stones are kept. Pits
/// count in the order of sowing, from 0.
pub trait Sown: Game<Move = Move> + Copy + Debug + 'static {
    /// Whether a move is played in so few instructions that it pays to play it only to see where it
    /// leads.
    const IS_QUICK: bool;

    /// The same position in two words, if it is small enough.
    fn packed(&self) -> Option<Packed>;

    /// How many pits a side has.
    fn pits(&self) -> usize;

    /// The pit that a move sows from.
    fn pit(&self, mv: Move) -> usize;

    /// The stones in a pit of the side to move.
    fn own(&self, pit: usize) -> u32;

    /// The stones in a pit of the other side.
    fn others(&self, pit: usize) -> u32;

    /// How many stones are still in the pits.
    fn left(&self) -> u32;

    /// How many of them are the other side's.
    fn others_left(&self) -> u32 {
        (0..self.pits()).map(|pit| self.others(pit)).sum()
    }

    /// How many pits hold just as many stones as reach the mancala, so that they earn another move: of
    /// the side to move, and of the other.
    fn bonus_moves(&self) -> [u32; 2] {
        let pits = self.pits();
        let count = |stones: &dyn Fn(usize) -> u32| {
            (0..pits).filter(|&pit| stones(pit) as usize == pits - pit).count() as u32
        };
        [count(&|pit| self.own(pit)), count(&|pit| self.others(pit))]
    }

    /// How many stones the mover is sure to bring home this turn, as far as that helps to decide whether
    /// it is as many as `wanted`.
    #[inline]
    fn sure_of(&self, _wanted: u32) -> u32 {
        self.bonus_moves()[0]
    }

    /// By how many stones the mancala of the side to move is ahead.
    fn lead(&self) -> i32;

    /// The legal moves in the order of sowing, without a list.
    fn each_move(&self) -> impl Iterator<Item = Move> + use<Self>;

    /// For each pit from the first of the side to move on: how many stones there are up to it.
    fn running_totals(&self) -> impl Iterator<Item = usize> + use<'_, Self>;

    /// A number for the stones in the pits: the sum of these ways, one entry a pit, each at the number of
    /// stones up to it.
    #[inline]
    fn place(&self, ways: &[Ways]) -> usize {
        ways.iter().zip(self.running_totals()).map(|(ways, stones)| ways[stones] as usize).sum()
    }

    /// A hash of the pits as the side to move sees them: of all that the rest of a game depends on.
    /// The board turned round, with the other side to move, has the same.
    fn pits_key(&self) -> u64;

    /// The most stones that the other side would capture with one move, if it were its turn.
    /// Sowings that come round are not looked at.
    #[inline]
    fn threat(&self) -> u32 {
        let pits = self.pits();
        let mut most = 0;
        for pit in 0..pits {
            let stones = self.others(pit);
            let last = pit + stones as usize;
            if stones > 0 && last < pits && self.others(last) == 0 {
                most = most.max(1 + self.own(pits - 1 - last));
            }
        }
        most
    }
}

/// By a number of stones, in how many ways fewer can be laid into some pits.
pub type Ways = [u32; 32];
