//! Mancala.

use plyglot_core::{Game, Outcome, Perft, Side, Value, laws, perft};
use plyglot_games::mancala::{Board, Packed, Position};

use crate::playthrough;

/// A position as it lies on the table, player 2 above: the player to move, the two rows with the
/// mancalas at their ends.
///
/// ```text
/// 1     3 3 3
///     0       0
///       3 3 3
/// ```
fn table(drawing: &str) -> Position {
    let mut lines = drawing.trim().lines();
    let mut line = || lines.next().unwrap().split_whitespace().collect::<Vec<_>>();
    let (upper, mancalas, lower) = (line(), line(), line());
    let [left, right] = mancalas[..] else { panic!("two mancalas: {mancalas:?}") };
    let (player, upper) = upper.split_first().unwrap();
    let text = format!("{player}\n{}\n{}\n{left}\n{right}\n", upper.join(" "), lower.join(" "));
    text.parse().unwrap()
}

/// Plays one move and compares the whole table, the player to move included.
#[track_caller]
fn check(before: &str, mv: &str, after: &str) {
    let played = table(before).try_play(mv.parse().unwrap()).unwrap();
    let expected = table(after);
    assert_eq!(played, expected, "after {mv}:\n{played}instead of\n{expected}");
}

fn names(position: &Position) -> String {
    position.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn rule_01_rows_and_mancalas() {
    let position = table(
        "1     1 2 3
             7       8
               4 5 6",
    );
    let board = position.board();
    assert_eq!([0, 1, 2].map(|column| board.pit(Side::Second, column)), [1, 2, 3]);
    assert_eq!([0, 1, 2].map(|column| board.pit(Side::First, column)), [4, 5, 6]);
    assert_eq!([Side::Second, Side::First].map(|side| board.mancala(side)), [7, 8]);
    assert_eq!(names(&position), "B2 B3 B4");
    assert_eq!(position.to_string(), "1\n1 2 3\n4 5 6\n7\n8\n");
}

#[test]
fn rule_02_sowing_is_counter_clockwise_and_fills_the_own_mancala() {
    check(
        "1     3 3 3
             0       0
               3 3 3",
        "B3",
        "2     3 3 4
             0       1
               3 0 4",
    );
    check(
        "2     3 3 3
             0       0
               3 3 3",
        "A2",
        "1     0 3 3
             1       0
               4 4 3",
    );
}

#[test]
fn rule_03_the_opponents_mancala_is_passed_over() {
    check(
        "1     1 1 1
             0       0
               1 1 5",
        "B4",
        "2     2 2 2
             0       1
               2 1 0",
    );
    check(
        "2     5 1 1
             0       0
               1 1 1",
        "A2",
        "1     0 1 2
             1       0
               2 2 2",
    );
}

#[test]
fn rule_04_the_starting_pit_is_not_skipped() {
    // 8 stones are one lap of seven places and one more.
    check(
        "1     1 1 1
             0       0
               1 8 1",
        "B3",
        "2     2 2 2
             0       1
               2 1 3",
    );
    // 1000 stones are 142 laps and six more.
    check(
        "1        1   1   1
             0              0
               1000   0   0",
        "B2",
        "2     144 144 144
             0             143
               142 143 143",
    );
}

#[test]
fn rule_05_the_last_stone_in_the_own_mancala_earns_another_move() {
    check(
        "1     3 3 3
             0       0
               3 3 3",
        "B2",
        "1     3 3 3
             0       1
               0 4 4",
    );
    check(
        "2     3 3 3
             0       0
               3 3 3",
        "A4",
        "2     4 4 0
             1       0
               3 3 3",
    );
    // Also when it comes there the second time.
    check(
        "1     1 1 1
             0       0
               0 9 1",
        "B3",
        "1     2 2 2
             0       2
               1 1 3",
    );
}

#[test]
fn rule_06_the_last_stone_in_an_empty_own_pit_captures() {
    check(
        "1     2 7 2
             1       1
               1 0 3",
        "B2",
        "2     2 0 2
             1       9
               0 0 3",
    );
    check(
        "2     0 2 2
             1       1
               7 1 1",
        "A4",
        "1     0 3 0
             9       1
               0 1 1",
    );
    // Neither a pit that held a stone nor one of the opponent's captures.
    check(
        "1     2 7 2
             1       1
               1 1 3",
        "B2",
        "2     2 7 2
             1       1
               0 2 3",
    );
    check(
        "1     2 7 0
             1       1
               1 1 2",
        "B4",
        "2     2 7 1
             1       2
               1 1 0",
    );
}

#[test]
fn rule_07_an_empty_opposite_pit_does_not_save_the_stone() {
    check(
        "1     2 0 2
             1       1
               1 0 3",
        "B2",
        "2     2 0 2
             1       2
               0 0 3",
    );
}

#[test]
fn rule_08_a_whole_lap_ends_in_the_starting_pit_and_captures() {
    check(
        "1     1 4 1
             0       0
               1 7 1",
        "B3",
        "2     2 0 2
             0       7
               2 0 2",
    );
    check(
        "2     1 7 1
             0       0
               1 4 1",
        "A3",
        "1     2 0 2
             7       0
               2 0 2",
    );
}

#[test]
fn rule_09_an_empty_row_ends_the_game() {
    // The mover's own row, although he has just earned another move.
    check(
        "1     2 0 3
             4       5
               0 0 1",
        "B4",
        "1     0 0 0
             9       6
               0 0 0",
    );
    // The opponent's row, emptied by a capture, although the mover has stones left.
    let end = "
         2     0 0 0
             4      12
               0 0 0";
    check(
        "1     0 2 0
             4       5
               1 0 4",
        "B2",
        end,
    );
    assert_eq!(table(end).outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(names(&table(end)), "");
}

#[test]
fn rule_10_each_player_sweeps_his_own_row() {
    check(
        "2     1 0 0
             4       5
               2 3 4",
        "A2",
        "2     0 0 0
             5      14
               0 0 0",
    );
}

#[test]
fn rule_11_a_start_is_not_tested_for_the_end() {
    let position = table(
        "1     0 0 0
             4       5
               0 2 4",
    );
    assert_eq!(position.outcome(), None);
    assert_eq!(names(&position), "B3 B4");
    // A mover without a stone has nothing to play: that is the end, and it is swept.
    let over = table(
        "2     0 0 0
             4       5
               0 2 4",
    );
    assert_eq!(over.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(over.evaluate(Side::First), Value::from(7));
}

#[test]
fn rule_12_moves_go_from_left_to_right() {
    let rows = "3 0 3 1
             0         0
               0 3 3 3";
    assert_eq!(names(&table(&format!("1 {rows}"))), "B3 B4 B5");
    assert_eq!(names(&table(&format!("2 {rows}"))), "A2 A4 A5");
}

#[test]
fn rule_13_a_position_is_worth_the_difference_of_the_mancalas() {
    let position = table(
        "1     9 9 9
             4       1
               1 0 0",
    );
    assert_eq!(position.evaluate(Side::First), Value::from(-3));
    assert_eq!(position.evaluate(Side::Second), Value::from(3));
}

#[test]
fn says_why_a_move_is_illegal() {
    let position = table(
        "2     3 3 3
             0       0
               3 0 3",
    );
    let reason = |position: &Position, mv: &str| {
        position.try_play(mv.parse().unwrap()).unwrap_err().to_string()
    };
    assert_eq!(reason(&position, "B2"), "illegal move B2: B2 is not player 2's pit");
    assert_eq!(reason(&position, "A5"), "illegal move A5: there is no pit A5 on this board");
    let position = position.after("A3".parse().unwrap());
    assert_eq!(reason(&position, "B3"), "illegal move B3: B3 is empty");
    let over = Position::new(Board::empty(3), Side::First);
    assert_eq!(reason(&over, "B2"), "illegal move B2: the game is over");
}

#[test]
fn says_where_a_text_is_broken() {
    let place = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    assert_eq!(place("3\n"), "1:1: expected 1 or 2, found \"3\"");
    assert_eq!(place("1\n1 2 3\n1 2\n0\n0"), "3:4: expected 3 pits, found 2");
    assert_eq!(
        place("1\n1 2 -3\n1 2 3\n0\n0"),
        "2:5: expected a number of stones from 0 to 60000, found \"-3\""
    );
    assert_eq!(place("1\n60000\n0\n0\n1"), "5:1: more than 60000 stones in all");
    let eleven = "1 ".repeat(11);
    assert_eq!(place(&format!("1\n{eleven}")), "2:21: expected 1 to 10 pits, found 11");

    let place = |text: &str| text.parse::<plyglot_games::mancala::Move>().unwrap_err().to_string();
    assert_eq!(place("C3"), "1:1: expected a pit such as A2 or B3, found \"C3\"");
    assert_eq!(place("A1"), "1:2: expected a column from 2 to 11, found \"1\"");
    assert_eq!(place(""), "1:1: expected a pit such as A2 or B3, found \"\"");
    assert_eq!(place("Aé"), "1:2: expected a column (a whole number), found \"é\"");
}

/// As many stones as there can be, all in one mancala in the end.
#[test]
fn holds_the_most_stones() {
    let position: Position = "1\n20000 0 0\n0 1 0\n20000\n19999\n".parse().unwrap();
    assert_eq!(position.board().stones(), Board::MOST_STONES);
    let over = position.after("B3".parse().unwrap());
    assert_eq!(over.to_string(), "2\n0 0 0\n0 0 0\n40000\n20000\n");
    assert_eq!(over.evaluate(Side::First), Value::from(-20_000));
}

/// Kalah(6,4), every single sowing a ply; a game that has ended counts as one line.
#[test]
fn known_counts_of_kalah() {
    for (depth, lines) in [(6, 23_169), (7, 113_959), (8, 559_885)] {
        let Perft { leaves, ended } = perft(&Position::start(), depth);
        assert_eq!(leaves + ended, lines, "depth {depth}");
    }
}

#[test]
fn keeps_the_laws_of_a_game() {
    for (pits, stones) in [(1, 3), (3, 3), (4, 1), (6, 4), (10, 12), (10, 1000)] {
        let start = Position::new(Board::filled(pits, stones), Side::First);
        laws::check(&start, 30, |mv| mv.column());
    }
}

#[test]
fn keeps_the_laws_of_a_game_packed() {
    for (pits, stones) in [(1, 3), (3, 3), (4, 1), (6, 4), (7, 18)] {
        let start = Position::new(Board::filled(pits, stones), Side::First);
        laws::check(&Packed::new(&start).unwrap(), 30, |mv| mv.column());
    }
}

#[test]
fn a_whole_game() {
    playthrough::check("mancala", &Position::start(), 1);
}
