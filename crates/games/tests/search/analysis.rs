//! What every move is worth: against separate searches, and against the rules alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plyglot_core::Side;
use plyglot_core::mix::Random;
use plyglot_games::GAMES;
use plyglot_kit::analysis::{Analysis, Ranking, ThoughtInfo};
use plyglot_kit::any::AnyLine;
use plyglot_kit::records;
use plyglot_search::engine::{CpuClock, Limit, Settings, Thought, score};

const ALL: usize = usize::MAX;

fn run(line: &dyn AnyLine, limit: Limit) -> Ranking {
    Analysis::new(limit).run(line, ALL, &mut |_| {})
}

fn start(game: &str, sizes: &[(&str, usize)]) -> Box<dyn AnyLine> {
    GAMES.find(game).unwrap().start(sizes, 1).unwrap()
}

/// The same game after some moves by chance, if it is not over then.
fn later(start: &dyn AnyLine, moves: usize, seed: u64) -> Option<Box<dyn AnyLine>> {
    let (mut line, mut random) = (start.copied(), Random::new(seed));
    for _ in 0..moves {
        let legal = line.legal();
        line.play(legal.get(random.below(legal.len().max(1)))?).unwrap();
    }
    line.ending().is_none().then_some(line)
}

/// A game by chance, some moves before its end.
fn near_the_end(start: &dyn AnyLine, moves: usize, seed: u64) -> Box<dyn AnyLine> {
    let (mut line, mut random) = (start.copied(), Random::new(seed));
    while let legal = line.legal()
        && !legal.is_empty()
    {
        line.play(&legal[random.below(legal.len())]).unwrap();
    }
    (0..moves).for_each(|_| _ = line.take_back());
    line
}

fn after(line: &dyn AnyLine, mv: &str) -> Box<dyn AnyLine> {
    let mut after = line.copied();
    after.play(mv).unwrap();
    after
}

/// What a separate search of the position after a move thinks, as its player sees it.
fn by_itself(line: &dyn AnyLine, mv: &str, depth: u32) -> Option<Thought<String>> {
    let after = after(line, mv);
    let goes_on = after.to_move() == line.to_move();
    let limit = Limit::Depth(if goes_on { depth } else { depth - 1 });
    let mut engine = after.adviser(Settings::default());
    let mut thought = engine.think(&*after, limit, CpuClock::start(), &mut |_| {})?.thought?;
    let sign = if goes_on { 1 } else { -1 };
    thought.score *= sign;
    if let Some(plies) = score::distance(thought.score) {
        thought.score -= plies.signum();
    }
    Some(thought)
}

/// With a depth, each move has the score of its own search to that depth, whether or not the depths
/// before are told, and however many moves are asked for.
#[test]
fn every_move_has_the_score_of_its_own_search() {
    let mut compared = 0;
    for game in GAMES.iter() {
        for (moves, depth) in [(0, 3), (4, 4), (9, 5), (14, 2), (30, 6), (50, 7)] {
            let Some(line) = later(&*game.start(&[], 1).unwrap(), moves, 7) else { continue };
            let analysis =
                Analysis { tells_every_depth: true, ..Analysis::new(Limit::Depth(depth)) };
            let mut depths = Vec::new();
            let told = analysis.run(&*line, ALL, &mut |ranking| depths.push(ranking.depth));
            assert_eq!(told, run(&*line, Limit::Depth(depth)), "{}", game.name());
            assert!(depths.is_sorted() && depths.last() <= Some(&depth), "{depths:?}");
            assert_eq!(told.moves.len(), line.legal().len());
            for thought in &told.moves {
                let Some(alone) = by_itself(&*line, &thought.line[0], depth) else { continue };
                assert_eq!(thought.score, alone.score, "{} {:?}", game.name(), thought.line);
                assert_eq!(thought.line[1..], alone.line);
                assert_eq!((thought.is_proven, thought.nodes), (alone.is_proven, alone.nodes));
                compared += 1;
            }
            let best = Analysis::new(Limit::Depth(depth)).run(&*line, 2, &mut |_| {});
            assert_eq!(best.moves[..], told.moves[..told.moves.len().min(2)]);
        }
    }
    assert!(compared > 150, "{compared}");
}

/// The first side's lead at the end, by the rules and nothing else; `None` if that takes too long.
fn plain(line: &dyn AnyLine, nodes: &mut u32) -> Option<i64> {
    *nodes = nodes.checked_sub(1)?;
    let values: Option<Vec<i64>> =
        line.legal().iter().map(|mv| plain(&*after(line, mv), nodes)).collect();
    let values = values?;
    let best =
        if line.to_move() == Side::First { values.iter().max() } else { values.iter().min() };
    best.copied().or_else(|| line.margin())
}

/// To the end, with one table for all moves: each has its plain minimax value, and the best one is what
/// a single search finds.
#[test]
fn to_the_end_every_move_has_its_value() {
    for (game, sizes) in [
        ("mancala", &[("pits", 3), ("stones", 2)][..]),
        ("stake-raid", &[("size", 3)]),
        ("capture-go", &[("size", 3)]),
        ("star-circle", &[]),
    ] {
        let (start, mut compared) = (start(game, sizes), 0);
        for seed in 0..200 {
            let line = near_the_end(&*start, 1 + seed as usize % 8, seed);
            let values: Option<Vec<(String, i64)>> = line
                .legal()
                .into_iter()
                .map(|mv| Some((mv.clone(), plain(&*after(&*line, &mv), &mut 2000)?)))
                .collect();
            let Some(values) = values else { continue };
            let ranking = run(&*line, Limit::TO_THE_END);
            assert_eq!(ranking.moves.len(), values.len());
            assert!(ranking.moves.is_sorted_by_key(|thought| -thought.score));
            for thought in &ranking.moves {
                let (_, value) = values.iter().find(|(mv, _)| *mv == thought.line[0]).unwrap();
                let lead = ThoughtInfo::new(thought, &*line).lead;
                assert_eq!(lead, *value as f64, "{game} {:?}\n{}", thought.line, line.position());
                assert!(thought.is_proven);
                compared += 1;
            }
            let best = Analysis::new(Limit::TO_THE_END).run(&*line, 1, &mut |_| {});
            assert_eq!(best.moves[0].score, ranking.moves[0].score, "{game}\n{}", line.position());
        }
        assert!(compared > 50, "{game}: {compared}");
    }
}

/// The same nodes give the same answer; all moves that are not settled are equally deep, and a first
/// look is taken at each of them.
#[test]
fn nodes_are_for_all_moves_together() {
    for game in GAMES.iter() {
        let line = game.start(&[], 1).unwrap();
        for nodes in [1, 5_000, 40_000] {
            let limit = Limit::Nodes(nodes);
            let ranking = run(&*line, limit);
            assert_eq!(ranking, run(&*line, limit), "{}", game.name());
            assert_eq!(ranking.moves.len(), line.legal().len());
            let is_even = |thought: &Thought<String>| thought.depth == ranking.depth;
            assert!(ranking.moves.iter().all(|thought| thought.is_proven || is_even(thought)));
            let first_look = run(&*line, Limit::Nodes(1));
            assert!(ranking.nodes <= nodes.max(first_look.nodes), "{} {nodes}", game.name());
            assert_eq!(first_look.depth, 2);
        }
    }
}

#[test]
fn time_is_for_all_moves_together() {
    let line = start("checkers", &[]);
    let (begun, clock) = (Instant::now(), CpuClock::of_thread());
    let ranking = run(&*line, Limit::Move(Duration::from_millis(300)));
    assert!(clock.seconds() < 0.4, "{} s, by the wall {:?}", clock.seconds(), begun.elapsed());
    assert_eq!(ranking.moves.len(), 7);
    assert!(ranking.depth > 3);
}

/// Positions of checkers can come again, so the end may never come: the depths go on for all moves.
#[test]
fn what_is_stopped_says_what_it_knows() {
    let stop = Arc::new(AtomicBool::new(true));
    let analysis = |stop| Analysis { stop, ..Analysis::new(Limit::TO_THE_END) };
    let line = start("checkers", &[]);
    assert_eq!(analysis(stop).run(&*line, ALL, &mut |_| {}), Ranking::default());
    let stop = Arc::<AtomicBool>::default();
    let mut told = Ranking::default();
    let ranking = analysis(Arc::clone(&stop)).run(&*line, ALL, &mut |ranking| {
        told = ranking.clone();
        stop.store(ranking.depth == 12, Ordering::Relaxed);
    });
    assert_eq!((ranking.depth, ranking.moves.len()), (12, 7));
    assert_eq!(ranking, told);
}

/// A game that is over has no moves to speak of, a win at once is one ply away.
#[test]
fn ends_of_games() {
    let rows = "........\n........\n.b......\n..w.....\n........\n........\n........\n........\n";
    let mut line =
        GAMES.find("checkers").unwrap().read_position(&format!("BLACK\n{rows}")).unwrap();
    for limit in [Limit::Depth(3), Limit::Nodes(100), Limit::TO_THE_END] {
        let ranking = run(&*line, limit);
        let [only] = &ranking.moves[..] else { panic!("{ranking:?}") };
        assert_eq!((only.distance(), only.is_proven, only.line.len()), (Some(1), true, 1));
    }
    line.play("J b6 d4").unwrap();
    for lines in [1, 5] {
        let analysis = Analysis::new(Limit::Depth(3));
        assert_eq!(analysis.run(&*line, lines, &mut |_| {}), Ranking::default());
    }
}

/// As the game writes them, as its players do, and with numbers.
#[test]
fn lists_of_moves() {
    let played = |game: &str, text: &str| {
        let mut line = start(game, &[]);
        records::play_moves(&mut *line, text).map(|()| line.moves())
    };
    let moves = ["E f6 g5", "E c3 d4"].map(str::to_owned).to_vec();
    for text in ["E f6 g5, E c3 d4", "f6 g5\nc3-d4\n", "1. E f6 g5, 2. E c3 d4", "11-16, 22-18"] {
        assert_eq!(played("checkers", text).as_ref(), Ok(&moves), "{text}");
    }
    assert_eq!(played("mancala", ""), Ok(Vec::new()));
    let wrong = played("mancala", "B4, B2,  A9, B2").unwrap_err();
    assert_eq!((wrong.number, &*wrong.text), (3, "A9"));
    assert_eq!((wrong.place.line, wrong.place.column), (1, 10));
    assert_eq!(wrong.to_string(), "move 3 (A9): there is no pit A9 on this board");
}
