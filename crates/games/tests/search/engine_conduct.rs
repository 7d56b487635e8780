//! How the engine behaves: limits, determinism, draws, distances.

use std::sync::atomic::Ordering;
use std::time::Duration;

use plyglot_core::mix::Random;
use plyglot_core::{Game, Side};
use plyglot_games::checkers::endings::{Endings, Verdict};
use plyglot_games::checkers::{Move, Position};
use plyglot_games::{
    checkers::knowledge::Checkers, mancala::knowledge::Mancala, star_circle::knowledge::StarCircle,
};
use plyglot_games::{mancala, star_circle};
use plyglot_search::engine::{Engine, Knowledge, Limit, MoveOf, Problem, Settings, Thought, score};

fn small() -> Settings {
    Settings { table_bytes: 1 << 20, ..Settings::default() }
}

fn think<K: Knowledge + Default>(position: &K::Game, limit: Limit) -> Thought<MoveOf<K>> {
    Engine::new(K::default(), small()).think(&Problem::new(position, limit)).unwrap()
}

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// Some positions of a random game.
fn middle_of_games<G: Game>(start: &G, games: u64, plies: usize) -> Vec<G> {
    let play = |seed| {
        let mut random = Random::new(seed);
        (0..plies).fold(start.clone(), |position, _| {
            let moves = position.moves();
            let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { return position };
            position.after(mv)
        })
    };
    (0..games).map(play).filter(|position| position.outcome().is_none()).collect()
}

#[test]
fn the_same_nodes_give_the_same_thought() {
    for position in middle_of_games(&Position::start(), 5, 12) {
        let [one, two] = [(); 2].map(|()| think::<Checkers>(&position, Limit::Nodes(20_000)));
        assert_eq!(one, two, "\n{position}");
        assert!(one.nodes <= 20_001, "{}", one.nodes);
    }
}

/// What was found before the limit does not change if the limit is moved: only more follows.
#[test]
fn a_larger_limit_goes_through_the_same_thoughts() {
    for position in middle_of_games(&star_circle::Position::start(), 5, 10) {
        let thoughts = |nodes| {
            let mut thoughts = Vec::new();
            let problem = Problem::new(&position, Limit::Nodes(nodes));
            Engine::new(StarCircle, small()).think_aloud(&problem, |t| thoughts.push(t.clone()));
            thoughts
        };
        let (few, many) = (thoughts(2_000), thoughts(20_000));
        assert!(!few.is_empty() && many.starts_with(&few), "\n{position}");
    }
}

#[test]
fn every_move_is_legal_however_little_may_be_spent() {
    let limits = [
        Limit::Depth(0),
        Limit::Nodes(0),
        Limit::Nodes(1),
        Limit::Nodes(17),
        Limit::Move(Duration::ZERO),
        Limit::Game(Duration::ZERO),
        Limit::Game(Duration::from_nanos(1)),
        Limit::Move(Duration::MAX),
    ];
    for position in middle_of_games(&Position::start(), 8, 20) {
        for limit in limits {
            // A limit that never ends is for a search that ends by itself, or is stopped.
            let problem = Problem::new(&position, limit);
            let mut engine = Engine::new(Checkers::default(), small());
            let stop = engine.stopper();
            let thought = engine.think_aloud(&problem, |_| stop.store(true, Ordering::Relaxed));
            assert!(position.moves().contains(&thought.unwrap().best()), "{limit:?}\n{position}");
        }
    }
}

/// A search that is stopped at its first node has no line yet, and the one before it had another.
#[test]
fn a_stopped_search_does_not_repeat_the_last_one() {
    let mut engine = Engine::new(Checkers::default(), small());
    for position in middle_of_games(&Position::start(), 8, 21) {
        engine.think(&Problem::new(&Position::start(), Limit::Nodes(1_000)));
        for limit in [Limit::Nodes(0), Limit::Move(Duration::ZERO), Limit::Game(Duration::ZERO)] {
            let thought = engine.think(&Problem::new(&position, limit)).unwrap();
            assert!(position.moves().contains(&thought.best()), "{limit:?}\n{position}");
        }
    }
}

#[test]
fn a_finished_game_gives_nothing_to_think() {
    let over = position(
        "WHITE
         ........
         ........
         ........
         ........
         ........
         ....b...
         ........
         ........",
    );
    let mut engine = Engine::new(Checkers::default(), small());
    assert!(engine.think(&Problem::new(&over, Limit::Depth(5))).is_none());
}

#[test]
fn depth_counts_turns_to_the_end_of_a_chain() {
    let start = mancala::Position::start();
    let thought = think::<Mancala>(&start, Limit::Depth(1));
    assert_eq!(thought.depth, 1);
    // B4 ends in the mancala, and a second move follows within the same turn.
    assert_eq!(thought.line[0].to_string(), "B4");
    assert_eq!(thought.score, 2);
}

/// Two kings against one in the open: the win and its distance are found, and nothing shorter is
/// claimed as the search goes deeper.
#[test]
fn a_win_comes_with_its_distance() {
    let ending = position(
        "WHITE
         ........
         ........
         ...B....
         ........
         ...W.W..
         ........
         ........
         ........",
    );
    let thought = think::<Checkers>(&ending, Limit::Depth(30));
    let plies = thought.distance().unwrap();
    assert!(plies > 0 && thought.is_proven);
    // The line is legal and leads toward that win.
    assert!(thought.line.len() <= plies as usize);
    thought.line.iter().fold(ending, |position, &mv| position.try_play(mv).unwrap());
    // Played out by both, the game ends after exactly as many plies: both know at every move.
    let mut position = ending;
    for made in 0..plies {
        let thought = think::<Checkers>(&position, Limit::Depth(30));
        let left = plies - made;
        let expected = if made % 2 == 0 { left } else { -left };
        assert_eq!(thought.distance(), Some(expected), "after {made} plies\n{position}");
        position.play(thought.best());
    }
    assert!(position.outcome().is_some(), "\n{position}");
}

/// f4-e3 gives two pieces and wins in the end. Looked at from the other side, what follows seems good for
/// a long time: whoever settles a deep node by few plies never sees it.
#[test]
fn a_deep_win_is_not_settled_by_few_plies() {
    let ending = position(
        "WHITE
         ........
         ........
         .......b
         b...W...
         ...b.W.b
         b.B.....
         .W...w..
         ..w.....",
    );
    let thought = think::<Checkers>(&ending, Limit::Nodes(2_000_000));
    assert_eq!(thought.best().to_string(), "E f4 e3");
    assert!(score::is_known(thought.score) && thought.score > 0, "{thought:?}");
}

const TWO_KINGS: &str = "BLACK
    ........
    ........
    ........
    ..B.....
    ........
    ........
    ...W....
    ........";

/// What a draw is worth is what the settings say, if every move draws.
#[test]
fn fifty_quiet_turns_are_a_draw() {
    let position = position(TWO_KINGS);
    let past: Vec<u64> = (1..50).collect();
    for contempt in [0, 25, -40] {
        let settings = Settings { contempt, ..small() };
        let mut engine = Engine::new(Checkers::default(), settings);
        let problem = Problem { past: &past, ..Problem::new(&position, Limit::Depth(3)) };
        assert_eq!(engine.think(&problem).unwrap().score, -contempt, "{contempt}");
        let problem = Problem { past: &past[1..], ..problem };
        assert_eq!(engine.think(&problem).unwrap().score, -contempt, "{contempt}");
    }
}

/// Late positions that are drawn by the tables, and would be lost by some of their moves.
fn known_draws(endings: &Endings) -> Vec<Position> {
    let can_be_lost = |position: &Position| {
        let loses = |&mv: &Move| endings.verdict(&position.after(mv)) == Some(Verdict::Win);
        endings.verdict(position) == Some(Verdict::Draw) && position.moves().iter().any(loses)
    };
    let late = [80, 90, 100, 110].map(|plies| middle_of_games(&Position::start(), 4_000, plies));
    let drawn: Vec<Position> = late.into_iter().flatten().filter(can_be_lost).collect();
    assert!(drawn.len() > 100, "{}", drawn.len());
    drawn
}

/// With contempt a draw is worth less than what looks level, but a move that loses by the tables is worth
/// less than any draw, also in the middle of quiet turns.
#[test]
fn a_known_draw_is_not_given_away() {
    let endings = Endings::in_program();
    let past: Vec<u64> = (1..6).collect();
    for position in known_draws(&endings) {
        let mut engine = Engine::new(Checkers::default(), Settings { contempt: 25, ..small() });
        let problem = Problem { past: &past, ..Problem::new(&position, Limit::Nodes(200)) };
        let best = engine.think(&problem).unwrap().best();
        let verdict = endings.verdict(&position.after(best));
        assert_eq!(verdict, Some(Verdict::Draw), "{best} in\n{position}");
    }
}

/// Against an equal a draw is a draw. Against an opponent who may err, of several draws the one that
/// looks best is best.
#[test]
fn a_known_draw_is_played_on_with_contempt() {
    let drawn = known_draws(&Endings::in_program());
    let score = |position: &Position, contempt| {
        let mut engine = Engine::new(Checkers::default(), Settings { contempt, ..small() });
        engine.think(&Problem::new(position, Limit::Nodes(2_000))).unwrap().score
    };
    assert!(drawn.iter().all(|position| score(position, 0) == 0));
    let told_apart = drawn.iter().filter(|position| score(position, 25) != -25).count();
    assert!(told_apart * 2 > drawn.len(), "{told_apart} of {}", drawn.len());
}

/// A position that has been there twice is a draw the third time: a side that is behind goes for
/// it, and one that is ahead does not.
#[test]
fn a_third_time_is_a_draw() {
    let ahead = position(
        "WHITE
         ........
         ..B.....
         ........
         ........
         ........
         ....W...
         ...W....
         ........",
    );
    let best = think::<Checkers>(&ahead, Limit::Depth(4)).best();
    let again = ahead.after(best).key();
    // As if the position after that move had been there twice.
    let past = [again, 1, 2, 3, again, 5, 6];
    let problem = Problem { past: &past, ..Problem::new(&ahead, Limit::Depth(4)) };
    let thought = Engine::new(Checkers::default(), small()).think(&problem).unwrap();
    assert_ne!(thought.best(), best);

    let behind = Position::new(ahead.board(), Side::First);
    let refuge = behind.moves()[0];
    let again = behind.after(refuge).key();
    let past = [again, 1, 2, 3, again, 5, 6];
    let problem = Problem { past: &past, ..Problem::new(&behind, Limit::Depth(6)) };
    let thought = Engine::new(Checkers::default(), small()).think(&problem).unwrap();
    assert_eq!((thought.best(), thought.score), (refuge, 0));
}

/// A table of any size gives a right answer; a larger one only sooner.
#[test]
fn the_smallest_table_will_do() {
    let board = mancala::Board::filled(3, 3);
    let start = mancala::Position::new(board, Side::First);
    for table_bytes in [0, 100, 1 << 16, 1 << 22] {
        let mut engine =
            Engine::new(Mancala::default(), Settings { table_bytes, ..Settings::default() });
        let thought = engine.think(&Problem::new(&start, Limit::Depth(200))).unwrap();
        // Kalah with three pits of three stones: the first player wins by two.
        assert_eq!((thought.score, thought.is_proven), (2, true), "{table_bytes}");
    }
}

/// A suggestion is tried first, and changes nothing else: the first look at the root begins with it.
#[test]
fn what_is_suggested_is_tried_first() {
    let start = Position::start();
    for mv in start.moves() {
        let line = [mv, start.after(mv).moves()[0]];
        let mut engine = Engine::new(Checkers::default(), small());
        engine.suggest(&start, &line);
        // The root, and the first move tried: there the nodes are used up.
        let thought = engine.think(&Problem::new(&start, Limit::Nodes(2))).unwrap();
        assert_eq!(thought.best(), mv);
        // From the other side of the board it is not legal.
        engine.suggest(&start.after(mv), &line);
    }
}

/// The engine searches Mancala in its quick form wherever it fits, and any other board as it is.
#[test]
fn a_quick_form_thinks_the_same() {
    let filled =
        |pits, stones| mancala::Position::new(mancala::Board::filled(pits, stones), Side::First);
    for position in middle_of_games(&filled(6, 4), 5, 10) {
        let packed = mancala::Packed::new(&position).unwrap();
        let limit = Limit::Nodes(20_000);
        let thought = think::<Mancala>(&position, limit);
        assert_eq!(thought, think::<Mancala<mancala::Packed>>(&packed, limit), "\n{position}");
        assert_eq!(think::<Mancala>(&position, Limit::Depth(6)).depth, 6, "\n{position}");
    }
    let wide = filled(9, 5);
    assert!(mancala::Packed::new(&wide).is_none());
    assert_eq!(think::<Mancala>(&wide, Limit::Depth(4)).depth, 4);
}

/// A stop reaches the quick form too, before a search and between two.
#[test]
fn a_quick_form_stops() {
    let start = mancala::Position::start();
    let problem = Problem::new(&start, Limit::Depth(100));
    let mut engine = Engine::new(Mancala::default(), small());
    engine.stopper().store(true, Ordering::Relaxed);
    assert_eq!(engine.think(&problem).unwrap().depth, 0);
    engine.stopper().store(false, Ordering::Relaxed);
    let stop = engine.stopper();
    let mut depth = 0;
    engine.think_aloud(&problem, |thought| {
        depth = thought.depth;
        stop.store(thought.depth == 3, Ordering::Relaxed);
    });
    assert_eq!(depth, 3);
}
