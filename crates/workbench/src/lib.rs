//! The workbench without a network: a request goes in, an answer comes out.
//!
//! All requests that are about games are here, with the trees that were searched most recently;
//! nothing else is kept. There are two ways to ask: a server passes on what comes by HTTP, and in a
//! page without a server a worker passes on what the page asks. Nothing here starts a thread or opens
//! a file. A request is [asked](Workbench::ask), and if its answer takes a search, that is handed back
//! as a [`Reply`] to be run wherever long work may be done.
//!
//! ```
//! use plyglot_games::GAMES;
//! use plyglot_workbench::{Limits, Request, Workbench};
//!
//! let workbench = Workbench::new(GAMES, Limits::default(), 1);
//! let body = br#"{"game": "mancala", "pits": 3, "stones": 1}"#;
//! let request = Request { method: "POST", path: "/api/start", body };
//! let answer = workbench.answer(&request, &mut |_| {}, &Default::default());
//! assert_eq!(answer.status, 200);
//! assert_eq!(answer.body, br#"{"game":"mancala","position":"1\n1 1 1\n1 1 1\n0\n0\n"}"#);
//! ```

mod answer;
mod failure;
mod kept_trees;
mod limits;
mod request;
mod requests;
mod route;
mod workbench;

pub use answer::{Answer, JSON, LINES, Lines, Reply, Search, Stop};
pub use failure::Failure;
pub use limits::Limits;
pub use request::Request;
pub use route::Route;
pub use workbench::Workbench;
