use std::thread;

/// Does the same work in `threads` threads, this one included, and returns what each came to. The work
/// takes its parts from a place that all share. Where the system gives fewer threads there are fewer.
pub fn in_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    if threads <= 1 || cfg!(target_family = "wasm") {
        return vec![work()];
    }
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, &work).ok();
        let others: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut done = vec![work()];
        for other in others {
            match other.join() {
                Ok(result) => done.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    #[test]
    fn every_part_is_done_once() {
        for threads in [0, 1, 2, 7] {
            let next = AtomicU64::new(0);
            let sums = in_threads(threads, || {
                let parts = std::iter::from_fn(|| Some(next.fetch_add(1, Relaxed)));
                parts.take_while(|&part| part < 1000).sum::<u64>()
            });
            assert!(sums.len() <= threads.max(1));
            assert_eq!(sums.into_iter().sum::<u64>(), 999 * 1000 / 2);
        }
    }
}
