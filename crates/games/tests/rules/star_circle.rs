//! Star and Circle: rule choices as numbered in `RULES.md`.

use plyglot_core::laws;
use plyglot_core::{Game, Outcome, Side, Value};
use plyglot_games::star_circle::{Move, Position};

use crate::playthrough;

/// A position drawn as a board, H on top: `S`, `C`, a digit for that many pieces of the side whose
/// last row it is, `.` for an empty square.
fn position(player: &str, board: [&str; 8]) -> Position {
    let mut text = format!("{player}\n");
    for (row, line) in board.iter().enumerate() {
        let cells = line.chars().map(|symbol| match symbol {
            '.' => "0".to_owned(),
            'S' | 'C' => format!("{symbol}1"),
            count if row == 0 => format!("S{count}"),
            count => format!("C{count}"),
        });
        text += &cells.collect::<Vec<_>>().join(",");
        text.push('\n');
    }
    text += "10,20,30,40,50,60,70,80\n";
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn moves(position: &Position) -> String {
    position.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn after(position: &Position, mv: &str) -> Position {
    position.try_play(mv.parse().unwrap()).unwrap()
}

/// The board part of a position's text must be that of `expected`.
fn assert_board(position: &Position, expected: [&str; 8]) {
    let board = |position: &Position| {
        position.to_string().lines().skip(1).take(8).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(board(position), board(&self::position("Star", expected)));
}

#[rustfmt::skip]
const LONELY: [&str; 8] = [
    "........",
    "........",
    "........",
    "....C...",
    "...S....",
    "........",
    "........",
    "........",
];

#[test]
fn rule_01_star_goes_up_and_circle_goes_down_on_dark_squares() {
    let start = Position::start();
    assert_eq!(moves(&start), "C1-D2 C3-D2 C3-D4 C5-D4 C5-D6 C7-D6 C7-D8");
    let reply = after(&start, "C1-D2");
    assert_eq!(moves(&reply), "F2-E1 F2-E3 F4-E3 F4-E5 F6-E5 F6-E7 F8-E7");
}

/// Pieces on light squares, which only an input can put there, move as all others, and those of
/// different colours never meet.
#[test]
fn rule_01_light_squares_are_a_board_of_their_own() {
    #[rustfmt::skip]
    let both = [
        "2.......",
        ".C......",
        "S.S.....",
        "...C....",
        "...SS...",
        "........",
        "........",
        "...C....",
    ];
    let star = position("Star", both);
    assert_eq!(moves(&star), "F1-H3 F3-H1 F3-G4 D4-E3 D4-E5 D5-E6");
    #[rustfmt::skip]
    assert_board(&after(&star, "F3-H1"), [
        "3.......",
        "........",
        "S.......",
        "...C....",
        "...SS...",
        "........",
        "........",
        "...C....",
    ]);
    let circle = position("Circle", both);
    assert_eq!(moves(&circle), "E4-D3 E4-C6");
}

#[test]
fn rule_02_a_step_goes_forward_to_an_empty_square() {
    #[rustfmt::skip]
    let board = [
        "........",
        "........",
        "........",
        "........",
        ".S......",
        "S.S.....",
        "........",
        "......C.",
    ];
    // C1 cannot move at all: its own D2 is in the way, and behind it is no way.
    assert_eq!(moves(&position("Star", board)), "D2-E1 D2-E3 C3-D4");
}

#[test]
fn rule_03_a_jump_removes_the_piece_and_ends_the_turn() {
    #[rustfmt::skip]
    let before = position("Star", [
        "........",
        "......C.",
        ".....C..",
        "........",
        "...C....",
        "..S.....",
        "........",
        "........",
    ]);
    let jumped = after(&before, "C3-E5");
    #[rustfmt::skip]
    assert_board(&jumped, [
        "........",
        "......C.",
        ".....C..",
        "....S...",
        "........",
        "........",
        "........",
        "........",
    ]);
    assert_eq!(jumped.to_move(), Side::Second);
}

#[test]
fn rule_04_jumping_is_optional() {
    assert_eq!(moves(&position("Star", LONELY)), "D4-F6 D4-E3");
    assert_eq!(moves(&position("Circle", LONELY)), "E5-D6 E5-C3");
}

#[test]
fn rule_05_own_pieces_share_a_square_of_the_last_row() {
    #[rustfmt::skip]
    let before = position("Star", [
        ".2...C..",
        "S.C.S...",
        "...S....",
        "........",
        "........",
        "........",
        "........",
        "........",
    ]);
    // Joining by a step (G1-H2) and by a jump (F4-H2); Circle's piece on H6 blocks G5.
    assert_eq!(moves(&before), "G1-H2 G5-H4 F4-H2");
    assert!(after(&before, "F4-H2").to_string().contains("0,S3,0,0,0,C1,0,0"));
}

#[test]
fn rule_06_a_piece_on_its_last_row_never_moves() {
    #[rustfmt::skip]
    let board = [
        ".S.S.S..",
        "........",
        "........",
        "........",
        "........",
        "........",
        "........",
        "C.C.....",
    ];
    assert_eq!(moves(&position("Star", board)), "pass");
    assert_eq!(moves(&position("Circle", board)), "pass");
}

#[test]
fn rule_07_a_piece_on_the_edge_cannot_be_jumped() {
    #[rustfmt::skip]
    let board = [
        "........",
        "........",
        "........",
        "C.......",
        ".S.....C",
        "......S.",
        "........",
        "........",
    ];
    assert_eq!(moves(&position("Star", board)), "D2-E3 C7-D6");
}

#[test]
fn rule_08_a_pass_only_without_any_other_move() {
    let start = Position::start();
    let error = start.try_play(Move::Pass).unwrap_err();
    assert_eq!(error.to_string(), "illegal move pass: Star has another move, so it may not pass");
    #[rustfmt::skip]
    let stuck = position("Star", [
        ".S......",
        "........",
        "........",
        "....C...",
        "........",
        "........",
        "........",
        "........",
    ]);
    assert_eq!(moves(&stuck), "pass");
    let passed = after(&stuck, "pass");
    assert_eq!(passed.to_move(), Side::Second);
    assert_eq!(passed.board(), stuck.board());
}

#[test]
fn rule_09_moves_are_ordered_by_from_then_to_for_both_sides() {
    #[rustfmt::skip]
    let board = [
        "........",
        "........",
        ".C...C..",
        "C...S...",
        ".S.S....",
        "........",
        "........",
        "........",
    ];
    assert_eq!(moves(&position("Star", board)), "E5-G7 E5-F4 D2-E3 D4-E3");
    assert_eq!(moves(&position("Circle", board)), "F2-E3 F6-E7 E1-C3");
}

#[test]
fn rule_10_the_game_ends_when_a_side_has_no_piece() {
    let captured = after(&position("Star", LONELY), "D4-F6");
    assert_eq!(captured.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(moves(&captured), "");
    #[rustfmt::skip]
    let arrived = position("Circle", [
        ".S......",
        "........",
        "........",
        "....C...",
        "........",
        "........",
        "........",
        "........",
    ]);
    assert_eq!(arrived.outcome(), None, "a piece on the last row is a piece");
}

#[test]
fn rule_11_the_game_ends_after_two_passes_in_a_row() {
    #[rustfmt::skip]
    let stuck = position("Star", [
        ".S......",
        "........",
        "........",
        "........",
        "........",
        "........",
        "........",
        "C.......",
    ]);
    let once = after(&stuck, "pass");
    assert_eq!((once.outcome(), moves(&once).as_str()), (None, "pass"));
    let twice = after(&once, "pass");
    assert_eq!(twice.outcome(), Some(Outcome::Draw));

    #[rustfmt::skip]
    let one_is_free = position("Star", [
        ".S......",
        "........",
        "........",
        "........",
        "........",
        "..C.....",
        "........",
        "........",
    ]);
    let moved = after(&after(&one_is_free, "pass"), "C3-B2");
    let passed_again = after(&moved, "pass");
    assert_eq!(passed_again.outcome(), None, "Circle's move started the count anew");
}

#[test]
fn rule_12_a_position_is_worth_the_rows_of_the_pieces() {
    #[rustfmt::skip]
    let position = position("Star", [
        ".2......",
        "........",
        "........",
        "....C...",
        "........",
        "S.......",
        "........",
        "C.......",
    ]);
    // Star: 2 x 80 + 30; Circle: 40 on E and 80 on A.
    assert_eq!(position.evaluate(Side::First), Value::finite(190 - 120));
    assert_eq!(position.evaluate(Side::Second), Value::finite(120 - 190));
}

#[test]
fn keeps_the_laws_of_a_game() {
    laws::check(&Position::start(), 100, |mv| match mv {
        Move::Go { from, to } => (*from, *to),
        Move::Pass => panic!("stands alone, so it is never compared"),
    });
}

#[test]
fn keeps_the_laws_with_pieces_on_all_squares() {
    #[rustfmt::skip]
    let full = position("Circle", [
        "CCCCCCC3",
        "CCCCCCCC",
        ".C.CC.C.",
        "........",
        "........",
        "SS..S.SS",
        "SSSSSSSS",
        "2SSSSSSC",
    ]);
    laws::check(&full, 100, |mv| match mv {
        Move::Go { from, to } => (*from, *to),
        Move::Pass => panic!("stands alone, so it is never compared"),
    });
}

/// A star on a dark square and a circle on the light one above it must not be taken for one another.
#[test]
fn the_key_tells_colours_apart() {
    let lone = |piece: &str, row: usize, column: usize| {
        let mut board = [(); 8].map(|()| "........".to_owned());
        board[row].replace_range(column..=column, piece);
        position("Star", board.each_ref().map(String::as_str))
    };
    let squares = (0..64).flat_map(|square| ["S", "C"].map(|it| lone(it, square / 8, square % 8)));
    let keys: std::collections::HashSet<u64> = squares.map(|position| position.key()).collect();
    assert_eq!(keys.len(), 128);
}

#[test]
fn a_whole_game() {
    playthrough::check("star-circle", &Position::start(), 1);
}
