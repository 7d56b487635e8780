//! American checkers.

mod mailbox;

use plyglot_games::checkers::{Direction, DrawRule, End, History, Move, Position, Square};
use plyglot_games::mix::Random;
use plyglot_games::{Game, Outcome, Perft, Side, Value, conformance, perft};

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

    fn play(&mut self, mv: Move) -> Option<End> {
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
    assert_eq!(game.play(turn("E c7 b8")), Some(End::Repetition));
    assert_eq!(End::Repetition.outcome(), Outcome::Draw);
}

#[test]
fn rule_14_fifty_quiet_turns_are_a_draw() {
    let mut game = Record::new(TWO_KINGS, DrawRule::Prompt);
    game.wander(49);
    assert_eq!(game.play(game.next_of_tour()), Some(End::Quiet));
    assert_eq!(End::Quiet.outcome(), Outcome::Draw);
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
    assert_eq!(game.play(game.next_of_tour()), Some(End::Quiet));
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
    assert_eq!(game.play(game.next_of_tour()), Some(End::Quiet));
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
    assert_eq!(game.play(game.next_of_tour()), Some(End::Quiet));
}

#[test]
fn rule_15_a_win_goes_first() {
    let mut game = Record::new(TWO_KINGS, DrawRule::Prompt);
    game.wander(49);
    let end = game.history.push(turn("E d4 c3"), &position(STUCK));
    assert_eq!(end, Some(End::NoMoves(Side::First)));
    assert_eq!(End::NoMoves(Side::First).outcome(), Outcome::Win(Side::First));
    assert_eq!(End::NoMoves(Side::First).to_string(), "BLACK wins: WHITE cannot move");

    let bare = position(&STUCK.replace('W', ".").replace(".HITE", "WHITE"));
    let end = game.history.push(turn("J d4 b2"), &bare);
    assert_eq!(end, Some(End::NoPieces(Side::First)));
    assert_eq!(End::NoPieces(Side::First).to_string(), "BLACK wins: WHITE has no piece left");
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
    assert_eq!(game.history.push(step, &boards[0]), Some(End::Repetition));
}

#[test]
fn rule_16_a_late_referee_notices_draws_one_turn_later() {
    let mut game = Record::new(TWO_KINGS, DrawRule::Late);
    for mv in TO_AND_FRO.into_iter().chain(TO_AND_FRO) {
        assert_eq!(game.play(turn(mv)), None);
    }
    // A win on that turn still goes first; any other turn is too late to help.
    let end = game.history.clone().push(turn("E d4 c3"), &position(STUCK));
    assert_eq!(end, Some(End::NoMoves(Side::First)));
    assert_eq!(game.play(turn("E b2 c3")), Some(End::Repetition));

    let mut game = Record::new(TWO_KINGS, DrawRule::Late);
    game.wander(50);
    assert_eq!(game.play(game.next_of_tour()), Some(End::Quiet));
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
    conformance::check(&Position::start(), 60, order);
    conformance::check(&position(ROUND_TRIP), 60, order);
    let mut random = Random::new(3);
    for setup in 0..60 {
        conformance::check(&random_setup(&mut random, setup), 3, order);
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

/// Up to 12 pieces a side anywhere. Every third setup gives the mover a few kings among many
/// pieces away from the edge: long jumps, with loops.
fn random_setup(random: &mut Random, number: usize) -> Position {
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
fn random_turn(random: &mut Random) -> String {
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
