use super::super::super::Move;
use super::super::super::view::turn;
use super::super::{Class, Rule, Verdict};
use super::codes::Codes;
use super::half::Half;
use super::solved::Solved;

/// All positions with the same men, of both sides to move. Kings go to and fro between them; a step
/// of a man leaves for men that have been solved before.
#[derive(Debug)]
pub struct Slice {
    halves: [Half; 2],
    moves: Vec<Move>,
}

/// What solving needs to know besides the men.
#[derive(Clone, Copy, Debug)]
pub struct Context<'c> {
    pub rule: Rule,
    /// Everything that a jump or a crowning leads to.
    pub solved: &'c Solved,
    /// The class and the mirrored one, as far as they are solved; the same one twice if they are one.
    pub pair: [&'c Codes; 2],
}

impl Slice {
    pub fn new() -> Slice {
        Slice { halves: [Half::new(), Half::new()], moves: Vec::new() }
    }

    /// Solves the positions with the men that have this number in the first class of the pair.
    pub fn solve(&mut self, context: &Context<'_>, number: u64) {
        let [first, second] = context.pair;
        let class = first.class();
        let (men, enemy_men) = first.layout.ranking.men_with_rank(number);
        let start = number * first.layout.size;
        let other_start = second.layout.start(turn(enemy_men), turn(men));
        if class == class.mirrored() && other_start < start {
            return; // the same positions were met from the other side
        }
        self.begin(class, [men, enemy_men], context);
        self.go_back(context.rule);
        first.fill(start, &self.halves[0].codes);
        second.fill(other_start, &self.halves[1].codes);
    }

    fn begin(&mut self, class: Class, [men, enemy_men]: [u32; 2], context: &Context<'_>) {
        let Context { solved, pair: [first, second], .. } = *context;
        let [here, there] = &mut self.halves;
        here.begin(class, men, enemy_men, second);
        here.look_ahead(solved, second, &mut self.moves);
        there.begin(class.mirrored(), turn(enemy_men), turn(men), first);
        there.look_ahead(solved, first, &mut self.moves);
    }

    /// From the end backward, by distance: what is settled settles its predecessors one ply further
    /// away, if anything is left for them to hope.
    fn go_back(&mut self, rule: Rule) {
        let most = rule.most_plies();
        let [here, there] = &mut self.halves;
        let mut plies = 0;
        while plies < most || rule == Rule::Endless {
            let next = most.min(plies + 1);
            here.take_back(there, plies, next);
            there.take_back(here, plies, next);
            if plies < most {
                plies += 1;
            } else if [&*here, there].iter().all(|half| half.settled[usize::from(most)].is_empty())
            {
                return;
            }
        }
    }
}

impl Half {
    /// Tells the predecessors of everything that is settled with that distance.
    fn take_back(&mut self, other: &mut Half, plies: u8, next: u8) {
        let bucket = usize::from(plies);
        for number in 0..self.won[bucket].len() {
            self.win(self.won[bucket][number] as usize, next);
        }
        self.won[bucket].clear();
        for number in 0..self.refuted[bucket].len() {
            self.refute(self.refuted[bucket][number] as usize, next);
        }
        self.refuted[bucket].clear();
        let mut settled = std::mem::take(&mut self.settled[bucket]);
        let columns = self.enemy.len() as u32;
        for place in settled.drain(..) {
            let (row, column) = (place / columns, place % columns);
            let is_loss = self.codes[place as usize].verdict() == Verdict::Loss;
            let there = self.own_there[row as usize] as usize;
            let (kings, there_columns) = (other.enemy[there], other.enemy.len());
            // Not through `steps` of `other`, which is being changed.
            for number in other.own.range(self.enemy_there[column as usize]) {
                let step = other.own.step(number);
                if step.to & kings == 0 {
                    let before = step.set as usize * there_columns + there;
                    if is_loss {
                        other.win(before, next);
                    } else {
                        other.refute(before, next);
                    }
                }
            }
        }
        if self.settled[bucket].is_empty() {
            self.settled[bucket] = settled; // its memory serves again
        }
    }
}
