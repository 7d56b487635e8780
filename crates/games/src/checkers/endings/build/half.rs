use plyglot_core::{Game, Side};

use super::super::super::board::far_row;
use super::super::super::view::turn;
use super::super::super::{Direction, Move, Position, View};
use super::super::rank::{bits, ordered, rank_set, sets};
use super::super::{Class, Code, Verdict};
use super::codes::Codes;
use super::kings::KingSets;
use super::solved::Solved;

/// Places by distance.
type Buckets = Vec<Vec<u32>>;

/// All positions with the same men and the same side to move, as that side sees them. A place is the
/// number of the own kings times that of columns, plus the number of the enemy kings.
#[derive(Debug)]
pub struct Half {
    men: u32,
    enemy_men: u32,
    pub own: KingSets,
    pub enemy: Vec<u32>,
    /// The numbers of the own kings as the other half has them, and of the enemy kings.
    pub own_there: Vec<u32>,
    pub enemy_there: Vec<u32>,
    pub codes: Vec<Code>,
    /// How many moves are left that may yet turn out not to lose.
    left: Vec<u8>,
    /// Places with a code of that distance, whose predecessors have yet to be told.
    pub settled: Buckets,
    /// Places from which a step of a man leads to a loss of the other side with that distance.
    pub won: Buckets,
    /// The same if all steps of men lead to wins of the other side, the longest with that distance.
    pub refuted: Buckets,
    man_steps: Vec<ManStep>,
}

/// A step of a man, on a board without kings.
#[derive(Debug, Default)]
struct ManStep {
    from: u32,
    to: u32,
    /// Where the codes for the men after it begin.
    start: u64,
    /// What each number of the own kings adds to that, and of the enemy kings.
    own: Vec<u32>,
    enemy: Vec<u32>,
}

/// Where the men of the side to move are crowned.
const FAR: u32 = far_row(Side::Second);

/// More moves than there can be: one of them never loses.
const NEVER: u8 = 100;

impl Half {
    pub fn new() -> Half {
        let buckets = || vec![Vec::new(); 1 + usize::from(Code::FIXED_DRAW.0)];
        Half {
            men: 0,
            enemy_men: 0,
            own: KingSets::default(),
            enemy: Vec::new(),
            own_there: Vec::new(),
            enemy_there: Vec::new(),
            codes: Vec::new(),
            left: Vec::new(),
            settled: buckets(),
            won: buckets(),
            refuted: buckets(),
            man_steps: Vec::new(),
        }
    }

    /// Begins with other men: `after` are the codes of the other side to move, in which steps of men
    /// have been solved already.
    pub fn begin(&mut self, class: Class, men: u32, enemy_men: u32, after: &Codes) {
        (self.men, self.enemy_men) = (men, enemy_men);
        let free = !(men | enemy_men);
        self.own.fill(class.kings, free);
        self.enemy.clear();
        self.enemy.extend(sets(class.enemy_kings, free));
        let there = |sets: &[u32], numbers: &mut Vec<u32>| {
            numbers.clear();
            let free = ordered(turn(free));
            numbers.extend(sets.iter().map(|&set| rank_set(ordered(turn(set)), free) as u32));
        };
        there(&self.own.sets, &mut self.own_there);
        there(&self.enemy, &mut self.enemy_there);
        let places = self.own.sets.len() * self.enemy.len();
        self.codes.clear();
        self.codes.resize(places, Code::DRAW);
        self.left.clear();
        self.left.resize(places, 0);
        for buckets in [&mut self.settled, &mut self.won, &mut self.refuted] {
            buckets.iter_mut().for_each(Vec::clear);
        }
        self.prepare_man_steps(free, after);
    }

    fn prepare_man_steps(&mut self, free: u32, after: &Codes) {
        let mut prepared = 0;
        for way in [Direction::UpRight, Direction::UpLeft] {
            for from in bits(self.men & way.before(free)) {
                if prepared == self.man_steps.len() {
                    self.man_steps.push(ManStep::default());
                }
                let step = &mut self.man_steps[prepared];
                prepared += 1;
                (step.from, step.to) = (from, way.one(from));
                if step.to & FAR != 0 {
                    continue;
                }
                let free = ordered(turn(free ^ from ^ step.to));
                let men = self.men ^ from ^ step.to;
                step.start = after.layout.start(turn(self.enemy_men), turn(men));
                // A king on the square that the man enters has no number; nobody asks for it.
                let number = |set: &u32| rank_set(ordered(turn(*set)) & free, free) as u32;
                step.own.clear();
                step.own.extend(self.own.sets.iter().map(number));
                step.enemy.clear();
                step.enemy
                    .extend(self.enemy.iter().map(|set| number(set) * after.layout.columns as u32));
            }
        }
        self.man_steps.truncate(prepared);
    }

    /// Looks at all moves that leave these men: settles jumps, and keeps in mind for the rest what
    /// steps of men lead to.
    pub fn look_ahead(&mut self, solved: &Solved, after: &Codes, moves: &mut Vec<Move>) {
        let columns = self.enemy.len();
        for row in 0..self.own.sets.len() {
            for column in 0..columns {
                let (kings, enemy_kings) = (self.own.sets[row], self.enemy[column]);
                if kings & enemy_kings != 0 {
                    continue;
                }
                let view = View { men: self.men, kings, enemy_men: self.enemy_men, enemy_kings };
                let place = row * columns + column;
                let position = Position::of_view(view);
                if position.can_jump() {
                    match best_jump(&position, solved, moves) {
                        Verdict::Draw => self.codes[place] = Code::FIXED_DRAW,
                        verdict => self.settle(place, Code::at_once(verdict)),
                    }
                } else {
                    self.look_at_steps(place, row, column, view, solved, after);
                }
            }
        }
    }

    fn look_at_steps(
        &mut self,
        place: usize,
        row: usize,
        column: usize,
        view: View,
        solved: &Solved,
        after: &Codes,
    ) {
        let empty = view.empty();
        let king_steps = Direction::ALL.map(|way| (view.kings & way.before(empty)).count_ones());
        let mut left = king_steps.iter().sum::<u32>() as u8;
        let (mut soonest, mut latest) = (None, None);
        for step in self.man_steps.iter().filter(|step| step.to & empty != 0) {
            let (verdict, plies) = if step.to & FAR == 0 {
                let code = after.get(step.start + u64::from(step.enemy[column] + step.own[row]));
                (code.verdict(), code.plies())
            } else {
                let (men, kings) = (view.men ^ step.from, view.kings | step.to);
                (solved.verdict(View { men, kings, ..view }.of_other()), 0)
            };
            match verdict {
                Verdict::Loss => soonest = Some(soonest.map_or(plies, |other| plies.min(other))),
                Verdict::Draw => left = NEVER,
                Verdict::Win => latest = latest.max(Some(plies)),
            }
        }
        if let Some(plies) = soonest {
            self.won[usize::from(plies)].push(place as u32);
            left = NEVER;
        } else if let Some(plies) = latest {
            self.refuted[usize::from(plies)].push(place as u32);
            left += 1;
        }
        self.left[place] = left;
        if left == 0 {
            self.settle(place, Code::loss(0));
        }
    }

    fn settle(&mut self, place: usize, code: Code) {
        self.codes[place] = code;
        self.settled[usize::from(code.plies())].push(place as u32);
    }

    /// A move from here leads to a loss of the other side; with this one it takes so many plies.
    #[inline]
    pub fn win(&mut self, place: usize, plies: u8) {
        if self.codes[place] == Code::DRAW {
            self.settle(place, Code::win(plies));
        }
    }

    /// A move from here leads to a win of the other side.
    #[inline]
    pub fn refute(&mut self, place: usize, plies: u8) {
        if self.codes[place] == Code::DRAW {
            self.left[place] -= 1;
            if self.left[place] == 0 {
                self.settle(place, Code::loss(plies));
            }
        }
    }
}

/// The best that a jump leads to.
pub fn best_jump(position: &Position, solved: &Solved, moves: &mut Vec<Move>) -> Verdict {
    moves.clear();
    position.legal_moves(moves);
    let mut best = Verdict::Loss;
    for &mv in &*moves {
        best = best.max(-solved.verdict(position.after(mv).view()));
        if best == Verdict::Win {
            break;
        }
    }
    best
}
