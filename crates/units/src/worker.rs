//! What every worker does, whatever its work is: take a unit, run it, hand its result back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Claim, Lease, Return, Unit, UnitStore, UnitsError};

/// A worker at a store.
#[derive(Clone, Debug)]
pub struct Shift<'s> {
    /// Its name.
    pub worker: &'s str,
    /// When set, it ends: the unit that it has is given back.
    pub stop: &'s AtomicBool,
    /// How long it waits for units before it ends.
    pub patience: Patience,
}

/// How long a worker waits while there is nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Until the store is closed.
    Endless,
    /// This long.
    For(Duration),
}

/// What has come of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// This result.
    Done(String),
    /// Nothing, since the worker was to stop.
    Stopped,
    /// Nothing, through no fault of the unit's as far as the worker knows.
    Failed(String),
}

/// Why a worker has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftEnd {
    /// All units are done or given up, and no more will come.
    Closed,
    /// It was stopped.
    Stopped,
    /// Nothing came for too long.
    Idle,
}

/// A store that has nothing is asked again after this,
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);
/// then after twice as long, up to this.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// A worker that fails rests for this, doubled with each failure in a row,
const FAILURE_PAUSE: Duration = Duration::from_millis(250);
/// up to this.
const LONGEST_REST: Duration = Duration::from_secs(30);
/// A file server or a database may be away this long.
const STORE_PATIENCE: Duration = Duration::from_secs(120);
/// How often the flag that stops all is looked at.
const STOP_PAUSE: Duration = Duration::from_millis(20);

/// Works until the store is closed, nothing comes for too long, or it is stopped. `run` is given each
/// unit, and a flag that is set when its result is no longer wanted: it may then return anything.
///
/// # Errors
/// If the store cannot be used, and that does not pass.
pub fn work(
    store: &dyn UnitStore,
    shift: &Shift<'_>,
    mut run: impl FnMut(&Unit, &Arc<AtomicBool>) -> Ran,
) -> Result<ShiftEnd, UnitsError> {
    let mut pause = SHORTEST_PAUSE;
    let mut failures = 0;
    let mut idle_since = Instant::now();
    loop {
        if shift.is_stopped() {
            return Ok(ShiftEnd::Stopped);
        }
        match shift.patiently(|| store.claim(shift.worker))? {
            Claim::Unit(lease) => {
                let is_failed = run_one(store, shift, &lease, &mut run)?;
                failures = if is_failed { failures + 1 } else { 0 };
                if is_failed {
                    // A machine on which all fails must not fail all units before another has one.
                    shift.sleep((FAILURE_PAUSE * 2_u32.pow(failures.min(7))).min(LONGEST_REST));
                }
                pause = SHORTEST_PAUSE;
                idle_since = Instant::now();
            }
            Claim::Closed => return Ok(ShiftEnd::Closed),
            Claim::Wait => {
                if let Patience::For(most) = shift.patience
                    && idle_since.elapsed() >= most
                {
                    return Ok(ShiftEnd::Idle);
                }
                shift.sleep(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}

/// Runs a unit while a second thread keeps its lease; returns whether it failed.
fn run_one(
    store: &dyn UnitStore,
    shift: &Shift<'_>,
    lease: &Lease,
    run: &mut impl FnMut(&Unit, &Arc<AtomicBool>) -> Ran,
) -> Result<bool, UnitsError> {
    let is_unwanted = Arc::new(AtomicBool::new(false));
    let is_over = AtomicBool::new(false);
    let ran = thread::scope(|scope| {
        let keeper = scope.spawn(|| keep(store, shift, lease, &is_unwanted, &is_over));
        let ran = run(&lease.unit, &is_unwanted);
        is_over.store(true, Ordering::Relaxed);
        keeper.thread().unpark();
        ran
    });
    match ran {
        Ran::Done(result) => shift.patiently(|| store.finish(lease, &result)).map(|_| false),
        Ran::Stopped => store.give_back(lease, Return::Released).map(|()| false),
        Ran::Failed(why) => {
            let back = || store.give_back(lease, Return::Failed(why.clone()));
            shift.patiently(back).map(|()| true)
        }
    }
}

/// Renews a lease four times as often as it must, until the unit is run.
fn keep(
    store: &dyn UnitStore,
    shift: &Shift<'_>,
    lease: &Lease,
    is_unwanted: &AtomicBool,
    is_over: &AtomicBool,
) {
    let every = store.job().lease / 4;
    let mut next = Instant::now() + every;
    while !is_over.load(Ordering::Relaxed) {
        if shift.is_stopped() {
            is_unwanted.store(true, Ordering::Relaxed);
        }
        let now = Instant::now();
        if now >= next {
            next = now + every;
            // A store that is away for a moment is asked again; a unit that has been lost by then is
            // run to its end, and its result counts if it is the first.
            if let Ok(false) = store.renew(lease) {
                is_unwanted.store(true, Ordering::Relaxed);
            }
        }
        thread::park_timeout(STOP_PAUSE.min(next.saturating_duration_since(now)));
    }
}

impl Shift<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits, unless it is stopped.
    fn sleep(&self, time: Duration) {
        let end = Instant::now() + time;
        while !self.is_stopped()
            && let left = end.saturating_duration_since(Instant::now())
            && !left.is_zero()
        {
            thread::sleep(left.min(STOP_PAUSE));
        }
    }

    /// Asks a store again while it is only away for a while.
    fn patiently<T>(&self, ask: impl Fn() -> Result<T, UnitsError>) -> Result<T, UnitsError> {
        let began = Instant::now();
        loop {
            match ask() {
                Err(error)
                    if error.may_pass()
                        && began.elapsed() < STORE_PATIENCE
                        && !self.is_stopped() =>
                {
                    self.sleep(LONGEST_PAUSE);
                }
                other => return other,
            }
        }
    }
}
