//! Random inputs of the assignment, with the situations in which programs go wrong.

use plyglot_core::Game;
use plyglot_core::mix::Random;
use plyglot_core::text::Lines;
use plyglot_kit::Assignment;
use plyglot_kit::grading::Sketch;
use plyglot_kit::grading::sketch::{between, one_of};

use super::Position;

/// Ample for one turn, in all the ways in which a number can be written.
const TIMES: [&str; 8] =
    ["100.0", "6.6", "300", "23.33", "281.549999999996", "1.5e2", "60", "9.75e+1"];

pub fn sketch(random: &mut Random) -> Option<Sketch> {
    let kind = one_of(random, &["SINGLE", "GAME"]);
    let time = one_of(random, &TIMES);
    let (player, board) =
        if random.below(3) == 0 { from_a_game(random)? } else { scattered(random) };
    let text = format!("{kind}\n{player}\n{time}\n{board}\n");
    let legal = Position::read(Lines::new(&text)).ok()?.position.moves();
    let jumps = legal.iter().map(|mv| mv.jumps()).max().unwrap_or(0);
    let situation = match (jumps, legal.len()) {
        (0, 1) => "one legal step",
        (0, _) => "steps only",
        (1, 1) => "one legal jump",
        (1, _) => "several jumps",
        (_, 1) => "one series of jumps",
        _ => "several series of jumps",
    };
    Some(Sketch {
        player: player.to_owned(),
        algorithm: kind.to_owned(),
        depth: 1,
        situation,
        text,
    })
}

fn from_a_game(random: &mut Random) -> Option<(&'static str, String)> {
    let mut position = Position::start();
    for _ in 0..between(random, 4, 60) {
        position.play(one_of(
            random,
            Some(position.moves()).filter(|moves| !moves.is_empty())?.as_slice(),
        ));
    }
    Some((Position::side_name(position.to_move()), position.board().to_string()))
}

fn scattered(random: &mut Random) -> (&'static str, String) {
    let player = one_of(random, &["BLACK", "WHITE"]);
    let mut rows = vec![vec!['.'; 8]; 8];
    for _ in 0..between(random, 3, 14) {
        let (row, column) = (random.below(8), random.below(8));
        // Row 0 is the top one, row 8 of the game: b8 is dark.
        if (row + column) % 2 == 1 {
            let piece = one_of(random, &['b', 'b', 'w', 'w', 'B', 'W']);
            let must_be_king = (piece == 'b' && row == 7) || (piece == 'w' && row == 0);
            rows[row][column] = if must_be_king { piece.to_ascii_uppercase() } else { piece };
        }
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    (player, rows.join("\n"))
}
