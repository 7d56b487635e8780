//! Star and Circle: a checkers-like race on the dark squares of an 8x8 board.
//!
//! Rule choices (explained in `RULES.md`, a test each):
//! 1. Only dark squares are used; Star moves from row A up to H, Circle from H down to A. Pieces
//!    that an input puts on light squares move as all others.
//! 2. A piece steps one square diagonally forward, never backward.
//! 3. A piece jumps an adjacent opposing piece, which is removed; one jump a turn.
//! 4. Jumping is optional.
//! 5. Own pieces on the own last row share a square: a step or a jump may join them.
//! 6. A piece on its last row never moves again.
//! 7. A piece on the edge of the board cannot be jumped.
//! 8. `pass` is legal if and only if there is no other move.
//! 9. Moves are ordered by (from, to), squares from H1 to A8, for both sides.
//! 10. The game ends when a side has no piece left, those on the last row included.
//! 11. The game ends after two passes in a row; a real move in between starts anew.
//! 12. A position is worth the row values of the own pieces less those of the opponent's.

mod bench;
mod cases;
mod explain;
pub mod files;
mod first_best;
pub mod knowledge;
mod levels;
mod moves;
mod picture;
mod plain;
mod position;
mod shape;
pub mod shortcut;
mod situations;
mod square;
mod targets;
mod text;
mod words;

pub use moves::Move;
pub use position::{Board, Position, RowValues};
pub use shape::TreeShape;
pub use square::Square;
pub use text::{read_board, read_row_values};
