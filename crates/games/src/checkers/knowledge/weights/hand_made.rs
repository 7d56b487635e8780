use super::super::features::Term;
use super::{Pair, Weights, squares};

impl Weights {
    /// What seems sensible: the first guess, which learning starts from and is measured against.
    pub const HAND_MADE: Weights = Weights {
        men: squares([
            [Pair(100, 100); 4],
            [Pair(112, 125); 4],
            [Pair(106, 115); 4],
            [Pair(102, 108), Pair(106, 110), Pair(106, 110), Pair(102, 108)],
            [Pair(100, 104), Pair(105, 106), Pair(105, 106), Pair(98, 104)],
            [Pair(98, 102), Pair(102, 103), Pair(102, 103), Pair(100, 102)],
            [Pair(100, 100); 4],
            [Pair(100, 96); 4],
        ]),
        kings: squares([
            [Pair(130, 135), Pair(130, 132), Pair(130, 132), Pair(125, 125)],
            [Pair(130, 135), Pair(135, 138), Pair(135, 138), Pair(132, 132)],
            [Pair(134, 136), Pair(138, 144), Pair(138, 144), Pair(130, 132)],
            [Pair(130, 132), Pair(138, 144), Pair(138, 146), Pair(134, 138)],
            [Pair(134, 138), Pair(138, 146), Pair(138, 144), Pair(130, 132)],
            [Pair(130, 132), Pair(138, 144), Pair(138, 144), Pair(134, 136)],
            [Pair(132, 132), Pair(135, 138), Pair(135, 138), Pair(130, 135)],
            [Pair(125, 125), Pair(130, 132), Pair(130, 132), Pair(130, 135)],
        ]),
        base_row: base_row(),
        runners: [
            Pair(30, 35),
            Pair(25, 30),
            Pair(20, 25),
            Pair(15, 20),
            Pair(10, 15),
            Pair(5, 10),
            Pair(5, 10),
        ],
        terms: terms(),
    };
}

/// Eight for each man, and more for the two that guard all of the row: c1 with g1.
const fn base_row() -> [Pair; 16] {
    let mut pairs = [Pair(0, 0); 16];
    let mut held = 0;
    while held < 16 {
        let bridge = if held & 0b1010 == 0b1010 { 8 } else { 0 };
        let men = (held as u32).count_ones() as i16;
        pairs[held] = Pair(8 * men + bridge, 4 * men + bridge);
        held += 1;
    }
    pairs
}

const fn terms() -> [Pair; Term::ALL.len()] {
    let mut terms = [Pair(0, 0); Term::ALL.len()];
    terms[Term::Tempo as usize] = Pair(2, 2);
    terms[Term::Opposition as usize] = Pair(1, 4);
    terms[Term::Lead as usize] = Pair(4, 6);
    terms[Term::Crowned as usize] = Pair(10, 5);
    terms[Term::SafeManStep as usize] = Pair(1, 2);
    terms[Term::HeldMan as usize] = Pair(-1, -3);
    terms[Term::BackedMan as usize] = Pair(1, 1);
    terms[Term::DogHole as usize] = Pair(-15, -25);
    terms[Term::SafeKingStep as usize] = Pair(2, 3);
    terms[Term::TrappedKing as usize] = Pair(-20, -30);
    terms[Term::Threatened as usize] = Pair(-20, -20);
    terms[Term::HuntDistance as usize] = Pair(-2, -4);
    terms[Term::FledToCorner as usize] = Pair(-5, -8);
    terms[Term::CutOff as usize] = Pair(1, 2);
    terms
}
