//! Program against program: a referee for agents in any language, matches, and tournaments that
//! survive a power cut.
//!
//! It plays any game of the kit through one door, [`AnyLine`](plyglot_kit::any::AnyLine), and names
//! none. From the inside out:
//! - [`agent`] is who plays, [`referee`] has two of them play one game, and [`record`] is what is left
//!   of it;
//! - [`schedule`] says who meets whom, and [`contest`] plays those games, several at a time;
//! - [`tournament`] adds the file that describes one, the store that keeps its games, and reports;
//! - [`cluster`] has the same games played by workers on other machines;
//! - [`stats`] says what results are worth: Elo, intervals, sequential tests, ratings;
//! - [`check`] tells an agent's author whether the agent keeps to the protocol.
//!
//! ```
//! use plyglot_arena::schedule::{Format, Results, Schedule, NextStep};
//! use plyglot_arena::stats::{Estimate, GameScore::*, Pairs};
//!
//! // Three players, each against each, two games a pairing.
//! let schedule = Schedule::new(Format::RoundRobin, 3, 2, 1).unwrap();
//! let NextStep::Play(games) = schedule.next(&Results::new()) else { panic!("nothing was played yet") };
//! assert_eq!(games.len(), 6);
//!
//! // What 30 pairs of games say: 20 won once and drawn once, 10 lost once and won once.
//! let mut pairs = Pairs::default();
//! (0..20).for_each(|_| pairs.add([Win, Draw]));
//! (0..10).for_each(|_| pairs.add([Loss, Win]));
//! let estimate = Estimate::of(&pairs);
//! assert_eq!((estimate.games, estimate.elo.round()), (60, 120.0));
//! ```

pub mod agent;
pub mod check;
pub mod cluster;
pub mod contest;
pub mod record;
pub mod referee;
pub mod schedule;
pub mod stats;
pub mod tournament;
