//! A game of the engine against itself or a sister with other weights, by nodes a move.

use plyglot_core::mix::Random;
use plyglot_core::{DrawRule, Game, Outcome};
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::{History, Position};
use plyglot_search::engine::{Engine, Limit, Problem, Score, Settings};

/// A game as it was played.
pub struct LabGame {
    pub outcome: Outcome,
    /// Every position after the opening.
    pub moments: Vec<LabPosition>,
}

/// A position of a game.
pub struct LabPosition {
    pub position: Position,
    /// What its side to move thought of it.
    pub score: Score,
    /// How many turns before it could have been taken back.
    pub quiet: usize,
}

/// A position after `plies` random moves; the same for the same seed.
pub fn opening(plies: u32, seed: u64) -> Position {
    let mut random = Random::new(seed);
    loop {
        let mut position = Position::start();
        for _ in 0..plies {
            let moves = position.moves();
            if !moves.is_empty() {
                position.play(moves[random.below(moves.len())]);
            }
        }
        // Long openings by chance may have ended the game.
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// Plays from a position to the end, or until a win is proven.
pub fn play(start: Position, [black, white]: [&Checkers; 2], nodes: u64) -> LabGame {
    // Small tables: they are made anew for every game, so that none depends on another.
    let settings = Settings { table_bytes: 1 << 20, ..Settings::default() };
    let mut engines = [black, white].map(|knowledge| Engine::new(*knowledge, settings));
    let mut position = start;
    let mut history = History::new(&position, DrawRule::Prompt);
    let mut moments = Vec::new();
    loop {
        let side = position.to_move();
        let (limit, past) = (Limit::Nodes(nodes), history.past());
        let problem = Problem { past: &past, ..Problem::new(&position, limit) };
        let Some(thought) = engines[side as usize].think(&problem) else {
            return LabGame { outcome: Outcome::Win(side.other()), moments };
        };
        moments.push(LabPosition { position, score: thought.score, quiet: past.len() });
        if let Some(plies) = thought.distance() {
            let winner = if plies > 0 { side } else { side.other() };
            return LabGame { outcome: Outcome::Win(winner), moments };
        }
        position.play(thought.best());
        if let Some(end) = history.push(thought.best(), &position) {
            return LabGame { outcome: end.outcome, moments };
        }
    }
}
