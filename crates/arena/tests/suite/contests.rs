//! Whole games between agents, through the real files.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::LazyLock;

use plyglot_arena::agent::{Agent, AgentKind};
use plyglot_arena::contest::{Contest, Event, Flow, OpeningSuite, run};
use plyglot_arena::record::{GameRecord, text};
use plyglot_arena::referee::Rules;
use plyglot_arena::schedule::{Format, GameKey, Results, Schedule};
use plyglot_core::{Outcome, Side};
use plyglot_games::GAMES;
use plyglot_kit::records;

use plyglot_sandbox::{Isolation, Sandbox, Warden};
use plyglot_testing::can_run;

/// What this machine offers.
pub fn best() -> &'static Sandbox {
    static BEST: LazyLock<Sandbox> =
        LazyLock::new(|| Sandbox::detect(Warden::at(env!("CARGO_BIN_EXE_warden-for-arena-tests"))));
    &BEST
}

fn agent(text: &str) -> Agent {
    let path = plyglot_testing::agent(text);
    let text = if path.exists() { path.display().to_string() } else { text.to_owned() };
    Agent::named(&text).unwrap()
}

/// Capture Go on a small board, programs with a second each, built-in engines without a clock.
pub fn contest(agents: &[&str], format: Format, games: u32) -> Contest {
    Contest {
        start: GAMES.find("capture-go").unwrap().start(&[("size", 3)], 1).unwrap(),
        agents: agents.iter().map(|text| agent(text)).collect(),
        rules: Rules {
            seconds: 5.0,
            extra_wall: 60.0,
            nodes: Some(100),
            memory: 256,
            disk: 8,
            ..Rules::default()
        },
        schedule: Schedule::new(format, agents.len(), games, 1).unwrap(),
        seed: 1,
        openings: None,
        concurrency: 2,
        sandbox: best().clone(),
    }
}

/// Plays it, and returns every game.
pub fn played(contest: &Contest) -> BTreeMap<GameKey, GameRecord> {
    let mut games = BTreeMap::new();
    let results = run(contest, Results::new(), |event| {
        if let Event::Ended { game, record } = event {
            assert!(games.insert(game.key, record.clone()).is_none());
        }
        Ok::<_, Infallible>(Flow::GoOn)
    });
    assert_eq!(results.unwrap().results.len(), games.len());
    games
}

/// How the games of a small match ended, as sentences.
pub fn sentences(contest: &Contest) -> Vec<String> {
    played(contest).into_values().map(|record| record.ending.sentence).collect()
}

#[test]
fn two_programs_play_a_game() {
    let contest = contest(&["first_point.sh", "forgets_nothing.sh"], Format::RoundRobin, 2);
    for record in played(&contest).into_values() {
        assert_eq!(record.ending.kind(), "board full", "{}", record.ending.sentence);
        assert_eq!(record.turns.len(), 9);
        assert!(record.turns.iter().all(|turn| turn.notes.is_empty() && !turn.cpu.is_zero()));
        assert!(record.evidence.is_none() && record.layers.iter().all(Option::is_some));
    }
}

/// Everything that an agent can do to lose, one after the other in the same tournament: each gets
/// its own verdict, and the honest one wins all games and is never disturbed.
#[test]
fn every_fault_has_its_verdict_and_the_tournament_goes_on() {
    let mut expected = vec![
        ("crash.sh", "crash", "was killed by SIGSEGV (a bad memory access)"),
        ("exits_with_three.sh", "crash", "exited with code 3"),
        ("fork_bomb.py", "too many processes", "started too many processes"),
        ("memory_bomb.py", "out of memory", "used too much memory"),
        ("disk_filler.sh", "disk filled", "wrote too much into its directory"),
        ("disk_one_file.sh", "disk filled", "wrote too much into its directory"),
        ("output_none.sh", "no answer", "gave no answer: there is no output.txt"),
        (
            "output_misnamed.sh",
            "no answer",
            "gave no answer: there is no output.txt, but a OuTpUt.TxT",
        ),
        (
            "output_symlink.sh",
            "no answer",
            "gave no answer: output.txt is a symbolic link, not a file",
        ),
        (
            "output_directory.sh",
            "no answer",
            "gave no answer: output.txt is a directory, not a file",
        ),
        ("output_fifo.sh", "no answer", "gave no answer: output.txt is a pipe, not a file"),
        ("output_large.sh", "no answer", "gave no answer: output.txt is larger than 65536 bytes"),
        // These answer (1,1), which is right once and no more.
        ("honest.sh", "illegal move", "made an illegal move (1,1): "),
        ("orphan.sh", "illegal move", "made an illegal move (1,1): "),
    ];
    expected.retain(|(file, ..)| can_run(file));
    let mut agents = vec!["first_point.sh"];
    agents.extend(expected.iter().map(|(file, ..)| *file));
    let contest = contest(&agents, Format::Gauntlet { challengers: 1 }, 2);
    let games = played(&contest);
    assert_eq!(games.len(), 2 * expected.len());
    for record in games.values() {
        let guilty = usize::from(record.players[0] == "first_point.sh");
        let (file, kind, sentence) =
            expected.iter().find(|(file, ..)| *file == record.players[guilty]).unwrap();
        let ending = &record.ending;
        assert_eq!(ending.kind(), *kind, "{file}: {}", ending.sentence);
        assert!(ending.sentence.contains(sentence), "{file}: {}", ending.sentence);
        assert_eq!(ending.result.outcome, Outcome::Win(Side::BOTH[1 - guilty]), "{file}");
        let evidence = record.evidence.as_ref().unwrap();
        assert!(evidence.input.contains("COMPETITION"));
    }
    let orphans = games.values().flat_map(|record| &record.turns).flat_map(|turn| &turn.notes);
    assert!(orphans.clone().all(|note| note.starts_with("left running, and killed: ")));
    assert!(orphans.count() >= 1);
}

#[test]
fn time_is_up() {
    let mut busy = contest(&["busy_children.sh", "random"], Format::RoundRobin, 1);
    busy.rules.seconds = 0.3;
    let [sentence] = &sentences(&busy)[..] else { panic!("one game") };
    assert!(sentence.contains(" used 0.3"), "{sentence}");
    assert!(sentence.ends_with(" s with 0.300 s left"), "{sentence}");

    let mut sleeper = contest(&["sleeper.sh", "random"], Format::RoundRobin, 1);
    (sleeper.rules.seconds, sleeper.rules.extra_wall) = (0.2, 0.1);
    let [sentence] = &sentences(&sleeper)[..] else { panic!("one game") };
    assert!(
        sentence.ends_with(" did not answer within 0.3 s, of which it worked 0.0 s"),
        "{sentence}"
    );
}

/// What is wrong with an answer only in how it looks, and an exit code, may be passed over.
#[test]
fn leniency_is_an_option_and_is_reported() {
    let mut lenient = contest(&["exits_with_three.sh", "random"], Format::RoundRobin, 1);
    lenient.rules.lenient = true;
    let games = played(&lenient);
    let record = games.values().next().unwrap();
    let notes: Vec<&String> = record.turns.iter().flat_map(|turn| &turn.notes).collect();
    assert!(notes.iter().all(|&note| note == "exit code 3 passed over"), "{notes:?}");
    assert_eq!(record.ending.kind(), "illegal move", "{}", record.ending.sentence);
    assert_eq!(notes.len(), 1);
}

/// Built-in agents by nodes: the same games at any concurrency, whatever else goes on.
#[test]
fn the_same_seed_gives_the_same_games() {
    let agents = ["random", "greedy", "beginner", "full"];
    let moves = |concurrency: usize| -> BTreeMap<GameKey, Vec<String>> {
        let mut contest = contest(&agents, Format::RoundRobin, 4);
        contest.concurrency = concurrency;
        contest.openings = Some(OpeningSuite { count: 10, plies: 2 });
        let games = played(&contest).into_iter();
        games.map(|(key, game)| (key, game.moves().map(str::to_owned).collect())).collect()
    };
    let alone = moves(1);
    assert_eq!(alone.len(), 24);
    assert_eq!(alone, moves(2));
    assert!(alone.values().collect::<std::collections::BTreeSet<_>>().len() > 12, "they differ");
}

#[test]
fn all_five_games_are_played_to_their_end() {
    for game in GAMES.iter() {
        let mut contest = contest(&["greedy", "random"], Format::RoundRobin, 2);
        contest.start = game.start(&[("size", 4)], 1).unwrap();
        contest.openings = Some(OpeningSuite::default());
        for record in played(&contest).into_values() {
            assert_eq!((record.game.as_str(), &record.evidence), (game.name(), &None));
            assert!(!record.opening.is_empty());
            // Reading plays all moves by the rules.
            let read = records::read(&text::write(&record), GAMES).unwrap();
            assert_eq!(read.len(), 1);
            assert!(record.moves().eq(read[0].line.moves().iter()));
            assert_eq!(read[0].outcome, Some(record.ending.result.outcome));
        }
    }
}

#[test]
fn a_contest_can_be_stopped_and_goes_on_where_it_was() {
    let contest = contest(&["greedy", "random"], Format::RoundRobin, 12);
    let mut seen = Vec::new();
    let mut results = Results::new();
    for most in [3, 5, 100] {
        let before = seen.len();
        run(&contest, results.clone(), |event| {
            if let Event::Ended { game, record } = event {
                seen.push(game.key);
                results.insert(game.key, record.ending.result);
            }
            Ok::<_, Infallible>(if seen.len() - before >= most { Flow::Stop } else { Flow::GoOn })
        })
        .unwrap();
    }
    seen.sort();
    seen.dedup();
    assert_eq!((seen.len(), results.len()), (12, 12), "each game once");
}

/// Where agents have users of their own, they could not get there themselves.
#[test]
fn a_command_line_may_name_files_in_a_closed_directory() {
    let closed = tempfile::tempdir().unwrap();
    fs::set_permissions(closed.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let file = closed.path().join("player.sh");
    fs::copy(plyglot_testing::agent("first_point.sh"), &file).unwrap();
    // By a file, and by a directory.
    let by_directory = "sh -c '. $0/player.sh'";
    for command in
        [format!("sh {}", file.display()), format!("{by_directory} {}", closed.path().display())]
    {
        let contest = contest(&[&command, "random"], Format::RoundRobin, 2);
        for record in played(&contest).into_values() {
            assert_eq!(record.ending.kind(), "board full", "{}", record.ending.sentence);
        }
    }
}

/// What it names is the choice of the agent's author.
#[test]
fn a_description_opens_no_closed_directory() {
    let directory = tempfile::tempdir().unwrap();
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o711)).unwrap();
    let [agent, closed] = ["agent", "closed"].map(|name| directory.path().join(name));
    for path in [&agent, &closed] {
        fs::create_dir(path).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o700)).unwrap();
    }
    fs::write(closed.join("secret"), "secret").unwrap();
    let run = format!("run = 'cp {}/secret output.txt'\n", closed.display());
    fs::write(agent.join("agent.toml"), run).unwrap();
    let Ok(()) = best().require(Isolation::L1) else { return };
    let contest = contest(&[agent.to_str().unwrap(), "random"], Format::RoundRobin, 1);
    let [sentence] = &sentences(&contest)[..] else { panic!("one game") };
    assert!(sentence.ends_with("exited with code 1"), "{sentence}");
}

#[test]
fn agents_by_name() {
    assert_eq!(agent("first_point.sh").name, "first_point.sh");
    let named = Agent::named("mine=minimax-3").unwrap();
    assert_eq!(named.name, "mine");
    assert!(matches!(named.kind, AgentKind::BuiltIn(_)));
    let unknown = Agent::named("grandmaster").unwrap_err().to_string();
    assert!(unknown.starts_with("grandmaster: no such agent: expected a file, a directory"));
    let AgentKind::Program(program) = Agent::named("python3 -c 'print(1)'").unwrap().kind else {
        panic!("a command is a program")
    };
    assert_eq!(program.commands.run, ["python3", "-c", "print(1)"]);
    assert!(best().require(Isolation::L0).is_ok());
}

#[test]
fn a_mistake_in_a_description_has_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let says = |text: &str| {
        std::fs::write(directory.path().join("agent.toml"), text).unwrap();
        let error = Agent::named(directory.path().to_str().unwrap()).unwrap_err().to_string();
        error.rsplit('/').next().unwrap().to_owned()
    };
    assert!(says("run = 'a'\nbild = 'b'\n").starts_with("agent.toml:2:1: unknown field `bild`"));
    assert_eq!(says("run = \"a 'b\"\n"), "agent.toml:1:1: not a command: \"a 'b\"");
}
