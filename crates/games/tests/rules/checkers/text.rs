//! Turns and positions as text.

use plyglot_core::mix::Random;
use plyglot_games::checkers::{Move, Position};

use super::generator::random_turn;
use super::turn;

/// Texts that are nearly right: what is read is written the same, and nothing panics.
#[test]
fn any_text_is_read_or_refused() {
    let mut random = Random::new(9);
    let symbols: Vec<char> = "EJ;\n abcdefgh0123456789.bBwWé\u{0}".chars().collect();
    let mut read = 0;
    for _ in 0..20_000 {
        let mut text: Vec<char> = random_turn(&mut random).chars().collect();
        for _ in 0..random.below(3) {
            let place = random.below(text.len());
            text[place] = symbols[random.below(symbols.len())];
        }
        let text: String = text.into_iter().collect();
        if let Ok(mv) = text.parse::<Move>() {
            let words = |text: &str| text.replace(char::is_whitespace, "");
            assert_eq!(words(&mv.to_string()), words(&text));
            assert_eq!(Move::from_lines(&mv.lines().to_string()), Ok(mv));
            read += 1;
        }
    }
    assert!((5_000..20_000).contains(&read), "{read} were read");
}

#[test]
fn a_turn_is_read_from_lines_strictly() {
    let jumps = turn("J f6 d4 ; J d4 f2");
    assert_eq!(jumps.lines().to_string(), "J f6 d4\nJ d4 f2\n");
    assert_eq!(Move::from_lines("J f6 d4\nJ d4 f2\n"), Ok(jumps));
    assert_eq!(Move::from_lines("J f6 d4\nJ d4 f2"), Ok(jumps));
    assert_eq!(turn("E c3 b4").lines().to_string(), "E c3 b4\n");
    assert_eq!(Move::from_lines("E c3 b4\n"), Ok(turn("E c3 b4")));
    let step = "expected a step such as E c3 b4 or J f6 d4, found";
    let bad = [
        ("", format!("1:1: {step} \"\"")),
        ("\n", format!("1:1: {step} \"\"")),
        ("E c3 b4\n\n", format!("2:1: {step} \"\"")),
        ("\nE c3 b4\n", format!("1:1: {step} \"\"")),
        ("E c3 b4\r\n", format!("1:1: {step} \"E c3 b4\\r\"")),
        (" E c3 b4\n", format!("1:1: {step} \" E c3 b4\"")),
        ("E c3  b4\n", format!("1:1: {step} \"E c3  b4\"")),
        ("E c3\tb4\n", format!("1:1: {step} \"E c3\\tb4\"")),
        ("E c3 b4 a5\n", format!("1:1: {step} \"E c3 b4 a5\"")),
        ("E c3\n", format!("1:1: {step} \"E c3\"")),
        ("J f6 d4 ; J d4 f2\n", format!("1:1: {step} \"J f6 d4 ; J d4 f2\"")),
        ("e c3 b4\n", "1:1: expected E or J, found \"e\"".to_owned()),
        ("E C3 b4\n", "1:3: expected a square from a1 to h8, found \"C3\"".to_owned()),
        ("E c3 `4\n", "1:6: expected a square from a1 to h8, found \"`4\"".to_owned()),
        ("E c3 b9\n", "1:6: expected a square from a1 to h8, found \"b9\"".to_owned()),
        ("E c3 b3\n", "1:6: b3 is a light square, where no piece stands".to_owned()),
        ("E c3 é4\n", "1:6: expected a square from a1 to h8, found \"é4\"".to_owned()),
        ("E c3 b4\nE b4 a5\n", "2:1: a simple move is a turn of its own".to_owned()),
        ("E c3 b4\nJ b4 d6\n", "2:1: a simple move is a turn of its own".to_owned()),
        ("J f6 d4\nE d4 e3\n", "2:1: a simple move is a turn of its own".to_owned()),
        ("J f6 d4\nJ f6 h4\n", "2:3: a jump goes on from where the last one ended, d4".to_owned()),
        ("J f6 e5\n", "1:6: a jump goes two squares diagonally, and f6 to e5 does not".to_owned()),
        (&"J c3 e5\nJ e5 c3\n".repeat(5), "10:1: no turn has more than 9 jumps".to_owned()),
    ];
    for (text, message) in bad {
        assert_eq!(Move::from_lines(text).unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn a_move_is_read_from_one_line() {
    let bad = [
        ("", "1:1: expected a step such as E c3 b4 or J f6 d4, found \"\""),
        ("E c3 b4 ;", "1:10: expected a step such as E c3 b4 or J f6 d4, found \"\""),
        ("J f6 d4 ; J f4 d6", "1:13: a jump goes on from where the last one ended, d4"),
        ("J f6 d4 ; E d4 c3", "1:11: a simple move is a turn of its own"),
    ];
    for (text, message) in bad {
        assert_eq!(text.parse::<Move>().unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn a_position_is_read_with_care() {
    let start = Position::start().to_string();
    let bad = [
        (start.replace("BLACK", "RED"), "1:1: expected BLACK or WHITE, found \"RED\""),
        (start.replacen(".b.b", "bb.b", 1), "2:1: b on a8, which is a light square"),
        (start.replacen(".b.b", ".x.b", 1), "2:2: expected ., b, B, w or W, found \"x\""),
        (start.replacen(".b.b", ".é.b", 1), "2:2: expected ., b, B, w or W, found \"é\""),
        (start.replacen(".b.b", ".w.b", 1), "2:2: w on b8, its far row: a man is crowned there"),
        (start.replacen("\n........", "\nb.......", 1), "5:1: BLACK has more than 12 pieces"),
        (start.replacen("\n........", "\n.......", 1), "5:8: expected 8 symbols, found 7"),
        (start.clone() + "w.w.w.w.", "10:1: expected nothing more, found \"w.w.w.w.\""),
    ];
    for (text, message) in bad {
        assert_eq!(text.parse::<Position>().unwrap_err().to_string(), message, "{text}");
    }
}
