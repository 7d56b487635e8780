//! Mancala, plainly: the search writes its log as it goes.

use super::{Answer, lines, misreading::misreadings};

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
}

/// The pits in the order of sowing for player 1: B2, B3, ..., his mancala, ..., A3, A2, the other
/// mancala.
#[derive(Clone)]
struct Board {
    pits: usize,
    ring: Vec<i64>,
}

struct Position {
    board: Board,
    /// 1 or 2.
    mover: u8,
    is_over: bool,
}

struct Search {
    us: u8,
    is_greedy: bool,
    prune: bool,
    cut_off: u32,
    flaw: Option<Misreading>,
    log: String,
    nodes: u64,
    most_nodes: u64,
}

/// Where a node stands in the tree.
struct Node {
    position: Position,
    name: String,
    depth: u32,
    /// Whether the move that led here earned another.
    goes_on: bool,
}

/// `next_state.txt`, and `traverse_log.txt` where it is asked for. `None` for the competition: its
/// answer is not unique.
pub fn answer(input: &str, flaw: Option<Misreading>, nodes: u64) -> Option<Answer> {
    let mut lines = lines(input);
    let task: u8 = lines.next()?.parse().ok()?;
    let us = lines.next()?.parse().ok()?;
    let depth: u32 = lines.next().filter(|_| task != 4)?.parse().ok()?;
    let board = Board::read(lines)?;
    let (is_greedy, prune) = (task == 1, task == 3);
    let window = if prune { ",Alpha,Beta" } else { "" };
    let mut search = Search {
        us,
        is_greedy,
        prune,
        cut_off: if is_greedy { 1 } else { depth },
        flaw,
        log: format!("Node,Depth,Value{window}\n"),
        nodes: 0,
        most_nodes: nodes,
    };
    let position = Position { board, mover: us, is_over: false };
    let root = Node { position, name: "root".to_owned(), depth: 0, goes_on: false };
    let infinity = search.infinity();
    let (_, turn) = search.visit(&root, -infinity, infinity)?;
    let moves = if flaw == Some(Misreading::FirstMoveOnly) { 1 } else { turn.len() };
    let end = turn[..moves.min(turn.len())]
        .iter()
        .fold(root.position, |position, &pit| position.after(pit, flaw));
    let board = if end.is_over { end.board.swept() } else { end.board };
    let mut answer = Answer::from([("next_state.txt".to_owned(), board.to_string())]);
    if !is_greedy {
        answer.insert("traverse_log.txt".to_owned(), search.log);
    }
    Some(answer)
}

impl Search {
    fn has(&self, flaw: Misreading) -> bool {
        self.flaw == Some(flaw)
    }

    fn infinity(&self) -> i64 {
        if self.has(Misreading::SmallInfinity) { 1000 } else { i64::MAX }
    }

    fn value(&self, position: &Position) -> i64 {
        let sweeps = position.is_over && !self.has(Misreading::NoSweep);
        let board = if sweeps { position.board.swept() } else { position.board.clone() };
        let lead = board.ring[board.mancala(1)] - board.ring[board.mancala(2)];
        if self.us == 1 { lead } else { -lead }
    }

    /// The node's value, and the moves of the turn that goes on here.
    fn visit(&mut self, node: &Node, mut alpha: i64, mut beta: i64) -> Option<(i64, Vec<usize>)> {
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return None;
        }
        if self.is_leaf(node) {
            let value = self.value(&node.position);
            self.line(node, value, alpha, beta);
            return Some((value, Vec::new()));
        }
        let is_max = node.position.mover == self.us;
        let mut value = if is_max { -self.infinity() } else { self.infinity() };
        let shown = self.first_shown(node, value);
        self.line(node, shown, alpha, beta);

        let pits = self.pits(&node.position);
        // What is played if nothing is better than a small infinity.
        let mut turn: Vec<usize> = pits.first().copied().into_iter().collect();
        for pit in pits {
            let child = self.child(node, pit);
            let (returned, rest) = self.visit(&child, alpha, beta)?;
            let is_better = if is_max { returned > value } else { returned < value };
            if is_better || (self.has(Misreading::LastOfEquals) && returned == value) {
                value = returned;
                turn = if child.goes_on { [vec![pit], rest].concat() } else { vec![pit] };
            }
            let old = (alpha, beta);
            let new = if is_max { (alpha.max(value), beta) } else { (alpha, beta.min(value)) };
            if self.prune && self.cuts(is_max, value, alpha, beta) {
                if !self.has(Misreading::NoLineOnCut) {
                    let (alpha, beta) =
                        if self.has(Misreading::WindowNewOnCut) { new } else { old };
                    self.line(node, value, alpha, beta);
                }
                break;
            }
            if self.prune {
                (alpha, beta) = new;
            }
            let shown = if self.has(Misreading::WindowOld) { old } else { (alpha, beta) };
            self.line(node, value, shown.0, shown.1);
        }
        Some((value, turn))
    }

    fn is_leaf(&self, node: &Node) -> bool {
        let depth_reached = match self.flaw {
            Some(Misreading::ChainCutOff) => node.depth == self.cut_off,
            Some(Misreading::GreedyWithoutExtra) if self.is_greedy => node.depth == self.cut_off,
            _ => node.depth >= self.cut_off && !node.goes_on,
        };
        node.position.is_over || depth_reached
    }

    fn child(&self, parent: &Node, pit: usize) -> Node {
        let position = parent.position.after(pit, self.flaw);
        let is_same_turn = parent.goes_on && !self.has(Misreading::ChainDeeper);
        Node {
            name: parent.position.board.name(pit),
            depth: parent.depth + u32::from(!is_same_turn),
            goes_on: position.mover == parent.position.mover,
            position,
        }
    }

    fn cuts(&self, is_max: bool, value: i64, alpha: i64, beta: i64) -> bool {
        match (is_max, self.has(Misreading::StrictCut)) {
            (true, false) => value >= beta,
            (true, true) => value > beta,
            (false, false) => value <= alpha,
            (false, true) => value < alpha,
        }
    }

    /// What the first line of a node with children shows.
    fn first_shown(&self, node: &Node, value: i64) -> i64 {
        if !self.has(Misreading::FirstEdition) {
            value
        } else if node.depth == self.cut_off {
            self.value(&node.position)
        } else if node.depth.is_multiple_of(2) {
            -self.infinity()
        } else {
            self.infinity()
        }
    }

    /// The own pits with stones, in the order in which they are tried.
    fn pits(&self, position: &Position) -> Vec<usize> {
        let board = &position.board;
        let mut pits: Vec<usize> = board.row(position.mover).collect();
        if position.mover == 2 && !self.has(Misreading::RightToLeft) {
            // The ring runs from right to left there.
            pits.reverse();
        }
        pits.retain(|&pit| board.ring[pit] > 0);
        pits
    }

    fn line(&mut self, node: &Node, value: i64, alpha: i64, beta: i64) {
        let infinity = self.infinity();
        let text = |number: i64| match number {
            _ if number == infinity => "Infinity".to_owned(),
            _ if number == -infinity => "-Infinity".to_owned(),
            _ => number.to_string(),
        };
        self.log += &format!("{},{},{}", node.name, node.depth, text(value));
        if self.prune {
            self.log += &format!(",{},{}", text(alpha), text(beta));
        }
        self.log.push('\n');
    }
}

impl Position {
    fn after(&self, pit: usize, flaw: Option<Misreading>) -> Position {
        let has = |it| flaw == Some(it);
        let mut board = self.board.clone();
        let own_mancala = board.mancala(self.mover);
        let other_mancala = board.mancala(3 - self.mover);
        let mut last = pit;
        for _ in 0..std::mem::take(&mut board.ring[pit]) {
            last = board.next(last);
            while (last == other_mancala && !has(Misreading::SowsOpponentMancala))
                || (last == pit && has(Misreading::StartSkipped))
            {
                last = board.next(last);
            }
            board.ring[last] += 1;
        }
        let is_own_empty = board.row(self.mover).contains(&last) && board.ring[last] == 1;
        if is_own_empty && !(last == pit && has(Misreading::NoCaptureAfterLap)) {
            let opposite = 2 * board.pits - last;
            if board.ring[opposite] > 0 || !has(Misreading::NoCaptureOppositeEmpty) {
                board.ring[own_mancala] += 1 + board.ring[opposite];
                board.ring[last] = 0;
                board.ring[opposite] = 0;
            }
        }
        let mover = if last == own_mancala { self.mover } else { 3 - self.mover };
        let is_over = match flaw {
            Some(Misreading::EndsForNextOnly) => board.is_row_empty(mover),
            // The next player may be left without a move, and the node without a value.
            Some(Misreading::EndsForMoverOnly) => board.is_row_empty(self.mover),
            _ => board.is_row_empty(1) || board.is_row_empty(2),
        };
        Position { board, mover, is_over }
    }
}

impl Board {
    /// Player 2's row, player 1's row, player 2's mancala, player 1's.
    fn read<'l>(mut lines: impl Iterator<Item = &'l str>) -> Option<Board> {
        let mut numbers = || -> Option<Vec<i64>> {
            lines.next()?.split_whitespace().map(|word| word.parse().ok()).collect()
        };
        let (mut upper, lower, left, right) = (numbers()?, numbers()?, numbers()?, numbers()?);
        upper.reverse();
        let pits = lower.len();
        let ring = [lower, right, upper, left].concat();
        (ring.len() == 2 * pits + 2).then_some(Board { pits, ring })
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

    fn swept(&self) -> Board {
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
impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |stones: &i64| stones.to_string();
        let upper: Vec<String> = self.ring[self.row(2)].iter().rev().map(text).collect();
        let lower: Vec<String> = self.ring[self.row(1)].iter().map(text).collect();
        writeln!(f, "{}\n{}", upper.join(" "), lower.join(" "))?;
        writeln!(f, "{}\n{}", self.ring[self.mancala(2)], self.ring[self.mancala(1)])
    }
}
