use std::sync::LazyLock;

use crate::checkers::endings::Endings;

/// Which tables of endings the engine asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownEndings {
    /// Those that every program has, so that the same question has the same answer everywhere.
    InProgram,
    /// Also those in the user's folder. Files are opened when the first position with few pieces comes
    /// up, not before.
    Found,
}

/// With more pieces there are no tables anywhere.
const MOST_PIECES: u32 = 7;

static IN_PROGRAM: LazyLock<Endings> = LazyLock::new(Endings::in_program);
/// What cannot be read is passed over here: `plyglot tables check` says what is wrong.
static FOUND: LazyLock<Endings> =
    LazyLock::new(|| Endings::find().unwrap_or_else(|_| Endings::in_program()));

impl KnownEndings {
    /// The tables, if they may know something of positions with so many pieces. A browser has none.
    #[inline]
    pub fn at_most(self, pieces: u32) -> Option<&'static Endings> {
        if cfg!(target_family = "wasm") || pieces > MOST_PIECES {
            return None;
        }
        let endings: &Endings = match self {
            KnownEndings::InProgram => &IN_PROGRAM,
            KnownEndings::Found => &FOUND,
        };
        (pieces <= endings.most_pieces()).then_some(endings)
    }
}
