//! The laws of a store in a database.

use std::sync::Arc;
use std::time::Duration;

use plyglot_testing::services::Postgres;
use plyglot_units::postgres::PostgresStore;
use plyglot_units::{Claim, Counts, Job, Return, Unit, UnitsError};

use crate::laws;

fn job() -> Job {
    Job { lease: Duration::from_millis(500), ..Job::new("laws", serde_json::json!({})) }
}

/// The address of a job in a database.
fn address(server: &Postgres, name: &str) -> String {
    format!("{}?job={name}", server.url())
}

#[test]
fn laws_hold() {
    let Some(server) = Postgres::start() else { return };
    laws::check(&|name, job| {
        let address = address(&server, &name.replace(' ', "-")).parse().unwrap();
        Arc::new(match PostgresStore::open(&address) {
            Ok(store) => store,
            Err(_) => PostgresStore::create(&address, job).unwrap(),
        })
    });
}

#[test]
fn laws_hold_when_workers_are_killed() {
    let Some(server) = Postgres::start() else { return };
    laws::check_killed(&address(&server, "killed"));
}

#[test]
fn jobs_of_one_database_do_not_mix() {
    let Some(server) = Postgres::start() else { return };
    let missing = plyglot_units::open(&address(&server, "one"));
    assert!(matches!(missing, Err(UnitsError::Missing(_))), "there are no tables yet");
    let unit = |input: &str| Unit { key: "a".parse().unwrap(), input: input.to_owned() };
    let [one, other] = ["one", "other"]
        .map(|name| plyglot_units::create(&address(&server, name), &job()).unwrap());
    assert!(matches!(plyglot_units::open(&address(&server, "third")), Err(UnitsError::Missing(_))));
    one.add(&[unit("of one")]).unwrap();
    assert_eq!(other.counts().unwrap(), Counts::default());
    assert_eq!(other.claim("w").unwrap(), Claim::Wait);
    other.add(&[unit("of the other")]).unwrap();
    let Claim::Unit(lease) = other.claim("w").unwrap() else { panic!("a unit") };
    assert_eq!(lease.unit.input, "of the other");
    assert!(other.finish(&lease, "done").unwrap());
    assert_eq!(one.counts().unwrap(), Counts { waiting: 1, ..Counts::default() });
    assert_eq!(one.newly_ended(9, &|_| true).unwrap(), []);
    let differs = Job::new("laws", serde_json::json!({ "seed": 1 }));
    let refused = plyglot_units::create(&address(&server, "one"), &differs);
    assert!(matches!(refused, Err(UnitsError::OtherJob { .. })));
}

#[test]
fn a_unit_that_ends_its_workers_is_given_up() {
    let Some(server) = Postgres::start() else { return };
    let job = Job { lease: Duration::ZERO, ..job() };
    let store = plyglot_units::create(&address(&server, "deadly"), &job).unwrap();
    store.add(&[Unit { key: "a".parse().unwrap(), input: String::new() }]).unwrap();
    store.set_closed(true).unwrap();
    let claim = || match store.claim("w").unwrap() {
        Claim::Unit(lease) => lease,
        other => panic!("{other:?}"),
    };
    // What is given back is not lost; and a NUL is no reason to fail.
    store.give_back(&claim(), Return::Released).unwrap();
    store.give_back(&claim(), Return::Failed("a\0b".to_owned())).unwrap();
    for _ in 0..Job::MOST_LOST {
        claim();
    }
    assert_eq!(store.claim("w").unwrap(), Claim::Closed);
    assert_eq!(store.counts().unwrap(), Counts { failed: 1, ..Counts::default() });
}

#[test]
fn what_does_not_pass_is_told_at_once() {
    let Some(server) = Postgres::start() else { return };
    let error = plyglot_units::open(&format!("{}none", server.url())).err().unwrap();
    assert!(error.to_string().ends_with("database \"postgresnone\" does not exist"), "{error}");
    assert!(!error.may_pass());
}

#[test]
fn a_server_that_is_not_there_is_one_line() {
    let error = plyglot_units::open("postgres://ann:secret@127.0.0.1:1/none").err().unwrap();
    let expected = "postgres://ann:***@127.0.0.1:1/none: error connecting to server: Connection \
                    refused";
    assert!(error.to_string().starts_with(expected), "{error}");
    assert!(error.may_pass());
}
