use plyglot_games::checkers::DrawRule;
use plyglot_kit::competition::{Competition, Over, past};

use crate::openings::Opening;

/// A game as far as it has gone.
pub(crate) struct Course<G: Competition> {
    /// One more than there are moves: the start is the first.
    positions: Vec<G>,
    moves: Vec<G::Move>,
}

impl<G: Competition> Course<G> {
    /// A game that begins with an opening.
    pub fn new(start: &G, opening: &Opening<G>) -> Course<G> {
        let mut course = Course { positions: vec![start.clone()], moves: Vec::new() };
        opening.moves.iter().for_each(|&mv| course.play(mv));
        course
    }

    pub fn position(&self) -> &G {
        // There is always the start.
        &self.positions[self.moves.len()]
    }

    pub fn play(&mut self, mv: G::Move) {
        self.positions.push(self.position().after(mv));
        self.moves.push(mv);
    }

    pub fn over(&self, draws: DrawRule) -> Option<Over> {
        G::over(&self.positions, &self.moves, draws)
    }

    /// The keys of earlier positions that can still come again.
    pub fn past(&self) -> Vec<u64> {
        past(&self.positions, &self.moves)
    }
}
