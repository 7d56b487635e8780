//! Work for several threads, each with something of its own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Does all pieces of work, with one thread for each slot; the results come in the order of the work.
/// Stops at the first error.
pub fn in_slots<S: Sync, W: Send, T: Send, E: Send>(
    slots: &[S],
    work: impl IntoIterator<Item = W, IntoIter: Send>,
    each: impl Fn(&S, W) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let queue = Mutex::new(work.into_iter().enumerate());
    let results = Mutex::new(Vec::new());
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        for slot in slots {
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
