//! What results say: Elo, likelihood of superiority, sequential tests, ratings of many.
//!
//! Nothing here plays, waits or writes: results go in, numbers and sentences come out.

mod elo;
mod likelihood;
mod normal;
mod ratings;
mod solve;
mod sprt;
mod tally;

pub use elo::{Estimate, expected_score};
pub use ratings::{Duel, Rating, Ratings};
pub use sprt::{EloScale, Sprt, SprtVerdict};
pub use tally::{GameScore, Pairs, Singles, Tally};
