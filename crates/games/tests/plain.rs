//! Without a misreading the plain solvers write the same bytes as everything else.

use std::fs;
use std::path::{Path, PathBuf};

use plyglot_core::mix::Random;
use plyglot_core::text::Lines;
use plyglot_games::GAMES;
use plyglot_kit::any::GameRef;
use plyglot_kit::grading::{AnswerFiles, AnswerGuide, GeneralGuide, GeneralSolver, PlainSolver};
use plyglot_kit::{Assignment, InMemory, Options};

/// The cases of this project, by folder.
fn own_cases(game: GameRef) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let entries = fs::read_dir(folder.join(game.name())).unwrap();
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    cases
}

/// Passes over running times.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| line.split(" running time ").next().unwrap());
    lines.collect::<Vec<_>>().join("\n") + if text.ends_with('\n') { "\n" } else { "" }
}

/// What `plyglot solve` writes.
fn solved(input: &str, game: GameRef, options: &Options) -> AnswerFiles {
    let mut files = InMemory::default();
    game.read_task(input).unwrap().solve(options, &mut files).unwrap();
    let text = |name: &str| (name.to_owned(), files.text(name).unwrap().to_owned());
    files.names().map(text).collect()
}

fn right_answers(case: &Path, game: GameRef) -> Vec<AnswerFiles> {
    if game.name() == "capture-go" {
        // Its folder holds what matters of the output, not the output itself.
        let input = fs::read_to_string(case.join("input.txt")).unwrap();
        return vec![solved(&input, game, &Options::default())];
    }
    let entries = fs::read_dir(case).unwrap().map(|entry| entry.unwrap().path());
    let mut answer = AnswerFiles::new();
    for path in entries.filter(|path| !path.ends_with("input.txt")) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        if name == "legal.txt" {
            let turns = text.lines().map(|turn| turn.replace(" ; ", "\n") + "\n");
            return turns
                .map(|turn| AnswerFiles::from([("output.txt".to_owned(), turn)]))
                .collect();
        }
        answer.insert(name, text);
    }
    vec![answer]
}

#[track_caller]
fn check(game: &str, fewest: usize) {
    let game = GAMES.find(game).unwrap();
    let mut checked = 0;
    for case in own_cases(game) {
        let input = fs::read_to_string(case.join("input.txt")).unwrap();
        let Some(mut found) = game.solver().answers(&input, None, 100_000) else { continue };
        let mut right = right_answers(&case, game);
        for answer in found.iter_mut().chain(&mut right) {
            answer.values_mut().for_each(|text| *text = without_times(text));
        }
        assert!(found == right, "{case:?}\n{found:?}\n{right:?}");
        checked += 1;
    }
    assert!(checked >= fewest, "only {checked} cases of {game:?} are small enough");
}

#[test]
fn star_circle() {
    check("star-circle", 100);
}

#[test]
fn checkers() {
    check("checkers", 200);
}

#[test]
fn stake_raid() {
    check("stake-raid", 50);
}

#[test]
fn mancala() {
    check("mancala", 50);
}

#[test]
fn capture_go() {
    check("capture-go", 50);
}

/// The first edition of Mancala is one of the misreadings, and can be solved for itself.
#[test]
fn the_first_edition_is_a_misreading() {
    let mancala = GAMES.find("mancala").unwrap();
    let solver = mancala.solver();
    let first_edition = solver.misreadings().iter().find(|it| it.name == "first-edition");
    let options = Options { edition: Some("first"), ..Options::default() };
    let mut checked = 0;
    for case in own_cases(mancala) {
        let input = fs::read_to_string(case.join("input.txt")).unwrap();
        let Some(found) = solver.answers(&input, first_edition, 3_000) else { continue };
        let solved = solved(&input, mancala, &options);
        for (name, text) in &found[0] {
            assert_eq!(solved.get(name), Some(text), "{case:?} {name}");
        }
        checked += 1;
    }
    assert!(checked >= 20, "{checked}");
}

/// Names and sentences are there, and no name stands for two.
#[test]
fn every_misreading_is_described() {
    for game in GAMES.iter() {
        let misreadings = game.solver().misreadings();
        let mut names: Vec<&str> = misreadings.iter().map(|misreading| misreading.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert!(count > 0 && names.len() == count, "{game:?}");
        for about in misreadings {
            assert!(!about.does.ends_with('.') && !about.rule.ends_with('.'), "{about:?}");
        }
    }
}

/// The solver for games without files of their own, on the rules of games that have some: it writes
/// the same bytes as the search of `plyglot solve`, turns of several moves included.
#[track_caller]
fn check_general<G: Assignment>() {
    let general = GeneralSolver::<G>::NEW;
    let mut random = Random::new(3);
    let mut checked = 0;
    for _ in 0..200 {
        let depth = 1 + random.below(3) as u32;
        let Some(sketch) = G::solver().sketch(depth, None, &mut random) else { continue };
        let Ok(task) = G::read(Lines::new(&sketch.input())) else { continue };
        let Some(answers) = general.answers(&sketch.input(), None, 20_000) else { continue };
        let mut files = InMemory::default();
        plyglot_kit::general::solve(&task, &Options::default(), &mut files).unwrap();
        for (name, text) in &answers[0] {
            assert_eq!(files.text(name), Some(text.as_str()), "{name}\n{}", sketch.input());
            if task.position.outcome().is_none() {
                GeneralGuide.check_form(&task, name, text).unwrap();
            }
        }
        assert_eq!(GeneralGuide.find_illegal(&task, &answers[0]), None);
        checked += 1;
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn the_general_solver_plays_by_the_rules_of_every_game() {
    check_general::<plyglot_games::star_circle::Position>();
    check_general::<plyglot_games::stake_raid::Position>();
    check_general::<plyglot_games::mancala::Position>();
    check_general::<plyglot_games::capture_go::Large>();
}
