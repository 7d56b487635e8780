//! Random inputs of the assignment, with the situations in which programs go wrong.

use plyglot_core::mix::Random;
use plyglot_core::{Game, Side};
use plyglot_kit::grading::Sketch;
use plyglot_kit::grading::sketch::{DEPTH, between, one_of};

use super::plain::PlainBoard;
use super::{Position, Square};

pub fn sketch(depth: u32, random: &mut Random) -> Option<Sketch> {
    let player = one_of(random, &["Star", "Circle"]);
    let algorithm = one_of(random, &["MINIMAX", "ALPHABETA", "ALPHABETA"]);
    let (situation, board) = match random.below(6) {
        0 | 1 => ("in the middle of a game", from_a_game(random)),
        2 | 3 => ("few pieces, stacks on the last rows", scattered(random)),
        4 => ("close to the last rows", close_to_the_end(random)),
        _ => ("blocked pieces", blocked(random)),
    };
    let rows: Vec<String> = board.iter().map(|row| row.map(cell).join(",")).collect();
    let values = row_values(random);
    let text = format!("{player}\n{algorithm}\n{DEPTH}\n{}\n{values}\n", rows.join("\n"));
    Some(Sketch {
        player: player.to_owned(),
        algorithm: algorithm.to_owned(),
        depth,
        situation,
        text,
    })
}

fn cell(count: i32) -> String {
    match count {
        0 => "0".to_owned(),
        count if count > 0 => format!("S{count}"),
        count => format!("C{}", -count),
    }
}

/// Full of ties, ordinary, or so large that a small infinity is not enough.
fn row_values(random: &mut Random) -> String {
    let mut value = 0;
    let step = one_of(random, &[1, 10, 10, 30, 400]);
    let values: Vec<String> = (0..8)
        .map(|_| {
            value += (1 + random.below(if step == 10 { 1 } else { 3 })) * step;
            value.to_string()
        })
        .collect();
    values.join(",")
}

fn is_dark(row: usize, column: usize) -> bool {
    (row + column) % 2 == 1
}

fn from_a_game(random: &mut Random) -> PlainBoard {
    let mut position = Position::start();
    for _ in 0..between(random, 2, 36) {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let next = position.after(one_of(random, &moves));
        let has_both = [Side::First, Side::Second].map(|side| next.board().has_pieces(side));
        if has_both != [true, true] {
            break;
        }
        position = next;
    }
    let mut board = PlainBoard::default();
    for square in Square::all() {
        if let Some((side, count)) = position.board().get(square) {
            let sign = if side == Side::First { 1 } else { -1 };
            // The game counts rows from A.
            board[7 - square.row()][square.column()] = sign * i32::from(count);
        }
    }
    board
}

fn scattered(random: &mut Random) -> PlainBoard {
    let mut board = PlainBoard::default();
    for sign in [1, -1] {
        for _ in 0..between(random, 1, 4) {
            put(&mut board, sign, between(random, 0, 7), random);
        }
    }
    board
}

fn close_to_the_end(random: &mut Random) -> PlainBoard {
    let mut board = PlainBoard::default();
    for sign in [1, -1] {
        for _ in 0..between(random, 2, 4) {
            let distance = between(random, 0, 3);
            put(&mut board, sign, if sign == 1 { distance } else { 7 - distance }, random);
        }
    }
    board
}

/// Two walls that face each other, perhaps with a gap.
fn blocked(random: &mut Random) -> PlainBoard {
    let mut board = PlainBoard::default();
    let top = between(random, 0, 4);
    let left = between(random, 0, 4);
    for (row, cells) in board.iter_mut().enumerate().skip(top).take(4) {
        let width = between(random, 3, 8);
        for (column, cell) in cells.iter_mut().enumerate().skip(left).take(width) {
            if is_dark(row, column) && random.below(12) > 0 {
                *cell = if row < top + 2 { -1 } else { 1 };
            }
        }
    }
    put(&mut board, 1, 7, random);
    put(&mut board, -1, 0, random);
    board
}

/// Puts a piece on a free dark square of a row; on its last row a stack.
fn put(board: &mut PlainBoard, sign: i32, row: usize, random: &mut Random) {
    let column = random.below(8);
    if !is_dark(row, column) || board[row][column] != 0 {
        return;
    }
    let is_last = row == if sign == 1 { 0 } else { 7 };
    let count = if is_last { one_of(random, &[1, 1, 2, 3, 11, 24]) } else { 1 };
    board[row][column] = sign * count;
}
