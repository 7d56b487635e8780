//! The laws of a store in a folder, and what it makes of files that are not its own.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use plyglot_units::directory::DirectoryStore;
use plyglot_units::{Job, Unit, UnitStore, UnitsError};

use crate::laws;

fn job() -> Job {
    Job { lease: Duration::from_millis(500), ..Job::new("laws", serde_json::json!({})) }
}

#[test]
fn laws_hold() {
    let folder = tempfile::tempdir().unwrap();
    laws::check(&|name, job| {
        let path = folder.path().join(name);
        Arc::new(match DirectoryStore::open(&path) {
            Ok(store) => store,
            Err(_) => DirectoryStore::create(&path, job).unwrap(),
        })
    });
    let drafts = fs::read_dir(folder.path().join("many/drafts")).unwrap();
    assert_eq!(drafts.count(), 0, "nothing is left over");
}

#[test]
fn laws_hold_when_workers_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    laws::check_killed(folder.path().to_str().unwrap());
}

#[test]
fn a_store_is_for_one_job() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(DirectoryStore::open(folder.path()), Err(UnitsError::Missing(_))));
    drop(DirectoryStore::create(folder.path(), &job()).unwrap());
    drop(DirectoryStore::create(folder.path(), &job()).unwrap());
    for other in [
        Job::new("other", serde_json::json!({})),
        Job::new("laws", serde_json::json!({ "seed": 1 })),
    ] {
        let refused = DirectoryStore::create(folder.path(), &other);
        assert!(matches!(refused, Err(UnitsError::OtherJob { .. })));
    }
    assert!(matches!(plyglot_units::open("redis://host/x"), Err(UnitsError::Unknown(_))));
}

#[test]
fn a_changed_blob_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = DirectoryStore::create(folder.path(), &job()).unwrap();
    let name = store.put(b"an agent").unwrap();
    fs::write(folder.path().join("blobs").join(name.as_str()), "another").unwrap();
    assert!(matches!(store.get(&name), Err(UnitsError::Damaged { .. })));
}

#[test]
fn files_of_others_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let store = DirectoryStore::create(folder.path(), &job()).unwrap();
    store.add(&[Unit { key: "a".parse().unwrap(), input: "1".to_owned() }]).unwrap();
    let leases = folder.path().join("leases/000000");
    for name in ["a", "a.x", "a.99999999999", "b.done", ".nfs0001", "a.0.back.x"] {
        fs::write(leases.join(name), "").unwrap();
    }
    let other = DirectoryStore::open(folder.path()).unwrap();
    assert_eq!(other.counts().unwrap().all(), 1);
    fs::write(folder.path().join("units/000001.jsonl"), "no unit\n").unwrap();
    let damaged = other.counts().unwrap_err().to_string();
    assert!(damaged.contains("000001.jsonl: damaged"), "{damaged}");
}
