//! Random inputs of the assignment, with the situations in which programs go wrong.

use plyglot_core::mix::Random;
use plyglot_kit::grading::Sketch;
use plyglot_kit::grading::sketch::{DEPTH, between, one_of};

pub fn sketch(depth: u32, size: Option<usize>, random: &mut Random) -> Option<Sketch> {
    let size = size.unwrap_or_else(|| between(random, 3, 6));
    let player = one_of(random, &["B", "W"]);
    let points = size * size;
    let most_empty = points.min(12);
    let empty = between(random, 1, most_empty);
    let invalid = one_of(random, &[0, 0, 1, 3]);
    let mut board: Vec<char> = (0..points)
        .map(|index| match index {
            _ if index < empty => '.',
            _ if index < empty + invalid => 'x',
            _ => one_of(random, &['B', 'W']),
        })
        .collect();
    for index in (1..points).rev() {
        board.swap(index, random.below(index + 1));
    }
    let situation = match () {
        () if (empty as u32) < depth => "fewer points than the depth",
        () if invalid > 0 => "invalid points",
        () if 3 * empty < points => "a crowded board",
        () => "an open board",
    };
    let rows: Vec<String> = board.chunks(size).map(|row| row.iter().collect()).collect();
    Some(Sketch {
        player: player.to_owned(),
        algorithm: format!("{size}x{size}"),
        depth,
        situation,
        text: format!("{player}\n{DEPTH}\n{}\n", rows.join("\n")),
    })
}
