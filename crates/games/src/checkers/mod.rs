//! American checkers: jumps are compulsory, and a whole series of them is one move.
//!
//! Rule choices (explained in `RULES.md`, a test each):
//! 1. Only dark squares are used, a1 among them; Black starts on rows 8 to 6, moves down, and first.
//! 2. A man steps one square diagonally forward; a king also backward, and no farther.
//! 3. A piece jumps an adjacent opposing piece to the empty square behind it and removes it; men
//!    jump forward only.
//! 4. If any piece can jump, a jump must be made.
//! 5. Jumps are carried on until the piece can jump no more; that whole turn is one move.
//! 6. Which piece jumps, and which way, is free: taking more is not compulsory.
//! 7. No piece is jumped twice; a king may come back to the square that it left.
//! 8. A man that reaches the far row is crowned, and its turn ends there.
//! 9. Different paths are different moves, even if they take the same pieces.
//! 10. Moves are ordered by the first direction (up-right, up-left, down-left, down-right), then by
//!     the square left, then by the directions of the further jumps; squares are ordered along the
//!     rising diagonals, as [`Square`] numbers them.
//! 11. A side to move without a piece, or without a legal move, has lost.
//! 12. A position is worth the own pieces less the opponent's: a man 1, a king 3.
//! 13. The same board for the third time is a draw; the start counts as the first.
//! 14. 50 turns in a row, each side's counted, without a jump or a crowning are a draw.
//! 15. On the same turn a win goes before a repetition, and that before the 50 turns.
//! 16. A referee may notice draws one turn late ([`DrawRule::Late`](plyglot_core::DrawRule::Late)), as the source's did.

mod bench;
mod board;
mod cases;
mod direction;
pub mod endings;
mod fen;
pub mod files;
mod generate;
mod history;
pub mod knowledge;
mod levels;
mod moves;
pub mod openings;
mod pdn;
mod picture;
mod plain;
mod position;
pub mod problems;
mod situations;
mod square;
mod text;
mod view;
mod words;

pub use board::{Board, Piece};
pub use direction::Direction;
pub use history::History;
pub use moves::Move;
pub use position::Position;
pub use square::Square;
pub use text::read_board;
pub use view::View;
