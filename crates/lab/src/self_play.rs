//! Games of the engine with itself, to learn from.

use plyglot_arena::stats::GameScore;
use plyglot_core::Game;
use plyglot_core::mix::{Random, mix};
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_search::engine::score::distance;

use crate::data::Sample;
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
    quiet(&play.game(start, [knowledge; 2]), number as u8)
}

/// The estimate is used only where nobody can jump, and not where the end is in sight.
fn quiet(game: &LabGame, number: u8) -> Vec<Sample> {
    let moments = game.moments.iter().filter(|moment| {
        !moment.position.can_jump()
            && distance(moment.score).is_none()
            && moment.quiet <= MOST_QUIET
    });
    let sample = |moment: &LabPosition| Sample {
        view: moment.position.view(),
        score: moment.score.clamp(-2_000, 2_000) as i16,
        half_points: GameScore::of(game.outcome, moment.position.to_move()).half_points() as u8,
        game: number,
    };
    moments.map(sample).collect()
}
