//! Move generators: counting the last ply, and playing it.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use plyglot_core::{Game, perft};

fn main() {
    divan::main();
}

fn play_every_move<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.moves().into_iter().map(|mv| play_every_move(&position.after(mv), depth - 1)).sum()
}

macro_rules! perft_benches {
    ($($game:ident: $start:expr, $depth:expr;)*) => {$(
        mod $game {
            use super::*;
            use plyglot_games::$game::*;

            #[divan::bench]
            fn count_last_ply(bencher: Bencher<'_, '_>) {
                let start = $start;
                let leaves = ItemsCount::new(perft(&start, $depth).leaves);
                bencher.counter(leaves).bench(|| perft(black_box(&start), $depth));
            }

            #[divan::bench]
            fn play_last_ply(bencher: Bencher<'_, '_>) {
                let start = $start;
                let leaves = ItemsCount::new(perft(&start, $depth).leaves);
                bencher.counter(leaves).bench(|| play_every_move(black_box(&start), $depth));
            }
        }
    )*};
}

perft_benches! {
    star_circle: Position::start(), 7;
    checkers: Position::start(), 8;
    stake_raid: Position::empty(Values::random(5, 99, 1)), 4;
    mancala: Position::start(), 7;
    capture_go: Small::start(), 4;
}
