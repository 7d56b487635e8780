//! Random inputs of the assignment, with the situations in which programs go wrong.

use plyglot_core::mix::Random;
use plyglot_kit::grading::Sketch;
use plyglot_kit::grading::sketch::{DEPTH, between, one_of};

pub fn sketch(depth: u32, size: Option<usize>, random: &mut Random) -> Option<Sketch> {
    let size = size.unwrap_or_else(|| one_of(random, &[3, 3, 4, 4, 5, 5, 6, 7]));
    let player = one_of(random, &["X", "O"]);
    let algorithm = one_of(random, &["MINIMAX", "ALPHABETA"]);
    let (ties, highest) = one_of(random, &[("many ties", 2), ("many ties", 4), ("", 20), ("", 99)]);
    let fill = one_of(random, &[0, 15, 35, 55, 75, 85]);
    let mut values = String::new();
    let mut board = String::new();
    let mut free = 0;
    for _ in 0..size {
        let row: Vec<String> = (0..size).map(|_| between(random, 1, highest).to_string()).collect();
        values += &(row.join(" ") + "\n");
        for _ in 0..size {
            let is_taken = random.below(100) < fill;
            free += usize::from(!is_taken);
            board.push(if is_taken { one_of(random, &['X', 'O']) } else { '.' });
        }
        board.push('\n');
    }
    if free == 0 {
        return None;
    }
    let situation = match fill {
        _ if (depth as usize) >= free => "to the full board",
        0 => "an empty board",
        _ if !ties.is_empty() => ties,
        15 | 35 => "an open board",
        _ => "a crowded board",
    };
    Some(Sketch {
        player: player.to_owned(),
        algorithm: algorithm.to_owned(),
        depth,
        situation,
        text: format!("{size}\n{algorithm}\n{player}\n{DEPTH}\n{values}{board}"),
    })
}
