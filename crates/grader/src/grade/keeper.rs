//! Results on their way to the disk. While all submissions fail in one and the same way, the command
//! or the machine may be to blame: until one does something else, nothing is kept.

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::{ResultStore, StoredFile};
use plyglot_answers::judge::{Verdict, VerdictKind};

/// Keeps the results of a class.
#[derive(Debug)]
pub struct Keeper {
    store: ResultStore,
    builds: Mutex<Seen>,
    runs: Mutex<Seen>,
}

/// What is kept: of whom, of which case, and a number for what it depends on.
#[derive(Clone, Copy, Debug)]
pub struct Label<'l> {
    pub student: &'l str,
    pub case: &'l str,
    pub key: &'l str,
}

/// What was seen of all submissions at one step.
#[derive(Debug, Default)]
struct Seen {
    /// How the first submission failed, and how many did.
    first: HashMap<String, (Way, usize)>,
    /// The first of all.
    example: Option<(VerdictKind, String)>,
    /// Whether some submission does something else than the others.
    differ: bool,
    held: Vec<StoredFile>,
}

/// In which way something failed, without the numbers, which differ from run to run.
#[derive(Debug, PartialEq, Eq)]
struct Way(String);

impl Keeper {
    /// One that writes into a store; for a class of one there is nothing to compare.
    pub fn new(store: ResultStore, submissions: usize) -> Keeper {
        let seen = || Mutex::new(Seen { differ: submissions < 2, ..Seen::default() });
        Keeper { store, builds: seen(), runs: seen() }
    }

    /// The result of this label, if it is on disk.
    pub fn get<T: DeserializeOwned>(&self, label: Label<'_>) -> Option<T> {
        self.store.get(label.student, label.case, label.key)
    }

    /// Takes note of how a build came out, and keeps the result if there is one to be kept.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn built<T: Serialize>(
        &self,
        label: Label<'_>,
        failed: Option<&Verdict>,
        result: Option<&T>,
    ) -> io::Result<()> {
        self.add(lock(&self.builds), label, failed, result)
    }

    /// Takes note of what came of a case, and keeps the result if there is one to be kept.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn ran<T: Serialize>(
        &self,
        label: Label<'_>,
        verdict: &Verdict,
        result: Option<&T>,
    ) -> io::Result<()> {
        let failed = (verdict.kind != VerdictKind::Right).then_some(verdict);
        self.add(lock(&self.runs), label, failed, result)
    }

    fn add<T: Serialize>(
        &self,
        mut seen: MutexGuard<'_, Seen>,
        label: Label<'_>,
        failed: Option<&Verdict>,
        result: Option<&T>,
    ) -> io::Result<()> {
        seen.note(label.case, failed);
        if let Some(result) = result {
            let file = self.store.file(label.student, label.case, label.key, result)?;
            seen.held.push(file);
        }
        if !seen.differ {
            return Ok(());
        }
        let held = std::mem::take(&mut seen.held);
        drop(seen);
        held.iter().try_for_each(StoredFile::write)
    }

    /// A sentence for the teacher, if all submissions failed in the same way.
    pub fn common_failure(&self, submissions: usize) -> Option<String> {
        let [builds, runs] = [&self.builds, &self.runs].map(|seen| lock(seen).common());
        let ((kind, how, count), option) = match (builds, runs) {
            (Some(builds), _) => (builds, "--build"),
            (None, Some(runs)) if runs.0.is_answer() => (runs, "the cases"),
            (None, runs) => (runs?, "--run"),
        };
        let which = if count == submissions { "" } else { " that were tried" };
        Some(format!(
            "All {count} submissions{which} fail in the same way: {kind}: {how}: check {option}"
        ))
    }
}

impl Seen {
    fn note(&mut self, case: &str, failed: Option<&Verdict>) {
        let Some(verdict) = failed else {
            self.differ = true;
            return;
        };
        let how = in_words(verdict);
        let way = Way(how.replace(|symbol: char| symbol.is_ascii_digit(), ""));
        self.example.get_or_insert((verdict.kind, how));
        match self.first.get_mut(case) {
            Some((first, count)) => {
                *count += 1;
                self.differ |= *first != way;
            }
            None => {
                self.first.insert(case.to_owned(), (way, 1));
            }
        }
    }

    /// The way in which all failed, if there was one, and how many they are.
    fn common(&self) -> Option<(VerdictKind, String, usize)> {
        let count = self.first.values().map(|&(_, count)| count).max()?;
        let (kind, how) = self.example.clone()?;
        (!self.differ && count > 1).then_some((kind, how, count))
    }
}

/// What is said of it, with the last line that shows it.
fn in_words(verdict: &Verdict) -> String {
    match verdict.evidence.last() {
        Some(line) => format!("{} ({line})", verdict.message),
        None => verdict.message.clone(),
    }
}

fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crash(line: &str) -> Verdict {
        Verdict::new(VerdictKind::Crash, "exited with code 2").with(vec![line.to_owned()])
    }

    /// A class whose students fail the same case in these ways; which results are on disk
    /// afterwards, and what is said.
    fn class(verdicts: &[Verdict]) -> (usize, Option<String>) {
        let room = tempfile::tempdir().unwrap();
        let store = || ResultStore::open(room.path(), false).unwrap();
        let keeper = Keeper::new(store(), verdicts.len());
        let names: Vec<String> = (0..verdicts.len()).map(|number| number.to_string()).collect();
        let label = |student| Label { student, case: "01", key: "k" };
        for (name, verdict) in names.iter().zip(verdicts) {
            keeper.ran(label(name), verdict, Some(verdict)).unwrap();
        }
        let kept = names.iter().filter(|name| keeper.get::<Verdict>(label(name)).is_some()).count();
        (kept, keeper.common_failure(verdicts.len()))
    }

    #[test]
    fn what_all_have_in_common_is_told_and_not_kept() {
        let same = [crash("line 1: no file"), crash("line 7: no file"), crash("line 2: no file")];
        let (kept, said) = class(&same);
        assert_eq!(kept, 0);
        let said = said.unwrap();
        let expected = "All 3 submissions fail in the same way: crash: exited with code 2 \
                        (line 1: no file): check --run";
        assert_eq!(said, expected);
    }

    #[test]
    fn as_soon_as_one_differs_everything_is_kept() {
        for other in [crash("another"), Verdict::right()] {
            for place in 0..3 {
                let mut verdicts = vec![crash("no file"), crash("no file")];
                verdicts.insert(place, other.clone());
                assert_eq!(class(&verdicts), (3, None));
            }
        }
        assert_eq!(class(&[crash("alone")]), (1, None));
    }
}
