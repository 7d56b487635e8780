use super::super::super::{Position, View};
use super::super::store::{BLOCK, Table, TableError};
use super::super::{Class, Ranking, Verdict};
use super::codes::Codes;
use super::half::best_jump;

/// The verdicts of whole classes, a quarter of a byte each.
#[derive(Debug)]
pub struct Solved {
    classes: Vec<Option<Verdicts>>,
}

#[derive(Debug)]
struct Verdicts {
    ranking: Ranking,
    packed: Vec<u8>,
}

impl Default for Solved {
    fn default() -> Solved {
        let mut classes = Vec::new();
        classes.resize_with(Class::PLACES, || None);
        Solved { classes }
    }
}

impl Solved {
    /// Adds a class.
    pub fn add(&mut self, class: &Codes) {
        let ranking = class.layout.ranking;
        let mut packed = vec![0; ranking.positions().div_ceil(4) as usize];
        let mut rank = 0;
        class.for_each(|_, code| {
            packed[rank / 4] |= (code.verdict() as u8) << (rank % 4 * 2);
            rank += 1;
        });
        self.classes[ranking.class().place()] = Some(Verdicts { ranking, packed });
    }

    /// Adds a class from its table, in which positions with jumps are left open.
    pub fn restore(&mut self, table: &Table) -> Result<(), TableError> {
        let ranking = table.layout.ranking;
        let mut packed = vec![0; ranking.positions().div_ceil(4) as usize];
        let (mut rank, mut moves) = (0, Vec::new());
        for block in 0..table.blocks() {
            let codes = table.block(block)?;
            let start = block * BLOCK;
            let mut codes = codes.iter();
            table.layout.for_each(start..start + codes.len() as u64, |view| {
                let (Some(code), Some(view)) = (codes.next(), view) else { return };
                let position = Position::of_view(view);
                let verdict = if position.can_jump() {
                    best_jump(&position, self, &mut moves)
                } else {
                    code.verdict()
                };
                packed[rank / 4] |= (verdict as u8) << (rank % 4 * 2);
                rank += 1;
            });
        }
        self.classes[ranking.class().place()] = Some(Verdicts { ranking, packed });
        Ok(())
    }

    /// Whether a class is here.
    pub fn has(&self, class: Class) -> bool {
        self.classes[class.place()].is_some()
    }

    /// Frees the memory of a class.
    pub fn forget(&mut self, class: Class) {
        self.classes[class.place()] = None;
    }

    /// The verdict of a position whose class has been added, or that has no piece to move.
    #[inline]
    pub fn verdict(&self, view: View) -> Verdict {
        if view.own() == 0 {
            return Verdict::Loss;
        }
        let Some(class) = &self.classes[Class::of(view).place()] else {
            unreachable!("classes are solved in order");
        };
        let rank = class.ranking.rank(view);
        match class.packed[(rank / 4) as usize] >> (rank % 4 * 2) & 3 {
            0 => Verdict::Loss,
            1 => Verdict::Draw,
            _ => Verdict::Win,
        }
    }
}
