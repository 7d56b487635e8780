//! What a host sees of its units.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::thread;

use plyglot_units::directory::DirectoryStore;
use plyglot_units::{
    EndedUnit, Job, Patience, Ran, Shift, Unit, UnitStore, UnitsError, follow, work,
};

fn unit(number: u32) -> Unit {
    Unit { key: format!("n-{number}").parse().unwrap(), input: number.to_string() }
}

fn look(_: &dyn UnitStore) -> Result<(), UnitsError> {
    Ok(())
}

/// Units that lead to others: each number to its half, down to 1. What an earlier host has had done is
/// not done again, also if it is asked for later.
#[test]
fn units_lead_to_others() {
    let folder = tempfile::tempdir().unwrap();
    let store = DirectoryStore::create(folder.path(), &Job::new("halves", ().into())).unwrap();
    store.add(&[unit(5)]).unwrap();
    let (stop, runs) = (AtomicBool::new(false), std::sync::Mutex::new(Vec::new()));
    thread::scope(|scope| {
        scope.spawn(|| {
            let shift = Shift { worker: "me", stop: &stop, patience: Patience::Endless };
            let run = |unit: &Unit, _: &_| {
                let number: u32 = unit.input.parse().unwrap();
                runs.lock().unwrap().push(number);
                if number == 3 { Ran::Failed("odd".into()) } else { Ran::Done(number.to_string()) }
            };
            work(&store, &shift, run).unwrap();
        });
        let (host, mut heard) = (DirectoryStore::open(folder.path()).unwrap(), Vec::new());
        while host.counts().unwrap().done == 0 {
            thread::yield_now();
        }
        let is_over = follow(&host, vec![unit(10), unit(3)], &stop, look, |ended| {
            let EndedUnit { key, result } = ended;
            heard.push((key.to_string(), result.clone()));
            let half = result.map_or(0, |number| number.parse::<u32>().unwrap() / 2);
            Ok::<_, UnitsError>((half > 0).then(|| unit(half)).into_iter().collect())
        });
        host.set_closed(true).unwrap();
        assert!(is_over.unwrap());
        heard.sort();
        let done = |number: &str| (format!("n-{number}"), Ok(number.to_owned()));
        let given_up = ("n-3".to_owned(), Err("odd".to_owned()));
        assert_eq!(heard, [done("1"), done("10"), done("2"), given_up, done("5")]);
    });
    let mut runs = runs.into_inner().unwrap();
    runs.sort_unstable();
    assert_eq!(runs, [1, 2, 3, 3, 3, 5, 10]);
}

#[test]
fn a_host_that_is_stopped_leaves_its_units() {
    let folder = tempfile::tempdir().unwrap();
    let store = DirectoryStore::create(folder.path(), &Job::new("halves", ().into())).unwrap();
    let (stop, looks) = (AtomicBool::new(false), Cell::new(0));
    let look = |_: &dyn UnitStore| {
        looks.update(|looks| looks + 1);
        stop.store(looks.get() == 3, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    };
    let nothing = |_| Ok::<_, UnitsError>(Vec::new());
    assert!(!follow(&store, vec![unit(1)], &stop, look, nothing).unwrap());
    assert_eq!(store.counts().unwrap().waiting, 1);
}
