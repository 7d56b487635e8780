use serde::Serialize;

/// What a task's answer was, for people and for `--json`. Fields that a game does not have are
/// left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// The game's name, as on the command line.
    pub game: &'static str,
    /// The search, as the game's input names it.
    pub algorithm: &'static str,
    /// How many turns it looked ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The answer: our whole turn, several moves where the game gives several.
    pub moves: Vec<String>,
    /// What the search says the position is worth, in the game's points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// The same in words, where an agent thought: `1.25 ahead`, `win in 9 plies`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// What it is worth right after our turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub myopic: Option<i64>,
    /// Nodes visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u128>,
    /// Nodes that pruning saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pruned: Option<u64>,
    /// Best play by both sides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// All legal turns, sorted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub legal: Vec<String>,
    /// What the source's own program prints instead of writing a file.
    #[serde(skip)]
    pub printed: Option<String>,
}

impl Report {
    /// In one line: `star-circle, ALPHABETA depth 7: F4-H2, value 160, 5 nodes`.
    pub fn summary(&self) -> String {
        let mut text = format!("{}, {}", self.game, self.algorithm);
        if let Some(depth) = self.depth {
            text += &format!(" depth {depth}");
        }
        text += &format!(": {}", self.moves.join(" "));
        if let Some(score) = &self.score {
            text += &format!(", {score}");
        } else if let Some(value) = self.value {
            text += &format!(", value {value}");
        }
        if let Some(nodes) = self.nodes {
            text += &format!(", {nodes} nodes");
        }
        text
    }
}
