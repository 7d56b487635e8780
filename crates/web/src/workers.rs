use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use plyglot_workbench::Failure;

use crate::failure::busy;

/// Where searches run and files are read: a few at a time, each in a thread of its own.
#[derive(Debug)]
pub struct Workers {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    patience: Duration,
}

/// A right to work, given back when it is dropped.
#[derive(Debug)]
pub struct Permit(#[expect(dead_code, reason = "held, not used")] OwnedSemaphorePermit);

/// A search may follow one line for thousands of moves. What is not used costs nothing.
const STACK: usize = 256 << 20;

impl Workers {
    pub fn new(places: usize, most_waiting: usize, patience: Duration) -> Workers {
        Workers {
            places: Arc::new(Semaphore::new(places)),
            waiting: AtomicUsize::new(0),
            most_waiting,
            patience,
        }
    }

    /// Waits for a place, but not for long, and not among many.
    pub async fn place(&self) -> Result<Permit, Failure> {
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            return Ok(Permit(place));
        }
        let _waiting = Waiting::enter(&self.waiting, self.most_waiting).ok_or_else(busy)?;
        match timeout(self.patience, Arc::clone(&self.places).acquire_owned()).await {
            Ok(Ok(place)) => Ok(Permit(place)),
            _ => Err(busy()),
        }
    }

    /// Runs `work` in a thread, which keeps the place until it is done.
    pub fn run(place: Permit, work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
        let run = move || {
            work();
            drop(place);
        };
        let thread = thread::Builder::new().name("worker".to_owned()).stack_size(STACK).spawn(run);
        thread.map(drop).map_err(|error| Failure::broken(format!("no thread to work in: {error}")))
    }

    /// What `work` returns, once there was a place for it.
    pub async fn answer<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let place = self.place().await?;
        let (done, result) = oneshot::channel();
        Workers::run(place, move || {
            // Sending fails only if the answer is no longer wanted, which is fine.
            _ = done.send(work());
        })?;
        result.await.map_err(|_| Failure::broken("the answer was lost"))
    }
}

/// A request that waits, counted until this is dropped.
struct Waiting<'w>(&'w AtomicUsize);

impl<'w> Waiting<'w> {
    fn enter(count: &'w AtomicUsize, most: usize) -> Option<Waiting<'w>> {
        let waiting = Waiting(count);
        (count.fetch_add(1, Ordering::Relaxed) < most).then_some(waiting)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Stops a search when the client that asked for it has gone away.
#[derive(Debug)]
pub struct StopOnDrop(pub Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
