//! What every host does, whatever its work is: wait for units, and take what comes of them.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::{EndedUnit, Unit, UnitKey, UnitStore, UnitsError};

/// How long the store is left alone when nothing is new: at first,
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);
/// and at most.
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// How many results are read at once.
const MOST: usize = 16;

/// Publishes units and waits until all have ended. `take` is given each that has, and returns units that
/// can be done now; `look` is called as often as the store is looked at. Ends early once `stop` is set:
/// then everything stays in the store. Returns whether all have ended.
///
/// # Errors
/// If the store cannot be used, or `take` or `look` fails.
pub fn follow<E: From<UnitsError>>(
    store: &dyn UnitStore,
    units: Vec<Unit>,
    stop: &AtomicBool,
    mut look: impl FnMut(&dyn UnitStore) -> Result<(), UnitsError>,
    mut take: impl FnMut(EndedUnit) -> Result<Vec<Unit>, E>,
) -> Result<bool, E> {
    let mut open: HashSet<UnitKey> = HashSet::new();
    // A host before this one had them done; they may still be asked for.
    let mut early: HashMap<UnitKey, EndedUnit> = HashMap::new();
    let mut new = units;
    let mut pause = SHORTEST_PAUSE;
    loop {
        store.add(&new)?;
        let mut ended = Vec::new();
        for Unit { key, .. } in new.drain(..) {
            ended.extend(early.remove(&key));
            open.insert(key);
        }
        if open.is_empty() {
            return Ok(true);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        look(store)?;
        ended.extend(store.newly_ended(MOST, &|_| true)?);
        if ended.is_empty() {
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        } else {
            pause = SHORTEST_PAUSE;
        }
        for unit in ended {
            if open.remove(&unit.key) {
                new.extend(take(unit)?);
            } else {
                early.insert(unit.key.clone(), unit);
            }
        }
    }
}
