//! Mancala: a Kalah-like game of sowing stones around two rows of pits.
//!
//! Rule choices (explained in `RULES.md`, a test each):
//! 1. Player 2 owns the upper row, A2, A3 and so on, and the mancala on the left; player 1 owns
//!    the lower row, B2, B3 and so on, and the mancala on the right.
//! 2. Stones are sown counter-clockwise, one a pit, and one into the own mancala on the way.
//! 3. The opponent's mancala is passed over.
//! 4. A sowing that comes round again does not skip the pit it started from.
//! 5. The last stone in the own mancala earns another move, after a whole lap too.
//! 6. The last stone in an own pit that was empty is captured with all stones opposite.
//! 7. It is captured even if the opposite pit is empty.
//! 8. The pit can be the one that the sowing started from, after exactly one lap.
//! 9. The game ends with any move that leaves either row empty, whoever would move next.
//! 10. At the end each player sweeps the stones of the own row into the own mancala.
//! 11. A start is not tested for the end: it can be played if the mover has a stone.
//! 12. Moves are ordered by pit from left to right, for both players.
//! 13. A position is worth the stones in the own mancala less those in the opponent's.

mod bench;
mod board;
mod cases;
mod explain;
pub mod files;
pub mod knowledge;
mod levels;
mod moves;
mod packed;
mod picture;
mod plain;
mod position;
mod situations;
mod sowing;
mod sown;
mod text;
mod words;

pub use board::Board;
pub use moves::Move;
pub use packed::Packed;
pub use position::Position;
pub use sown::Sown;
pub use text::read_board;
