//! What a referee asks, what is answered, and when a game is over: the same laws for every game.

use plyglot_core::mix::Random;
use plyglot_core::{Cause, DrawRule, Outcome, Over, Side};
use plyglot_games::{capture_go, checkers, mancala, stake_raid, star_circle};
use plyglot_kit::competition::{AnswerError, Competition, sentence, tidied};
use plyglot_kit::{InMemory, Options};
use plyglot_search::engine::Limit;

use crate::cases;

/// Plays turns by chance, and hands every position and a turn there to `check`. Returns the whole
/// game.
fn each_turn<G: Competition>(
    start: &G,
    seed: u64,
    mut check: impl FnMut(&G, &[G::Move]),
) -> (Vec<G>, Vec<G::Move>) {
    let mut random = Random::new(seed);
    let (mut positions, mut moves) = (vec![start.clone()], Vec::new());
    while G::over(&positions, &moves, DrawRule::Prompt).is_none() {
        let before = positions[positions.len() - 1].clone();
        let (mut turn, mut after) = (Vec::new(), before.clone());
        while after.to_move() == before.to_move() && after.outcome().is_none() {
            let legal = after.moves();
            turn.push(legal[random.below(legal.len())]);
            after.play(turn[turn.len() - 1]);
            positions.push(after.clone());
        }
        check(&before, &turn);
        moves.extend(turn);
    }
    (positions, moves)
}

/// An answer reads back, and a question is understood by our own agent, whose answer is one.
fn laws<G: Competition>(start: &G) {
    let options = Options { limit: Some(Limit::Nodes(50)), ..Options::default() };
    for seed in 0..6 {
        let mut turns = 0;
        let (positions, moves) = each_turn(start, seed, |position, turn| {
            let answer = position.answer(turn);
            let end = |turn: &[G::Move]| turn.iter().fold(position.clone(), |p, &mv| p.after(mv));
            for text in [&answer, answer.trim_end_matches('\n')] {
                let read = position.read_answer(text).unwrap();
                assert_eq!(end(&read), end(turn), "{position}\n{answer}");
            }
            assert_eq!(tidied::<G>(&answer), answer);
            let untidy = format!("\r\n  {} \n\n", answer.replace('\n', " \r\n").replace(' ', "  "));
            assert!(position.read_answer(&untidy).is_err());
            assert_eq!(tidied::<G>(&untidy), answer);

            turns += 1;
            if turns % 5 == 1 {
                let question = position.question(12.5);
                let task =
                    cases::read(&question).unwrap_or_else(|error| panic!("{error}\n{question}"));
                assert_eq!(
                    (task.about().name, task.goal().seconds()),
                    (G::NAME, Some(12.5)),
                    "{question}"
                );
                let mut files = InMemory::default();
                task.solve(&options, &mut files).unwrap();
                let answer = files.text(G::ANSWER).unwrap();
                assert!(position.read_answer(answer).is_ok(), "{question}\n{answer}");
            }
        });
        let over = G::over(&positions, &moves, DrawRule::Prompt).unwrap();
        let last = positions.last().unwrap();
        assert!(last.outcome().is_none_or(|outcome| outcome == over.outcome), "{last}");
        assert!(!sentence(over, last).is_empty());
    }
}

#[test]
fn questions_and_answers() {
    laws(&star_circle::Position::start());
    laws(&checkers::Position::start());
    laws(&stake_raid::Position::empty(stake_raid::Values::random(4, 99, 1)));
    laws(&mancala::Position::start());
    laws(&capture_go::Small::empty(4, 4).unwrap());
    laws(&capture_go::Large::empty(9, 9).unwrap());
}

/// What is wrong with an answer, as the author of an agent gets to read it.
fn refusal<G: Competition>(position: &G, answer: &str) -> String {
    match position.read_answer(answer) {
        Ok(turn) => format!("accepted: {turn:?}"),
        Err(AnswerError::Malformed(error)) => error.to_string(),
        Err(AnswerError::Illegal(error)) => error.to_string(),
    }
}

fn says<G: Competition>(position: &G, expected: &[(&str, &str)]) {
    for (answer, sentence) in expected {
        assert_eq!(refusal(position, answer), *sentence, "{answer:?}");
    }
}

#[test]
fn star_circle_refusals() {
    says(
        &star_circle::Position::start(),
        &[
            ("", "1:1: expected a move such as F4-H2, or pass, found \"\""),
            ("C1-D2\n10\n0\n5", "2:1: expected nothing after the move, found \"10\""),
            ("C1 - D2", "1:1: expected C1-D2, found \"C1 - D2\""),
            ("C1-D2\r\n", "1:1: expected C1-D2, found \"C1-D2\\r\""),
            ("pass\n", "illegal move pass: Star has another move, so it may not pass"),
        ],
    );
    assert_eq!(tidied::<star_circle::Position>("PASS \n"), "pass\n");
    assert_eq!(tidied::<star_circle::Position>(" c1-d2"), "C1-D2\n");
}

#[test]
fn checkers_refusals() {
    let jumps: checkers::Position =
        "BLACK\n.b......\n..w.....\n........\n....w...\n........\n........\n........\n........\n"
            .parse()
            .unwrap();
    assert!(jumps.read_answer("J b8 d6\nJ d6 f4\n").is_ok());
    says(
        &jumps,
        &[
            // The two faults that the source's referee let pass.
            ("E b8 d6\n", "illegal move E b8 d6: d6 is not next to b8; a jump is written J b8 d6"),
            (
                "J b8 d6\n",
                "illegal move J b8 d6: the jump is unfinished: it must go on from d6 to f4",
            ),
        ],
    );
    assert_eq!(tidied::<checkers::Position>("j B8 D6 \r\nJ d6 f4"), "J b8 d6\nJ d6 f4\n");
}

#[test]
fn stake_raid_refusals() {
    let position: stake_raid::Position = "2\nX\n1 2\n3 4\nXO\n..\n".parse().unwrap();
    assert!(position.read_answer("A2 Stake\nXO\nX.\n").is_ok());
    says(
        &position,
        &[
            ("A2 Stake", "2:1: expected XO, found the end"),
            ("A2 Stake\nXO\n..\n", "3:1: expected X., the board after A2 Stake, found \"..\""),
            ("A2 Stake\nXO\nX.\n\n", "4:1: expected nothing more, found \"\""),
            ("A1 Stake\nXO\n..\n", "illegal move A1 Stake: A1 is taken by X"),
        ],
    );
    assert_eq!(tidied::<stake_raid::Position>("a2  raid\nxo\nx."), "A2 Raid\nXO\nX.\n");
}

/// The turn is found from the board alone; half a turn is none.
#[test]
fn mancala_refusals() {
    let start: mancala::Position = "1\n3 3 3\n3 3 3\n0\n0\n".parse().unwrap();
    let turn = start.read_answer("3 4 4\n0 0 5\n0\n2\n").unwrap();
    assert_eq!(turn.iter().map(ToString::to_string).collect::<Vec<_>>(), ["B2", "B3"]);
    let no_turn = "no whole turn of the player leads to this board";
    says(
        &start,
        &[
            // B2 earns another move.
            ("3 3 3\n0 4 4\n0\n1\n", &format!("illegal move 3 3 3 / 0 4 4 / 0 / 1: {no_turn}")),
            ("3 3 3\n3 3 3\n0\n0\n", &format!("illegal move 3 3 3 / 3 3 3 / 0 / 0: {no_turn}")),
            ("3 4  4\n0 0 5\n0\n2\n", "1:1: expected 3 4 4, found \"3 4  4\""),
            ("3 4 4\n0 0 5\n0\n", "4:1: expected player 1's mancala, found the end"),
        ],
    );
}

#[test]
fn capture_go_refusals() {
    says(
        &capture_go::Small::start(),
        &[
            ("(7,1)", "illegal move (7,1): the board has 6 columns and 6 rows"),
            ("5,3", "1:1: expected a point such as (5,3), found \"5,3\""),
            ("(5, 3)\n", "1:1: expected (5,3), found \"(5, 3)\""),
        ],
    );
}

/// Every way in which the rules end a game, as a sentence.
#[test]
fn endings() {
    fn ended<G: Competition>(start: &str, moves: &[&str]) -> (Over, String) {
        let mut positions: Vec<G> = vec![start.parse().unwrap()];
        let moves: Vec<G::Move> = moves.iter().map(|mv| mv.parse().unwrap()).collect();
        for (played, &mv) in moves.iter().enumerate() {
            let over = G::over(&positions, &moves[..played], DrawRule::Prompt);
            assert_eq!(over, None, "{start}");
            positions.push(positions[positions.len() - 1].try_play(mv).unwrap());
        }
        let over = G::over(&positions, &moves, DrawRule::Prompt).unwrap();
        (over, sentence(over, &positions[positions.len() - 1]))
    }
    let check = |(over, sentence): (Over, String), outcome, cause, expected: &str| {
        assert_eq!(over, Over { outcome, cause });
        assert_eq!(sentence, expected);
    };
    let (first, second) = (Outcome::Win(Side::First), Outcome::Win(Side::Second));
    let taken =
        "BLACK\n.b......\n..w.....\n........\n........\n........\n........\n........\n........\n";
    check(
        ended::<checkers::Position>(taken, &["J b8 d6"]),
        first,
        Cause::NoPieces,
        "BLACK wins: WHITE has no piece left",
    );
    let stuck =
        "BLACK\n........\n........\n........\n........\n...b....\n........\n.b......\nw.......\n";
    check(
        ended::<checkers::Position>(stuck, &["E d4 c3"]),
        first,
        Cause::NoMoves,
        "BLACK wins: WHITE cannot move",
    );
    let race = "Star\n0,0,0,0,0,0,0,0\n0,0,C1,0,0,0,0,0\n0,S1,0,0,0,0,0,0\n".to_owned()
        + &"0,0,0,0,0,0,0,0\n".repeat(5);
    check(
        ended::<star_circle::Position>(&(race + "10,20,30,40,50,60,70,80\n"), &["F2-H4"]),
        first,
        Cause::NoPieces,
        "Star wins by 80: Circle has no piece left",
    );
    let done = "Star\n0,S1,0,0,0,0,0,0\n".to_owned() + &"0,0,0,0,0,0,0,0\n".repeat(6);
    let done = done + "C1,0,0,0,0,0,0,0\n10,20,30,40,50,60,70,80\n";
    check(
        ended::<star_circle::Position>(&done, &["pass", "pass"]),
        Outcome::Draw,
        Cause::BothPassed,
        "draw: both sides passed",
    );
    let kings =
        "BLACK\n.B......\n........\n........\n........\n........\n........\n........\n......W.\n";
    let round = ["E b8 a7", "E g1 h2", "E a7 b8", "E h2 g1"];
    check(
        ended::<checkers::Position>(kings, &[round, round].concat()),
        Outcome::Draw,
        Cause::Repetition,
        "draw: the same board for the third time",
    );
    check(
        ended::<stake_raid::Position>("1\nO\n7\n.\n", &["A1 Stake"]),
        second,
        Cause::BoardFull,
        "O wins by 7: the board is full",
    );
    check(
        ended::<mancala::Position>("1\n1 0 0\n0 0 1\n4\n4\n", &["B4"]),
        Outcome::Draw,
        Cause::RowEmpty,
        "draw: a row is empty",
    );
    check(
        ended::<capture_go::Small>("W\n.\n", &["(1,1)"]),
        second,
        Cause::BoardFull,
        "W wins by 1: the board is full",
    );
}
