//! Positions in which programs go wrong, each drawn as it stands in a file.

use plyglot_kit::competition::Situation;

pub(super) const SITUATIONS: &[Situation] = &[
    Situation {
        name: "forced pass",
        wanted: "answers pass where nothing can move",
        position: "Star\n0,S1,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\nC1,0,0,0,0,0,0,0\n\
         10,20,30,40,50,60,70,80\n",
    },
    Situation {
        name: "piles",
        wanted: "may step onto its own pieces on the last row",
        position: "Star\n0,S2,0,0,0,0,0,0\nS1,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,C1\n0,0,0,0,0,0,0,0\n\
         0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         10,20,30,40,50,60,70,80\n",
    },
    Situation {
        name: "a pile of ten",
        wanted: "reads a count of two digits",
        position: "Circle\n0,S10,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,C1\n0,0,0,0,0,0,0,0\n\
         0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         10,20,30,40,50,60,70,80\n",
    },
    Situation {
        name: "jump",
        wanted: "knows jumps",
        position: "Star\n0,0,0,0,0,0,0,0\n0,0,C1,0,0,0,0,0\n0,S1,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\nC1,0,0,0,0,0,0,0\n\
         10,20,30,40,50,60,70,80\n",
    },
    Situation {
        name: "negative row values",
        wanted: "reads numbers below 0",
        position: "Circle\n0,0,0,0,0,0,0,0\n0,0,C1,0,0,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         0,0,0,0,0,0,0,0\n0,0,0,0,S1,0,0,0\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n\
         -10,20,-30,40,50,60,70,1000\n",
    },
];
