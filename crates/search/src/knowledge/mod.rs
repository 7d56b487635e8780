//! The engine's knowledge of each game beyond the rules.

mod capture_go;
pub mod checkers;
mod mancala;
mod stake_raid;
mod star_circle;

pub use capture_go::CaptureGo;
pub use checkers::Checkers;
pub use mancala::Mancala;
pub use stake_raid::StakeRaid;
pub use star_circle::StarCircle;
