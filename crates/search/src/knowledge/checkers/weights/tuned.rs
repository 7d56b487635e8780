//! Written by a program, not by hand. To make it again:
//! ```text
//! cargo run --release -p plyglot-lab -- tune --seed 1 --games 3000 --nodes 1000 --rounds 1 --epochs 300 --trust 25
//! ```

use super::{Pair, Weights, squares};

impl Weights {
    /// What was learned from games.
    #[rustfmt::skip]
    pub const TUNED: Weights = Weights {
        men: squares([
                    [Pair( 100,  100), Pair( 100,  100), Pair( 100,  100), Pair( 100,  100)],
            [Pair( 118,  127), Pair( 106,  135), Pair( 118,  122), Pair( 125,  120)],
                    [Pair(  71,  115), Pair(  93,  113), Pair( 101,  107), Pair( 123,  106)],
            [Pair(  91,  122), Pair(  90,  102), Pair(  92,  101), Pair(  86,  109)],
                    [Pair(  78,  115), Pair( 100,  109), Pair( 102,  101), Pair( 106,  110)],
            [Pair( 111,  101), Pair( 104,   82), Pair( 119,   92), Pair( 100,   94)],
                    [Pair( 106,   88), Pair( 129,   90), Pair( 123,   73), Pair( 111,  103)],
            [Pair( 110,   78), Pair( 112,  135), Pair( 137,  105), Pair( 116,  100)],
        ]),
        kings: squares([
                    [Pair( 130,  141), Pair( 122,  143), Pair( 144,  130), Pair( 122,  119)],
            [Pair( 137,  141), Pair( 131,  150), Pair( 156,  135), Pair( 136,  127)],
                    [Pair( 128,  151), Pair( 134,  144), Pair( 135,  134), Pair( 126,  118)],
            [Pair( 132,  135), Pair( 146,  143), Pair( 138,  144), Pair( 140,  130)],
                    [Pair( 132,  142), Pair( 147,  147), Pair( 139,  141), Pair( 138,  137)],
            [Pair( 127,  113), Pair( 133,  138), Pair( 133,  146), Pair( 138,  143)],
                    [Pair( 126,  103), Pair( 135,  135), Pair( 137,  154), Pair( 133,  149)],
            [Pair( 121,  114), Pair( 122,  105), Pair( 135,  140), Pair( 119,  131)],
        ]),
        base_row: [
            Pair( -17,   20), // none
            Pair(   9,    3), // a1
            Pair(  -1,   -4), // c1
            Pair(  17,   11), // a1 c1
            Pair(  17,   -1), // e1
            Pair(  -2,  -12), // a1 e1
            Pair(  23,   15), // c1 e1
            Pair(  34,   13), // a1 c1 e1
            Pair(  -2,  -15), // g1
            Pair(  16,  -19), // a1 g1
            Pair(  19,   23), // c1 g1
            Pair(  34,   35), // a1 c1 g1
            Pair(  30,   14), // e1 g1
            Pair(  32,   19), // a1 e1 g1
            Pair(  34,   31), // c1 e1 g1
            Pair(  45,   28), // a1 c1 e1 g1
        ],
        runners: [
            Pair(  22,    5), // 1 before the last row
            Pair(  12,   16), // 2 before the last row
            Pair(   7,   17), // 3 before the last row
            Pair(   6,    2), // 4 before the last row
            Pair(   0,    6), // 5 before the last row
            Pair(  -2,    1), // 6 before the last row
            Pair(   5,   15), // 7 before the last row
        ],
        terms: [
            Pair(   3,    4), // Tempo
            Pair(  -6,    5), // Opposition
            Pair(   1,   14), // Lead
            Pair(  44,   -3), // Crowned
            Pair(   8,  -19), // ManStep
            Pair(  12,    8), // SafeManStep
            Pair(   9,  -17), // HeldMan
            Pair(  18,   -6), // BackedMan
            Pair( -30,  -49), // DogHole
            Pair(  -2,   -4), // KingStep
            Pair(  11,    1), // SafeKingStep
            Pair( -18,  -20), // TrappedKing
            Pair( -35,  -16), // Threatened
            Pair(  13,  -15), // HuntDistance
            Pair(  -8,  -42), // FledToCorner
            Pair(  23,  -16), // CutOff
        ],
    };
}
