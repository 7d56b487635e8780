//! Mancala, plainly: the search writes its log as it goes.

use plyglot_core::mix::Random;
use plyglot_kit::grading::search::{self, INFINITY, PlainSearch};
use plyglot_kit::grading::{AnswerFiles, Misreading, PlainSolver, Sketch, input_lines};
use plyglot_kit::{Size, misreadings};

use super::cases;
use super::files::{Edition, HEADERS, PITS};

misreadings! {
    NoCaptureOppositeEmpty "no-capture-opposite-empty"
        "does not capture when the opposite pit is empty"
        "the last stone in an own empty pit is captured even if the opposite pit is empty"
    NoCaptureAfterLap "no-capture-after-lap"
        "does not capture when the last stone comes round into the pit it started from"
        "that pit was empty too: the last stone in it is captured"
    StartSkipped "start-skipped"
        "passes over the pit it sows from on later laps"
        "only the opponent's mancala is passed over"
    SowsOpponentMancala "sows-opponent-mancala"
        "sows into the opponent's mancala"
        "the opponent's mancala is passed over"
    EndsForNextOnly "ends-for-next-only"
        "ends the game only if the next player has no stones"
        "the game ends as soon as either row is empty, whoever is next"
    EndsForMoverOnly "ends-for-mover-only"
        "ends the game only if the player who just moved has no stones"
        "the game ends as soon as either row is empty, whoever moved"
    NoSweep "no-sweep"
        "evaluates a finished game without sweeping the rows"
        "at the end each player sweeps the own row, and the evaluation is taken after that"
    FirstEdition "first-edition"
        "starts values by the parity of the depth, and shows the evaluation at the cut-off depth first"
        "the value a node starts with follows who moves next at it"
    ChainCutOff "chain-cut-off"
        "does not follow a chain of extra moves at the cut-off depth"
        "a node at the cut-off depth is a leaf only if its move earned no extra move"
    ChainDeeper "chain-deeper"
        "counts each move of a chain as a level of its own"
        "a child reached by an extra move has its parent's depth"
    LastOfEquals "last-of-equals"
        "takes a later move of equal value, at every node"
        "the first best move wins, at every node"
    WindowNewOnCut "window-new-on-cut"
        "shows alpha and beta updated in the line of a cut"
        "the line of a cut shows the new value and the old alpha and beta"
    WindowOld "window-old"
        "writes a line before it updates alpha and beta"
        "without a cut, alpha or beta is updated first, then the line is written"
    StrictCut "strict-cut"
        "cuts only when v > beta or v < alpha"
        "equality cuts too: v >= beta, v <= alpha"
    NoLineOnCut "no-line-on-cut"
        "writes no line when it cuts"
        "a cut writes its line too, then returns"
    FirstMoveOnly "first-move-only"
        "shows the board after the first move of the turn only"
        "next_state.txt shows the board after all moves of our turn"
    GreedyWithoutExtra "greedy-without-extra"
        "plays greedy without looking at extra moves"
        "greedy is minimax with cut-off 1, chains included"
    RightToLeft "right-to-left"
        "tries player 2's pits from right to left"
        "pits are tried in position order, left to right, for both players"
    SmallInfinity "small-infinity"
        "takes 1000 for infinity"
        "values reach beyond 1000: infinity must be a true one"
    NumericInfinity "numeric-infinity"
        "writes infinity as a number"
        "infinity is written Infinity and -Infinity"
    LastEdition "last-edition"
        "starts values by who moves next at a node"
        "in the first edition the value a node starts with goes by the parity of its depth, and at the cut-off depth it is the evaluation"
}

/// How many misreadings each edition has: all but that it is itself.
const COUNT: usize = Flaw::MISREADINGS.len() - 1;

/// Those of the first edition: to follow it is none, to follow the last one is.
const OF_FIRST: [Misreading; COUNT] = {
    let mut all = [Flaw::MISREADINGS[Flaw::LastEdition as usize]; COUNT];
    let mut index = 0;
    while index < COUNT {
        if index != Flaw::FirstEdition as usize {
            all[index] = Flaw::MISREADINGS[index];
        }
        index += 1;
    }
    all
};

/// The plain solver of an edition.
#[derive(Clone, Copy, Debug)]
pub struct Solver(pub Edition);

impl PlainSolver for Solver {
    fn misreadings(&self) -> &'static [Misreading] {
        match self.0 {
            Edition::First => &OF_FIRST,
            Edition::Last => &Flaw::MISREADINGS[..COUNT],
        }
    }

    fn answers(
        &self,
        input: &str,
        misreading: Option<&Misreading>,
        most_nodes: u64,
    ) -> Option<Vec<AnswerFiles>> {
        Some(vec![answer(input, self.0, misreading.and_then(Flaw::of), most_nodes)?])
    }

    fn size(&self) -> Option<Size> {
        Some(Size { name: "pits", about: "pits", range: PITS, usual: 6 })
    }

    fn sketch(&self, depth: u32, size: Option<usize>, random: &mut Random) -> Option<Sketch> {
        cases::sketch(depth, size, random)
    }
}

/// The pits in the order of sowing for player 1: B2, B3, ..., the own mancala, ..., A3, A2, the other
/// mancala.
#[derive(Clone)]
struct PlainBoard {
    pits: usize,
    ring: Vec<i64>,
}

#[derive(Clone)]
struct PlainPosition {
    board: PlainBoard,
    /// 1 or 2.
    mover: u8,
    us: u8,
    is_over: bool,
    flaw: Option<Flaw>,
}

/// `next_state.txt`, and `traverse_log.txt` where it is asked for. `None` for the competition: its
/// answer is not unique.
fn answer(
    input: &str,
    edition: Edition,
    flaw: Option<Flaw>,
    most_nodes: u64,
) -> Option<AnswerFiles> {
    let has = |it| flaw == Some(it);
    let edition = match flaw {
        Some(Flaw::FirstEdition) => Edition::First,
        Some(Flaw::LastEdition) => Edition::Last,
        _ => edition,
    };
    let mut lines = input_lines(input);
    let task: u8 = lines.next()?.parse().ok()?;
    let us = lines.next()?.parse().ok()?;
    let depth_line = lines.next().filter(|_| task != 4)?;
    // Greedy does not read its depth.
    let depth = if task == 1 { 1 } else { depth_line.parse().ok()? };
    let root =
        PlainPosition { board: PlainBoard::read(lines)?, mover: us, us, is_over: false, flaw };
    let (is_greedy, prune) = (task == 1, task == 3);
    let search = PlainSearch {
        strict_cut: has(Flaw::StrictCut),
        last_of_equals: has(Flaw::LastOfEquals),
        cuts_off_turns: has(Flaw::ChainCutOff) || (has(Flaw::GreedyWithoutExtra) && is_greedy),
        move_is_turn: has(Flaw::ChainDeeper),
        new_window_on_cut: has(Flaw::WindowNewOnCut),
        old_window: has(Flaw::WindowOld),
        no_line_on_cut: has(Flaw::NoLineOnCut),
        infinity: if has(Flaw::SmallInfinity) { 1000 } else { INFINITY },
        numeric_infinity: has(Flaw::NumericInfinity),
        ..PlainSearch::new(depth, prune, most_nodes)
    };
    let mut log = format!("{}\n", HEADERS[usize::from(prune)]);
    let found = search.run_with(&root, |node, shown| {
        let name = node.mv.map_or("root".to_owned(), |pit| root.board.name(pit));
        let value = match edition {
            Edition::First if shown.is_entered => first_edition(node, &search),
            _ => shown.value,
        };
        log += &format!("{name},{},{}", node.depth, search.text(value));
        if prune {
            let (alpha, beta) = shown.window;
            log += &format!(",{},{}", search.text(alpha), search.text(beta));
        }
        log.push('\n');
    })?;
    let mut end = root;
    for pit in found.line {
        end = search::Searchable::after(&end, pit);
        if end.mover != us || has(Flaw::FirstMoveOnly) {
            break;
        }
    }
    let board = if end.is_over { end.board.swept() } else { end.board };
    let mut answer = AnswerFiles::from([("next_state.txt".to_owned(), board.to_string())]);
    if !is_greedy {
        answer.insert("traverse_log.txt".to_owned(), log);
    }
    Some(answer)
}

/// What the first line of a node with children shows in the first edition.
fn first_edition(node: &search::SearchNode<'_, PlainPosition>, search: &PlainSearch) -> i64 {
    if node.depth == search.depth {
        search::Searchable::value(node.position)
    } else if node.depth.is_multiple_of(2) {
        -search.infinity
    } else {
        search.infinity
    }
}

impl PlainPosition {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }
}

impl search::Searchable for PlainPosition {
    /// A pit, by its place in the ring.
    type Move = usize;

    fn is_over(&self) -> bool {
        self.is_over
    }

    /// The own pits with stones.
    fn moves(&self) -> Vec<usize> {
        let mut pits: Vec<usize> = self.board.row(self.mover).collect();
        if self.mover == 2 && !self.has(Flaw::RightToLeft) {
            // The ring runs from right to left there.
            pits.reverse();
        }
        pits.retain(|&pit| self.board.ring[pit] > 0);
        pits
    }

    fn after(&self, pit: usize) -> PlainPosition {
        let mut board = self.board.clone();
        let own_mancala = board.mancala(self.mover);
        let other_mancala = board.mancala(3 - self.mover);
        let mut last = pit;
        for _ in 0..std::mem::take(&mut board.ring[pit]) {
            last = board.next(last);
            while (last == other_mancala && !self.has(Flaw::SowsOpponentMancala))
                || (last == pit && self.has(Flaw::StartSkipped))
            {
                last = board.next(last);
            }
            board.ring[last] += 1;
        }
        let is_own_empty = board.row(self.mover).contains(&last) && board.ring[last] == 1;
        if is_own_empty && !(last == pit && self.has(Flaw::NoCaptureAfterLap)) {
            let opposite = 2 * board.pits - last;
            if board.ring[opposite] > 0 || !self.has(Flaw::NoCaptureOppositeEmpty) {
                board.ring[own_mancala] += 1 + board.ring[opposite];
                board.ring[last] = 0;
                board.ring[opposite] = 0;
            }
        }
        let mover = if last == own_mancala { self.mover } else { 3 - self.mover };
        let is_over = match self.flaw {
            Some(Flaw::EndsForNextOnly) => board.is_row_empty(mover),
            // The next player may be left without a move, and the node without a value.
            Some(Flaw::EndsForMoverOnly) => board.is_row_empty(self.mover),
            _ => board.is_row_empty(1) || board.is_row_empty(2),
        };
        PlainPosition { board, mover, is_over, ..*self }
    }

    fn we_move(&self) -> bool {
        self.mover == self.us
    }

    fn value(&self) -> i64 {
        let sweeps = self.is_over && !self.has(Flaw::NoSweep);
        let board = if sweeps { self.board.swept() } else { self.board.clone() };
        let lead = board.ring[board.mancala(1)] - board.ring[board.mancala(2)];
        if self.us == 1 { lead } else { -lead }
    }
}

impl PlainBoard {
    /// Player 2's row, player 1's row, player 2's mancala, player 1's.
    fn read<'l>(mut lines: impl Iterator<Item = &'l str>) -> Option<PlainBoard> {
        let mut numbers = || -> Option<Vec<i64>> {
            lines.next()?.split_whitespace().map(|word| word.parse().ok()).collect()
        };
        let (mut upper, lower, left, right) = (numbers()?, numbers()?, numbers()?, numbers()?);
        upper.reverse();
        let pits = lower.len();
        let ring = [lower, right, upper, left].concat();
        (ring.len() == 2 * pits + 2).then_some(PlainBoard { pits, ring })
    }

    fn mancala(&self, player: u8) -> usize {
        if player == 1 { self.pits } else { 2 * self.pits + 1 }
    }

    fn row(&self, player: u8) -> std::ops::Range<usize> {
        if player == 1 { 0..self.pits } else { self.pits + 1..2 * self.pits + 1 }
    }

    fn next(&self, place: usize) -> usize {
        (place + 1) % self.ring.len()
    }

    fn is_row_empty(&self, player: u8) -> bool {
        self.ring[self.row(player)].iter().all(|&stones| stones == 0)
    }

    fn swept(&self) -> PlainBoard {
        let mut swept = self.clone();
        for player in [1, 2] {
            let row = self.row(player);
            swept.ring[self.mancala(player)] += self.ring[row.clone()].iter().sum::<i64>();
            swept.ring[row].fill(0);
        }
        swept
    }

    fn name(&self, pit: usize) -> String {
        if pit < self.pits {
            format!("B{}", pit + 2)
        } else {
            format!("A{}", 2 * self.pits - pit + 2)
        }
    }
}

/// As `next_state.txt` shows it.
impl std::fmt::Display for PlainBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |stones: &i64| stones.to_string();
        let upper: Vec<String> = self.ring[self.row(2)].iter().rev().map(text).collect();
        let lower: Vec<String> = self.ring[self.row(1)].iter().map(text).collect();
        writeln!(f, "{}\n{}", upper.join(" "), lower.join(" "))?;
        writeln!(f, "{}\n{}", self.ring[self.mancala(2)], self.ring[self.mancala(1)])
    }
}
