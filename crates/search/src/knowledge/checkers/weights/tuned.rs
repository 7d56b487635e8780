use super::Weights;

impl Weights {
    /// What was learned from games.
    pub const TUNED: Weights = Weights::HAND_MADE;
}
