//! Contests that are really played, and grades, for tests to look at.

use std::path::{Path, PathBuf};

use plyglot_answers::judge::{Verdict, VerdictKind};
use plyglot_arena::agent::Agent;
use plyglot_arena::contest::{Contest, ContestError, Event, Flow, OpeningSuite, run};
use plyglot_arena::record::{Evidence, GameRecord};
use plyglot_arena::referee::{Ending, Fault, Reason, Rules};
use plyglot_arena::schedule::Format;
use plyglot_arena::tournament::{Entrant, StoreError, Tournament, TournamentSettings, Writer};
use plyglot_core::Side;
use plyglot_games::GAMES;
use plyglot_grader::grade::{CaseInfo, CaseOutcome, CheckResult, Grades, Student};
use plyglot_grader::report::{self, Column, ReportFormat};
use plyglot_sandbox::{Sandbox, Warden};

/// Mancala between built-in opponents that think by nodes.
pub fn tournament(name: &str, agents: &[(&str, &str)], games: u32) -> Tournament {
    let entrant =
        |&(name, agent): &(&str, &str)| Entrant { name: name.to_owned(), agent: agent.to_owned() };
    let sizes = [("pits", 4), ("stones", 3)].map(|(name, number)| (name.to_owned(), number));
    let settings = TournamentSettings {
        name: name.to_owned(),
        game: "mancala".to_owned(),
        sizes: sizes.into(),
        format: Format::RoundRobin,
        games,
        seed: 7,
        openings: OpeningSuite { count: 4, plies: 2 },
        rules: Rules { nodes: Some(50), ..Rules::default() },
        agents: agents.iter().map(entrant).collect(),
    };
    Tournament::new(settings, GAMES).unwrap()
}

/// Three players and six games.
pub fn cup() -> Tournament {
    tournament("Cup", &[("chance", "random"), ("greed", "greedy"), ("thought", "minimax-2")], 2)
}

/// Plays what is missing in a store. Of every event `each` hears after the store did.
pub fn play(path: &Path, cup: &Tournament, mut each: impl FnMut(&Event<'_>) -> Flow) {
    let mut writer = Writer::resume(path, cup).unwrap();
    run_with(cup, &mut writer, |writer, event| {
        writer.hear(event)?;
        Ok(each(event))
    });
}

fn run_with(
    cup: &Tournament,
    writer: &mut Writer,
    mut tell: impl FnMut(&mut Writer, &Event<'_>) -> Result<Flow, StoreError>,
) {
    let settings = cup.settings();
    let agent = |entrant: &Entrant| {
        let kind = Agent::named(&entrant.agent).unwrap().kind;
        Agent { name: entrant.name.clone(), kind }
    };
    let contest = Contest {
        start: cup.start(),
        agents: settings.agents.iter().map(agent).collect(),
        rules: settings.rules,
        schedule: *cup.schedule(),
        seed: settings.seed,
        openings: Some(settings.openings),
        concurrency: 1,
        // What is built in needs none.
        sandbox: Sandbox::detect(Warden::at("no such program")),
    };
    let results = writer.store().results().unwrap();
    match run(&contest, results, |event| tell(writer, &event)) {
        Ok(_) => {}
        Err(ContestError::Told(error)) => panic!("{error}"),
        Err(error) => panic!("{error}"),
    }
}

/// All of it.
pub fn played(path: &Path, cup: &Tournament) {
    play(path, cup, |_| Flow::GoOn);
}

/// Text that would like to be more.
pub const MARKUP: &str = "</script><img src=x onerror=\"document.title='taken over'\">";

/// A match whose games one side loses by a fault, with names and evidence that are markup.
pub fn faulty(path: &Path) {
    let name = format!("chance {MARKUP}");
    let cup = tournament(MARKUP, &[(&name, "random"), ("greed", "greedy")], 2);
    let mut writer = Writer::resume(path, &cup).unwrap();
    run_with(&cup, &mut writer, |writer, event| {
        if let Event::Ended { game, record } = event {
            writer.insert(game, &spoilt(record))?;
        }
        Ok(Flow::GoOn)
    });
}

fn spoilt(record: &GameRecord) -> GameRecord {
    let fault = Fault::NoAnswer { why: format!("output.txt: {MARKUP}") };
    let evidence = Evidence {
        input: "1\n4 4 4 4\n".to_owned(),
        answer: Some(MARKUP.to_owned()),
        stderr: MARKUP.to_owned(),
        ..Evidence::default()
    };
    GameRecord {
        ending: Ending {
            result: plyglot_core::Outcome::Win(Side::Second).into(),
            sentence: format!("2 wins: 1 {fault}"),
            reason: Reason::Fault { side: Side::First, fault },
        },
        evidence: Some(evidence),
        ..record.clone()
    }
}

/// The input of a case, in which a student's program updates alpha and beta before the line of a cut.
pub const INPUT: &str = "3\n1\n2\n3 3 3\n3 3 3\n0\n0\n";

/// What it wrote.
pub const WRONG_LOG: &str = "Node,Depth,Value,Alpha,Beta\n\
root,0,-Infinity,-Infinity,Infinity\n\
B2,1,-Infinity,-Infinity,Infinity\n\
B3,1,Infinity,-Infinity,Infinity\n\
A2,2,1,-Infinity,Infinity\n\
B3,1,1,-Infinity,1\n\
A3,2,1,-Infinity,1\n\
B3,1,1,-Infinity,1\n\
A4,2,1,-Infinity,1\n\
B3,1,1,-Infinity,1\n\
B2,1,1,1,Infinity\n\
B4,1,Infinity,1,Infinity\n\
A2,2,1,1,Infinity\n\
B4,1,1,1,1\n\
B2,1,1,1,Infinity\n\
root,0,1,1,Infinity\n\
B3,1,Infinity,1,Infinity\n\
A2,2,0,1,Infinity\n\
B3,1,0,1,0\n\
root,0,1,1,Infinity\n\
B4,1,Infinity,1,Infinity\n\
A2,2,0,1,Infinity\n\
B4,1,0,1,0\n\
root,0,1,1,Infinity\n";

/// What the grader writes for two students, of whom one has a name that leads elsewhere.
pub fn grading(folder: &Path) -> Grades {
    let outcome = |verdict, explanation: &[&str]| CaseOutcome {
        case: "01".to_owned(),
        verdict,
        explanation: explanation.iter().map(|&line| line.to_owned()).collect(),
        misreadings: Vec::new(),
        cpu_seconds: 0.25,
        wall_seconds: 0.5,
        memory: 1 << 20,
        layers: "L0".to_owned(),
        reused: false,
    };
    let check = || CheckResult {
        name: "builds".to_owned(),
        passed: true,
        points: 0.0,
        message: String::new(),
        evidence: Vec::new(),
    };
    let student = |name: &str, score, outcome| Student {
        name: name.to_owned(),
        submission: format!("submissions/{name}"),
        older: 0,
        score: Some(score),
        checks: vec![check()],
        outcomes: vec![outcome],
    };
    let wrong = Verdict::new(VerdictKind::WrongOutput, "output.txt:1:1: expected B4, found B2")
        .with(vec![MARKUP.to_owned()]);
    let grades = Grades {
        game: "mancala".to_owned(),
        max: 5.0,
        cases: vec![CaseInfo {
            name: "01".to_owned(),
            about: "a capture".to_owned(),
            points: 5.0,
            visible: true,
            input: INPUT.to_owned(),
        }],
        students: vec![
            student("../ann lee", 5.0, outcome(Verdict::right(), &[])),
            student(MARKUP, 0.0, outcome(wrong, &["The last stone captures."])),
        ],
        sandbox: "L2".to_owned(),
        reused: 0,
        common_failure: None,
    };
    grading_of(&grades, folder);
    let answer = folder.join("answers").join(report::file_name(MARKUP)).join("01");
    report::write_whole(&answer.join("traverse_log.txt"), WRONG_LOG.as_bytes()).unwrap();
    grades
}

/// Writes grades as the grader does.
pub fn grading_of(grades: &Grades, folder: &Path) {
    report::write(grades, &[ReportFormat::Html, ReportFormat::Json], &Column::USUAL, folder, GAMES)
        .unwrap();
}

/// Where a store is.
pub fn store(folder: &Path, name: &str) -> PathBuf {
    folder.join(name).with_extension("sqlite")
}
