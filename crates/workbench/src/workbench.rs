use std::sync::Arc;

use plyglot_core::text::TextError;
use plyglot_kit::any::{AnyTask, GameRef, Games};

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

    /// An `input.txt`, and its game, which the content tells unless it is named.
    pub(crate) fn task(
        &self,
        input: &str,
        game: Option<&str>,
    ) -> Result<(GameRef, Box<dyn AnyTask>), Failure> {
        let game = game.map(|name| self.game(name)).transpose()?;
        Ok(self.games.read_task(input, game)?)
    }

    /// An edition of a game's assignment by its name, if one is named.
    pub(crate) fn edition(
        &self,
        game: GameRef,
        name: Option<&str>,
    ) -> Result<Option<&'static str>, Failure> {
        let edition = name.map(|name| self.games.edition(game, name)).transpose();
        edition.map_err(|error| Failure::bad(format!("edition {error}")))
    }

    /// A game by its name.
    pub(crate) fn game(&self, name: &str) -> Result<GameRef, Failure> {
        let found = self.games.find(name);
        found.map_err(|error: TextError| Failure::bad(format!("game: {}", error.message)))
    }
}
