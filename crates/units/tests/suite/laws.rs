//! The laws that every store keeps: run them on a new kind of store before anything else.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plyglot_units::{
    Claim, Counts, EndedUnit, Job, Lease, Patience, Ran, Return, Shift, ShiftEnd, Unit, UnitKey,
    UnitStore, WorkerInfo, work,
};

/// Gives a handle on the store of this name, which is made for the job when it is not there: the same
/// name means the same store, as if another process had opened it.
pub type MakeStore<'m> = dyn Fn(&str, &Job) -> Arc<dyn UnitStore> + 'm;

/// Long enough that a healthy worker keeps it on a busy machine.
const LEASE: Duration = Duration::from_millis(600);
/// What does not happen within it does not happen.
const DEADLINE: Duration = Duration::from_secs(60);

/// Checks all laws that can be seen from one process.
pub fn check(make: &MakeStore<'_>) {
    added_once(make);
    two_never_have_the_same(make);
    a_lost_unit_is_taken_again(make);
    what_comes_twice_counts_once(make);
    failures_are_counted(make);
    closing_ends_workers(make);
    going_on_keeps_what_is_done(make);
    many_workers_do_all_once(make);
    workers_and_blobs(make);
}

/// Units that are numbered from 0.
fn units(count: usize) -> Vec<Unit> {
    (0..count)
        .map(|number| Unit { key: key(number), input: format!("{{\"number\": {number}}}\n") })
        .collect()
}

fn key(number: usize) -> UnitKey {
    format!("unit-{number}").parse().unwrap()
}

fn job() -> Job {
    Job { lease: LEASE, ..Job::new("laws", serde_json::json!({ "of": "units" })) }
}

fn take(store: &dyn UnitStore, worker: &str) -> Option<Lease> {
    match store.claim(worker).unwrap() {
        Claim::Unit(lease) => Some(lease),
        Claim::Wait | Claim::Closed => None,
    }
}

fn take_soon(store: &dyn UnitStore, worker: &str) -> Lease {
    let began = Instant::now();
    loop {
        if let Some(lease) = take(store, worker) {
            return lease;
        }
        assert!(began.elapsed() < DEADLINE, "nothing to take");
        thread::sleep(Duration::from_millis(5));
    }
}

fn ended(store: &dyn UnitStore) -> Vec<EndedUnit> {
    let mut ended = Vec::new();
    loop {
        let some = store.newly_ended(7, &|_| true).unwrap();
        if some.is_empty() {
            return ended;
        }
        assert!(some.len() <= 7, "no more than asked for");
        ended.extend(some);
    }
}

fn added_once(make: &MakeStore<'_>) {
    let store = make("added", &job());
    assert_eq!(store.job(), &job());
    assert_eq!(store.claim("a").unwrap(), Claim::Wait, "nothing was added yet");
    store.add(&units(3)).unwrap();
    let changed = Unit { input: "other".to_owned(), ..units(1).remove(0) };
    let more: Vec<Unit> = [changed].into_iter().chain(units(5)).collect();
    make("added", &job()).add(&more).unwrap();
    assert_eq!(store.counts().unwrap(), Counts { waiting: 5, ..Counts::default() });
    let mut taken: Vec<Unit> = (0..5).map(|_| take_soon(&*store, "a").unit).collect();
    taken.sort_by_key(|unit| unit.key.to_string());
    assert_eq!(taken, units(5), "a unit that is there stays as it is");
    assert_eq!(store.counts().unwrap(), Counts { leased: 5, ..Counts::default() });
}

fn two_never_have_the_same(make: &MakeStore<'_>) {
    const UNITS: usize = 200;
    let store = make("claims", &Job { lease: DEADLINE, ..job() });
    store.add(&units(UNITS)).unwrap();
    let taken = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for worker in 0..4 {
            let (store, taken) = (make("claims", &job()), &taken);
            scope.spawn(move || {
                while let Some(lease) = take(&*store, &format!("worker-{worker}")) {
                    let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
                    taken.push(lease.unit.key);
                }
            });
        }
    });
    let taken = taken.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert_eq!(taken.len(), UNITS, "each was taken");
    assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), UNITS, "by one");
}

fn a_lost_unit_is_taken_again(make: &MakeStore<'_>) {
    let (mine, other) = (make("lost", &job()), make("lost", &job()));
    mine.add(&units(1)).unwrap();
    let lease = take_soon(&*mine, "mine");
    // As long as it is renewed, it stays, however long that is.
    let began = Instant::now();
    while began.elapsed() < LEASE * 3 {
        assert!(mine.renew(&lease).unwrap(), "it is not lost");
        assert_eq!(take(&*other, "other"), None, "it is leased");
        thread::sleep(LEASE / 10);
    }
    // Then it is silent.
    let again = take_soon(&*other, "other");
    assert_eq!(again.unit, lease.unit);
    assert_ne!(again.number, lease.number);
    assert!(!mine.renew(&lease).unwrap(), "it is lost");
    assert!(other.renew(&again).unwrap(), "it is the other's");
    assert_eq!(take(&*mine, "mine"), None, "the other has it");
}

fn what_comes_twice_counts_once(make: &MakeStore<'_>) {
    let store = make("twice", &job());
    store.add(&units(2)).unwrap();
    let late = take_soon(&*store, "late");
    assert!(store.finish(&take_soon(&*store, "a"), "done").unwrap());
    let again = take_soon(&*store, "again");
    assert_eq!(again.unit, late.unit);
    assert!(store.finish(&late, "by the late one").unwrap(), "work that is done counts");
    assert!(!store.renew(&again).unwrap(), "and need not be done again");
    assert!(!store.finish(&again, "by the second").unwrap(), "nor does it count again");
    assert!(!store.finish(&late, "once more").unwrap());
    store.give_back(&again, Return::Failed("late".to_owned())).unwrap();
    assert_eq!(take(&*store, "a"), None, "all are done");
    assert_eq!(store.counts().unwrap(), Counts { done: 2, ..Counts::default() });
    let of_late = ended(&*store).into_iter().filter(|it| it.key == late.unit.key);
    let results: Vec<_> = of_late.map(|it| it.result).collect();
    assert_eq!(results, [Ok("by the late one".to_owned())]);
}

fn failures_are_counted(make: &MakeStore<'_>) {
    let store = make("failures", &Job { attempts: 2, ..job() });
    store.add(&units(1)).unwrap();
    for _ in 0..3 {
        let lease = take_soon(&*store, "a");
        store.give_back(&lease, Return::Released).unwrap();
        assert!(!store.renew(&lease).unwrap(), "it was given back");
    }
    let first = take_soon(&*store, "a");
    store.give_back(&first, Return::Failed("no room".to_owned())).unwrap();
    assert_eq!(store.counts().unwrap(), Counts { waiting: 1, ..Counts::default() });
    let second = take_soon(&*store, "b");
    store.give_back(&second, Return::Failed("no luck".to_owned())).unwrap();
    assert_eq!(store.counts().unwrap(), Counts { failed: 1, ..Counts::default() });
    assert_eq!(take(&*store, "c"), None, "it is given up");
    let expected = EndedUnit { key: key(0), result: Err("no luck".to_owned()) };
    assert_eq!(ended(&*store), [expected]);
    assert_eq!(ended(&*store), [], "told once");
    store.set_closed(true).unwrap();
    thread::sleep(LEASE / 4);
    assert_eq!(store.claim("a").unwrap(), Claim::Closed, "nothing is left to do");
}

fn closing_ends_workers(make: &MakeStore<'_>) {
    let store = make("closing", &job());
    store.add(&units(3)).unwrap();
    let stop = AtomicBool::new(false);
    let shift = |patience| Shift { worker: "a", stop: &stop, patience };
    let done = |unit: &Unit, _: &Arc<AtomicBool>| Ran::Done(unit.input.clone());
    let idle = work(&*store, &shift(Patience::For(Duration::from_millis(50))), done);
    assert_eq!(idle.unwrap(), ShiftEnd::Idle, "more may come");
    assert_eq!(store.counts().unwrap(), Counts { done: 3, ..Counts::default() });
    store.set_closed(true).unwrap();
    let closed = work(&*store, &shift(Patience::Endless), done);
    assert_eq!(closed.unwrap(), ShiftEnd::Closed);
    // It goes on when it is opened again, and ends only when the last unit has.
    store.set_closed(false).unwrap();
    store.add(&units(4)).unwrap();
    let last = take_soon(&*store, "b");
    store.set_closed(true).unwrap();
    assert_eq!(store.claim("a").unwrap(), Claim::Wait, "the last is not done");
    store.finish(&last, "done").unwrap();
    let closed = work(&*store, &shift(Patience::Endless), done);
    assert_eq!(closed.unwrap(), ShiftEnd::Closed);
    stop.store(true, Ordering::Relaxed);
    let stopped = work(&*store, &shift(Patience::Endless), done);
    assert_eq!(stopped.unwrap(), ShiftEnd::Stopped);
}

fn going_on_keeps_what_is_done(make: &MakeStore<'_>) {
    let first = make("going on", &job());
    first.add(&units(4)).unwrap();
    let kept = take_soon(&*first, "a");
    first.finish(&kept, "kept").unwrap();
    let lost = take_soon(&*first, "a");
    drop(first);
    let second = make("going on", &job());
    second.add(&units(4)).unwrap();
    let expected = Counts { waiting: 2, leased: 1, done: 1, failed: 0 };
    assert_eq!(second.counts().unwrap(), expected);
    let kept_unit = EndedUnit { key: kept.unit.key.clone(), result: Ok("kept".to_owned()) };
    assert_eq!(ended(&*second), [kept_unit], "a new handle is told of all");
    let third = make("going on", &job());
    assert_eq!(third.newly_ended(9, &|key| *key != kept.unit.key).unwrap(), []);
    let mut rest: Vec<UnitKey> =
        (0..3).map(|_| finish_one(&*second, "b").unwrap().unit.key).collect();
    rest.sort();
    let mut expected: Vec<UnitKey> = (0..4).map(key).filter(|it| *it != kept.unit.key).collect();
    expected.sort();
    assert_eq!(rest, expected, "with what was lost");
    assert!(rest.contains(&lost.unit.key));
}

fn finish_one(store: &dyn UnitStore, worker: &str) -> Option<Lease> {
    let lease = take_soon(store, worker);
    store.finish(&lease, "done").unwrap().then_some(lease)
}

fn many_workers_do_all_once(make: &MakeStore<'_>) {
    const UNITS: usize = 300;
    let store = make("many", &job());
    store.add(&units(UNITS / 2)).unwrap();
    let (stop, runs) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut results = BTreeMap::new();
    thread::scope(|scope| {
        for number in 0..4 {
            let (store, stop, runs) = (make("many", &job()), &stop, &runs);
            scope.spawn(move || {
                let worker = format!("worker-{number}");
                let shift = Shift { worker: &worker, stop, patience: Patience::Endless };
                let ended = work(&*store, &shift, |unit, _| {
                    match runs.fetch_add(1, Ordering::Relaxed) % 11 {
                        3 => Ran::Stopped,
                        _ => Ran::Done(unit.input.clone()),
                    }
                });
                assert_eq!(ended.unwrap(), ShiftEnd::Closed);
            });
        }
        let began = Instant::now();
        while results.len() < UNITS {
            if results.len() == UNITS / 2 {
                store.add(&units(UNITS)).unwrap();
                store.set_closed(true).unwrap();
            }
            for EndedUnit { key, result } in ended(&*store) {
                assert_eq!(results.insert(key, result), None, "told once");
            }
            if began.elapsed() > DEADLINE {
                stop.store(true, Ordering::Relaxed);
                panic!("{} of {UNITS} are done", results.len());
            }
            thread::sleep(Duration::from_millis(2));
        }
    });
    let expected = units(UNITS).into_iter().map(|unit| (unit.key, Ok(unit.input))).collect();
    assert_eq!(results, expected);
}

fn workers_and_blobs(make: &MakeStore<'_>) {
    let (store, other) = (make("workers", &job()), make("workers", &job()));
    let info = |name: &str, speed: f64| WorkerInfo {
        name: name.to_owned(),
        machine: "node1".to_owned(),
        slots: 2,
        isolation: "L1".to_owned(),
        speed,
        version: "0".to_owned(),
    };
    for worker in [info("b", 1.0), info("a", 1.0), info("b", 2.0)] {
        store.report(&worker).unwrap();
    }
    assert_eq!(other.workers().unwrap(), [info("a", 1.0), info("b", 2.0)]);
    let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let name = store.put(&bytes).unwrap();
    assert_eq!(store.put(&bytes).unwrap(), name);
    assert_eq!(other.get(&name).unwrap(), bytes);
    assert!(other.get(&plyglot_units::BlobName::of(b"other")).is_err());
}

/// Checks what holds when workers are killed, each a process at the store of this address.
pub fn check_killed(address: &str) {
    const UNITS: usize = 120;
    const KILLS: usize = 6;
    let store = &*plyglot_units::create(address, &job()).unwrap();
    store.add(&units(UNITS)).unwrap();
    store.set_closed(true).unwrap();
    let start = || {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "laws::a_worker"]).env(STORE, address);
        command.stdout(Stdio::null()).spawn().unwrap()
    };
    let mut workers: Vec<Child> = (0..3).map(|_| start()).collect();
    let mut results = BTreeMap::new();
    let (began, mut kills) = (Instant::now(), 0);
    while results.len() < UNITS && began.elapsed() < DEADLINE {
        for EndedUnit { key, result } in ended(store) {
            assert_eq!(results.insert(key, result), None, "told once");
        }
        if kills < KILLS && results.len() > (kills + 1) * UNITS / (KILLS + 2) {
            let place = kills % workers.len();
            // SIGKILL: it can do nothing about it.
            workers[place].kill().unwrap();
            workers[place].wait().unwrap();
            workers[place] = start();
            kills += 1;
        }
        thread::sleep(Duration::from_millis(2));
    }
    for mut worker in workers {
        if results.len() < UNITS {
            _ = worker.kill();
        }
        _ = worker.wait();
    }
    let expected = units(UNITS).into_iter().map(|unit| (unit.key, Ok(unit.input))).collect();
    assert_eq!(results, expected);
    assert_eq!(kills, KILLS, "they were killed in the middle");
    assert_eq!(store.counts().unwrap(), Counts { done: UNITS, ..Counts::default() });
}

/// The environment variable by which such a process knows its store.
const STORE: &str = "PLYGLOT_TEST_UNITS";

/// Does units that take some milliseconds.
#[test]
#[ignore = "a process that other tests start"]
fn a_worker() {
    let Ok(address) = std::env::var(STORE) else { return };
    let worker = format!("process-{}", std::process::id());
    let stop = AtomicBool::new(false);
    let shift = Shift { worker: &worker, stop: &stop, patience: Patience::Endless };
    let store = plyglot_units::open(&address).unwrap();
    work(&*store, &shift, |unit, _| {
        thread::sleep(Duration::from_millis(20));
        Ran::Done(unit.input.clone())
    })
    .unwrap();
}
