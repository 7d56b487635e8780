//! How levels did in games, as it was measured: the facts behind `levels`, a text file a game.

use std::fmt;

use plyglot_core::text::TextError;
use plyglot_search::opponents::Opponent;

/// Everything that was measured of a game's levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeasuredLevels {
    /// How, in words, a line each; the first is the command that measures it again.
    pub how: Vec<String>,
    /// Who played whom, in the order of the file.
    pub matches: Vec<MeasuredMatch>,
}

/// What one opponent achieved against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasuredMatch {
    /// Whose games these are.
    pub player: Opponent,
    /// The other one.
    pub against: Opponent,
    /// How many games were won, drawn and lost.
    pub games: [u64; 3],
    /// How many pairs of games, the same opening with colours swapped, brought no point, a half, one,
    /// one and a half, two.
    pub pairs: [u64; 5],
}

/// The columns of the file.
const HEAD: &str = "player\tagainst\twon\tdrawn\tlost\tpairs of 0, 1/2, 1, 3/2, 2 points";

impl MeasuredMatch {
    /// How many games it is.
    pub fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The share of all points; an even one before the first game.
    pub fn score(&self) -> f64 {
        let [won, drawn, _] = self.games;
        match self.count() {
            0 => 0.5,
            count => (won as f64 + drawn as f64 / 2.0) / count as f64,
        }
    }
}

impl MeasuredLevels {
    /// What was measured between two.
    pub fn between(&self, player: Opponent, against: Opponent) -> Option<&MeasuredMatch> {
        self.matches.iter().find(|found| found.player == player && found.against == against)
    }

    /// Reads the text that [`Display`](fmt::Display) writes.
    ///
    /// # Errors
    /// At the first place that does not fit.
    pub fn read(text: &str) -> Result<MeasuredLevels, TextError> {
        let mut measured = MeasuredLevels::default();
        for (number, line) in text.lines().enumerate() {
            if let Some(how) = line.strip_prefix("# ") {
                measured.how.push(how.to_owned());
            } else if !line.is_empty() && line != HEAD {
                let wrong = || TextError::new(number + 1, 1, "this is no measured match");
                measured.matches.push(read_match(line).ok_or_else(wrong)?);
            }
        }
        Ok(measured)
    }
}

fn read_match(line: &str) -> Option<MeasuredMatch> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [player, against, won, drawn, lost, pairs] = fields[..] else { return None };
    let number = |text: &str| text.parse::<u64>().ok();
    let pairs: Option<Vec<u64>> = pairs.split(' ').map(number).collect();
    Some(MeasuredMatch {
        player: player.parse().ok()?,
        against: against.parse().ok()?,
        games: [number(won)?, number(drawn)?, number(lost)?],
        pairs: pairs?.try_into().ok()?,
    })
}

impl fmt::Display for MeasuredLevels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.how.iter().try_for_each(|how| writeln!(f, "# {how}"))?;
        writeln!(f, "{HEAD}")?;
        self.matches.iter().try_for_each(|found| {
            let MeasuredMatch { player, against, games: [won, drawn, lost], pairs } = found;
            let pairs = pairs.map(|count| count.to_string()).join(" ");
            writeln!(f, "{player}\t{against}\t{won}\t{drawn}\t{lost}\t{pairs}")
        })
    }
}

#[cfg(test)]
mod tests {
    use plyglot_search::opponents::Level;

    use super::*;

    #[test]
    fn facts_read_back() {
        let [player, against] = [Level::Club, Level::Improver].map(Opponent::Engine);
        let found = MeasuredMatch { player, against, games: [3, 2, 1], pairs: [0, 1, 0, 1, 1] };
        let measured = MeasuredLevels { how: vec!["by hand".to_owned()], matches: vec![found] };
        assert_eq!(MeasuredLevels::read(&measured.to_string()), Ok(measured.clone()));
        assert_eq!(measured.between(player, against).map(MeasuredMatch::score), Some(4.0 / 6.0));
        assert_eq!(measured.between(against, player), None);
        for wrong in ["club", "club\timprover\t3\t2\t1\t0 1 0", "club\tnobody\t3\t2\t1\t0 1 0 1 1"]
        {
            assert!(MeasuredLevels::read(wrong).is_err(), "{wrong}");
        }
    }
}
