//! American checkers.

mod generator;
mod mailbox;
mod text;

use plyglot_core::mix::Random;
use plyglot_core::{Cause, DrawRule, Game, Outcome, Over, Perft, Side, Value, laws, perft};
use plyglot_games::checkers::{Direction, History, Move, Position, Square};
use plyglot_kit::competition::sentence;

use crate::playthrough;

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn turn(text: &str) -> Move {
    text.parse().unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn listed(position: &Position) -> Vec<String> {
    position.moves().iter().map(ToString::to_string).collect()
}

/// The legal turns, sorted as text.
fn legal(position: &Position) -> String {
    let mut turns = listed(position);
    turns.sort();
    turns.join(", ")
}

fn why_not(position: &Position, mv: &str) -> String {
    position.why_illegal(turn(mv)).unwrap_or_else(|| panic!("{mv} is legal in\n{position}"))
}

fn after(position: &Position, mv: &str) -> Position {
    position.try_play(turn(mv)).unwrap_or_else(|error| panic!("{error} in\n{position}"))
}

#[test]
fn rule_01_black_starts_on_top_and_moves_down_and_first() {
    let start = position(
        "BLACK
         .b.b.b.b
         b.b.b.b.
         .b.b.b.b
         ........
         ........
         w.w.w.w.
         .w.w.w.w
         w.w.w.w.",
    );
    assert_eq!(start, Position::start());
    assert_eq!(start.to_move(), Side::First);
    assert_eq!(Position::side_name(Side::First), "BLACK");
    assert_eq!(legal(&start), "E b6 a5, E b6 c5, E d6 c5, E d6 e5, E f6 e5, E f6 g5, E h6 g5");
    // Light squares have no name.
    let error = "E d6 d5".parse::<Move>().unwrap_err();
    assert_eq!(error.to_string(), "1:6: d5 is a light square, where no piece stands");
}

#[test]
fn rule_02_a_man_steps_forward_a_king_also_backward() {
    let board = position(
        "WHITE
         ........
         ........
         .....W..
         ........
         .w......
         ........
         ...B...b
         ........",
    );
    assert_eq!(legal(&board), "E b4 a5, E b4 c5, E f6 e5, E f6 e7, E f6 g5, E f6 g7");
    assert_eq!(why_not(&board, "E b4 c3"), "a man cannot step backward, from b4 to c3");
    assert_eq!(why_not(&board, "E f6 d4"), "d4 is not next to f6; a jump is written J f6 d4");
    assert_eq!(why_not(&board, "E f6 c3"), "c3 is not next to f6");
    assert_eq!(why_not(&board, "E c5 d6"), "c5 is empty");
    assert_eq!(why_not(&board, "E d2 e3"), "d2 is not WHITE's");
    let black = position(&board.to_string().replace("WHITE", "BLACK"));
    assert_eq!(legal(&black), "E d2 c1, E d2 c3, E d2 e1, E d2 e3, E h2 g1");
}

#[test]
fn rule_03_a_jump_takes_the_piece_that_it_passes() {
    let board = position(
        "BLACK
         ........
         ....w...
         ...b....
         ....w...
         ........
         ........
         .....w..
         ........",
    );
    // The man may not jump backward, over e7.
    assert_eq!(legal(&board), "J d6 f4");
    assert_eq!(why_not(&board, "J d6 f8"), "a man cannot jump backward, from d6 to f8");
    assert_eq!(why_not(&board, "J d6 b4"), "there is no piece of WHITE on c5 to jump over");
    let taken = position(
        "WHITE
         ........
         ....w...
         ........
         ........
         .....b..
         ........
         .....w..
         ........",
    );
    assert_eq!(after(&board, "J d6 f4"), taken);
}

#[test]
fn rule_03_what_cannot_be_jumped() {
    // A piece on the edge, one with another behind it, an own piece.
    let board = position(
        "WHITE
         ........
         ..b...b.
         .b.....b
         w.....w.
         .....w..
         ........
         ........
         ........",
    );
    assert_eq!(legal(&board), "E f4 e5, E g5 f6");
    assert_eq!(why_not(&board, "J a5 c7"), "c7 is occupied");
    assert_eq!(why_not(&board, "J f4 h6"), "there is no piece of BLACK on g5 to jump over");
    assert_eq!(why_not(&board, "E g5 h6"), "h6 is occupied");
    let error = "J g5 i7".parse::<Move>().unwrap_err();
    assert_eq!(error.to_string(), "1:6: expected a square from a1 to h8, found \"i7\"");
}

#[test]
fn rule_04_a_jump_must_be_made_if_there_is_one() {
    let board = position(
        "WHITE
         ........
         ........
         ........
         ....b...
         .....w..
         ........
         .w......
         ........",
    );
    assert_eq!(legal(&board), "J f4 d6");
    assert_eq!(why_not(&board, "E f4 g5"), "WHITE can jump, so it must, for example J f4 d6");
    assert_eq!(why_not(&board, "E b2 a3"), "WHITE can jump, so it must, for example J f4 d6");
    assert_eq!(why_not(&board, "E f4 d6"), "d6 is not next to f4; a jump is written J f4 d6");
}

#[test]
fn rule_05_the_whole_series_of_jumps_is_one_move() {
    let board = position(
        "BLACK
         .b...b..
         ..b...b.
         .....w.b
         ....w...
         .b......
         w...w.w.
         ...B....
         ......w.",
    );
    assert_eq!(legal(&board), "J d2 f4 ; J f4 d6, J d2 f4 ; J f4 h2");
    let unfinished = why_not(&board, "J d2 f4");
    assert_eq!(unfinished, "the jump is unfinished: it must go on from f4 to d6");
    let taken = position(
        "WHITE
         .b...b..
         ..b...b.
         ...B.w.b
         ........
         .b......
         w.....w.
         ........
         ......w.",
    );
    assert_eq!(after(&board, "J d2 f4 ; J f4 d6"), taken);
}

#[test]
fn rule_06_taking_more_is_not_compulsory() {
    let board = position(
        "WHITE
         ........
         ........
         ...b....
         ........
         .b.b....
         ..w.....
         ........
         ........",
    );
    assert_eq!(legal(&board), "J c3 a5, J c3 e5 ; J e5 c7");
}

const ROUND_TRIP: &str = "WHITE
    ........
    ........
    ........
    ........
    ...b.b..
    ..W.....
    ...b.b..
    ........";

#[test]
fn rule_07_no_piece_is_jumped_twice_and_a_king_may_come_back() {
    let board = position(ROUND_TRIP);
    let alone = position(
        "BLACK
         ........
         ........
         ........
         ........
         ........
         ..W.....
         ........
         ........",
    );
    assert_eq!(after(&board, "J c3 e5 ; J e5 g3 ; J g3 e1 ; J e1 c3"), alone);
    let twice = "the piece between e5 and c3 has been jumped already";
    assert_eq!(why_not(&board, "J c3 e5 ; J e5 c3"), twice);
    let unfinished = "the jump is unfinished: it must go on from e1 to c3";
    assert_eq!(why_not(&board, "J c3 e5 ; J e5 g3 ; J g3 e1"), unfinished);
    let past_the_start = position(&ROUND_TRIP.replacen("...b.b..", ".b.b.b..", 1));
    let unfinished = "the jump is unfinished: it must go on from c3 to a5";
    assert_eq!(why_not(&past_the_start, "J c3 e5 ; J e5 g3 ; J g3 e1 ; J e1 c3"), unfinished);
}

#[test]
fn rule_08_a_crowned_man_stops() {
    let board = position(
        "WHITE
         .b...b..
         ..b.b.b.
         ...b...b
         ..b.....
         .....w..
         w.b.w.w.
         .w.....w
         w...w...",
    );
    assert_eq!(legal(&board), "J b2 d4 ; J d4 b6 ; J b6 d8");
    let crowned = position(
        "BLACK
         .b.W.b..
         ....b.b.
         ...b...b
         ........
         .....w..
         w...w.w.
         .......w
         w...w...",
    );
    assert_eq!(after(&board, "J b2 d4 ; J d4 b6 ; J b6 d8"), crowned);
    let too_far = why_not(&board, "J b2 d4 ; J d4 b6 ; J b6 d8 ; J d8 f6");
    assert_eq!(too_far, "the man is crowned on d8, and its turn ends there");
}

#[test]
fn rule_08_a_step_to_the_far_row_crowns_and_a_king_stays_a_king() {
    let board = position(
        "BLACK
         ...B....
         ........
         ........
         ........
         ........
         ........
         .b......
         ......W.",
    );
    let crowned = after(&board, "E b2 a1");
    assert_eq!(crowned.to_string().lines().last(), Some("B.....W."));
    let moved = after(&after(&crowned, "E g1 h2"), "E a1 b2");
    assert_eq!(moved.to_string().lines().nth(7), Some(".B.....W"));
}

#[test]
fn rule_09_different_paths_are_different_moves() {
    let board = position(ROUND_TRIP);
    let [one, other] =
        ["J c3 e1 ; J e1 g3 ; J g3 e5 ; J e5 c3", "J c3 e5 ; J e5 g3 ; J g3 e1 ; J e1 c3"];
    assert_eq!(legal(&board), format!("{one}, {other}"));
    assert_eq!(board.move_count(), 2);
    assert_ne!(turn(one), turn(other));
    assert_eq!(after(&board, one), after(&board, other));
}

#[test]
fn rule_10_moves_are_ordered_by_direction_then_by_square() {
    let board = position(
        "WHITE
         ........
         ........
         ...W....
         ........
         ........
         w.......
         ........
         ..w.....",
    );
    let up_right = ["E a3 b4", "E d6 e7", "E c1 d2"];
    let up_left = ["E d6 c7", "E c1 b2"];
    let down = ["E d6 c5", "E d6 e5"];
    assert_eq!(listed(&board), [&up_right[..], &up_left, &down].concat());
    // The first direction, then the square left, then the further directions.
    let jumps = position(
        "WHITE
         ........
         ..b.b...
         ........
         ..b.b...
         ...W....
         ..b.....
         ........
         ........",
    );
    let order = [
        "J d4 f6 ; J f6 d8 ; J d8 b6 ; J b6 d4 ; J d4 b2",
        "J d4 b6 ; J b6 d8 ; J d8 f6 ; J f6 d4 ; J d4 b2",
        "J d4 b2",
    ];
    assert_eq!(listed(&jumps), order);
}

#[test]
fn rule_11_without_a_piece_or_a_move_the_side_to_move_has_lost() {
    let stuck = position(
        "BLACK
         ........
         ........
         ........
         ........
         ........
         ........
         .......b
         ......w.",
    );
    assert_eq!(legal(&stuck), "");
    assert_eq!(stuck.outcome(), Some(Outcome::Win(Side::Second)));
    let white = position(&stuck.to_string().replace("BLACK", "WHITE"));
    assert_eq!(white.outcome(), None);
    let bare = position(&white.to_string().replace('w', "."));
    assert_eq!(bare.outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn rule_12_a_man_is_worth_1_and_a_king_3() {
    let board = position(
        "WHITE
         .W.W....
         ........
         ........
         ........
         ........
         ........
         .b.b....
         B.......",
    );
    assert_eq!(board.evaluate(Side::Second), Value::finite(3 + 3 - 1 - 1 - 3));
    assert_eq!(board.evaluate(Side::First), Value::finite(-1));
    assert_eq!(Position::start().evaluate(Side::First), Value::ZERO);
}

/// A game under way, with its history.
struct Record {
    position: Position,
    history: History,
    boards: Vec<Position>,
}

impl Record {
    fn new(start: &str, rule: DrawRule) -> Record {
        let position = position(start);
        Record { position, history: History::new(&position, rule), boards: vec![position] }
    }

    fn play(&mut self, mv: Move) -> Option<Over> {
        self.position = self.position.try_play(mv).unwrap();
        self.boards.push(self.position);
        self.history.push(mv, &self.position)
    }

    /// Both kings follow their tours, far from each other.
    fn wander(&mut self, turns: usize) {
        for _ in 0..turns {
            let mv = self.next_of_tour();
            assert_eq!(self.play(mv), None, "after {} turns", self.boards.len() - 1);
        }
    }

    fn next_of_tour(&self) -> Move {
        let tour = TOURS[self.position.to_move() as usize];
        let steps = tour.split(' ').zip(tour.split(' ').cycle().skip(1));
        let steps = steps.map(|(from, to)| turn(&format!("E {from} {to}")));
        steps.into_iter().find(|mv| self.position.moves().contains(mv)).unwrap()
    }
}

/// Black's round takes 4 turns and White's 14: a board comes again after 56 turns only.
const TOURS: [&str; 2] = ["b2 c3 d2 c1", "b8 c7 d8 e7 f8 g7 h6 g5 f6 e5 d6 c5 b6 a7"];

const TWO_KINGS: &str = "BLACK
    .W......
    ........
    ........
    ........
    ........
    ........
    .B......
    ........";

const TO_AND_FRO: [&str; 4] = ["E b2 c3", "E b8 c7", "E c3 b2", "E c7 b8"];

/// White cannot move, and there are two kings: it may follow on [`TWO_KINGS`].
const STUCK: &str = "WHITE
    ........
    ........
    ........
    ........
    ........
    ..b.....
    .B......
    W.......";

#[test]
fn rule_13_the_third_time_is_a_draw() {
    let mut game = Record::new(TWO_KINGS, DrawRule::Prompt);
    for mv in TO_AND_FRO.into_iter().chain(TO_AND_FRO).take(7) {
        assert_eq!(game.play(turn(mv)), None);
    }
    // The start was the first time.
    assert_eq!(game.play(turn("E c7 b8")), Some(Over::drawn(Cause::Repetition)));
}

/// What could come again is what lies before, back to the last jump or crowning.
#[test]
fn a_history_knows_what_could_come_again() {
    let mut random = Random::new(5);
    for _ in 0..20 {
        let mut position = Position::start();
        let mut history = History::new(&position, DrawRule::Prompt);
        let mut past: Vec<u64> = Vec::new();
        while let Some(&mv) = position.moves().get(random.below(position.moves().len().max(1))) {
            assert_eq!(history.past(), past, "\n{position}");
            if position.is_irreversible(mv) {
                past.clear();
            } else {
                past.push(position.key());
            }
            position.play(mv);
            if history.push(mv, &position).is_some() {
                break;
            }
        }
    }
}

#[test]
fn rule_14_fifty_quiet_turns_are_a_draw() {
    let mut game = Record::new(TWO_KINGS, DrawRule::Prompt);
    game.wander(49);
    assert_eq!(game.play(game.next_of_tour()), Some(Over::drawn(Cause::QuietTurns)));
}

#[test]
fn rule_14_a_step_of_a_man_is_quiet() {
    let start = "BLACK
        .W......
        ........
        ........
        ........
        .......b
        ........
        .B......
        ........";
    let mut game = Record::new(start, DrawRule::Prompt);
    assert_eq!(game.play(turn("E h4 g3")), None);
    game.wander(48);
    assert_eq!(game.play(game.next_of_tour()), Some(Over::drawn(Cause::QuietTurns)));
}

#[test]
fn rule_14_a_crowning_starts_the_count_anew() {
    let start = "BLACK
        .W......
        ........
        ........
        ........
        ........
        ........
        ...b....
        ........";
    let mut game = Record::new(start, DrawRule::Prompt);
    assert_eq!(game.play(turn("E d2 c1")), None);
    game.wander(49);
    assert_eq!(game.play(game.next_of_tour()), Some(Over::drawn(Cause::QuietTurns)));
}

#[test]
fn rule_14_a_jump_starts_the_count_anew() {
    let start = "WHITE
        .W......
        ........
        ........
        B.......
        ........
        w.......
        ........
        ........";
    let mut game = Record::new(start, DrawRule::Prompt);
    assert_eq!(game.play(turn("E a3 b4")), None);
    assert_eq!(game.play(turn("J a5 c3")), None);
    game.wander(49);
    assert_eq!(game.play(game.next_of_tour()), Some(Over::drawn(Cause::QuietTurns)));
}

#[test]
fn rule_15_a_win_goes_first() {
    let mut game = Record::new(TWO_KINGS, DrawRule::Prompt);
    game.wander(49);
    let end = game.history.push(turn("E d4 c3"), &position(STUCK));
    assert_eq!(end, Some(Over::won(Side::First, Cause::NoMoves)));
    assert_eq!(sentence(end.unwrap(), &position(STUCK)), "BLACK wins: WHITE cannot move");

    let bare = position(&STUCK.replace('W', ".").replace(".HITE", "WHITE"));
    let end = game.history.push(turn("J d4 b2"), &bare);
    assert_eq!(end, Some(Over::won(Side::First, Cause::NoPieces)));
    assert_eq!(sentence(end.unwrap(), &bare), "BLACK wins: WHITE has no piece left");
}

#[test]
fn rule_15_a_repetition_goes_before_the_quiet_turns() {
    let mut game = Record::new(TWO_KINGS, DrawRule::Prompt);
    game.wander(24);
    let boards = game.boards.clone();
    let step = turn("E a1 b2");
    // All 25 boards for the second time, then the first one for the third, on the 50th turn.
    for board in &boards {
        assert_eq!(game.history.push(step, board), None);
    }
    assert_eq!(game.history.push(step, &boards[0]), Some(Over::drawn(Cause::Repetition)));
}

#[test]
fn rule_16_a_late_referee_notices_draws_one_turn_later() {
    let mut game = Record::new(TWO_KINGS, DrawRule::Late);
    for mv in TO_AND_FRO.into_iter().chain(TO_AND_FRO) {
        assert_eq!(game.play(turn(mv)), None);
    }
    // A win on that turn still goes first; any other turn is too late to help.
    let end = game.history.clone().push(turn("E d4 c3"), &position(STUCK));
    assert_eq!(end, Some(Over::won(Side::First, Cause::NoMoves)));
    assert_eq!(game.play(turn("E b2 c3")), Some(Over::drawn(Cause::Repetition)));

    let mut game = Record::new(TWO_KINGS, DrawRule::Late);
    game.wander(50);
    assert_eq!(game.play(game.next_of_tour()), Some(Over::drawn(Cause::QuietTurns)));
}

/// Rule 10 as a sort key, found from the squares alone.
fn order(mv: &Move) -> (Direction, Square, Vec<Direction>) {
    let distance = if mv.is_jump() { 2 } else { 1 };
    let mut at = mv.from();
    let ways = mv.landings().map(|to| {
        let way = at.direction_to(to, distance).unwrap();
        at = to;
        way
    });
    let ways: Vec<Direction> = ways.collect();
    (ways[0], mv.from(), ways[1..].to_vec())
}

#[test]
fn keeps_the_laws_of_a_game() {
    laws::check(&Position::start(), 60, order);
    laws::check(&position(ROUND_TRIP), 60, order);
    let mut random = Random::new(3);
    for setup in 0..60 {
        laws::check(&generator::random_setup(&mut random, setup), 3, order);
    }
}

/// The same squares for the mover, but another mover.
#[test]
fn the_key_tells_the_sides_apart() {
    let white = position(ROUND_TRIP);
    let black =
        position(&ROUND_TRIP.replace('b', "w").replace("W.", "B.").replace("WHITE", "BLACK"));
    assert_eq!(white.evaluate(Side::Second), black.evaluate(Side::First));
    assert_ne!(white.key(), black.key());
}

#[test]
fn a_whole_game() {
    playthrough::check("checkers", &Position::start(), 1);
}

/// Bik; OEIS A133046. Different routes are counted separately.
#[test]
fn known_perft_counts() {
    let known = [1, 7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680];
    for (depth, leaves) in known.into_iter().enumerate() {
        let counted = perft(&Position::start(), depth as u32);
        assert_eq!(counted, Perft { leaves, ended: 0 }, "depth {depth}");
    }
}

/// Perft counts the games that end early apart, at any depth.
#[test]
fn perft_counts_games_that_ended() {
    let board = position(
        "WHITE
         ........
         ........
         ........
         ....b...
         .....w..
         ........
         ........
         ........",
    );
    assert_eq!(perft(&board, 1), Perft { leaves: 1, ended: 0 });
    for depth in 2..5 {
        assert_eq!(perft(&board, depth), Perft { leaves: 0, ended: 1 });
    }
}
