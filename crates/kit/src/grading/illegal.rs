use plyglot_core::{Game, IllegalMove};

/// A move of an answer that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The move, and why it is illegal.
    pub error: IllegalMove,
    /// The moves that are legal there.
    pub legal: Vec<String>,
}

impl Illegal {
    /// What is wrong with a turn that begins in this position.
    pub fn of<G: Game>(position: &G, error: IllegalMove) -> Illegal {
        Illegal { error, legal: position.moves().iter().map(ToString::to_string).collect() }
    }

    /// What is wrong with a move; nothing if it is legal.
    pub fn find<G: Game>(position: &G, mv: G::Move) -> Option<Illegal> {
        Some(Illegal::of(position, position.try_play(mv).err()?))
    }

    /// `F4-H3: it is not among the legal moves`.
    pub fn sentence(&self) -> String {
        format!("{}: {}", self.error.mv, self.error.reason)
    }

    /// `legal: F4-H2, F4-G5`.
    pub fn evidence(&self) -> String {
        let separator = if self.legal.iter().any(|mv| mv.contains(" ; ")) { " | " } else { ", " };
        format!("legal: {}", self.legal.join(separator))
    }
}
