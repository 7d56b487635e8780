//! The workbench: an HTTP server, and the page that it serves, for playing, for watching a search, and
//! for following contests and gradings.
//!
//! The page's files are part of the program. The server keeps no games: a game is the text of its
//! start and its moves, and lives in the page, so a server can be restarted under an open page and
//! two pages cannot disturb each other. It does keep the trees searched most recently, within the
//! memory set aside for them. Contests are what it finds in a folder, which it only reads.
//!
//! ```
//! use plyglot_games::GAMES;
//! use plyglot_web::{Server, ServerLimits};
//!
//! // Port 0 is any that is free. The server stops when it is dropped.
//! let address = ([127, 0, 0, 1], 0).into();
//! let server = Server::bind(GAMES, address, ServerLimits::default()).unwrap().start().unwrap();
//! assert_ne!(server.address().port(), 0);
//! ```

mod api;
mod comments;
mod connections;
mod contests;
mod failure;
mod files;
mod guard;
mod limits;
mod module;
mod server;
pub mod site;
mod workers;

pub use limits::ServerLimits;
pub use module::{Module, module};
pub use plyglot_workbench::Limits;
pub use server::{Running, Server};
