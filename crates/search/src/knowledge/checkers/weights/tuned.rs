//! Written by a program, not by hand. To make it again:
//! ```text
//! cargo run --release -p plyglot-lab -- tune --seed 1 --games 4000 --nodes 1000 --rounds 1 --epochs 300 --trust 25
//! ```

use super::{Pair, Weights, squares};

impl Weights {
    /// What was learned from games.
    #[rustfmt::skip]
    pub const TUNED: Weights = Weights {
        men: squares([
                    [Pair( 100,  100), Pair( 100,  100), Pair( 100,  100), Pair( 100,  100)],
            [Pair( 114,  119), Pair( 102,  131), Pair( 127,  109), Pair(  96,  126)],
                    [Pair(  74,  116), Pair(  95,  112), Pair( 103,  112), Pair( 129,  104)],
            [Pair(  94,  123), Pair(  89,  103), Pair(  90,  105), Pair(  85,  104)],
                    [Pair(  79,  113), Pair( 104,  107), Pair( 102,  100), Pair( 107,  110)],
            [Pair( 102,  104), Pair(  96,   93), Pair( 120,   88), Pair(  99,   95)],
                    [Pair(  99,   82), Pair( 131,   90), Pair( 120,   84), Pair( 100,  117)],
            [Pair( 107,   73), Pair( 118,  130), Pair( 143,  110), Pair( 123,  106)],
        ]),
        kings: squares([
                    [Pair( 126,  132), Pair( 132,  143), Pair( 137,  133), Pair( 121,  131)],
            [Pair( 130,  132), Pair( 124,  156), Pair( 138,  139), Pair( 132,  127)],
                    [Pair( 125,  161), Pair( 143,  141), Pair( 128,  139), Pair( 129,  121)],
            [Pair( 137,  140), Pair( 143,  140), Pair( 139,  139), Pair( 137,  133)],
                    [Pair( 137,  135), Pair( 141,  137), Pair( 135,  136), Pair( 138,  144)],
            [Pair( 125,  100), Pair( 144,  136), Pair( 141,  130), Pair( 142,  156)],
                    [Pair( 126,  121), Pair( 135,  132), Pair( 141,  161), Pair( 137,  153)],
            [Pair( 121,  115), Pair( 130,  120), Pair( 132,  127), Pair( 133,  156)],
        ]),
        base_row: [
            Pair( -12,   23), // none
            Pair(  -1,   -3), // a1
            Pair(  -8,   -6), // c1
            Pair(  19,    3), // a1 c1
            Pair(  14,  -11), // e1
            Pair(  14,    6), // a1 e1
            Pair(  19,   14), // c1 e1
            Pair(  29,   13), // a1 c1 e1
            Pair(   5,   -7), // g1
            Pair(   5,  -16), // a1 g1
            Pair(  21,   35), // c1 g1
            Pair(  41,   22), // a1 c1 g1
            Pair(  25,    7), // e1 g1
            Pair(  28,   15), // a1 e1 g1
            Pair(  41,   33), // c1 e1 g1
            Pair(  49,   32), // a1 c1 e1 g1
        ],
        runners: [
            Pair(   9,   19), // 1 before the last row
            Pair(   6,   20), // 2 before the last row
            Pair(   4,   20), // 3 before the last row
            Pair(   7,   10), // 4 before the last row
            Pair(   7,    9), // 5 before the last row
            Pair(   8,   13), // 6 before the last row
            Pair(   5,   14), // 7 before the last row
        ],
        terms: [
            Pair(   4,    6), // Tempo
            Pair(  -9,    4), // Opposition
            Pair(   6,   14), // Lead
            Pair(  37,    6), // Crowned
            Pair(   3,  -15), // ManStep
            Pair(  14,    9), // SafeManStep
            Pair(   7,  -15), // HeldMan
            Pair(  19,   -2), // BackedMan
            Pair( -25,  -32), // DogHole
            Pair(  10,   -6), // KingStep
            Pair(  12,   -1), // SafeKingStep
            Pair( -16,  -21), // TrappedKing
            Pair( -40,  -11), // Threatened
            Pair(  28,  -21), // HuntDistance
            Pair( -12,  -66), // FledToCorner
            Pair(  30,  -16), // CutOff
        ],
    };
}
