//! Without a misreading the plain solvers write the same bytes as everything else.

use std::fs;
use std::path::{Path, PathBuf};

use plyglot_games::GameId;
use plyglot_grader::judge::Question;
use plyglot_grader::plain::{Answer, Misreading, answers};

/// The cases of this project, by folder.
pub fn own_cases(game: GameId) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/cases");
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

fn right_answers(case: &Path, game: GameId) -> Vec<Answer> {
    if game == GameId::CaptureGo {
        // Its folder holds what matters of the output, not the output itself.
        let input = fs::read_to_string(case.join("input.txt")).unwrap();
        return vec![Question::solve(&input, Some(game)).unwrap().right().unwrap().clone()];
    }
    let entries = fs::read_dir(case).unwrap().map(|entry| entry.unwrap().path());
    let mut answer = Answer::new();
    for path in entries.filter(|path| !path.ends_with("input.txt")) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        if game == GameId::Checkers && name == "legal.txt" {
            let turns = text.lines().map(|turn| turn.replace(" ; ", "\n") + "\n");
            return turns.map(|turn| Answer::from([("output.txt".to_owned(), turn)])).collect();
        }
        answer.insert(name, text);
    }
    vec![answer]
}

#[track_caller]
fn check(game: GameId, fewest: usize) {
    let mut checked = 0;
    for case in own_cases(game) {
        let input = fs::read_to_string(case.join("input.txt")).unwrap();
        let Some(mut found) = answers(&input, game, None, 100_000) else { continue };
        let mut right = right_answers(&case, game);
        for answer in found.iter_mut().chain(&mut right) {
            answer.values_mut().for_each(|text| *text = without_times(text));
        }
        assert!(found == right, "{case:?}\n{found:?}\n{right:?}");
        checked += 1;
    }
    assert!(checked >= fewest, "only {checked} cases of {game} are small enough");
}

#[test]
fn star_circle() {
    check(GameId::StarCircle, 100);
}

#[test]
fn checkers() {
    check(GameId::Checkers, 200);
}

#[test]
fn stake_raid() {
    check(GameId::StakeRaid, 50);
}

#[test]
fn mancala() {
    check(GameId::Mancala, 50);
}

#[test]
fn capture_go() {
    check(GameId::CaptureGo, 50);
}

/// The first edition of Mancala is one of the misreadings, and can be solved for itself.
#[test]
fn the_first_edition_is_a_misreading() {
    use plyglot_games::Task;
    use plyglot_games::mancala::files::Edition;
    use plyglot_kit::{InMemory, Options};

    let first_edition = Misreading::all(GameId::Mancala)
        .into_iter()
        .find(|misreading| misreading.about().name == "first-edition");
    let options = Options { edition: Edition::First, ..Options::default() };
    let mut checked = 0;
    for case in own_cases(GameId::Mancala) {
        let input = fs::read_to_string(case.join("input.txt")).unwrap();
        let task = Task::read(&input, Some(GameId::Mancala)).unwrap();
        let Some(found) = answers(&input, GameId::Mancala, first_edition, 3_000) else { continue };
        let mut files = InMemory::default();
        task.solve(&options, &mut files).unwrap();
        for (name, text) in &found[0] {
            assert_eq!(files.text(name), Some(text.as_str()), "{case:?} {name}");
        }
        checked += 1;
    }
    assert!(checked >= 20, "{checked}");
}

/// Names and sentences are there, and no name stands for two.
#[test]
fn every_misreading_is_described() {
    for game in GameId::ALL {
        let mut names: Vec<&str> =
            Misreading::all(game).iter().map(|misreading| misreading.about().name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{game}");
        for misreading in Misreading::all(game) {
            let about = misreading.about();
            assert!(!about.does.ends_with('.') && !about.rule.ends_with('.'), "{about:?}");
        }
    }
}
