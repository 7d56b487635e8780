//! The engine finds what the plain search finds. Every technique is held against plain minimax with
//! an evaluation that is full of ties, and switched off one by one.

use plyglot_core::laws::Ties;
use plyglot_core::mix::Random;
use plyglot_core::{Game, Side};
use plyglot_games::{capture_go, checkers, mancala, stake_raid, star_circle};
use plyglot_games::{
    capture_go::knowledge::CaptureGo, checkers::knowledge::Checkers, mancala::knowledge::Mancala,
    stake_raid::knowledge::StakeRaid, star_circle::knowledge::StarCircle,
};
use plyglot_search::engine::{Engine, Knowledge, Limit, Problem, Score, Settings, Techniques};
use plyglot_search::textbook::Algorithm;

/// A game's knowledge with another evaluation: every position is worth -1, 0 or 1, by its hash.
/// Nothing repeats, and nothing is banked: the plain search knows neither.
struct Tied<K>(K);

impl<K: Knowledge> Knowledge for Tied<K> {
    type Game = Ties<K::Game>;
    const POINT: Score = 1;
    const HISTORY_SIZE: usize = K::HISTORY_SIZE;

    fn estimate(&self, position: &Self::Game) -> Score {
        position.evaluate(position.to_move()).number().unwrap() as Score
    }

    fn final_score(&self, position: &Self::Game) -> Score {
        self.estimate(position)
    }

    fn history_index(&self, mv: <Self::Game as Game>::Move) -> usize {
        self.0.history_index(mv)
    }

    fn move_score(&self, position: &Self::Game, mv: <Self::Game as Game>::Move) -> i32 {
        self.0.move_score(&position.0, mv)
    }

    fn is_quiet(&self, position: &Self::Game) -> bool {
        self.0.is_quiet(&position.0)
    }

    fn reduction(&self, position: &Self::Game, depth: i32, nth: usize) -> i32 {
        self.0.reduction(&position.0, depth, nth)
    }

    fn bounds(&self, _position: &Self::Game) -> (Score, Score) {
        (-1, 1)
    }

    fn turns_to_go(&self, position: &Self::Game) -> u32 {
        self.0.turns_to_go(&position.0)
    }
}

/// A technique by name, and how to switch it off.
type Switch = (&'static str, fn(&mut Techniques));

const SWITCHES: [Switch; 14] = [
    ("table", |t| t.table = false),
    ("deeper entries", |t| t.deeper_entries = false),
    ("null windows", |t| t.null_windows = false),
    ("aspiration", |t| t.aspiration = false),
    ("killers", |t| t.killers = false),
    ("history", |t| t.history = false),
    ("reductions", |t| t.reductions = false),
    ("trials", |t| t.trials = false),
    ("futility", |t| t.futility = false),
    ("child entries", |t| t.child_entries = false),
    ("solved", |t| t.solved = false),
    ("quiescence", |t| t.quiescence = false),
    ("extensions", |t| t.extensions = false),
    ("bounds", |t| t.bounds = false),
];

/// `all`, and `all` with each technique switched off.
fn matrix(all: Techniques) -> Vec<(&'static str, Techniques)> {
    let mut rows = vec![("nothing", all)];
    for (name, switch_off) in SWITCHES {
        let mut techniques = all;
        switch_off(&mut techniques);
        rows.push((name, techniques));
    }
    rows
}

/// Larger trees are passed over: the test is to take seconds.
const MOST_NODES: u64 = 3_000;

/// Compares in random games from `start`: at small depths what leaves the value as it is, and at the
/// end of a game, where every line can be followed to its end, everything.
fn check<K: Knowledge + Default>(start: &K::Game, games: u64) {
    let mut compared = [0, 0];
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut position = start.clone();
        for _ in 0..100 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            if random.below(4) == 0 {
                compared[0] += compare_by_depth::<K>(&position);
            }
            compared[1] += compare_to_the_end::<K>(&position);
            position.play(moves[random.below(moves.len())]);
        }
    }
    assert!(compared[0] > 50, "only {} searches by depth compared", compared[0]);
    assert!(compared[1] > 20, "only {} searches to the end compared", compared[1]);
}

fn engine<K: Knowledge + Default>(techniques: Techniques) -> Engine<Tied<K>> {
    // Small, so that entries are driven out.
    let settings = Settings { table_bytes: 1 << 14, techniques, ..Settings::default() };
    Engine::new(Tied(K::default()), settings)
}

fn compare_by_depth<K: Knowledge + Default>(position: &K::Game) -> u32 {
    let position = Ties(position.clone());
    for depth in 1..=6 {
        let plain = Algorithm::Minimax.solve(&position, depth);
        for (off, techniques) in matrix(Techniques::EXACT) {
            let problem = Problem::new(&position, Limit::Depth(depth));
            let thought = engine::<K>(techniques).think(&problem).unwrap();
            let score = i64::from(thought.score);
            assert_eq!(Some(score), plain.value.number(), "depth {depth}, {off} off\n{position}");
        }
        if plain.nodes * position.move_count() > MOST_NODES {
            return depth;
        }
    }
    6
}

fn compare_to_the_end<K: Knowledge + Default>(position: &K::Game) -> u32 {
    const END: u32 = 200;
    let position = Ties(position.clone());
    // Whether it is near enough is cheaper to find out first.
    let Some(plain) = plain_to_the_end(&position) else { return 0 };
    for (off, techniques) in matrix(Techniques::ALL) {
        let problem = Problem::new(&position, Limit::Depth(END));
        let thought = engine::<K>(techniques).think(&problem).unwrap();
        assert_eq!(i64::from(thought.score), plain, "{off} off\n{position}");
        // Without deeper entries it is not known what an entry rests on.
        assert!(thought.is_proven || !techniques.deeper_entries, "{off} off\n{position}");
    }
    1
}

/// The value of a game that ends soon in every line, whatever is played.
fn plain_to_the_end<G: Game>(position: &G) -> Option<i64> {
    for depth in 1..=12 {
        let [before, after] =
            [depth, depth + 1].map(|depth| Algorithm::Minimax.solve(position, depth));
        if before.nodes == after.nodes {
            return before.value.number();
        }
        if after.nodes > MOST_NODES {
            return None;
        }
    }
    None
}

#[test]
fn star_circle() {
    check::<StarCircle>(&star_circle::Position::start(), 20);
}

#[test]
fn checkers() {
    check::<Checkers>(&checkers::Position::start(), 40);
}

#[test]
fn stake_raid() {
    for size in 2..=4 {
        let few_values = stake_raid::Values::random(size, 3, size as u64);
        check::<StakeRaid>(&stake_raid::Position::empty(few_values), 20);
    }
}

#[test]
fn mancala() {
    for pits in 3..=6 {
        let board = mancala::Board::filled(pits, 1 + pits as u16 % 4);
        check::<Mancala>(&mancala::Position::new(board, Side::First), 20);
    }
}

#[test]
fn capture_go() {
    check::<CaptureGo<1>>(&capture_go::Small::empty(4, 3).unwrap(), 20);
    check::<CaptureGo<6>>(&capture_go::Large::empty(5, 2).unwrap(), 20);
}
