//! Mancala's traverse log, fast and plain, into memory.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use plyglot_games::mancala::Position;
use plyglot_games::mancala::files::{Edition, write_log, write_plain_log};
use plyglot_search::textbook::Algorithm;

fn main() {
    divan::main();
}

const DEPTH: u32 = 5;

fn log_size() -> BytesCount {
    let mut log = Vec::new();
    let result = write_log(&Position::start(), Algorithm::Minimax, DEPTH, Edition::Last, &mut log);
    assert!(result.is_ok(), "memory takes everything");
    BytesCount::new(log.len())
}

#[divan::bench]
fn fast(bencher: Bencher<'_, '_>) {
    let start = Position::start();
    bencher.counter(log_size()).bench(|| {
        let mut log = Vec::new();
        write_log(black_box(&start), Algorithm::Minimax, DEPTH, Edition::Last, &mut log)
            .map(|()| log)
    });
}

#[divan::bench]
fn plain(bencher: Bencher<'_, '_>) {
    let start = Position::start();
    bencher.counter(log_size()).bench(|| {
        let mut log = Vec::new();
        write_plain_log(black_box(&start), Algorithm::Minimax, DEPTH, Edition::Last, &mut log)
            .map(|()| log)
    });
}
