use plyglot_core::Side;
use plyglot_search::engine::{Knowledge, Score};
use plyglot_search::opponents::Levels;

use super::IN_BROWSER;
use crate::competition::SourceMatch;
use crate::wording::{Legend, Spoken, Unit};
use crate::{Assignment, Brush, Size};

/// What does not change about a game.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// As written on the command line and in JSON.
    pub name: &'static str,
    /// As written in a sentence.
    pub title: &'static str,
    /// What it is about, in one line without a full stop.
    pub about: &'static str,
    /// Its rules for people, in Markdown; empty if nobody wrote them down.
    pub rules: &'static str,
    /// What stands behind the names of its levels.
    pub levels: Levels,
    /// What was measured of them, as [`MeasuredLevels`](crate::measured::MeasuredLevels) reads it.
    pub measured_levels: &'static str,
    /// The two sides, the first one first.
    pub sides: [SideNames; 2],
    /// Which sizes of its board can be chosen.
    pub sizes: &'static [Size],
    /// How scores are counted and spoken of.
    pub scale: Scale,
    /// Whether positions can come again, so that a game need not end.
    pub can_repeat: bool,
    /// The file that an agent answers with.
    pub answer_file: &'static str,
    /// How the game's source plays its matches, if it has any.
    pub source_match: Option<SourceMatch>,
    /// Whether both games of a pair count for the side with more points in the two together.
    pub pairs_decide: bool,
    /// How moves are typed, by example.
    pub how_to_move: &'static str,
    /// The side at the bottom of its pictures; `None` where both sides look from the same place.
    pub viewer: Option<Side>,
    /// What a position can be set up with; nothing where that is not possible.
    pub brushes: &'static [Brush],
}

/// What a side is called, and what it has.
#[derive(Clone, Copy, Debug)]
pub struct SideNames {
    /// In files: `BLACK`.
    pub name: &'static str,
    /// In sentences: `Black`.
    pub title: &'static str,
    /// What it has on the board.
    pub legend: Legend,
}

/// How scores are counted and spoken of.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// What one point of the rules is in scores.
    pub point: Score,
    /// Whether a game is won or lost as a whole; otherwise it is won by points.
    pub is_decisive: bool,
    /// What the players count.
    pub unit: Unit,
    /// What the engine counts a lead in.
    pub lead: Unit,
    /// A lead that is hard to make up for, in the same unit.
    pub clear_lead: u32,
}

impl About {
    /// What is known of a game.
    pub fn of<G: Spoken>() -> About {
        About {
            name: G::name(),
            title: G::TITLE,
            about: G::ABOUT,
            // In a browser nobody asks for them, and its module is to be small.
            rules: if IN_BROWSER { "" } else { G::RULES },
            levels: G::Knowledge::LEVELS,
            measured_levels: if IN_BROWSER { "" } else { G::MEASURED_LEVELS },
            sides: Side::BOTH.map(|side| SideNames {
                name: G::side_name(side),
                title: G::title(side),
                legend: G::legend(side),
            }),
            sizes: G::SIZES,
            scale: Scale::of::<G>(),
            can_repeat: G::Knowledge::REPETITION.is_some(),
            answer_file: G::ANSWER,
            source_match: G::SOURCE_MATCH,
            pairs_decide: G::PAIRS_DECIDE,
            how_to_move: G::HOW_TO_MOVE,
            viewer: G::NATURAL_VIEWER,
            brushes: G::BRUSHES,
        }
    }

    /// A side in a sentence.
    pub fn side_title(&self, side: Side) -> &'static str {
        self.sides[side as usize].title
    }

    /// A side in a file.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.sides[side as usize].name
    }
}

impl Scale {
    /// How a game counts.
    pub fn of<G: Spoken>() -> Scale {
        Scale {
            point: G::Knowledge::POINT,
            is_decisive: G::Knowledge::DECISIVE,
            unit: G::UNIT,
            lead: G::LEAD,
            clear_lead: G::CLEAR_LEAD,
        }
    }
}

/// What a game says about its files.
#[derive(Clone, Copy, Debug)]
pub struct FileFacts {
    /// What the first line of an input can be, in words.
    pub first_line: &'static str,
    /// The editions of the assignment; none where there is only one.
    pub editions: &'static [&'static str],
    /// Whether the answer is printed, and written only if a folder is given.
    pub prints: bool,
    /// The file of an answer that tells the search step by step, beside the one with the turn.
    pub log: Option<&'static str>,
}

impl FileFacts {
    /// What a game's assignment says.
    pub fn of<G: Assignment>() -> FileFacts {
        FileFacts {
            first_line: G::FIRST_LINE,
            editions: G::EDITIONS,
            prints: G::PRINTS,
            log: G::LOG,
        }
    }
}
