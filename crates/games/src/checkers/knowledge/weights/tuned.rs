//! Written by a program, not by hand. To make it again:
//! ```text
//! cargo run --release -p plyglot-lab -- tune --seed 1 --games 4000 --nodes 1500 --rounds 2 --epochs 300 --trust 25
//! ```

use super::{Pair, Weights, squares};

impl Weights {
    /// What was learned from games.
    #[rustfmt::skip]
    pub const TUNED: Weights = Weights {
        men: squares([
                    [Pair( 100,  100), Pair( 100,  100), Pair( 100,  100), Pair( 100,  100)],
            [Pair( 117,  116), Pair( 115,  132), Pair( 121,  115), Pair( 112,  124)],
                    [Pair(  72,  120), Pair(  73,  123), Pair(  88,  108), Pair(  99,  117)],
            [Pair(  90,  126), Pair(  80,  104), Pair(  81,  109), Pair(  83,  112)],
                    [Pair(  72,  126), Pair( 103,  102), Pair(  91,   99), Pair( 111,  115)],
            [Pair( 108,  104), Pair( 104,   91), Pair( 125,   86), Pair( 105,   88)],
                    [Pair( 107,   91), Pair( 139,   84), Pair( 127,   81), Pair( 121,   99)],
            [Pair( 116,   76), Pair( 126,  113), Pair( 142,   99), Pair( 120,  104)],
        ]),
        kings: squares([
                    [Pair( 128,  134), Pair( 130,  140), Pair( 140,  129), Pair( 121,  105)],
            [Pair( 132,  132), Pair( 126,  147), Pair( 139,  133), Pair( 137,  115)],
                    [Pair( 126,  147), Pair( 134,  143), Pair( 141,  126), Pair( 138,  126)],
            [Pair( 134,  140), Pair( 137,  140), Pair( 147,  139), Pair( 139,  133)],
                    [Pair( 131,  137), Pair( 145,  144), Pair( 144,  141), Pair( 133,  135)],
            [Pair( 123,  116), Pair( 133,  141), Pair( 139,  146), Pair( 141,  147)],
                    [Pair( 129,  124), Pair( 135,  140), Pair( 139,  160), Pair( 138,  147)],
            [Pair( 119,  111), Pair( 125,  125), Pair( 133,  140), Pair( 130,  142)],
        ]),
        base_row: [
            Pair( -22,   17), // none
            Pair(  -1,   11), // a1
            Pair(   9,   -4), // c1
            Pair(   7,   -5), // a1 c1
            Pair(   2,    1), // e1
            Pair(  23,    4), // a1 e1
            Pair(  29,    7), // c1 e1
            Pair(  29,   10), // a1 c1 e1
            Pair(  -8,   -8), // g1
            Pair(  21,    1), // a1 g1
            Pair(  27,   29), // c1 g1
            Pair(  36,   21), // a1 c1 g1
            Pair(  22,   -1), // e1 g1
            Pair(  32,    6), // a1 e1 g1
            Pair(  38,   44), // c1 e1 g1
            Pair(  45,   29), // a1 c1 e1 g1
        ],
        runners: [
            Pair(  24,    1), // 1 before the last row
            Pair(  25,   13), // 2 before the last row
            Pair(   8,   16), // 3 before the last row
            Pair(   1,    6), // 4 before the last row
            Pair(   0,   15), // 5 before the last row
            Pair(   4,   10), // 6 before the last row
            Pair(   7,   17), // 7 before the last row
        ],
        terms: [
            Pair(   2,    4), // Tempo
            Pair(   0,    3), // Opposition
            Pair(   8,    9), // Lead
            Pair(  46,   -1), // Crowned
            Pair(   9,  -11), // ManStep
            Pair(   5,    6), // SafeManStep
            Pair(   4,  -16), // HeldMan
            Pair(  13,   -1), // BackedMan
            Pair( -22,  -31), // DogHole
            Pair(   2,   -4), // KingStep
            Pair(  11,    0), // SafeKingStep
            Pair( -22,  -14), // TrappedKing
            Pair( -33,  -19), // Threatened
            Pair(  -6,   -7), // HuntDistance
            Pair( -10,  -27), // FledToCorner
            Pair(  17,   -8), // CutOff
        ],
    };
}
