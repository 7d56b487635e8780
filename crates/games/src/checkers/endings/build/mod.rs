//! Solving classes backward from the end.
//!
//! Men never go back, so the positions of a class with the same men are a problem of their own, in
//! which only kings move: it fits into the processor's cache. Steps of men lead from one such problem
//! to others with one man further on, which are solved before; all that are equally far are
//! independent of each other, and threads share them.

mod bundle;
mod codes;
mod folder;
mod half;
mod kings;
mod slice;
mod solved;

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

pub use bundle::bundle;
pub use codes::Codes;
pub use folder::{Builder, Plan, positions};
pub use solved::Solved;

use super::super::Square;
use super::rank::bits;
use super::{Class, Ranking, Rule};
use slice::{Context, Slice};

/// Solves a class together with its mirrored one, which is not solved again if it is the same. All
/// classes with fewer pieces, and those with the same pieces but fewer men, must have been solved.
/// `done` hears of every few positions that are.
pub fn solve(
    class: Class,
    rule: Rule,
    solved: &Solved,
    threads: usize,
    done: &(dyn Fn(u64) + Sync),
) -> Vec<Codes> {
    let mut pair = vec![Codes::new(class)];
    if class.mirrored() != class {
        pair.push(Codes::new(class.mirrored()));
    }
    let context = Context { rule, solved, pair: [&pair[0], &pair[pair.len() - 1]] };
    for men in by_progress(&pair[0].layout.ranking).iter().rev() {
        let next = AtomicU64::new(0);
        let work = || {
            let mut slice = Slice::new();
            while let Some(&number) = men.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                slice.solve(&context, u64::from(number));
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(men.len()) {
                scope.spawn(work);
            }
            work();
        });
        done(men.len() as u64 * pair.len() as u64 * pair[0].layout.ranking.kings());
    }
    pair
}

/// The numbers of all ways for the men to stand, by the number of steps that they have made.
fn by_progress(ranking: &Ranking) -> Vec<Vec<u32>> {
    let mut by_progress: Vec<Vec<u32>> = Vec::new();
    for number in 0..ranking.men() {
        let (men, enemy_men) = ranking.men_with_rank(number);
        let row = |square: u32| u32::from(Square::new(square.trailing_zeros()).row());
        let steps =
            bits(men).map(row).sum::<u32>() + bits(enemy_men).map(|man| 7 - row(man)).sum::<u32>();
        by_progress.resize(by_progress.len().max(steps as usize + 1), Vec::new());
        by_progress[steps as usize].push(number as u32);
    }
    by_progress
}
