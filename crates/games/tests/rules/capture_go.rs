//! Capture Go.

use std::collections::HashMap;

use plyglot_core::bits::Bits;
use plyglot_core::mix::Random;
use plyglot_core::{Game, Outcome, Side, Value, laws, perft};
use plyglot_games::capture_go::{
    Large, Point, Position, Small, count_legal_go_positions, without_liberties,
};

use crate::playthrough;

fn position(text: &str) -> Small {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

/// Plays `mv` in `before` and compares the whole text after it.
fn check_play(before: &str, mv: &str, after: &str) {
    assert_eq!(
        position(before).try_play(point(mv)).unwrap().to_string(),
        after,
        "{mv} in\n{before}"
    );
}

fn why_not(before: &str, mv: &str) -> String {
    position(before).try_play(point(mv)).unwrap_err().reason
}

#[test]
fn keeps_the_laws_of_a_game() {
    fn check<const W: usize>(columns: usize, rows: usize, playouts: u64) {
        let start = Position::<W>::empty(columns, rows).unwrap();
        laws::check(&start, playouts, |mv| (mv.row(), mv.column()));
    }
    check::<1>(6, 6, 30);
    check::<1>(1, 1, 1);
    check::<1>(2, 3, 20);
    check::<1>(7, 8, 10);
    check::<2>(10, 10, 3);
    check::<6>(6, 6, 10);
    check::<6>(1, 19, 10);
    check::<6>(19, 2, 10);
    check::<6>(19, 19, 1);
}

#[test]
fn a_whole_game() {
    playthrough::check("capture-go", &Small::start(), 1);
}

#[test]
fn rule_01_any_board_up_to_19x19() {
    assert_eq!(Small::start().to_string(), "B\n......\n......\n......\n......\n......\n......\n");
    assert_eq!(Large::start().to_string(), Small::start().to_string());
    for columns in 1..=19 {
        for rows in 1..=19 {
            let large = Large::empty(columns, rows).unwrap();
            assert_eq!(large.move_count() as usize, columns * rows);
            assert_eq!(large.in_words::<1>().is_some(), columns <= 7 && rows <= 8);
            assert_eq!(large.in_words::<2>().is_some(), columns <= 10 && rows <= 11);
        }
    }
    for (columns, rows) in [(0, 1), (1, 0), (20, 1), (1, 20)] {
        assert_eq!(Large::empty(columns, rows), None);
    }
}

#[test]
fn rule_02_black_first_in_turn_and_no_pass() {
    let mut position = Small::start();
    for expected in ["B", "W", "B", "W"] {
        assert_eq!(Small::side_name(position.to_move()), expected);
        assert_eq!(position.moves().len() as u64, position.move_count());
        position.play(position.moves()[7]);
    }
    // As many turns as empty points, whoever plays where: a pass or an extra move would show.
    assert_eq!(perft(&Small::start(), 4).leaves, 36 * 35 * 34 * 33);
}

#[test]
fn rule_03_a_stone_goes_to_an_empty_point() {
    check_play("W\n...\n.B.\n", "(3,1)", "B\n..W\n.B.\n");
    assert_eq!(why_not("W\n...\n.B.\n", "(2,2)"), "B has a stone there");
    assert_eq!(why_not("W\n.W.\n.B.\n", "(2,1)"), "W has a stone there");
    assert_eq!(why_not("W\n...\n.B.\n", "(2,3)"), "the board has 3 columns and 2 rows");
    assert_eq!(why_not("W\n...\n.B.\n", "(4,1)"), "the board has 3 columns and 2 rows");
    assert_eq!(why_not("W\n...\n.B.\n", "(19,19)"), "the board has 3 columns and 2 rows");
}

#[test]
fn rule_04_every_group_without_liberties_is_removed() {
    let before = "\
B
BW..W.
WWB...
BB....
...WB.
..BWWB
...BBW
";
    let after = "\
W
BxB.W.
xxB...
BB....
...WB.
..BWWB
...BBx
";
    // The stone at (3,1) takes the group beside it; the one in the lower right corner had no
    // liberty before; the one in the middle still has one.
    check_play(before, "(3,1)", after);
}

#[test]
fn rule_05_a_group_has_the_liberties_of_all_its_stones() {
    // Figure 2 of the source; the marked stone is at (3,3), in case 2 at (3,5).
    let figure_2 = [
        ("......\n..W...\n.WBW..\n.WBW..\n..W...\n......\n", "(3,3)", 0),
        ("......\n......\n......\n..W...\n.WBW..\n.WBW..\n", "(3,5)", 0),
        ("......\n..W...\n.WB...\n.WBB..\n......\n......\n", "(3,3)", 4),
        ("......\n..W...\n.WBW..\n.WBW..\n..B...\n......\n", "(3,3)", 3),
    ];
    for (rows, stone, liberties) in figure_2 {
        for player in ["B", "W"] {
            let position = position(&format!("{player}\n{rows}"));
            assert_eq!(position.liberties(point(stone)), Some(liberties), "{position}");
        }
    }
    assert_eq!(position("B\n.W\n").liberties(point("(1,1)")), None);
    // The left stone lives by the right one's liberty; diagonal points do not help.
    check_play("W\nBB.\n...\n", "(1,2)", "B\nBB.\nW..\n");
    check_play("W\nBBW\nW..\n", "(2,2)", "B\nxxW\nWW.\n");
}

/// The end of a row is not beside the start of the next one.
#[test]
fn rule_05_the_edge_is_no_liberty() {
    check_play("B\n..W\n..B\n", "(2,1)", "W\n.Bx\n..B\n");
    check_play("B\n..B\nW..\n", "(2,2)", "W\n..B\nWB.\n");
    check_play("B\nB..\nW..\n", "(2,2)", "W\nB..\nxB.\n");
    check_play("B\nWB.\n", "(3,1)", "W\nxBB\n");
    check_play("B\n.\nW\nB\n", "(1,1)", "W\nB\nx\nB\n");
}

#[test]
fn rule_06_no_stone_goes_to_an_invalid_point() {
    let reason = "a stone was captured there, so the point is invalid";
    for player in ["B", "W"] {
        let text = format!("{player}\nxB.\n");
        assert_eq!(why_not(&text, "(1,1)"), reason);
        assert_eq!(position(&text).moves(), [point("(3,1)")]);
    }
}

#[test]
fn rule_07_a_capture_frees_nobody() {
    // White's stones die between Black's; Black's own left stone has no liberty now or then, and
    // White's next move takes it.
    check_play("B\nBWW.\n", "(4,1)", "W\nBxxB\n");
    check_play("W\nBxx.\n", "(4,1)", "B\nxxxW\n");
}

#[test]
fn rule_08_own_stones_without_liberties_stay_for_a_turn() {
    let suicide = "\
W
.B....
B.....
......
......
......
......
";
    let corner = "\
B
WB....
B.....
......
......
......
......
";
    let gone = "\
W
xB....
B.....
......
......
......
.....B
";
    check_play(suicide, "(1,1)", corner);
    assert_eq!(position(corner).evaluate(Side::Second), Value::from(-1));
    check_play(corner, "(6,6)", gone);
    // Both sides without liberties: only the opponent's stones go.
    check_play("B\nW.\n", "(2,1)", "W\nxB\n");
}

#[test]
fn rule_09_no_ko() {
    // In Go, White could take back at (2,2) next, or not for the ko. Here the point is gone.
    let before = "\
B
.BW.
BW.W
.BW.
";
    let after = "\
W
.BW.
BxBW
.BW.
";
    check_play(before, "(3,2)", after);
    assert!(position(after).try_play(point("(2,2)")).is_err());
    // Black's stone has no liberty, so any move of White's takes it.
    check_play(after, "(4,1)", "B\n.BWW\nBxxW\n.BW.\n");
}

#[test]
fn rule_10_the_game_ends_when_no_point_is_empty() {
    for (text, outcome) in [
        ("B\n.\n", None),
        ("B\nx\n", Some(Outcome::Draw)),
        ("W\nBWB\n", Some(Outcome::Win(Side::First))),
        ("B\nBWB\n", Some(Outcome::Win(Side::First))),
        ("W\nxWx\n", Some(Outcome::Win(Side::Second))),
        ("B\nxWx\n", Some(Outcome::Win(Side::Second))),
    ] {
        assert_eq!(position(text).outcome(), outcome, "{text}");
    }
}

#[test]
fn rule_11_own_stones_less_the_opponents() {
    for player in ["B", "W"] {
        let position = position(&format!("{player}\nBWB\nxxB\n"));
        assert_eq!(position.evaluate(Side::First), Value::from(2));
        assert_eq!(position.evaluate(Side::Second), Value::from(-2));
    }
}

#[test]
fn rule_12_points_are_column_and_row_from_the_upper_left() {
    let names: Vec<String> =
        position("B\n.B.\n..x\n").moves().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["(1,1)", "(3,1)", "(1,2)", "(2,2)"]);
    for (text, error) in [
        ("", "1:1: expected a point such as (5,3), found \"\""),
        ("(5,3", "1:1: expected a point such as (5,3), found \"(5,3\""),
        ("5,3", "1:1: expected a point such as (5,3), found \"5,3\""),
        ("(5)", "1:3: expected 2 numbers, found 1"),
        ("(5,3,1)", "1:6: expected 2 numbers, found 3"),
        ("(0,3)", "1:2: expected a column from 1 to 19, found \"0\""),
        ("(5,20)", "1:4: expected a row from 1 to 19, found \"20\""),
        ("(a,3)", "1:2: expected a column (a whole number), found \"a\""),
    ] {
        assert_eq!(text.parse::<Point>().unwrap_err().to_string(), error, "{text}");
    }
}

#[test]
fn a_text_that_is_no_position_says_where() {
    let tall = ".\n".repeat(9);
    let wide = ".".repeat(8);
    for (text, error) in [
        ("", "1:1: expected the player, found the end"),
        ("X\n.\n", "1:1: expected B or W, found \"X\""),
        ("B\n", "2:1: expected row 1 of the board, found the end"),
        ("B\n...\n..\n", "3:3: expected 3 symbols, found 2"),
        ("B\n.b.\n", "2:2: expected B, W, . or x, found \"b\""),
        (&format!("B\n{wide}\n"), "2:1: expected at most 7 columns and 8 rows, found 8 and 1"),
        (&format!("B\n{tall}"), "2:1: expected at most 7 columns and 8 rows, found 1 and 9"),
    ] {
        assert_eq!(text.parse::<Small>().unwrap_err().to_string(), error, "{text}");
    }
    assert!(format!("B\n{wide}\n").parse::<Large>().is_ok());
    assert!(format!("B\n{tall}").parse::<Large>().is_ok());
}

/// Boards of different shapes have different keys, though their bits may be the same.
#[test]
fn the_key_tells_shapes_apart() {
    let texts =
        ["B\nx\n", "W\nx\n", "B\nxx\n", "B\nx\nx\n", "B\nB\n", "W\nB\n", "B\nW\n", "B\n.\n"];
    let mut keys: Vec<u64> = texts.iter().map(|text| position(text).key()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), texts.len());
}

/// The rules once more, cell by cell and group by group, as slow and as plain as can be.
mod plain {
    /// The rows of a board, with a border of blanks so that every cell has four neighbours.
    pub struct Board(pub Vec<Vec<char>>);

    impl Board {
        pub fn read(rows: &str) -> Board {
            let columns = rows.lines().next().unwrap().len();
            let border = vec![' '; columns + 2];
            let inner = rows.lines().map(|row| format!(" {row} ").chars().collect());
            Board([border.clone()].into_iter().chain(inner).chain([border]).collect())
        }

        /// The stones that hang together with the one at a place, and their liberties.
        pub fn group(&self, column: usize, row: usize) -> (Vec<(usize, usize)>, usize) {
            let colour = self.0[row][column];
            let mut group = vec![(column, row)];
            let mut liberties = Vec::new();
            let mut next = 0;
            while next < group.len() {
                let (c, r) = group[next];
                next += 1;
                for place in [(c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)] {
                    let cell = self.0[place.1][place.0];
                    if cell == colour && !group.contains(&place) {
                        group.push(place);
                    }
                    if cell == '.' && !liberties.contains(&place) {
                        liberties.push(place);
                    }
                }
            }
            (group, liberties.len())
        }

        /// Puts a stone; then invalidates all opposing stones without liberties at once.
        pub fn play(&mut self, column: usize, row: usize, colour: char) {
            self.0[row][column] = colour;
            let opponent = if colour == 'B' { 'W' } else { 'B' };
            let dead: Vec<(usize, usize)> = (self.stones(opponent).into_iter())
                .filter(|&(c, r)| self.group(c, r).1 == 0)
                .collect();
            for (c, r) in dead {
                self.0[r][c] = 'x';
            }
        }

        pub fn stones(&self, colour: char) -> Vec<(usize, usize)> {
            let places = (0..self.0.len()).flat_map(|r| (0..self.0[r].len()).map(move |c| (c, r)));
            places.filter(|&(c, r)| self.0[r][c] == colour).collect()
        }

        pub fn rows(&self) -> String {
            let inner = &self.0[1..self.0.len() - 1];
            inner.iter().map(|row| format!("{}\n", row.iter().collect::<String>().trim())).collect()
        }
    }
}

/// A board of random cells: crowded, so that groups are large and liberties few.
fn random_text(random: &mut Random, columns: usize, rows: usize) -> String {
    let symbols = ["BBW.", "BW.x", "BBBWWW.x", "BBWWWWWWWWx."][random.below(4)].as_bytes();
    let mut text = ["B\n", "W\n"][random.below(2)].to_owned();
    for _ in 0..rows {
        text.extend((0..columns).map(|_| char::from(symbols[random.below(symbols.len())])));
        text.push('\n');
    }
    text
}

/// Every move and every group of a position, by the plain rules and by this crate's.
fn check_against_plain<const W: usize>(text: &str) {
    let position: Position<W> = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (player, rows) = text.split_once('\n').unwrap();
    let colour = player.chars().next().unwrap();
    let board = plain::Board::read(rows);
    for (column, row) in ['B', 'W'].into_iter().flat_map(|colour| board.stones(colour)) {
        let (_, liberties) = board.group(column, row);
        let found = position.liberties(Point::new(column - 1, row - 1));
        assert_eq!(found, Some(liberties as u32), "({column},{row}) in\n{text}");
    }
    for mv in position.moves().into_iter().take(12) {
        let mut board = plain::Board::read(rows);
        board.play(mv.column() + 1, mv.row() + 1, colour);
        let after = position.after(mv);
        assert_eq!(after.board().to_string(), board.rows(), "{mv} in\n{text}");
        let lead = board.stones('B').len() as i32 - board.stones('W').len() as i32;
        assert_eq!(after.evaluate(Side::First), Value::from(lead), "{mv} in\n{text}");
    }
}

#[test]
fn agrees_with_the_plain_rules() {
    let mut random = Random::new(5);
    for _ in 0..3000 {
        let (columns, rows) = (1 + random.below(7), 1 + random.below(8));
        check_against_plain::<1>(&random_text(&mut random, columns, rows));
    }
    for _ in 0..200 {
        let (columns, rows) = (1 + random.below(10), 1 + random.below(11));
        check_against_plain::<2>(&random_text(&mut random, columns, rows));
        let (columns, rows) = (1 + random.below(19), 1 + random.below(19));
        check_against_plain::<6>(&random_text(&mut random, columns, rows));
    }
    for _ in 0..10 {
        check_against_plain::<6>(&random_text(&mut random, 19, 19));
    }
}

/// A group that winds through the whole board is followed to its end, over all seams of the words.
#[test]
fn a_snake_lives_by_one_liberty() {
    let mut text = "W\n".to_owned();
    for row in 0..19 {
        let line = match row {
            18 => "B".repeat(18) + ".",
            _ if row % 2 == 0 => "B".repeat(19),
            _ if row % 4 == 1 => "W".repeat(18) + "B",
            _ => "B".to_owned() + &"W".repeat(18),
        };
        text += &(line + "\n");
    }
    check_against_plain::<6>(&text);
    let snake: Large = text.parse().unwrap();
    assert_eq!(snake.liberties(point("(1,1)")), Some(1));
    let after = snake.try_play(point("(19,19)")).unwrap();
    assert!(!after.board().to_string().contains('B'), "{after}");
}

/// OEIS A094777: an independent count that stands or falls with the liberties.
#[test]
fn legal_go_positions() {
    assert_eq!([1, 2, 3].map(count_legal_go_positions), [1, 57, 12_675]);
}

/// NoGo: a move may neither capture nor leave own stones without liberties; who cannot move loses.
struct NoGo {
    side: usize,
    points: Bits<1>,
    known: HashMap<(u64, u64), bool>,
}

impl NoGo {
    fn new(side: usize) -> NoGo {
        let points = Small::empty(side, side).unwrap().empty_points();
        NoGo { side, points, known: HashMap::new() }
    }

    fn mover_wins(&mut self, own: Bits<1>, opposing: Bits<1>) -> bool {
        let key = self.upright(own, opposing);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let empty = self.points & !(own | opposing);
        let wins = empty.into_iter().map(Bits::single).any(|stone| {
            let (own, empty) = (own | stone, empty & !stone);
            let is_legal = without_liberties(own, empty).is_empty()
                && without_liberties(opposing, empty).is_empty();
            is_legal && !self.mover_wins(opposing, own)
        });
        self.known.insert(key, wins);
        wins
    }

    /// The least of the four ways to flip a position: a fourth of the positions is enough to know.
    fn upright(&self, own: Bits<1>, opposing: Bits<1>) -> (u64, u64) {
        // A row of one word is a byte.
        let unused = 8 - self.side;
        let upside_down = |set: u64| set.swap_bytes() >> (8 * unused);
        let mirrored = |set: u64| set.reverse_bits().swap_bytes() >> unused;
        let both = |set: u64| upside_down(mirrored(set));
        let ([own], [opposing]) = (*own.words(), *opposing.words());
        (own, opposing)
            .min((upside_down(own), upside_down(opposing)))
            .min((mirrored(own), mirrored(opposing)))
            .min((both(own), both(opposing)))
    }
}

#[test]
fn nogo_is_won_by_the_first_on_3x3_and_by_the_second_on_4x4() {
    assert!(NoGo::new(3).mover_wins(Bits::EMPTY, Bits::EMPTY));
    assert!(!NoGo::new(4).mover_wins(Bits::EMPTY, Bits::EMPTY));
}
