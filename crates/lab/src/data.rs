//! Positions to learn from, in a file: 15 bytes each, in the order of the games.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use plyglot_games::checkers::View;

/// A position as its side to move sees it, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub view: View,
    /// The chance to win that it gave the side to move, as a part of [`CERTAIN`](Sample::CERTAIN).
    pub chance: u16,
    /// Changes from game to game, so that positions of a game can be kept together.
    pub game: u8,
}

impl Sample {
    /// The chance of what is certain.
    pub const CERTAIN: f32 = u16::MAX as f32;

    const BYTES: usize = 15;

    fn to_bytes(self) -> [u8; Sample::BYTES] {
        let Sample { view, chance, game } = self;
        let words = [view.own(), view.enemy(), view.kings | view.enemy_kings];
        let mut bytes = [0; Sample::BYTES];
        for (place, word) in bytes.chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes[12..14].copy_from_slice(&chance.to_le_bytes());
        bytes[14] = game;
        bytes
    }

    fn from_bytes(bytes: &[u8; Sample::BYTES]) -> Sample {
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| bytes[at + n]));
        let [own, enemy, kings] = [0, 4, 8].map(word);
        Sample {
            view: View {
                men: own & !kings,
                kings: own & kings,
                enemy_men: enemy & !kings,
                enemy_kings: enemy & kings,
            },
            chance: u16::from_le_bytes([bytes[12], bytes[13]]),
            game: bytes[14],
        }
    }
}

/// Samples as a file has them.
pub fn to_bytes(samples: impl IntoIterator<Item = Sample>) -> Vec<u8> {
    samples.into_iter().flat_map(Sample::to_bytes).collect()
}

/// All samples of a file.
pub fn read(path: &Path) -> Result<Vec<Sample>> {
    let in_file = || path.display().to_string();
    let bytes = fs::read(path).with_context(in_file)?;
    let (samples, rest) = bytes.as_chunks::<{ Sample::BYTES }>();
    ensure!(rest.is_empty(), "{}: the last position is not whole", in_file());
    Ok(samples.iter().map(Sample::from_bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_survive_a_file() {
        let view = View { men: 1, kings: 2, enemy_men: 1 << 31, enemy_kings: 1 << 30 };
        let samples = [
            Sample { view, chance: 65_000, game: 255 },
            Sample { view: view.of_other(), chance: 7, game: 0 },
        ];
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut bytes = to_bytes(samples);
        fs::write(file.path(), &bytes).unwrap();
        assert_eq!(read(file.path()).unwrap(), samples);
        bytes.push(b'x');
        fs::write(file.path(), bytes).unwrap();
        assert!(read(file.path()).unwrap_err().to_string().contains("not whole"));
    }
}
