//! Capture Go: simplified Go, in which captured ground is lost to both players.
//!
//! Rule choices (explained in `RULES.md`, a test each):
//! 1. Any rectangular board from 1x1 to 19x19 will do; a full game starts on an empty 6x6.
//! 2. Black (B) moves first, the players alternate, and nobody may pass.
//! 3. A turn puts one own stone on an empty point.
//! 4. Then every opposing group without liberties is removed, anywhere on the board.
//! 5. A liberty is an empty point straight beside a group; a group has all liberties of its stones.
//! 6. A point where a stone was removed is invalid: no stone may go there, for the rest of the game.
//! 7. An invalid point is not a liberty, so a capture frees nobody.
//! 8. A move may leave own stones without liberties: they stay, and count, until the opponent's
//!    next turn removes them, wherever he plays.
//! 9. There is no ko: nothing can repeat.
//! 10. The game ends when no point is empty; who has more stones on the board wins.
//! 11. A position is worth the own stones on the board less the opponent's.
//! 12. Points are (column, row), (1,1) is at the upper left; moves are tried row by row.

mod bench;
mod board;
mod cases;
mod census;
mod explain;
pub mod files;
pub mod knowledge;
mod levels;
mod liberties;
mod picture;
mod plain;
mod point;
mod position;
mod prospects;
mod sgf;
mod situations;
mod words;

pub use board::{Board, Cell, LARGEST, read_board};
pub use census::count_legal_go_positions;
pub use liberties::{group, neighbours, without_liberties};
pub use point::Point;
pub use position::{Large, Medium, Position, Small};

/// A move is the point that the stone goes to.
pub type Move = Point;
