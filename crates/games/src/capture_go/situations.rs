//! Positions in which programs go wrong, each drawn as it stands in a file.

use plyglot_kit::competition::Situation;

use super::files::FIGURE_4;

pub(super) const SITUATIONS: &[Situation] = &[
    Situation {
        name: "one empty point",
        wanted: "finds the last point",
        position: "W\nBW.\nWBW\nBWB\n",
    },
    Situation {
        name: "invalid points",
        wanted: "does not play where stones were captured",
        position: "B\nxx.\nx.x\nBxW\n",
    },
    Situation {
        name: "no liberties",
        wanted: "may play into no liberties",
        position: "W\n.B.\nBB.\n...\n",
    },
    Situation { name: "figure 4", wanted: "plays the source's own position", position: FIGURE_4 },
];
