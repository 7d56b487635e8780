//! What an agent leaves in its directory, and that it stops nobody.

use std::fs;

use plyglot_sandbox::{Ended, Isolation, Workdir, read_output, run};
use plyglot_testing::can_run;

use crate::room::{self, Room};

#[test]
fn a_directory_can_be_used_again_whatever_was_made_of_it() {
    for agent in ["closes_folder.sh", "deep_folders.py"] {
        if !can_run(agent) {
            continue;
        }
        for sandbox in room::from(Isolation::L0) {
            let room = Room::new();
            let order = room.agent(agent);
            // Not by the room, which would open the directory again.
            let ran = run(&order, &sandbox).unwrap();
            // So many directories are too much, if they are seen in time.
            let ended = [Ended::Exited(0), Ended::Disk];
            assert!(ended.contains(&ran.ended), "{agent} {}: {}", ran.ended, ran.stderr.text());
            assert_eq!(read_output(&order.dir, "output.txt", 100).unwrap(), b"(1,1)\n", "{agent}");

            let folder = Workdir::at(order.dir);
            folder.take_away("output.txt").unwrap();
            folder.put("input.txt", "next").unwrap();
            assert_eq!(fs::read_to_string(folder.path().join("input.txt")).unwrap(), "next");
            folder.renew().unwrap();
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }
}

#[test]
fn what_is_hidden_counts() {
    for sandbox in room::from(Isolation::L0) {
        let room = Room::new();
        let ran = room.run(&room.agent("disk_hidden.sh"), &sandbox);
        assert_eq!(ran.ended, Ended::Disk, "{}", ran.stderr.text());
    }
}
