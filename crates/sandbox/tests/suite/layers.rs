//! Layers: found, recorded, never lowered silently.

use plyglot_sandbox::{Isolation, RunError, Sandbox, Warden, run};
use plyglot_testing::can_run;

use crate::room::{self, Room};

#[test]
fn a_run_records_its_layers() {
    for sandbox in room::from(Isolation::L0) {
        let room = Room::new();
        let ran = room.run(&room.agent("honest.sh"), &sandbox);
        let on = [true, ran.layers.confined, ran.layers.namespaces, ran.layers.cgroup];
        let highest =
            Isolation::ALL.into_iter().zip(on).filter(|(_, on)| *on).map(|(level, _)| level);
        assert_eq!(highest.max(), sandbox.level());
        assert_eq!(ran.layers.user.is_some(), room::is_root());
        assert_eq!(ran.layers.landlock > 0, ran.layers.confined);
    }
}

#[test]
fn what_is_required_and_missing_is_an_error() {
    let weak = room::at_most(Isolation::L0);
    assert!(weak.require(Isolation::L0).is_ok());
    let error = weak.require(Isolation::L2).unwrap_err().to_string();
    assert!(error.starts_with("a sandbox of level L2 is required, but L1 is missing"), "{error}");
}

#[test]
fn without_a_warden_nothing_works() {
    let none = Sandbox::detect(Warden::at("/no/such/warden"));
    assert_eq!(none.level(), None);
    assert!(none.layers().iter().all(|layer| !layer.works && layer.fix.is_some()));
    let room = Room::new();
    let error = run(&room.agent("honest.sh"), &none).unwrap_err();
    assert!(matches!(error, RunError::Warden { .. }), "{error}");
}

#[test]
fn a_directory_that_all_can_read_is_refused() {
    let Ok(()) = room::best().require(Isolation::L1) else { return };
    let mut run = Room::new().agent("honest.sh");
    run.dir = "/usr/share".into();
    let error = run_error(&run);
    assert!(error.ends_with("lies in /usr, which every agent can read"), "{error}");
}

#[test]
fn an_agent_finds_nothing_of_ours() {
    if !can_run("surroundings.py") {
        return;
    }
    let Ok(()) = room::best().require(Isolation::L1) else { return };
    let room = Room::new();
    let mut run = room.agent("surroundings.py");
    run.cores = vec![0];
    let ran = room.run(&run, room::best());
    let expected = "environment HOME LANG PATH PLYGLOT_TEST TMPDIR\n\
                    input ''\ndescriptors 3\ncores 0\nhere True\n";
    assert_eq!(ran.stdout.text(), expected, "{}", ran.stderr.text());
}

fn run_error(agent: &plyglot_sandbox::Run) -> String {
    run(agent, room::best()).unwrap_err().to_string()
}

/// One warden serves them all.
#[test]
fn nothing_passes_from_one_run_to_the_next() {
    if !can_run("traces.py") {
        return;
    }
    for sandbox in room::from(Isolation::L1) {
        for _ in 0..3 {
            let room = Room::new();
            let run = room.agent("traces.py");
            let ran = room.run(&run, &sandbox);
            assert_eq!(ran.stdout.text(), "", "at {}", ran.layers);
            let works = ran.stderr.text().contains("/dev/shm works");
            assert_eq!(works, ran.layers.namespaces, "{}", ran.stderr.text());
        }
    }
}
