//! What an agent leaves as its answer, and how it is read.

use plyglot_sandbox::{Ended, read_output};

use crate::room::{self, Room};

/// Runs an agent and reads its output; an error as its sentence.
fn answer(agent: &str) -> (Ended, Result<String, String>) {
    let room = Room::new();
    let run = room.agent(agent);
    let ran = room.run(&run, room::best());
    let read = read_output(&run.dir, "output.txt", 100);
    let read = read.map(|bytes| String::from_utf8(bytes).unwrap());
    (ran.ended, read.map_err(|error| error.to_string()))
}

#[test]
fn right_answers() {
    assert_eq!(answer("honest.sh"), (Ended::Exited(0), Ok("(1,1)\n".to_owned())));
    assert_eq!(answer("exits_with_three.sh"), (Ended::Exited(3), Ok("(1,1)\n".to_owned())));
}

#[test]
fn answers_that_are_none() {
    for (agent, sentence) in [
        ("output_symlink.sh", "output.txt is a symbolic link, not a file"),
        ("output_directory.sh", "output.txt is a directory, not a file"),
        ("output_fifo.sh", "output.txt is a pipe, not a file"),
        ("output_large.sh", "output.txt is larger than 100 bytes"),
        ("output_none.sh", "there is no output.txt"),
        (
            "output_misnamed.sh",
            "there is no output.txt, but a OuTpUt.TxT: capital and small letters differ",
        ),
    ] {
        assert_eq!(answer(agent), (Ended::Exited(0), Err(sentence.to_owned())), "{agent}");
    }
}
