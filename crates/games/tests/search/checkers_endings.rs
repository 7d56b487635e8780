//! All checkers endings with two and three pieces, solved backward from the end of the game: what
//! the engine's answers are held against.

use std::collections::HashMap;
use std::sync::LazyLock;

use plyglot_core::{Game, Side};
use plyglot_games::checkers::{Position, Square};

/// In how many plies the side to move wins (positive) or loses (negative), or a draw. The draw rules
/// about repetition and quiet turns are left aside, and a side that cannot move has lost in 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    Won(u32),
    Lost(u32),
    Drawn,
}

/// The truth about every position with one piece against one or two.
pub struct Endings {
    numbers: HashMap<Position, u32>,
    truths: Vec<Truth>,
}

/// They are solved once for all tests.
pub static ENDINGS: LazyLock<Endings> = LazyLock::new(Endings::solve);

impl Endings {
    pub fn get(&self, position: &Position) -> Option<Truth> {
        Some(self.truths[*self.numbers.get(position)? as usize])
    }

    pub fn all(&self) -> impl Iterator<Item = (&Position, Truth)> {
        self.numbers.iter().map(|(position, &number)| (position, self.truths[number as usize]))
    }

    fn solve() -> Endings {
        let positions = positions();
        let numbers: HashMap<Position, u32> = (0..).zip(&positions).map(|(n, &p)| (p, n)).collect();
        // Which leads to which, and how many ways out are left that have not turned out to lose.
        let mut parents = vec![Vec::new(); positions.len()];
        let mut ways_out = vec![0u32; positions.len()];
        for (number, position) in (0..).zip(&positions) {
            for mv in position.moves() {
                let after = position.after(mv);
                ways_out[number as usize] += 1;
                // A side without a piece is not among the positions: that move wins.
                if let Some(&child) = numbers.get(&after) {
                    parents[child as usize].push(number);
                }
            }
        }
        let mut truths = vec![Truth::Drawn; positions.len()];
        let mut last: Vec<u32> = Vec::new();
        for (number, position) in (0..).zip(&positions) {
            let takes_all = |mv| !numbers.contains_key(&position.after(mv));
            if ways_out[number as usize] == 0 {
                truths[number as usize] = Truth::Lost(0);
                last.push(number);
            } else if position.moves().into_iter().any(takes_all) {
                truths[number as usize] = Truth::Won(1);
            }
        }
        let mut won_in_one: Vec<u32> =
            (0..positions.len() as u32).filter(|&n| truths[n as usize] == Truth::Won(1)).collect();
        for plies in 1.. {
            let mut next = Vec::new();
            for &child in &last {
                for &parent in &parents[child as usize] {
                    if truths[parent as usize] != Truth::Drawn {
                        continue;
                    }
                    ways_out[parent as usize] -= 1;
                    if matches!(truths[child as usize], Truth::Lost(_)) {
                        truths[parent as usize] = Truth::Won(plies);
                        next.push(parent);
                    } else if ways_out[parent as usize] == 0 {
                        truths[parent as usize] = Truth::Lost(plies);
                        next.push(parent);
                    }
                }
            }
            next.append(&mut won_in_one);
            if next.is_empty() {
                break;
            }
            last = next;
        }
        Endings { numbers, truths }
    }
}

/// Every position with two or three pieces, one of them alone.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for lone in ['b', 'B', 'w', 'W'] {
        let [man, king] = if lone.eq_ignore_ascii_case(&'b') { ['w', 'W'] } else { ['b', 'B'] };
        for at in Square::all() {
            let alone = [(at, lone)];
            for (first, second) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
                for one in [man, king] {
                    if first == second {
                        // Two on one square: only one of them. One against one is met from both
                        // sides, so from one only.
                        if man == 'w' {
                            add(&mut positions, &[alone[0], (first, one)]);
                        }
                        continue;
                    }
                    for two in [man, king] {
                        let is_ordered = first.number() < second.number();
                        if is_ordered {
                            add(&mut positions, &[alone[0], (first, one), (second, two)]);
                        }
                    }
                }
            }
        }
    }
    positions
}

/// Adds the position with these pieces, for either side to move, if there can be one.
fn add(positions: &mut Vec<Position>, pieces: &[(Square, char)]) {
    let mut board = [['.'; 8]; 8];
    for &(square, symbol) in pieces {
        let cell = &mut board[7 - square.row() as usize][square.column() as usize];
        if std::mem::replace(cell, symbol) != '.' {
            return;
        }
    }
    let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
    for side in [Side::First, Side::Second] {
        let text = format!("{}\n{}\n", Position::side_name(side), rows.join("\n"));
        // A man on its far row is no position.
        positions.extend(text.parse::<Position>());
    }
}

/// Wins, losses and draws for the side to move, and the longest win and loss, by the men and kings
/// of the side to move and of the other.
fn census() -> HashMap<[u32; 4], [u32; 5]> {
    let mut census: HashMap<[u32; 4], [u32; 5]> = HashMap::new();
    for (position, truth) in ENDINGS.all() {
        let view = position.view();
        let class = [view.men, view.kings, view.enemy_men, view.enemy_kings].map(u32::count_ones);
        let [wins, losses, draws, longest_win, longest_loss] = census.entry(class).or_default();
        match truth {
            Truth::Won(plies) => {
                *wins += 1;
                *longest_win = plies.max(*longest_win);
            }
            Truth::Lost(plies) => {
                *losses += 1;
                *longest_loss = plies.max(*longest_loss);
            }
            Truth::Drawn => *draws += 1,
        }
    }
    census
}

/// The numbers are those of published endgame databases, which others computed independently. Each
/// side is counted here, so all are twice as large.
#[test]
fn classes_are_as_in_published_databases() {
    let census = census();
    let known = [
        ([0, 1, 0, 1], [230, 108, 654, 11, 10]),
        ([1, 0, 1, 0], [102, 47, 611, 13, 6]),
        ([1, 0, 0, 1], [53, 241, 574, 11, 12]),
        ([0, 2, 0, 1], [14846, 0, 34, 33, 0]),
        ([0, 2, 1, 0], [13018, 0, 2, 33, 0]),
        ([1, 1, 0, 1], [25941, 10, 89, 47, 14]),
        ([2, 0, 0, 1], [11215, 4, 121, 61, 14]),
        ([2, 0, 1, 0], [9928, 0, 8, 61, 0]),
        ([0, 1, 0, 2], [412, 13018, 1450, 11, 34]),
        ([1, 0, 2, 0], [96, 9083, 757, 13, 62]),
    ];
    for (class, [wins, losses, draws, longest_win, longest_loss]) in known {
        let expected = [2 * wins, 2 * losses, 2 * draws, longest_win, longest_loss];
        assert_eq!(census[&class], expected, "{class:?}");
    }
}
