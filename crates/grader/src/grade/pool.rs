//! Work for several threads, each with a slot of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Does all pieces of work, several at a time; the results come in the order of the work. Stops at
/// the first error.
pub fn in_slots<W: Send, T: Send, E: Send>(
    slots: usize,
    work: Vec<W>,
    each: impl Fn(usize, W) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let queue = Mutex::new(work.into_iter().enumerate());
    let results = Mutex::new(Vec::new());
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        for slot in 0..slots.max(1) {
            let (queue, results, failed, each) = (&queue, &results, &failed, &each);
            scope.spawn(move || {
                while !failed.load(Ordering::Relaxed) {
                    let Some((index, work)) = lock(queue).next() else { break };
                    let result = each(slot, work);
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    lock(results).push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
