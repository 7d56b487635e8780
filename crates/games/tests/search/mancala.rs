//! Mancala: Kalah's known values, and alpha-beta against minimax.

use std::collections::HashMap;

use plyglot_core::{Game, Side, Value};
use plyglot_games::mancala::{Board, Position};
use plyglot_search::textbook::Algorithm;

/// By how much the player who begins wins with perfect play: a line for 1 to 4 pits a side, a
/// column for 1 to 4 stones in each.
const KNOWN: [[i64; 4]; 4] = [[0, -2, 6, -2], [2, -2, -2, -12], [0, 4, 2, 2], [2, 6, 8, 2]];

#[test]
fn known_values_of_kalah() {
    for (pits, values) in (1..).zip(KNOWN) {
        for (stones, value) in (1..).zip(values) {
            let start = Position::new(Board::filled(pits, stones), Side::First);
            let mut solver = Solver::default();
            assert!(solver.wins_by(&start, value), "Kalah({pits},{stones}) is at least {value}");
            assert!(!solver.wins_by(&start, value + 1), "Kalah({pits},{stones}) is {value}");
        }
    }
}

/// Plays every game to its end, as far as that can matter, and each position once.
#[derive(Default)]
struct Solver {
    /// Whether player 1 gains this many stones from here on. Those in the mancalas already do not
    /// change that.
    known: HashMap<(Position, i64), bool>,
}

impl Solver {
    /// Whether player 1 can win by that much, or more.
    fn wins_by(&mut self, position: &Position, margin: i64) -> bool {
        let missing = margin - number(position.evaluate(Side::First));
        let board = position.board().with_empty_mancalas();
        let in_play = board.stones();
        if !(-in_play..=in_play).contains(&missing) || position.outcome().is_some() {
            return missing <= 0;
        }
        let key = (Position::new(board, position.to_move()), missing);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut children = position.moves().into_iter().map(|mv| position.after(mv));
        let wins = match position.to_move() {
            Side::First => children.any(|child| self.wins_by(&child, margin)),
            Side::Second => children.all(|child| self.wins_by(&child, margin)),
        };
        self.known.insert(key, wins);
        wins
    }
}

fn number(value: Value) -> i64 {
    value.number().expect("an evaluation is finite")
}

/// The value of a whole game by the textbook search is the same as by the table.
#[test]
fn the_textbook_search_sees_the_end() {
    for (pits, stones) in [(1, 3), (2, 2), (3, 1), (2, 3)] {
        let start = Position::new(Board::filled(pits, stones as u16), Side::First);
        let answer = Algorithm::AlphaBeta.solve(&start, 1000);
        assert_eq!(answer.value, Value::finite(KNOWN[pits - 1][stones - 1]), "({pits},{stones})");
    }
}
