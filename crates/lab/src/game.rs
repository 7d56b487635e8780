//! A game of the engine against itself or a sister with other weights, by nodes a move.

use std::sync::LazyLock;

use plyglot_core::mix::Random;
use plyglot_core::{DrawRule, Game, Outcome};
use plyglot_games::checkers::endings::{Endings, Verdict};
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::openings::ballots;
use plyglot_games::checkers::{History, Position};
use plyglot_search::engine::{Engine, Limit, Problem, Score, Settings};

/// A game as it was played.
pub struct LabGame {
    pub outcome: Outcome,
    /// Every position after the opening.
    pub moments: Vec<LabPosition>,
    /// In a game to learn from, positions beside it: a search looks at such moves too, and has to know
    /// that they are bad.
    pub asides: Vec<LabPosition>,
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
pub fn by_chance(plies: u32, seed: u64) -> Position {
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

/// A three-move ballot by chance, followed by up to two random moves; the same for the same seed.
pub fn ballot(seed: u64) -> Position {
    static BALLOTS: LazyLock<Vec<Position>> = LazyLock::new(|| {
        ballots(&Position::start(), 1).iter().map(|opening| opening.position).collect()
    });
    let mut random = Random::new(seed);
    let mut position = BALLOTS[random.below(BALLOTS.len())];
    for _ in 0..random.below(3) {
        let moves = position.moves();
        position.play(moves[random.below(moves.len())]);
    }
    position
}

/// How a game ends with so few pieces that tables know.
fn by_tables(position: &Position) -> Option<Outcome> {
    static ENDINGS: LazyLock<Endings> = LazyLock::new(Endings::in_program);
    let mover = position.to_move();
    Some(match ENDINGS.verdict(position)? {
        Verdict::Win => Outcome::Win(mover),
        Verdict::Draw => Outcome::Draw,
        Verdict::Loss => Outcome::Win(mover.other()),
    })
}

/// How a game is played.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// How many nodes a move.
    pub nodes: u64,
    /// For games to learn from: now and then another good move than the best, by this seed, and the
    /// game is over when it is clear how it ends. Otherwise it is played to its end.
    pub variety: Option<u64>,
}

/// A lead that wins, in hundredths of a man.
const CLEAR_LEAD: Score = 450;
/// So many turns without progress make a draw likely.
const CLEAR_DRAW: usize = 20;
const CLEAR_DRAW_LEAD: Score = 60;
/// One move in so many is another one, during this many plies.
const VARIED: usize = 5;
const VARIED_PLIES: usize = 30;
/// How much worse it may be, in hundredths of a man.
const VARIED_LOSS: Score = 30;
/// A position beside the game is up to so many random moves away.
const ASIDE_PLIES: usize = 4;

impl Play {
    /// Plays from a position.
    pub fn game(&self, start: Position, [black, white]: [&Checkers; 2]) -> LabGame {
        // Small tables: they are made anew for every game, so that none depends on another.
        let settings = Settings { table_bytes: 1 << 20, ..Settings::default() };
        let mut engines = [black, white].map(|knowledge| Engine::new(*knowledge, settings));
        let mut random = Random::new(self.variety.unwrap_or_default());
        let mut position = start;
        let mut history = History::new(&position, DrawRule::Prompt);
        let (mut moments, mut asides) = (Vec::new(), Vec::new());
        loop {
            let side = position.to_move();
            let engine = &mut engines[side as usize];
            let (limit, past) = (Limit::Nodes(self.nodes), history.past());
            let problem = Problem { past: &past, ..Problem::new(&position, limit) };
            let Some(thought) = engine.think(&problem) else {
                return LabGame { outcome: Outcome::Win(side.other()), moments, asides };
            };
            moments.push(LabPosition { position, score: thought.score, quiet: past.len() });
            if self.variety.is_some() {
                asides.extend(self.aside(position, engine, &mut random));
            }
            let is_clear = self.variety.is_some() && thought.score.abs() > CLEAR_LEAD;
            if is_clear || thought.distance().is_some() {
                let winner = if thought.score > 0 { side } else { side.other() };
                return LabGame { outcome: Outcome::Win(winner), moments, asides };
            }
            let mut mv = thought.best();
            if self.variety.is_some() {
                if let Some(outcome) = by_tables(&position) {
                    return LabGame { outcome, moments, asides };
                }
                if past.len() >= CLEAR_DRAW && thought.score.abs() < CLEAR_DRAW_LEAD {
                    return LabGame { outcome: Outcome::Draw, moments, asides };
                }
                if moments.len() <= VARIED_PLIES && random.below(VARIED) == 0 {
                    let moves = position.moves();
                    let other = moves[random.below(moves.len())];
                    let after = position.after(other);
                    let reply = engine.think(&Problem::new(&after, Limit::Nodes(self.nodes / 2)));
                    if reply.is_some_and(|reply| -reply.score >= thought.score - VARIED_LOSS) {
                        mv = other;
                    }
                }
            }
            position.play(mv);
            if let Some(end) = history.push(mv, &position) {
                return LabGame { outcome: end.outcome, moments, asides };
            }
        }
    }

    /// A position some random moves away, and what half a search thinks of it; none where nothing is to
    /// be learned.
    fn aside(
        &self,
        mut position: Position,
        engine: &mut Engine<Checkers>,
        random: &mut Random,
    ) -> Option<LabPosition> {
        for _ in 0..=random.below(ASIDE_PLIES) {
            let moves = position.moves();
            position.play(*moves.get(random.below(moves.len().max(1)))?);
        }
        if position.can_jump() || by_tables(&position).is_some() {
            return None;
        }
        let thought = engine.think(&Problem::new(&position, Limit::Nodes(self.nodes / 2)))?;
        Some(LabPosition { position, score: thought.score, quiet: 0 })
    }
}
