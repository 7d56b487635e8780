//! Some units of a directory, and what a handle knows of each.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::files::{self, read};
use super::parse;
use crate::{Job, Return, Unit, UnitsError};

/// Units that were added together, in their order.
#[derive(Debug)]
pub struct Shelf {
    pub units: Vec<Unit>,
    pub leases: PathBuf,
    states: Vec<State>,
    is_listed: bool,
    done: usize,
    told: usize,
    /// No unit before it was free when last looked at.
    first_free: usize,
}

#[derive(Clone, Debug, Default)]
struct State {
    /// How many leases there were.
    leases: u32,
    /// Which of them were given back, and whether as failed.
    back: Vec<(u32, bool)>,
    is_done: bool,
    told: Told,
    /// The length of the last lease, and since when it is that.
    seen: Option<(u32, u64, Instant)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Told {
    #[default]
    Nothing,
    Failed,
    Done,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has it; its next lease has this number.
    Free {
        number: u32,
    },
    /// Its lease has this number.
    Leased {
        number: u32,
    },
    Done,
    Failed,
}

impl Shelf {
    pub fn new(units: Vec<Unit>, leases: PathBuf) -> Shelf {
        let states = vec![State::default(); units.len()];
        Shelf { units, leases, states, is_listed: false, done: 0, told: 0, first_free: 0 }
    }

    pub fn is_listed(&self) -> bool {
        self.is_listed
    }

    /// Whether all have a result.
    pub fn is_done(&self) -> bool {
        self.done == self.units.len()
    }

    /// Whether all results were told.
    pub fn is_told(&self) -> bool {
        self.told == self.units.len()
    }

    /// Whether all have a result or were given up.
    pub fn is_ended(&self, job: &Job) -> bool {
        let ended = |place| matches!(self.standing(place, job), Standing::Done | Standing::Failed);
        self.is_done() || (0..self.units.len()).all(ended)
    }

    /// Looks at the names of all leases and results.
    pub fn list(&mut self) -> Result<(), UnitsError> {
        let places: HashMap<&str, usize> =
            self.units.iter().enumerate().map(|(place, unit)| (unit.key.as_str(), place)).collect();
        let mut returned = Vec::new();
        for name in files::names(&self.leases)? {
            let mut parts = name.split('.');
            let key = parts.next().unwrap_or_default();
            let Some(&place) = places.get(key) else { continue };
            let state = &mut self.states[place];
            match (parts.next(), parts.next()) {
                (Some("done"), None) => {
                    self.done += usize::from(!state.is_done);
                    state.is_done = true;
                }
                (Some(number), what) => {
                    let Ok(number) = number.parse::<u32>() else { continue };
                    state.leases = state.leases.max(number + 1);
                    if what == Some("back") && state.back.iter().all(|it| it.0 != number) {
                        returned.push((place, number));
                    }
                }
                _ => {}
            }
        }
        for (place, number) in returned {
            let is_failed = matches!(self.returned(place, number)?, Some(Return::Failed(_)));
            self.states[place].back.push((number, is_failed));
        }
        self.is_listed = true;
        Ok(())
    }

    fn returned(&self, place: usize, number: u32) -> Result<Option<Return>, UnitsError> {
        let path = self.leases.join(format!("{}.{number}.back", self.units[place].key));
        read(&path)?.map(|text| parse(&path, &text)).transpose()
    }

    pub fn standing(&self, place: usize, job: &Job) -> Standing {
        let state = &self.states[place];
        let failures = state.back.iter().filter(|it| it.1).count() as u32;
        let lost = state.leases.saturating_sub(state.back.len() as u32 + 1);
        if state.is_done {
            Standing::Done
        } else if failures >= job.attempts || lost >= Job::MOST_LOST {
            Standing::Failed
        } else {
            match state.leases.checked_sub(1) {
                None => Standing::Free { number: 0 },
                Some(last) if state.back.iter().any(|it| it.0 == last) => {
                    Standing::Free { number: state.leases }
                }
                Some(last) => Standing::Leased { number: last },
            }
        }
    }

    /// One of the first units that were never leased as far as we know.
    pub fn choose(&mut self, among: usize, chance: u64) -> Option<(usize, u32)> {
        let is_free = |state: &State| state.leases == 0 && !state.is_done;
        while self.states.get(self.first_free).is_some_and(|state| !is_free(state)) {
            self.first_free += 1;
        }
        let open = self.states.iter().enumerate().skip(self.first_free);
        let free: Vec<usize> =
            open.filter(|(_, state)| is_free(state)).map(|(place, _)| place).take(among).collect();
        let chosen = *free.get(chance as usize % free.len().max(1))?;
        Some((chosen, 0))
    }

    /// A lease of this number is there now.
    pub fn leased_now(&mut self, place: usize, number: u32, is_ours: bool) {
        let state = &mut self.states[place];
        state.leases = state.leases.max(number + 1);
        if is_ours {
            state.seen = None;
        }
    }

    /// Whether a lease has not grown for as long as it lasts.
    pub fn watch(
        &mut self,
        place: usize,
        number: u32,
        lasts: Duration,
    ) -> Result<bool, UnitsError> {
        let length =
            files::length(&self.leases.join(format!("{}.{number}", self.units[place].key)))?;
        let seen = &mut self.states[place].seen;
        match seen {
            Some((of, long, since)) if (*of, *long) == (number, length) => {
                Ok(since.elapsed() >= lasts)
            }
            _ => {
                *seen = Some((number, length, Instant::now()));
                Ok(false)
            }
        }
    }

    /// How a unit has ended, if that was not told yet.
    pub fn news(&self, place: usize, job: &Job) -> Option<Standing> {
        match (self.standing(place, job), self.states[place].told) {
            (Standing::Done, Told::Nothing | Told::Failed) => Some(Standing::Done),
            (Standing::Failed, Told::Nothing) => Some(Standing::Failed),
            _ => None,
        }
    }

    /// It was told.
    pub fn told(&mut self, place: usize, is_done: bool) {
        self.told += usize::from(is_done);
        self.states[place].told = if is_done { Told::Done } else { Told::Failed };
    }

    /// Why the last worker that failed has failed.
    pub fn why(&self, place: usize) -> Result<Option<String>, UnitsError> {
        let failed = self.states[place].back.iter().filter(|it| it.1).map(|it| it.0).max();
        let Some(number) = failed else { return Ok(None) };
        Ok(match self.returned(place, number)? {
            Some(Return::Failed(why)) => Some(why),
            _ => None,
        })
    }
}
