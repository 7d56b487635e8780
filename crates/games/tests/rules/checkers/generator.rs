//! The move generator against [`mailbox`], a plain one, on random boards.

use plyglot_core::mix::Random;
use plyglot_core::{Game, Outcome, Side};
use plyglot_games::checkers::{Direction, Move, Position, Square};

use super::{listed, mailbox, position, turn};

/// Up to 12 pieces a side anywhere. Every third setup gives the mover a few kings among many
/// pieces away from the edge: long jumps, with loops.
pub fn random_setup(random: &mut Random, number: usize) -> Position {
    let is_crowd = number.is_multiple_of(3);
    let mover = if random.below(2) == 0 { "BLACK" } else { "WHITE" };
    let mut rows = [['.'; 8]; 8];
    let mut place = |symbols: [char; 2], count: usize, kings: usize, margin: usize| {
        let mut left = count;
        while left > 0 {
            let [row, column] = [(); 2].map(|()| margin + random.below(8 - 2 * margin));
            let is_king = random.below(10) < kings;
            let is_far = matches!((symbols[0], row), ('b', 7) | ('w', 0));
            if rows[row][column] == '.' && (row + column) % 2 == 1 && (is_king || !is_far) {
                rows[row][column] = symbols[usize::from(is_king)];
                left -= 1;
            }
        }
    };
    let (own, other) =
        if mover == "BLACK" { (['b', 'B'], ['w', 'W']) } else { (['w', 'W'], ['b', 'B']) };
    if is_crowd {
        place(other, 5 + number % 8, 3, 1);
        place(own, 1 + number % 3, 8, 0);
    } else {
        place(other, number % 13, number % 11, 0);
        place(own, 1 + number % 12, number % 7, 0);
    }
    let rows = rows.map(|row| row.iter().collect::<String>());
    position(&format!("{mover}\n{}", rows.join("\n")))
}

/// What the comparison with [`mailbox`] has met on its way.
#[derive(Default)]
struct Met {
    longest: usize,
    round_trips: usize,
    ended: usize,
    same_result: usize,
}

impl Met {
    fn compare(&mut self, position: &Position) {
        let plain = mailbox::turns(position);
        let moves = position.moves();
        let played = |mv: &Move| (mv.to_string(), position.after(*mv).to_string());
        let mut fast: Vec<(String, String)> = moves.iter().map(played).collect();
        fast.sort();
        assert_eq!(fast, plain, "in\n{position}");
        assert_eq!(position.move_count(), plain.len() as u64, "in\n{position}");
        assert_eq!(position.outcome().is_some(), plain.is_empty(), "in\n{position}");

        self.ended += usize::from(plain.is_empty());
        self.longest = moves.iter().map(|mv| mv.jumps()).max().unwrap_or(0).max(self.longest);
        self.round_trips += moves.iter().filter(|mv| mv.from() == mv.to()).count();
        let mut boards: Vec<&String> = plain.iter().map(|(_, board)| board).collect();
        boards.sort();
        self.same_result += boards.windows(2).filter(|pair| pair[0] == pair[1]).count();
    }
}

#[test]
fn moves_are_those_of_a_plain_generator() {
    let mut random = Random::new(11);
    let mut met = Met::default();
    for number in 0..30_000 {
        met.compare(&random_setup(&mut random, number));
    }
    // Without these the comparison would say little.
    assert!(met.longest >= 7, "longest jump: {}", met.longest);
    assert!(met.round_trips > 100, "round trips: {}", met.round_trips);
    assert!(met.same_result > 100, "different paths to the same board: {}", met.same_result);
    assert!(met.ended > 50, "ended: {}", met.ended);
    for _ in 0..100 {
        let mut position = Position::start();
        for _ in 0..150 {
            met.compare(&position);
            let moves = position.moves();
            let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
            position.play(mv);
        }
    }
}

/// A turn that can be written down: a simple move between any squares, or jumps anywhere.
pub fn random_turn(random: &mut Random) -> String {
    let squares: Vec<Square> = Square::all().collect();
    let mut at = squares[random.below(32)];
    if random.below(3) == 0 {
        return format!("E {at} {}", squares[random.below(32)]);
    }
    let mut steps = Vec::new();
    while steps.len() < Move::MOST_JUMPS && (steps.is_empty() || random.below(3) > 0) {
        if let Some(to) = at.toward(Direction::ALL[random.below(4)], 2) {
            steps.push(format!("J {at} {to}"));
            at = to;
        }
    }
    steps.join(" ; ")
}

#[test]
fn every_other_turn_is_refused_with_a_reason() {
    let mut random = Random::new(5);
    for number in 0..2_000 {
        let board = random_setup(&mut random, number);
        let legal = listed(&board);
        for _ in 0..50 {
            let text = random_turn(&mut random);
            let reason = board.why_illegal(turn(&text));
            assert_eq!(reason.is_none(), legal.contains(&text), "{text} in\n{board}");
            assert_ne!(reason.as_deref(), Some(""), "{text} in\n{board}");
        }
    }
}

#[test]
fn the_longest_turn_has_nine_jumps() {
    let board = position(
        "WHITE
         ........
         ..b.b.b.
         ........
         ..b.b.b.
         ........
         ..b.b.b.
         .W......
         ........",
    );
    let longest = board.moves().into_iter().max_by_key(|mv| mv.jumps()).unwrap();
    assert_eq!((longest.jumps(), longest.to().to_string()), (Move::MOST_JUMPS, "h8".to_owned()));
    assert_eq!(longest.to_string().parse(), Ok(longest));
    assert_eq!(board.after(longest).outcome(), Some(Outcome::Win(Side::Second)));
}
