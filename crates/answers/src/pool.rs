//! Work for several threads, each with something of its own.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Does all pieces of work, with one thread for each slot; the results come in the order of the work.
/// Stops at the first error.
pub fn in_slots<S: Sync, W: Ord + Copy + Send, T: Send, E: Send>(
    slots: &[S],
    work: impl IntoIterator<Item = W>,
    each: impl Fn(&S, W) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let results = Mutex::new(Vec::new());
    until_done(slots, work.into_iter().map(Reverse), |slot, Reverse(work)| {
        let result = each(slot, work)?;
        lock(&results).push((work, result));
        Ok(Vec::new())
    })?;
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(work, _)| work);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Does work that brings more work, always the greatest piece that there is, with one thread for each
/// slot. Stops at the first error.
pub fn until_done<S: Sync, W: Ord + Send, E: Send>(
    slots: &[S],
    work: impl IntoIterator<Item = W>,
    each: impl Fn(&S, W) -> Result<Vec<W>, E> + Sync,
) -> Result<(), E> {
    let queue = Mutex::new(Queue { waiting: work.into_iter().collect(), busy: 0, failed: None });
    let changed = Condvar::new();
    let work_off = |slot| {
        let mut now = lock(&queue);
        while now.failed.is_none() {
            let Some(work) = now.waiting.pop() else {
                if now.busy == 0 {
                    break;
                }
                // A busy thread may bring more.
                now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            now.busy += 1;
            drop(now);
            let result = each(slot, work);
            now = lock(&queue);
            now.busy -= 1;
            match result {
                Ok(more) => now.waiting.extend(more),
                Err(error) => now.failed = now.failed.take().or(Some(error)),
            }
            changed.notify_all();
        }
    };
    if let [slot] = slots {
        // A single one needs no other thread; a browser has none, and some games can be asked by this
        // one alone.
        work_off(slot);
    } else {
        let work_off = &work_off;
        thread::scope(|scope| {
            for slot in slots {
                scope.spawn(move || work_off(slot));
            }
        });
    }
    queue.into_inner().unwrap_or_else(PoisonError::into_inner).failed.map_or(Ok(()), Err)
}

struct Queue<W, E> {
    waiting: BinaryHeap<W>,
    /// How many pieces are being done.
    busy: usize,
    failed: Option<E>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_brings_more_is_all_done_greatest_first() {
        for threads in [1, 3] {
            let done = Mutex::new(Vec::new());
            let each = |(), work: u32| {
                lock(&done).push(work);
                // Every number brings the two that begin with it.
                let more = if work < 100 { vec![10 * work, 10 * work + 1] } else { Vec::new() };
                Ok::<_, ()>(more)
            };
            until_done(&vec![(); threads], [1, 2], |&slot, work| each(slot, work)).unwrap();
            let mut done = done.into_inner().unwrap();
            if threads == 1 {
                assert_eq!(done[..5], [2, 21, 211, 210, 20]);
            }
            done.sort_unstable();
            assert_eq!(done, [1, 2, 10, 11, 20, 21, 100, 101, 110, 111, 200, 201, 210, 211]);
        }
    }

    /// Some games can be asked by the thread alone that asks for the work.
    #[test]
    fn one_slot_is_this_thread() {
        let this = thread::current().id();
        let by = in_slots(&[()], 0..3, |(), _| Ok::<_, ()>(thread::current().id()));
        assert_eq!(by, Ok(vec![this; 3]));
    }

    #[test]
    fn results_keep_their_order_and_an_error_ends_all() {
        let slots = [(), ()];
        let square = in_slots(&slots, 0..100, |(), number| Ok::<_, ()>(number * number)).unwrap();
        assert_eq!(square, (0..100).map(|number| number * number).collect::<Vec<_>>());
        let error = in_slots(&slots, 0..100, |(), number| match number {
            7 => Err(number),
            number => Ok(number),
        });
        assert_eq!(error, Err(7));
    }
}
