//! Random inputs of the assignment, with the situations in which programs go wrong.

use plyglot_core::mix::Random;
use plyglot_kit::grading::Sketch;
use plyglot_kit::grading::sketch::{DEPTH, between, one_of};

pub fn sketch(depth: u32, size: Option<usize>, random: &mut Random) -> Option<Sketch> {
    let pits = size.unwrap_or_else(|| one_of(random, &[3, 3, 3, 4, 4, 5, 6]));
    let (task, algorithm) = one_of(
        random,
        &[
            ("1", "greedy"),
            ("2", "minimax"),
            ("2", "minimax"),
            ("3", "alpha-beta"),
            ("3", "alpha-beta"),
        ],
    );
    let player = one_of(random, &[1, 2]);
    let kind = random.below(6);
    let situation = match kind {
        0 | 1 => "an ordinary board",
        2 | 3 => "near the end of a game",
        4 => "sowing around the board",
        _ => "large mancalas",
    };
    let mut row = || {
        let stones: Vec<String> = (0..pits)
            .map(|_| {
                let stones = match kind {
                    0 | 1 => between(random, 0, 4),
                    2 | 3 => one_of(random, &[0, 0, 0, 1, 1, 2, 3]),
                    4 => one_of(random, &[0, 0, 1, 2 * pits + 1, 2 * pits, 2 * pits + 2, 3 * pits]),
                    _ => between(random, 0, 5),
                };
                stones.to_string()
            })
            .collect();
        stones.join(" ")
    };
    let (upper, lower) = (row(), row());
    let mut mancala = || match kind {
        5 => one_of(random, &[0, 3, 990, 1005, 2100, 4000]),
        _ => between(random, 0, 5),
    };
    let (left, right) = (mancala(), mancala());
    let ours = if player == 1 { &lower } else { &upper };
    if ours.split(' ').all(|stones| stones == "0") {
        return None;
    }
    let depth_line = if task == "1" { "1".to_owned() } else { DEPTH.to_owned() };
    Some(Sketch {
        player: format!("player {player}"),
        algorithm: algorithm.to_owned(),
        depth: if task == "1" { 1 } else { depth },
        situation,
        text: format!("{task}\n{player}\n{depth_line}\n{upper}\n{lower}\n{left}\n{right}\n"),
    })
}
