//! What fails through no fault of an agent's is nobody's loss; what does not build is its author's.

use std::collections::{BTreeSet, HashSet};
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use plyglot_arena::contest::{Contest, ContestEnd, Event, Flow, run};
use plyglot_arena::record::GameRecord;
use plyglot_arena::referee::Reason;
use plyglot_arena::schedule::{Format, Results};
use plyglot_core::Outcome;
use plyglot_testing::Process;
use rustix::process::{Pid, Signal, kill_process};

use crate::contests::{contest, played, sentences};

/// Plays on and tells everything: the end, whole games, and what failed (`true`: played again).
fn told(contest: &Contest, results: Results) -> (ContestEnd, Vec<GameRecord>, Vec<bool>) {
    let (mut games, mut failed) = (Vec::new(), Vec::new());
    let end = run(contest, results, |event| {
        match event {
            Event::Ended { record, .. } => games.push(record.clone()),
            Event::Failed { why, again, .. } => {
                assert!(why.contains("the warden was lost"), "{why}");
                failed.push(again);
            }
            _ => {}
        }
        Ok::<_, Infallible>(Flow::GoOn)
    });
    (end.unwrap(), games, failed)
}

/// An honest player whose wardens are killed while it sleeps, so many times.
fn hunted(folder: &Path, kills: usize) -> String {
    static HUNTED: AtomicU32 = AtomicU32::new(0);
    let number = HUNTED.fetch_add(1, Ordering::Relaxed);
    // By how long it sleeps it is known.
    let time = format!("0.2{number:06}");
    let player = fs::read_to_string(plyglot_testing::agent("first_point.sh")).unwrap();
    fs::write(folder.join("hunted.sh"), format!("sleep {time}\n{player}")).unwrap();
    std::thread::spawn(move || {
        let mut killed = HashSet::new();
        while killed.len() < kills {
            let all = Process::all();
            let sleeping = all.iter().find(|it| it.command == format!("sleep\0{time}\0"));
            let warden = sleeping.and_then(|it| child_of_ours(it, &all));
            let warden = warden.filter(|warden| killed.insert(warden.pid));
            if let Some(pid) = warden.and_then(|warden| Pid::from_raw(warden.pid)) {
                _ = kill_process(pid, Signal::KILL);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    folder.join("hunted.sh").display().to_string()
}

/// The child of this process that another one is below.
fn child_of_ours<'p>(one: &'p Process, all: &'p [Process]) -> Option<&'p Process> {
    let mut one = one;
    while one.parent != std::process::id() as i32 {
        one = all.iter().find(|other| other.pid == one.parent)?;
    }
    Some(one)
}

fn one_at_a_time(agents: &[&str], format: Format, games: u32) -> Contest {
    Contest { concurrency: 1, ..contest(agents, format, games) }
}

#[test]
fn a_game_that_lost_its_warden_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let hunted = hunted(folder.path(), 2);
    let contest = one_at_a_time(&[&hunted, "random"], Format::RoundRobin, 1);
    let (end, games, failed) = told(&contest, Results::new());
    assert_eq!((failed, end.unplayed), (vec![true, true], vec![]));
    assert_eq!((games.len(), games[0].turns.len()), (1, 9), "from its start, and once");
    assert_eq!(games[0].ending.kind(), "board full", "{}", games[0].ending.sentence);
}

#[test]
fn a_game_that_cannot_be_played_has_no_result_and_the_others_have() {
    let folder = tempfile::tempdir().unwrap();
    let hunted = hunted(folder.path(), 6);
    let agents = ["random", "greedy", hunted.as_str(), "beginner"];
    let contest = one_at_a_time(&agents, Format::Gauntlet { challengers: 1 }, 2);
    let (end, games, failed) = told(&contest, Results::new());
    assert_eq!(failed, [true, true, false, true, true, false]);
    assert_eq!((end.unplayed.len(), games.len(), end.results.len()), (2, 4, 4));
    assert!(games.iter().all(|game| !game.players.contains(&"hunted.sh".to_owned())));
    // Going on from these results, only what is missing is played.
    let (end, games, failed) = told(&contest, end.results);
    assert_eq!((end.unplayed.len(), end.results.len(), failed.len()), (0, 6, 0));
    assert!(games.iter().all(|game| game.players.contains(&"hunted.sh".to_owned())));
}

/// The second round cannot be drawn without all of the first.
#[test]
fn a_schedule_that_needs_the_result_ends_there() {
    let folder = tempfile::tempdir().unwrap();
    let hunted = hunted(folder.path(), 6);
    let agents = ["random", "greedy", hunted.as_str(), "beginner"];
    let contest = one_at_a_time(&agents, Format::Swiss { rounds: 2 }, 2);
    let (end, games, _) = told(&contest, Results::new());
    assert_eq!((end.unplayed.len(), games.len()), (2, 2), "the other table was played");
    let (end, ..) = told(&contest, end.results);
    assert_eq!((end.unplayed.len(), end.results.len()), (0, 8));
}

/// A directory with an `agent.toml`.
fn described(folder: &Path, name: &str, description: &str) -> String {
    let directory = folder.join(name);
    fs::create_dir(&directory).unwrap();
    fs::copy(plyglot_testing::agent("first_point.sh"), directory.join("player.sh")).unwrap();
    fs::write(directory.join("agent.toml"), description).unwrap();
    directory.display().to_string()
}

const BROKEN: &str = "run = 'sh player.sh'\nbuild = 'sh -c \"echo no such type; exit 3\"'\n";

#[test]
fn what_does_not_build_loses_and_the_others_play() {
    let folder = tempfile::tempdir().unwrap();
    let [broken, other] = ["broken", "other"].map(|name| described(folder.path(), name, BROKEN));
    let built = "run = 'sh made.sh'\nbuild = 'cp player.sh made.sh'\n";
    let built = described(folder.path(), "built", built);
    let contest = contest(&[&broken, &built, "random", &other], Format::RoundRobin, 2);
    let games = played(&contest);
    assert_eq!(games.len(), 12);
    for record in games.values() {
        let is_broken =
            record.players.each_ref().map(|name| ["broken", "other"].contains(&&**name));
        let (ending, evidence) = (&record.ending, record.evidence.as_ref());
        match is_broken {
            [false, false] => {
                assert_eq!(ending.kind(), "board full", "{}", ending.sentence);
                continue;
            }
            [true, true] => {
                assert_eq!(ending.result.outcome, Outcome::Draw);
                assert!(matches!(ending.reason, Reason::BothFaults { .. }));
            }
            [first, _] => {
                let winner = plyglot_core::Side::BOTH[usize::from(first)];
                assert_eq!(ending.result.outcome, Outcome::Win(winner));
                assert_eq!(ending.kind(), "did not build");
            }
        }
        assert!(ending.sentence.contains("its build exited with code 3"), "{}", ending.sentence);
        assert!(evidence.unwrap().stderr.contains("no such type"));
        assert!(record.turns.is_empty());
        // As stores keep it.
        let text = serde_json::to_string(record).unwrap();
        assert_eq!(serde_json::from_str::<GameRecord>(&text).unwrap(), *record);
    }
}

#[test]
fn commands_are_looked_for_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let outside = folder.path().join("outside.sh");
    fs::write(&outside, "#!/bin/sh\n").unwrap();
    let run =
        |name: &str, command: &str| described(folder.path(), name, &format!("run = {command:?}\n"));
    let missing = |agent: &str| {
        let found = contest(&[agent, "random"], Format::RoundRobin, 1).find_programs();
        found.map_err(|error| error.to_string())
    };
    let places = "in /usr/local/bin:/usr/bin:/bin; --path DIR adds one";
    assert_eq!(
        missing(&run("a", "pyhton3 player.sh")).unwrap_err(),
        format!("a: run = \"pyhton3 player.sh\": there is no program pyhton3 {places}")
    );
    let build = "run = 'sh player.sh'\nbuild = 'no-such-make'\n";
    let build = missing(&described(folder.path(), "b", build)).unwrap_err();
    assert!(build.starts_with("b: build = \"no-such-make\": there is no program"), "{build}");
    assert!(missing(&run("c", "./plyer.sh")).unwrap_err().ends_with("there is no file ./plyer.sh"));
    assert!(missing(&run("d", "/no/such/file")).unwrap_err().ends_with("no file /no/such/file"));
    let out = missing(&run("e", "../outside.sh")).unwrap_err();
    assert!(out.ends_with("../outside.sh leads out of the agent's directory"), "{out}");
    // Other people's programs are no program of one's own.
    let others = missing(&run("f", outside.to_str().unwrap())).unwrap_err();
    assert!(others.contains("outside.sh was not granted; --readable "), "{others}");
    let round_about = format!("/usr/..{}", fs::canonicalize(&outside).unwrap().display());
    let others = missing(&run("g", &round_about)).unwrap_err();
    assert!(others.contains("outside.sh was not granted; --readable "), "{others}");
    for fine in ["sh player.sh", "./player.sh", "/bin/sh player.sh"] {
        assert_eq!(missing(&run(&format!("fine{}", fine.len()), fine)), Ok(()));
    }
    let made = "run = './made'\nbuild = 'sh -c true'\n";
    assert_eq!(missing(&described(folder.path(), "made", made)), Ok(()), "it may be built yet");
    let made = folder.path().join("made").display().to_string();
    let [sentence] = &sentences(&contest(&[&made, "random"], Format::RoundRobin, 1))[..] else {
        panic!("one game")
    };
    assert!(sentence.contains("could not be started"), "the author's fault: {sentence}");
}

/// Each turn is short enough; together they are not.
#[test]
fn sleeping_is_charged_to_the_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let player = fs::read_to_string(plyglot_testing::agent("first_point.sh")).unwrap();
    let file = folder.path().join("sleepy.sh");
    fs::write(&file, format!("sleep 0.5\n{player}")).unwrap();
    let file = file.display().to_string();
    let mut contest = contest(&[&file, "random"], Format::RoundRobin, 1);
    let [calm] = &sentences(&contest)[..] else { panic!("one game") };
    assert!(!calm.contains("wall clock"), "{calm}");
    contest.rules.wall_game = Some(1.2);
    let games = played(&contest);
    let record = games.values().next().unwrap();
    assert_eq!(record.ending.kind(), "idle");
    let used = "used up its 1.2 s by the wall clock for the whole game";
    assert!(record.ending.sentence.ends_with(used), "{}", record.ending.sentence);
    let sleepy = usize::from(record.players[1] == "sleepy.sh");
    assert_eq!(record.ending.result.outcome, Outcome::Win(plyglot_core::Side::BOTH[1 - sleepy]));
    assert!(!record.turns.is_empty(), "the first turns were fine");
}

#[test]
fn records_tell_which_program_played() {
    let folder = tempfile::tempdir().unwrap();
    let one = described(folder.path(), "one", "run = 'sh player.sh'\n");
    let digest = || {
        let contest = contest(&[&one, "random"], Format::RoundRobin, 1);
        let record = played(&contest).into_values().next().unwrap();
        let [program] = &record.programs.iter().flatten().collect::<Vec<_>>()[..] else {
            panic!("one of the two is a program")
        };
        let interpreter = program.interpreter.clone().unwrap();
        assert!(interpreter.path.ends_with("/sh") && interpreter.version.is_none());
        let text = plyglot_arena::record::text::write(&record);
        assert!(text.contains("-program sha256 ") && text.contains(" run by /"), "{text}");
        plyglot_kit::records::read(&text, plyglot_games::GAMES).unwrap();
        program.digest.clone().unwrap()
    };
    let first = digest();
    assert_eq!(digest(), first);
    let file = folder.path().join("one/player.sh");
    let text = fs::read_to_string(&file).unwrap();
    // What a game leaves is no part of it.
    fs::write(folder.path().join("one/playdata.txt"), "x").unwrap();
    assert_eq!(digest(), first);
    fs::write(&file, format!("{text}\n")).unwrap();
    let changed = digest();
    assert_ne!(changed, first);
    fs::write(folder.path().join("one/agent.toml"), "run = 'sh ./player.sh'\n").unwrap();
    assert_eq!(BTreeSet::from([digest(), changed, first]).len(), 3, "its commands count too");
}
