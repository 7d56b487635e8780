use plyglot_games::checkers::{Move, Position, Square, View};

use crate::engine::score::WON;
use crate::engine::{Knowledge, Score};

/// Checkers is won by leaving the opponent without a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checkers;

/// The squares in the middle, where kings have room.
const CENTRE: u32 =
    squares(&[(2, 2), (4, 2), (1, 3), (3, 3), (5, 3), (2, 4), (4, 4), (6, 4), (3, 5), (5, 5)]);
const BASE_ROW: u32 = squares(&[(0, 0), (2, 0), (4, 0), (6, 0)]);

const fn squares(places: &[(u8, u8)]) -> u32 {
    let (mut set, mut index) = (0, 0);
    while index < places.len() {
        let (column, row) = places[index];
        if let Some(square) = Square::at(column, row) {
            set |= square.bit();
        }
        index += 1;
    }
    set
}

fn half(view: View) -> Score {
    let men = view.men.count_ones() as Score;
    let kings = view.kings.count_ones() as Score;
    let mut score = 100 * men + 135 * kings;
    score += 6 * (view.kings & CENTRE).count_ones() as Score;
    score += 8 * (view.men & BASE_ROW).count_ones() as Score;
    score
}

impl Knowledge for Checkers {
    type Game = Position;
    const POINT: Score = 100;
    const WON_AS_A_WHOLE: bool = true;
    const REPEATS: bool = true;
    const SLOTS: usize = 32 * 32;

    #[inline]
    fn estimate(&self, position: &Position) -> Score {
        let view = position.view();
        half(view) - half(view.of_other())
    }

    /// A side to move without a move has lost.
    fn final_score(&self, _position: &Position) -> Score {
        -WON
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        (mv.from().number() * 32 + mv.to().number()) as usize
    }

    /// More pieces first.
    #[inline]
    fn promise(&self, _position: &Position, mv: Move) -> i32 {
        mv.jumps() as i32
    }

    #[inline]
    fn is_quiet(&self, position: &Position) -> bool {
        !position.can_jump()
    }

    #[inline]
    fn is_for_good(&self, position: &Position, mv: Move) -> bool {
        position.is_for_good(mv)
    }

    #[inline]
    fn reduction(&self, depth: i32, nth: usize) -> i32 {
        i32::from(nth >= 3) + i32::from(nth >= 6 && depth >= 6)
    }

    fn turns_to_go(&self, _position: &Position) -> u32 {
        20
    }
}
