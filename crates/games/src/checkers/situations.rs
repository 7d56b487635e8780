//! Positions in which programs go wrong, each drawn as it stands in a file.

use plyglot_kit::competition::Situation;

pub(super) const SITUATIONS: &[Situation] = &[
    Situation {
        name: "compulsory jump",
        wanted: "jumps where it can",
        position: "BLACK\n........\n........\n.b......\n..w.....\n........\n......b.\n.w......\n........\n",
    },
    Situation {
        name: "multi-jump",
        wanted: "writes one jump a line, to the end of the sequence",
        position: "BLACK\n.b...b..\n..b...b.\n.....w.b\n....w...\n.b......\nw...w.w.\n...B....\n......w.\n",
    },
    Situation {
        name: "crowned in a jump",
        wanted: "stops where it is crowned",
        position: "WHITE\n.b...b..\n..b.b.b.\n...b...b\n..b.....\n.....w..\nw.b.w.w.\n.w.....w\nw...w...\n",
    },
    Situation {
        name: "king moves backward",
        wanted: "moves a king that can only go back",
        position: "WHITE\n...W....\n........\n........\n........\n........\n........\n.......b\n........\n",
    },
    Situation {
        name: "king jumps backward",
        wanted: "jumps backward with a king",
        position: "BLACK\n........\n........\n...w....\n........\n...w....\n..B.....\n........\n........\n",
    },
    Situation {
        name: "man does not jump backward",
        wanted: "leaves a piece behind its men alone",
        position: "WHITE\n........\n........\n........\n..w.....\n...b....\n........\n........\n........\n",
    },
    Situation {
        name: "king comes round",
        wanted: "may end a jump where it began",
        position: "BLACK\n........\n..w.w...\n........\n..w.w...\n...B....\n........\n........\n........\n",
    },
    Situation {
        name: "crowned by a step",
        wanted: "crowns a man",
        position: "BLACK\n........\n........\n........\n........\n........\n........\n.b......\n......w.\n",
    },
    Situation {
        name: "one legal move",
        wanted: "finds the only move",
        position: "WHITE\n........\n........\n........\n........\n...b....\n........\n.b......\nw.....w.\n",
    },
];
