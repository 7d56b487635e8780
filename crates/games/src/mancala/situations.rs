//! Positions in which programs go wrong, each drawn as it stands in a file.

use plyglot_kit::competition::Situation;

pub(super) const SITUATIONS: &[Situation] = &[
    Situation {
        name: "extra move",
        wanted: "finishes its turn after an extra move",
        position: "1\n3 3 3\n3 3 3\n0\n0\n",
    },
    Situation {
        name: "long chain",
        wanted: "finishes a turn of many moves",
        position: "1\n4 4 4 4 4 4\n6 5 4 3 2 1\n0\n0\n",
    },
    Situation {
        name: "end of the game",
        wanted: "sweeps the board at the end",
        position: "1\n2 0 1\n0 0 1\n5\n5\n",
    },
    Situation {
        name: "many stones",
        wanted: "sows several rounds",
        position: "2\n30 0 0\n2 2 40\n0\n0\n",
    },
    Situation {
        name: "capture over an empty pit",
        wanted: "captures its own last stone",
        position: "1\n0 3 3\n1 0 3\n0\n0\n",
    },
    Situation {
        name: "ten pits",
        wanted: "reads a wide board",
        position: "2\n1 2 3 4 5 6 7 8 9 10\n10 9 8 7 6 5 4 3 2 1\n0\n0\n",
    },
];
