//! Each short cut beside the plain search that it replaces, and the plain searches themselves.

use divan::{Bencher, black_box};
use plyglot_games::{capture_go, stake_raid, star_circle};
use plyglot_search::textbook::Algorithm;

fn main() {
    divan::main();
}

mod star_circle_minimax_depth_8 {
    use super::*;

    #[divan::bench]
    fn shortcut(bencher: Bencher<'_, '_>) {
        let start = star_circle::Position::start();
        bencher.bench(|| star_circle::shortcut::minimax(black_box(&start), 8));
    }

    #[divan::bench(sample_count = 10)]
    fn plain(bencher: Bencher<'_, '_>) {
        let start = star_circle::Position::start();
        bencher.bench(|| Algorithm::Minimax.solve(black_box(&start), 8));
    }
}

#[divan::bench]
fn star_circle_alpha_beta_depth_8(bencher: Bencher<'_, '_>) {
    let start = star_circle::Position::start();
    bencher.bench(|| Algorithm::AlphaBeta.solve(black_box(&start), 8));
}

mod stake_raid_13x13_depth_3 {
    use super::*;

    fn empty() -> stake_raid::Position {
        stake_raid::Position::empty(stake_raid::Values::random(13, 99, 13))
    }

    #[divan::bench]
    fn shortcut(bencher: Bencher<'_, '_>) {
        let position = empty();
        bencher.bench(|| stake_raid::shortcut::first_best(black_box(&position), 3));
    }

    #[divan::bench(sample_count = 10)]
    fn plain_alpha_beta(bencher: Bencher<'_, '_>) {
        let position = empty();
        bencher.bench(|| Algorithm::AlphaBeta.solve(black_box(&position), 3));
    }
}

mod capture_go_6x6_depth_4 {
    use super::*;

    #[divan::bench]
    fn minimax(bencher: Bencher<'_, '_>) {
        let empty = capture_go::Small::start();
        bencher.bench(|| Algorithm::Minimax.solve(black_box(&empty), 4));
    }

    #[divan::bench]
    fn alpha_beta(bencher: Bencher<'_, '_>) {
        let empty = capture_go::Small::start();
        bencher.bench(|| Algorithm::AlphaBeta.solve(black_box(&empty), 4));
    }
}
