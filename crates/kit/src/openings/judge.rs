use plyglot_core::{Game, Value};
use plyglot_search::engine::score::{MOST_ESTIMATE, distance, from_points};
use plyglot_search::engine::{
    Engine, Knowledge, Limit, MoveOf, Problem, Repetition, Score, Settings,
};

/// Looks a little ahead to tell whether a position favours a side.
///
/// It counts as the rules do, and takes from the engine's knowledge only how to search: so the
/// openings stay the same while the engine learns to judge.
pub struct Judge<'k, K> {
    knowledge: &'k K,
}

/// What a short search says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    /// One side wins by force, or the game is over.
    Decided,
    /// By how much the side to move is ahead.
    Open {
        /// In scores, of which a point of the rules is [`Knowledge::POINT`].
        lead: Score,
    },
}

/// How far to look: enough to see an exchange through, little enough for a hundred positions in a
/// moment. A number of nodes, so that it is the same on every machine.
const NODES: u64 = 2_000;
/// A small table is made faster.
const TABLE_BYTES: usize = 1 << 20;

impl<'k, K: Knowledge> Judge<'k, K> {
    /// A judge that searches as this knowledge does.
    pub fn new(knowledge: &'k K) -> Judge<'k, K> {
        Judge { knowledge }
    }

    /// Each position is judged afresh: what was judged before it makes no difference.
    pub fn balance(&self, position: &K::Game) -> Balance {
        let settings = Settings { table_bytes: TABLE_BYTES, ..Settings::default() };
        let mut engine = Engine::new(ByTheRules(self.knowledge), settings);
        match engine.think(&Problem::new(position, Limit::Nodes(NODES))) {
            Some(thought) if distance(thought.score).is_none() => {
                Balance::Open { lead: thought.score }
            }
            _ => Balance::Decided,
        }
    }
}

/// A game's knowledge of how to search, with the rules' own evaluation in place of its estimate.
struct ByTheRules<'k, K>(&'k K);

impl<K: Knowledge> Knowledge for ByTheRules<'_, K> {
    type Game = K::Game;
    const POINT: Score = K::POINT;
    const DECISIVE: bool = K::DECISIVE;
    const REPETITION: Option<Repetition> = K::REPETITION;
    const HISTORY_SIZE: usize = K::HISTORY_SIZE;

    fn estimate(&self, position: &K::Game) -> Score {
        match position.evaluate(position.to_move()) {
            Value::INFINITY => MOST_ESTIMATE,
            Value::NEG_INFINITY => -MOST_ESTIMATE,
            value => from_points(value.number().unwrap_or_default(), K::POINT),
        }
    }

    fn final_score(&self, position: &K::Game) -> Score {
        self.0.final_score(position)
    }

    fn history_index(&self, mv: MoveOf<K>) -> usize {
        self.0.history_index(mv)
    }

    fn moves(&self, position: &K::Game, out: &mut Vec<MoveOf<K>>) {
        self.0.moves(position, out);
    }

    fn move_score(&self, position: &K::Game, mv: MoveOf<K>) -> i32 {
        self.0.move_score(position, mv)
    }

    fn is_quiet(&self, position: &K::Game) -> bool {
        self.0.is_quiet(position)
    }

    fn is_irreversible(&self, position: &K::Game, mv: MoveOf<K>) -> bool {
        self.0.is_irreversible(position, mv)
    }

    fn reduction(&self, position: &K::Game, depth: i32, nth: usize) -> i32 {
        self.0.reduction(position, depth, nth)
    }

    fn bounds(&self, position: &K::Game) -> (Score, Score) {
        self.0.bounds(position)
    }

    fn bounds_within(&self, position: &K::Game, alpha: Score, beta: Score) -> (Score, Score) {
        self.0.bounds_within(position, alpha, beta)
    }

    fn banked(&self, position: &K::Game) -> Score {
        self.0.banked(position)
    }

    fn key(&self, position: &K::Game) -> u64 {
        self.0.key(position)
    }

    fn turns_to_go(&self, position: &K::Game) -> u32 {
        self.0.turns_to_go(position)
    }
}
