//! Tables in files: a class each or many, compressed in blocks that can be read alone.

mod block;
mod checksum;
mod error;
mod header;
mod model;
mod range;
mod section;
mod source;
mod table;
mod write;

pub use block::BLOCK;
pub use error::TableError;
pub use header::Counts;
pub use source::Source;
pub use table::Table;
pub use write::{Packed, file};

/// What a table tells of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Who wins.
    Verdicts,
    /// Also in how many plies.
    Distances,
}

impl Kind {
    /// Both.
    pub const ALL: [Kind; 2] = [Kind::Verdicts, Kind::Distances];

    /// How files of it end, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Kind::Verdicts => "wld",
            Kind::Distances => "dtc",
        }
    }
}
