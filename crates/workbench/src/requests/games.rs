use serde::Serialize;

use plyglot_core::Side;
use plyglot_core::picture::Shape;
use plyglot_kit::any::GameRef;
use plyglot_kit::wording::Unit;
use plyglot_kit::{Brush, Size};
use plyglot_search::opponents::{Level, Opponent};

use crate::request::Asked;
use crate::{Answer, Failure, Reply, Workbench};

/// All that does not change.
#[derive(Serialize)]
struct Catalogue {
    version: &'static str,
    games: Vec<GameInfo>,
    /// The default game, if none is named.
    usual: &'static str,
    opponents: Vec<OpponentInfo>,
    textbook: [Figure; 4],
    limits: Bounds,
}

#[derive(Serialize)]
struct GameInfo {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// The two sides, by their names in files and in sentences.
    sides: [SideInfo; 2],
    unit: [&'static str; 2],
    /// Which sizes of its start can be chosen.
    sizes: Vec<SizeInfo>,
    /// The side at the bottom of its pictures; the other one sees them turned round.
    viewer: Option<usize>,
    /// What a position can be set up with.
    brushes: &'static [Brush],
    /// A lead that is hard to make up for, in units.
    clear_lead: u32,
    /// Whether both games of a pair count for the player with more points in the two together.
    pairs_decide: bool,
    /// The files that answers consist of.
    files: Vec<&'static str>,
    /// The one of them that tells a search step by step.
    log: Option<&'static str>,
}

#[derive(Serialize)]
struct SideInfo {
    name: &'static str,
    title: &'static str,
    /// What its pieces look like, where they are its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<Shape>,
}

#[derive(Serialize)]
struct SizeInfo {
    name: &'static str,
    least: usize,
    most: usize,
    usual: usize,
}

#[derive(Serialize)]
struct OpponentInfo {
    name: String,
    about: String,
}

/// A tree out of the textbooks.
#[derive(Serialize)]
struct Figure {
    title: &'static str,
    about: &'static str,
    tree: &'static str,
}

#[derive(Serialize)]
struct Bounds {
    depth: u32,
    nodes: usize,
    seconds: f64,
    moves: usize,
}

const FIGURES: [Figure; 4] = [
    Figure {
        title: "Two plies, three moves",
        about: "The example of Russell and Norvig: alpha-beta leaves out two leaves.",
        tree: "((3 12 8) (2 4 6) (14 5 2))",
    },
    Figure {
        title: "The best move last",
        about: "The same leaves in the worst order: nothing can be left out.",
        tree: "((14 5 2) (6 4 2) (12 8 3))",
    },
    Figure {
        title: "Three plies, two moves",
        about: "A leaf is cut by beta, and a whole subtree by alpha.",
        tree: "(((3 5) (6 9)) ((1 2) (0 -1)))",
    },
    Figure {
        title: "A deep cut",
        about: "What the root has for certain cuts three plies below.",
        tree: "((4 6) ((5 8) (3 (2 9)) (7 1)) ((1 (3 0)) 5))",
    },
];

pub fn list(workbench: &Workbench, _: &Asked<'_>) -> Result<Reply, Failure> {
    let Workbench { games, limits, .. } = workbench;
    Ok(Reply::Now(Answer::json(&Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        games: games.iter().map(of).collect(),
        usual: games.usual().name(),
        opponents: opponents(),
        textbook: FIGURES,
        limits: Bounds {
            depth: limits.depth,
            nodes: limits.nodes,
            seconds: limits.seconds,
            moves: limits.moves,
        },
    })))
}

fn of(game: GameRef) -> GameInfo {
    let (about, log) = (game.about(), game.files().log);
    let Unit(one, many) = about.scale.unit;
    let named = |side| SideInfo {
        name: about.side_name(side),
        title: about.side_title(side),
        shape: about.sides[side as usize].legend.shape,
    };
    let size = |size: &Size| SizeInfo {
        name: size.name,
        least: *size.range.start(),
        most: *size.range.end(),
        usual: size.usual,
    };
    GameInfo {
        name: about.name,
        title: about.title,
        about: about.about,
        sides: Side::BOTH.map(named),
        unit: [one, many],
        sizes: about.sizes.iter().map(size).collect(),
        viewer: about.viewer.map(|side| side as usize),
        brushes: about.brushes,
        clear_lead: about.scale.clear_lead,
        pairs_decide: about.pairs_decide,
        files: [about.answer_file].into_iter().chain(log).collect(),
        log,
    }
}

/// The levels, weakest first, and then the agents of the sources, whose place among them differs from
/// game to game.
fn opponents() -> Vec<OpponentInfo> {
    let minimax = (1..=5).map(Opponent::Minimax);
    let levels = Level::ALL.map(Opponent::Engine);
    let all = levels.into_iter().chain([Opponent::Random, Opponent::Greedy]).chain(minimax);
    all.map(|opponent| OpponentInfo { name: opponent.to_string(), about: opponent.describe() })
        .collect()
}
