use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plyglot_arena::tournament::{Store, StoreError, TournamentReport};

use super::FoundEntry;
use super::scan::Stamp;

/// Reports that were made, until their stores change.
///
/// Making one takes a look at every game, and ratings take a while too. So while a contest is being
/// played, one that took long is not made again soon: spectators must not slow the players.
#[derive(Debug, Default)]
pub struct Reports {
    /// By id. A request that finds a report being made waits for it.
    slots: Mutex<HashMap<String, Arc<Mutex<Option<CachedReport>>>>>,
}

#[derive(Debug)]
struct CachedReport {
    stamp: Stamp,
    report: Arc<TournamentReport>,
    made: Instant,
    took: Duration,
}

/// How many are kept.
const MOST: usize = 64;
/// For each second that a report took, an old one will do for this many.
const REST: u32 = 20;

impl Reports {
    pub fn of(
        &self,
        found: &FoundEntry,
        store: &Store,
    ) -> Result<Arc<TournamentReport>, StoreError> {
        let slot = self.slot(&found.id);
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        // The stamp is taken first: a game that ends meanwhile makes the report old, not wrong.
        let stamp = found.stamp();
        if let Some(kept) = &*slot
            && (kept.stamp == stamp || kept.made.elapsed() < REST * kept.took)
        {
            return Ok(Arc::clone(&kept.report));
        }
        let begun = Instant::now();
        let report = Arc::new(TournamentReport::of(store)?);
        let made = Instant::now();
        *slot = Some(CachedReport { stamp, report: Arc::clone(&report), made, took: made - begun });
        Ok(report)
    }

    fn slot(&self, id: &str) -> Arc<Mutex<Option<CachedReport>>> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= MOST && !slots.contains_key(id) {
            slots.clear();
        }
        Arc::clone(slots.entry(id.to_owned()).or_default())
    }
}
