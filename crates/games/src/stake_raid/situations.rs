//! Positions in which programs go wrong, each drawn as it stands in a file.

use plyglot_kit::competition::Situation;

pub(super) const SITUATIONS: &[Situation] = &[
    Situation { name: "one cell", wanted: "plays on the smallest board", position: "1\nO\n7\n.\n" },
    Situation {
        name: "last free cell",
        wanted: "fills the board",
        position: "2\nX\n1 2\n3 99\nXO\nX.\n",
    },
    Situation {
        name: "raid",
        wanted: "writes the board with what it conquers",
        position: "3\nO\n1 50 1\n1 1 99\n1 1 1\nOX.\n.X.\n...\n",
    },
    Situation { name: "largest board", wanted: "reads 26 rows and columns", position: LARGEST },
];

/// 26 rows and columns, all worth the same, with two pieces.
const LARGEST: &str = include_str!("largest_board.txt");
