//! Games of the engine with itself, to learn from.

use plyglot_arena::stats::GameScore;
use plyglot_core::Game;
use plyglot_core::mix::{Random, mix};
use plyglot_games::checkers::Position;
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_search::engine::Score;
use plyglot_search::engine::score::distance;

use crate::data::Sample;
use crate::fit::{STEEPNESS, logistic};
use crate::game::{self, LabGame, LabPosition, Play};

/// When kings go to and fro until the game is drawn, nothing more is to be learned from it.
const MOST_QUIET: usize = 12;
/// One game in so many begins with moves by chance: the engine has to know what a lost game looks
/// like, too.
const BY_CHANCE: usize = 4;

/// What is worth learning from the game with this number.
pub fn samples(knowledge: &Checkers, nodes: u64, seed: u64, number: usize) -> Vec<Sample> {
    let seed = mix(seed).wrapping_add(number as u64);
    let start = if number.is_multiple_of(BY_CHANCE) {
        game::by_chance(6 + Random::new(seed).below(7) as u32, seed)
    } else {
        game::ballot(seed)
    };
    let play = Play { nodes, variety: Some(seed) };
    samples_of(&play.game(start, [knowledge; 2]), number as u8)
}

/// How much of what a position is worth is what the next one turns out to be worth: then what is known
/// later in a game counts for the positions some 14 plies before, which no search of so few nodes sees
/// (TD(lambda), Sutton 1988).
const LATER: f32 = 0.93;

/// The samples of a game. The estimate is used only where nobody can jump, and not where the end is in
/// sight.
fn samples_of(game: &LabGame, number: u8) -> Vec<Sample> {
    let is_wanted = |moment: &LabPosition| {
        !moment.position.can_jump()
            && distance(moment.score).is_none()
            && moment.quiet <= MOST_QUIET
    };
    let sample = |position: &Position, worth: f32| Sample {
        view: position.view(),
        chance: (worth * Sample::CERTAIN).round() as u16,
        game: number,
    };
    let mut samples = Vec::new();
    let mut later = None;
    for moment in game.moments.iter().rev() {
        let result = GameScore::of(game.outcome, moment.position.to_move()).half_points();
        let next = later.map_or(result as f32 / 2.0, |chance: f32| 1.0 - chance);
        let chance = (1.0 - LATER) * chance_of(moment.score) + LATER * next;
        later = Some(chance);
        if is_wanted(moment) {
            samples.push(sample(&moment.position, chance));
        }
    }
    let asides = game.asides.iter().filter(|aside| is_wanted(aside));
    samples.extend(asides.map(|aside| sample(&aside.position, chance_of(aside.score))));
    samples
}

/// The chance to win that a score means.
fn chance_of(score: Score) -> f32 {
    logistic(STEEPNESS * score.clamp(-2_000, 2_000) as f32)
}

#[cfg(test)]
mod tests {
    use plyglot_core::{Outcome, Side};

    use super::*;

    /// Black wins in the end: White, who moves last, has what is left of a level score, and Black before
    /// that nearly everything. What lies beside the game knows nothing of its end.
    #[test]
    fn what_comes_later_counts_for_the_side_that_gets_it() {
        let start = Position::start();
        let after = start.after(start.moves()[0]);
        let level = |position| LabPosition { position, score: 0, quiet: 0 };
        let game = LabGame {
            outcome: Outcome::Win(Side::First),
            moments: vec![level(start), level(after)],
            asides: vec![level(after)],
        };
        let last = (1.0 - LATER) / 2.0;
        let first = (1.0 - LATER) / 2.0 + LATER * (1.0 - last);
        for (sample, expected) in samples_of(&game, 0).iter().zip([last, first, 0.5]) {
            let chance = f32::from(sample.chance) / Sample::CERTAIN;
            assert!((chance - expected).abs() < 1e-4, "{chance} is not {expected}");
        }
        assert_eq!(samples_of(&game, 0).len(), 3);
    }
}
