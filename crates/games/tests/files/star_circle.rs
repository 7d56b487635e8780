//! Star and Circle.

use plyglot_core::mix::Random;
use plyglot_games::GAMES;
use plyglot_kit::{InMemory, Options};

use crate::bad_input::error;
use crate::cases;

#[test]
fn own_cases() {
    cases::check_folder(&cases::own("star-circle"), 150);
}

/// An input drawn as a board; a digit stands for a pile on the last row.
fn input(player: &str, algorithm: &str, depth: u32, board: [&str; 8], values: &str) -> String {
    let rows = board.iter().enumerate().map(|(row, line)| {
        let cells = line.chars().map(|symbol| match symbol {
            '.' => "0".to_owned(),
            'S' | 'C' => format!("{symbol}1"),
            count if row == 0 => format!("S{count}"),
            count => format!("C{count}"),
        });
        cells.collect::<Vec<_>>().join(",")
    });
    let rows = rows.collect::<Vec<_>>().join("\n");
    format!("{player}\n{algorithm}\n{depth}\n{rows}\n{values}\n")
}

fn output(input: &str) -> String {
    let mut files = InMemory::default();
    let task = cases::read(input).unwrap();
    task.solve(&Options::default(), &mut files).unwrap();
    files.text("output.txt").unwrap().to_owned()
}

const TENS: &str = "10,20,30,40,50,60,70,80";

#[test]
fn examples_of_the_source() {
    #[rustfmt::skip]
    let jump = [
        ".S......",
        "..C.....",
        "...S....",
        "........",
        "........",
        "........",
        "........",
        "........",
    ];
    assert_eq!(output(&input("Star", "MINIMAX", 2, jump, TENS)), "F4-H2\n160\n160\n5");
    assert_eq!(output(&input("Star", "ALPHABETA", 2, jump, TENS)), "F4-H2\n160\n160\n4");

    #[rustfmt::skip]
    let race = [
        ".S......",
        "S.......",
        ".......C",
        "........",
        "........",
        "........",
        "........",
        "........",
    ];
    assert_eq!(output(&input("Star", "MINIMAX", 9, race, TENS)), "G1-H2\n130\n90\n26");

    #[rustfmt::skip]
    let stuck = [
        ".2......",
        "S.......",
        ".......C",
        "......S.",
        ".....S..",
        "........",
        "........",
        "........",
    ];
    assert_eq!(output(&input("Circle", "ALPHABETA", 2, stuck, TENS)), "pass\n-290\n-300\n5");

    #[rustfmt::skip]
    let wall = [
        ".C.C.C.C",
        "C.C.C.C.",
        ".S.S.S.S",
        "S.S.S.S.",
        "........",
        "........",
        "........",
        "........",
    ];
    let values = "10,20,30,40,52,70,90,1000";
    assert_eq!(output(&input("Star", "ALPHABETA", 7, wall, values)), "pass\n368\n368\n3");
}

#[rustfmt::skip]
const START: [&str; 8] = [
    ".C.C.C.C",
    "C.C.C.C.",
    ".C.C.C.C",
    "........",
    "........",
    "S.S.S.S.",
    ".S.S.S.S",
    "S.S.S.S.",
];

#[test]
fn the_start_of_a_full_game() {
    assert_eq!(output(&input("Star", "ALPHABETA", 10, START, TENS)), "C1-D2\n10\n0\n512862");
    assert_eq!(output(&input("Star", "MINIMAX", 10, START, TENS)), "C1-D2\n10\n0\n1036744041");
}

/// The source's examples one column to the left, which is on light squares.
#[test]
fn examples_on_light_squares() {
    #[rustfmt::skip]
    let jump = [
        "S.......",
        ".C......",
        "..S.....",
        "........",
        "........",
        "........",
        "........",
        "........",
    ];
    assert_eq!(output(&input("Star", "MINIMAX", 2, jump, TENS)), "F3-H1\n160\n160\n5");
    assert_eq!(output(&input("Star", "ALPHABETA", 2, jump, TENS)), "F3-H1\n160\n160\n4");
}

/// Two programs for the same rules, on boards with pieces anywhere.
#[test]
fn the_plain_solver_agrees_on_all_squares() {
    let solver = GAMES.find("star-circle").unwrap().solver();
    let mut random = Random::new(3);
    for round in 0..200 {
        let mut board = [[b'.'; 8]; 8];
        for piece in [b'S', b'C'] {
            for _ in 0..=random.below(8) {
                board[random.below(8)][random.below(8)] = piece;
            }
        }
        let rows = board.each_ref().map(|row| str::from_utf8(row).unwrap());
        let player = ["Star", "Circle"][round % 2];
        let algorithm = ["MINIMAX", "ALPHABETA"][random.below(2)];
        let text = input(player, algorithm, 1 + random.below(4) as u32, rows, "1,1,2,2,3,0,-1,5");
        let Ok(task) = cases::read(&text) else { continue };
        assert_eq!(task.to_string(), text, "the text reads back");
        let plain = solver.answers(&text, None, u64::MAX).unwrap();
        assert_eq!(plain[0]["output.txt"], output(&text), "{text}");
    }
}

#[test]
fn bad_input_says_where() {
    let good = input("Star", "MINIMAX", 2, START, TENS);
    let broken = |old: &str, new: &str| error(&good.replacen(old, new, 1));
    let cases = [
        (
            broken("MINIMAX", "minimax"),
            "2:1: expected MINIMAX, ALPHABETA or COMPETITION, found \"minimax\"",
        ),
        (broken("\n2\n", "\n0\n"), "3:1: expected a depth limit from 1 to 1000, found \"0\""),
        (broken("\n2\n", "\n-3\n"), "3:1: expected a depth limit from 1 to 1000, found \"-3\""),
        (broken("\n2\n", "\ntwo\n"), "3:1: expected a depth limit (a whole number), found \"two\""),
        (
            broken("\n2\n", "\n1234567890123456789012345678901234567890\n"),
            "3:1: expected a depth limit from 1 to 1000, found \"123456789012345678901234…\"",
        ),
        (broken("0,C1,0,C1,0,C1,0,C1", "0,C1,0,C1,0,C1,0"), "4:17: expected 8 cells, found 7"),
        (broken("0,C1,0,C1,0,C1,0,C1", "0,C1,0,C1,0,C1,0,C1,0"), "4:21: expected 8 cells, found 9"),
        (broken("0,C1", "0,X1"), "4:3: expected 0, S or C with a count, such as S1, found \"X1\""),
        (broken("0,C1", "0,é1"), "4:3: expected 0, S or C with a count, such as S1, found \"é1\""),
        (broken("0,C1", "0,C+1"), "4:4: expected a count of pieces without a sign, found \"+1\""),
        (broken("0,C1", "0,C-1"), "4:4: expected a count of pieces from 1 to 99, found \"-1\""),
        (
            broken("0,C1", "0,\u{a0}C1"),
            "4:3: expected a space or a tab, found a no-break space (U+00A0)",
        ),
        (broken("0,C1", "0,C0"), "4:4: expected a count of pieces from 1 to 99, found \"0\""),
        (broken("0,C1", "0,C100"), "4:4: expected a count of pieces from 1 to 99, found \"100\""),
        (broken("0,C1", "0,C2"), "4:3: C2 on H2: Circle piles up on its last row only"),
        (broken("0,C1", "0,S"), "4:4: expected a count of pieces (a whole number), found \"\""),
        (broken(",80", ""), "12:21: expected 8 row values, found 7"),
        (broken(",80", ",8x"), "12:22: expected a row value (a whole number), found \"8x\""),
        (
            broken(",80", ",1000000001"),
            "12:22: expected a row value from -1000000000 to 1000000000, found \"1000000001\"",
        ),
        (
            error(&good[..good.len() - TENS.len() - 1]),
            "12:1: expected the row values, found the end",
        ),
        (error(&format!("{good}more")), "13:1: expected nothing more, found \"more\""),
        (error(&good.replace("S1", "0")), "4:1: the board has no piece of Star"),
        (error(&good.replace("C1", "0")), "4:1: the board has no piece of Circle"),
        (error(&good.replace("S1", "0").replace("C1", "0")), "4:1: the board has no piece of Star"),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
    }
}
