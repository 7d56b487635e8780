//! Every misreading is named for what a program with it writes.

use plyglot_answers::cases::{self, CasesRequest, Difficulty};
use plyglot_answers::explain::{Detail, explain};
use plyglot_answers::judge::{OutputFiles, Question, Strictness};
use plyglot_games::GAMES;
use plyglot_kit::any::GameRef;
use plyglot_kit::grading::AnswerFiles;

fn written(answer: &AnswerFiles) -> OutputFiles {
    answer.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes())).collect()
}

/// On every case that a misreading fails, its answer is explained: it is named, and the place is
/// the first one that differs.
#[track_caller]
pub fn check(game: GameRef) {
    let order = CasesRequest {
        game,
        count: 12,
        seed: 5,
        difficulty: Difficulty::Easy,
        size: None,
        visible: 0,
    };
    let set = cases::generate(&order).unwrap();
    let mut explained = 0;
    for input in set.inputs() {
        let question = Question::solve(input, game).unwrap();
        for about in game.solver().misreadings() {
            let answers = game.solver().answers(input, Some(about), 100_000).unwrap();
            let Some(wrong) = answers.first().filter(|answer| !question.is_right(answer)) else {
                continue;
            };
            let found = explain(&question, &written(wrong), Strictness::Exact, Detail::Full);
            let named = found.misreadings.iter().any(|named| named.name == about.name);
            assert!(named, "{}: {found:#?}\n{input}", about.name);
            assert!(!found.right && !found.message.is_empty() && found.lines().len() > 1);
            if let (Some(right), Some(file), Some(line)) =
                (question.right(), &found.file, found.line)
            {
                let [right, wrong] = [right, wrong].map(|answer| answer[file].lines());
                let same = right
                    .zip(wrong)
                    .take_while(|(right, wrong)| right == wrong || right.contains("running time"));
                assert_eq!(line, same.count() + 1, "{}\n{input}", about.name);
            }
            let hint = explain(&question, &written(wrong), Strictness::Exact, Detail::Hint);
            assert!(hint.expected.is_none() && hint.node.is_none() && hint.why.is_empty());
            explained += 1;
        }
    }
    assert!(explained >= 24, "only {explained} answers were explained");
}

for_every_game!(check);

/// Every misreading of an edition is named by that edition, and what it writes is judged by it.
#[test]
fn each_edition_has_misreadings_of_its_own() {
    let input = "3\n1\n2\n3 3 3\n3 3 3\n0\n0\n";
    let game = GAMES.find("mancala").unwrap();
    for (edition, other) in [("first", "last-edition"), ("last", "first-edition")] {
        let question = Question::in_edition(input, game, Some(edition)).unwrap();
        let solver = game.solver_of(edition);
        assert!(question.is_right(&solver.answers(input, None, 1_000).unwrap()[0]), "{edition}");
        let names: Vec<&str> = solver.misreadings().iter().map(|about| about.name).collect();
        assert!(names.contains(&other) && !names.contains(&&*format!("{edition}-edition")));
        let mut named = 0;
        for about in solver.misreadings() {
            let wrong = solver.answers(input, Some(about), 1_000).unwrap().remove(0);
            if question.is_right(&wrong) {
                assert_ne!(about.name, other);
                continue;
            }
            let found = explain(&question, &written(&wrong), Strictness::Exact, Detail::Full);
            let is_named = found.misreadings.iter().any(|named| named.name == about.name);
            assert!(is_named, "{edition} {}: {found:#?}", about.name);
            named += 1;
        }
        assert!(named > 5, "{edition}: {named}");
    }
}

/// Whatever is handed in, there is something to say about it.
#[test]
fn nonsense_is_explained_too() {
    let inputs = [
        "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n",
        "3\n1\n2\n3 3 3\n3 3 3\n0\n0\n",
        "B\n2\nW.B\n.W.\nB.x\n",
        "2\nCOMPETITION\nX\n9.5\n1 8\n5 4\nX.\n..\n",
        "4\n1\n9.5\n3 3 3\n3 3 3\n0\n0\n",
    ];
    for input in inputs {
        let question = Question::detect(input, GAMES).unwrap();
        for text in [
            "",
            "\n",
            "\0\u{fffd}",
            "A1",
            "B3 Stake",
            "Node\n",
            "9 9 9\n9 9 9\n9\n9\n",
            "Best strategy:\n",
        ] {
            for bytes in [text.as_bytes(), b"\xff\xfe"] {
                let files =
                    question.files().into_iter().map(|name| (name.to_owned(), bytes.to_vec()));
                let found = explain(&question, &files.collect(), Strictness::Lenient, Detail::Full);
                assert!(!found.right && !found.lines().is_empty(), "{input} {text:?}");
            }
        }
    }
}
