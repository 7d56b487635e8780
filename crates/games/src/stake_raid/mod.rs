//! Stake and Raid: two players conquer a square board of valued cells.
//!
//! Rule choices (explained in `RULES.md`, a test each):
//! 1. The board has N x N cells, N from 1 to 26: columns A, B, ... from the left, rows 1, 2, ...
//!    from the top. A cell is worth 1 to 99, and that never changes.
//! 2. A Stake puts a piece on any free cell and conquers nothing.
//! 3. A Raid puts a piece on a free cell with an own piece next to it; next to means left, right,
//!    above or below, never diagonally.
//! 4. A Raid conquers every opposing piece next to its cell, and no further: no chain reaction.
//! 5. A Raid that conquers nothing is legal, though it leaves the same board as the Stake.
//! 6. Moves are ordered: all Stakes, then all Raids, each from the top left row by row.
//! 7. Nobody passes; the game ends when the board is full.
//! 8. A position is worth the own cells' values less the opponent's, at the end as on the way.

mod bench;
mod board;
mod cases;
mod cell;
mod explain;
pub mod files;
mod gains;
pub mod knowledge;
mod levels;
mod moves;
mod picture;
mod plain;
mod position;
pub mod shortcut;
mod situations;
mod text;
mod values;
mod words;

pub use board::Board;
pub use cell::Cell;
pub use gains::{Candidate, Gains, Played, Ranked, Threat};
pub use moves::{Kind, Move};
pub use position::Position;
pub use text::{read_board, read_size, read_values};
pub use values::Values;
