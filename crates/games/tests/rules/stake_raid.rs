//! Stake and Raid.

use plyglot_core::laws;
use plyglot_core::mix::Random;
use plyglot_core::{Game, Outcome, Perft, Side, Value, perft};
use plyglot_games::stake_raid::{Gains, Kind, Move, Position, Values};

use crate::playthrough;

/// Draws a position: the player to move, then rows of pieces. Every cell is worth 1, or what
/// `values` say.
fn draw_with(values: &str, player: &str, rows: &str) -> Position {
    let text = format!("{}\n{player}\n{values}\n{rows}", rows.split_whitespace().count());
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn draw(player: &str, rows: &str) -> Position {
    let size = rows.split_whitespace().count();
    draw_with(&vec![vec!["1"; size].join(" "); size].join("\n"), player, rows)
}

/// Plays a move, which must be legal, and draws the board after it.
fn after(position: &Position, mv: &str) -> String {
    position.try_play(mv.parse().unwrap()).unwrap().rows().to_string()
}

fn refused(position: &Position, mv: &str) -> String {
    position.try_play(mv.parse().unwrap()).unwrap_err().to_string()
}

fn moves(position: &Position) -> String {
    position.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn raids(position: &Position) -> String {
    let raids = position.moves().into_iter().filter(|mv| mv.kind == Kind::Raid);
    raids.map(|mv| mv.cell.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn rule_01_letters_from_the_left_numbers_from_the_top() {
    let position = draw("X", "...\n...\n...\n");
    assert_eq!(after(&position, "C1 Stake"), "..X\n...\n...\n");
    assert_eq!(after(&position, "A3 Stake"), "...\n...\nX..\n");
    assert_eq!(
        refused(&position, "D1 Stake"),
        "illegal move D1 Stake: D1 is not on this board of 3 rows and columns"
    );
    let largest = Position::empty(Values::random(26, 99, 0));
    assert!(after(&largest, "Z26 Stake").ends_with(".X\n"));
    let smallest = draw("O", ".");
    assert_eq!(after(&smallest, "A1 Stake"), "O\n");
    for (value, is_right) in [("0", false), ("1", true), ("99", true), ("100", false)] {
        assert_eq!(format!("1\nX\n{value}\n.\n").parse::<Position>().is_ok(), is_right, "{value}");
    }
    for (size, is_right) in [(0, false), (1, true), (26, true), (27, false)] {
        let values = vec![vec!["5"; size].join(" "); size].join("\n");
        let rows = vec![".".repeat(size); size].join("\n");
        let text = format!("{size}\nX\n{values}\n{rows}\n");
        assert_eq!(text.parse::<Position>().is_ok(), is_right, "{size}");
    }
}

#[test]
fn rule_02_a_stake_conquers_nothing() {
    // B2 has enemies and an own piece around.
    let position = draw(
        "X",
        "XO.
         O.O
         .X.",
    );
    assert_eq!(after(&position, "B2 Stake"), "XO.\nOXO\n.X.\n");
    assert_eq!(after(&position, "C1 Stake"), "XOX\nO.O\n.X.\n");
    assert_eq!(refused(&position, "A1 Stake"), "illegal move A1 Stake: A1 is taken by X");
    assert_eq!(refused(&position, "A2 Stake"), "illegal move A2 Stake: A2 is taken by O");
}

#[test]
fn rule_03_a_raid_starts_next_to_an_own_piece() {
    let position = draw(
        "X",
        "....
         .X..
         ..O.
         ....",
    );
    assert_eq!(raids(&position), "B1 A2 C2 B3");
    assert_eq!(
        refused(&position, "C1 Raid"),
        "illegal move C1 Raid: X has no piece next to C1 to raid from"
    );
    // D2 is diagonal to O's only piece, and next to none of its own.
    let of_o = draw("O", &position.rows().to_string());
    assert_eq!(raids(&of_o), "C2 B3 D3 C4");
    // The last cell of a row is not next to the first of the next.
    let edges = draw("X", "..X\n...\nX..\n");
    assert_eq!(raids(&edges), "B1 A2 C2 B3");
}

#[test]
fn rule_04_a_raid_conquers_all_around_and_no_further() {
    let position = draw(
        "X",
        "O.O..
         .O.O.
         XO.OO
         ..O..
         .OOO.",
    );
    // However many opposing pieces stand around C3, X needs a piece next to it.
    assert!(!raids(&position).contains("C3"));
    let position = draw(
        "X",
        "O.O..
         .OXO.
         XO.OO
         ..O..
         .OOO.",
    );
    // B3, D3 and C4 change owner. B2, E3 and C5, next to those, do not.
    assert_eq!(after(&position, "C3 Raid"), "O.O..\n.OXO.\nXXXXO\n..X..\n.OOO.\n");
    // The piece that one raids from stays, and own pieces stay own.
    let of_o = draw("O", "XXX\nO.X\nOXO\n");
    assert_eq!(after(&of_o, "B2 Raid"), "XOX\nOOO\nOOO\n");
}

#[test]
fn rule_05_a_raid_may_conquer_nothing() {
    let position = draw("O", "O..\n...\n..X\n");
    assert_eq!(after(&position, "B1 Raid"), after(&position, "B1 Stake"));
    assert_eq!(raids(&position), "B1 A2");
}

#[test]
fn rule_06_stakes_then_raids_row_by_row() {
    let position = draw("X", ".O.\n.X.\n..O\n");
    let expected = "A1 Stake, C1 Stake, A2 Stake, C2 Stake, A3 Stake, B3 Stake, \
                    A2 Raid, C2 Raid, B3 Raid";
    assert_eq!(moves(&position), expected);
}

#[test]
fn rule_07_the_game_ends_when_the_board_is_full() {
    let position = draw_with("1 2\n3 4", "O", "XO\nX.\n");
    assert_eq!(position.outcome(), None);
    // O has 2 + 4 against 1 + 3, or with the Raid 2 + 3 + 4 against 1.
    let staked = position.after("B2 Stake".parse().unwrap());
    assert_eq!((staked.outcome(), staked.moves()), (Some(Outcome::Win(Side::Second)), vec![]));
    let full = draw_with("1 2\n2 1", "X", "XO\nXO\n");
    assert_eq!(full.outcome(), Some(Outcome::Draw));
    // Even without any piece on the board, there is no pass: every move is a Stake.
    assert_eq!(moves(&draw("X", "..\n..\n")), "A1 Stake, B1 Stake, A2 Stake, B2 Stake");
}

#[test]
fn rule_08_a_position_is_worth_the_own_cells_less_the_others() {
    let position = draw_with("1 8 23\n5 42 12\n26 30 9", "O", "XO.\nX..\n..X\n");
    assert_eq!(position.evaluate(Side::First), Value::from(1 + 5 + 9 - 8));
    assert_eq!(position.evaluate(Side::Second), Value::from(8 - 1 - 5 - 9));
    // B2 is won (42), and A2 (5) changes sides; both counts move.
    let raided = position.after("B2 Raid".parse().unwrap());
    assert_eq!(raided.evaluate(Side::Second), Value::from(8 + 42 + 5 - 1 - 9));
}

#[test]
fn keeps_the_laws_of_a_game() {
    let order = |mv: &Move| (mv.kind, mv.cell.row(), mv.cell.column());
    for (size, playouts) in [(1, 2), (2, 20), (5, 20), (8, 4), (13, 1)] {
        let start = Position::empty(Values::random(size, 99, size as u64));
        laws::check(&start, playouts, order);
    }
    laws::check(&draw("O", "X..O\n..X.\n.O..\nO..X\n"), 20, order);
}

/// The seam between words, and the far corner, on the largest board.
#[test]
fn keeps_the_laws_on_the_largest_board() {
    let filled = |row: usize| if row < 24 { "XO".repeat(13) } else { "..".repeat(13) };
    let rows: String = (0..26).map(|row| filled(row) + "\n").collect();
    laws::check(&draw("O", &rows), 2, |mv| (mv.kind, mv.cell.row(), mv.cell.column()));
}

#[test]
fn a_whole_game() {
    playthrough::check("stake-raid", &Position::empty(Values::random(4, 99, 1)), 1);
}

/// Counted by hand: on 2x2, X has 4 Stakes; then O has 3 Stakes and no Raid; then X has 2 Stakes,
/// and one Raid on each of the cells next to its piece.
#[test]
fn counts_on_the_smallest_boards() {
    let leaves = |size, depth| perft(&Position::empty(Values::random(size, 99, 0)), depth);
    assert_eq!(leaves(1, 1), Perft { leaves: 1, ended: 0 });
    assert_eq!(leaves(1, 2), Perft { leaves: 0, ended: 1 });
    assert_eq!(leaves(2, 2), Perft { leaves: 12, ended: 0 });
    // 8 of the 12 have O next to X: one free cell is next to X. In the other 4 both are.
    assert_eq!(leaves(2, 3), Perft { leaves: 8 * (2 + 1) + 4 * (2 + 2), ended: 0 });
}

#[test]
fn the_side_to_move_is_part_of_the_position() {
    let [x, o] = ["X", "O"].map(|player| draw(player, "X.\n.O\n"));
    assert_ne!(x, o);
    assert_ne!(x.key(), o.key());
    assert_ne!(draw_with("1 2\n3 4", "X", "X.\n.O\n").key(), x.key());
}

#[test]
fn text_of_moves() {
    for text in ["A1 Stake", "C3 Raid", "F22 Stake", "Z26 Raid"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
    for (text, message) in [
        ("", "1:1: expected a move such as C3 Raid or F22 Stake, found \"\""),
        ("C3", "1:1: expected a move such as C3 Raid or F22 Stake, found \"C3\""),
        (
            "C3 Raid Raid",
            "1:1: expected a move such as C3 Raid or F22 Stake, found \"C3 Raid Raid\"",
        ),
        ("C0 Raid", "1:1: expected a cell from A1 to Z26, found \"C0\""),
        ("C27 Raid", "1:1: expected a cell from A1 to Z26, found \"C27\""),
        ("C03 Raid", "1:1: expected a cell from A1 to Z26, found \"C03\""),
        ("C+3 Raid", "1:1: expected a cell from A1 to Z26, found \"C+3\""),
        ("c3 Raid", "1:1: expected a cell from A1 to Z26, found \"c3\""),
        ("É3 Raid", "1:1: expected a cell from A1 to Z26, found \"É3\""),
        (
            "C99999999999999999999 Raid",
            "1:1: expected a cell from A1 to Z26, found \"C99999999999999999999\"",
        ),
        ("C3 raid", "1:4: expected Stake or Raid, found \"raid\""),
    ] {
        assert_eq!(text.parse::<Move>().unwrap_err().to_string(), message);
    }
}

/// The fast representation against the rules: along random games, it lists the same moves with
/// the gains that playing them brings, and taking back leads to where it was.
#[test]
fn gains_agree_with_the_rules() {
    // Small boards are quick, and have more to tell.
    let sizes = (0..60).map(|seed| 1 + seed % 7).chain([4; 400]);
    for (seed, size) in (0..).zip(sizes) {
        let mut random = Random::new(seed);
        let mut position = Position::empty(Values::random(size, 9, seed));
        let mut gains = Gains::new(&position);
        let mut path = Vec::new();
        while position.outcome().is_none() {
            check_gains(&gains, &position);
            let candidates = listed(&gains);
            let candidate = candidates[random.below(candidates.len())];
            path.push((position.clone(), gains.play(candidate)));
            position.play(gains.as_move(candidate));
        }
        assert_eq!(gains.free(), 0);
        for (position, played) in path.into_iter().rev() {
            gains.take_back(played);
            check_gains(&gains, &position);
        }
    }
}

fn listed(gains: &Gains) -> Vec<plyglot_games::stake_raid::Candidate> {
    let mut candidates = Vec::new();
    gains.list(&mut candidates);
    candidates
}

fn check_gains(gains: &Gains, position: &Position) {
    let mover = position.to_move();
    let worth = |position: &Position| position.evaluate(mover).number().unwrap() as i32;
    let gain = |mv: Move| worth(&position.after(mv)) - worth(position);
    let stake = |mv: Move| Move { kind: Kind::Stake, ..mv };
    let mut expected: Vec<(Move, i32)> =
        position.moves().iter().map(|&mv| (mv, gain(mv))).collect();
    expected.retain(|&(mv, _)| mv == stake(mv) || position.after(mv) != position.after(stake(mv)));

    let mut candidates = listed(gains);
    candidates.sort_by_key(|candidate| candidate.order());
    let found: Vec<(Move, i32)> =
        candidates.iter().map(|&candidate| (gains.as_move(candidate), candidate.gain())).collect();
    assert_eq!(found, expected, "in\n{position}");
    assert_eq!(Some(gains.largest()), found.iter().map(|&(_, gain)| gain).max());
    assert_eq!(position.largest_gain(), i64::from(gains.largest()), "in\n{position}");
    assert_eq!(
        gains.free() as usize,
        position.moves().iter().filter(|&&mv| mv == stake(mv)).count()
    );
    assert_eq!(gains.key(), Gains::new(position).key(), "in\n{position}");

    assert_eq!(gains.key(), Gains::new(&recoloured(position)).key(), "in\n{position}");
    let [most, least] = position.most_gains();
    assert_eq!(gains.bounds(), (-least as i32, most as i32), "in\n{position}");

    if gains.free() < 2 || position.values().size() > 4 {
        return;
    }
    let best_reply = |mv: Move| Gains::new(&position.after(mv)).largest();
    let threats = gains.clone().threats().unwrap();
    for &candidate in &candidates {
        let (mv, gain) = (gains.as_move(candidate), candidate.gain());
        let in_two = gain - best_reply(mv);
        if mv.kind == Kind::Stake {
            assert_eq!(gains.reply_to_stake(candidate), gain - in_two, "{mv} in\n{position}");
        }
        let is_best_on_its_cell =
            candidates.iter().all(|&c| gains.as_move(c).cell != mv.cell || c.gain() <= gain);
        for above in [in_two - 40, in_two - 1] {
            let mut two = Vec::new();
            gains.list_for_two(above, &mut two);
            assert!(!is_best_on_its_cell || two.contains(&candidate), "{mv} in\n{position}");
        }
        if gains.free() > 2 {
            let less = in_three(position, mv, gain) - 1;
            assert!(!gains.is_hopeless(candidate, &threats, less), "{mv} in\n{position}");
        }
    }
}

/// What a move comes to with the best reply and the best answer to that.
fn in_three(position: &Position, mv: Move, gain: i32) -> i32 {
    let child = position.after(mv);
    let gains = Gains::new(&child);
    let two = |candidate: plyglot_games::stake_raid::Candidate| {
        candidate.gain() - Gains::new(&child.after(gains.as_move(candidate))).largest()
    };
    gain - listed(&gains).into_iter().map(two).max().unwrap()
}

/// The same position with the colours changed.
fn recoloured(position: &Position) -> Position {
    let swap = |mark| match mark {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    position.to_string().chars().map(swap).collect::<String>().parse().unwrap()
}
