//! The workbench: an HTTP server, and the page that it serves, for playing and for watching a search.
//!
//! The page's files are part of the program. The server keeps no games: a game is the text of its
//! start and its moves, and lives in the page, so a server can be restarted under an open page and
//! two pages cannot disturb each other. What it does keep are trees that were searched, the most
//! recent few, as far as memory is set aside for them.

mod api;
mod failure;
mod files;
mod guard;
mod limits;
mod server;
mod tree;
mod workers;

pub use limits::Limits;
pub use server::{Running, Server};
