use std::sync::Arc;

use plyglot_core::text::TextError;
use plyglot_kit::any::{GameRef, Games};

use crate::kept_trees::KeptTrees;
use crate::{Answer, Failure, LINES, Limits, Reply, Request, Route, Stop};

/// What all requests share: the games, and the trees that were searched most recently.
#[derive(Debug)]
pub struct Workbench {
    pub(crate) games: Games,
    pub(crate) limits: Limits,
    pub(crate) trees: Arc<KeptTrees>,
}

impl Workbench {
    /// A workbench for these games. The names of trees come from the seed: with another one, a page
    /// that asks for trees of the workbench before is not shown others.
    pub fn new(games: Games, limits: Limits, seed: u64) -> Workbench {
        Workbench { games, limits, trees: Arc::new(KeptTrees::new(limits.all_nodes, seed)) }
    }

    /// What comes of a request. This takes no longer than reading it.
    pub fn ask(&self, request: &Request<'_>) -> Reply {
        let reply = Route::find(request).and_then(|(route, asked)| route.ask(self, &asked));
        reply.unwrap_or_else(|failure| Reply::Now(failure.into()))
    }

    /// The whole answer. If it comes line by line, `tell` is told each line, and the answer's body is
    /// empty.
    pub fn answer(
        &self,
        request: &Request<'_>,
        tell: &mut dyn FnMut(String),
        stop: &Stop,
    ) -> Answer {
        match self.ask(request) {
            Reply::Now(answer) => answer,
            Reply::Search(search) => search(stop),
            Reply::Lines(lines) => {
                lines(tell, stop);
                Answer { status: 200, kind: LINES, body: Vec::new() }
            }
        }
    }

    /// A game by its name.
    pub(crate) fn game(&self, name: &str) -> Result<GameRef, Failure> {
        let found = self.games.find(name);
        found.map_err(|error: TextError| Failure::bad(format!("game: {}", error.message)))
    }
}
