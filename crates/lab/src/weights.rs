//! Which weights are meant.

use std::str::FromStr;

use anyhow::{Context, Error, Result};

use plyglot_games::checkers::knowledge::weights::Weights;

/// Weights with a name: `material`, `features`, `learned`, or those in a file.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    pub weights: Box<Weights>,
}

impl FromStr for Source {
    type Err = Error;

    fn from_str(name: &str) -> Result<Source> {
        let weights = match name {
            "material" => Weights::MATERIAL,
            "features" => Weights::FEATURES,
            "learned" => Weights::LEARNED,
            path => {
                let bytes = std::fs::read(path).with_context(|| path.to_owned())?;
                // Weights are for the whole run of a program.
                Weights::from_bytes(bytes.leak())
                    .with_context(|| format!("{path} is no file of weights"))?
            }
        };
        Ok(Source { name: name.to_owned(), weights: Box::new(weights) })
    }
}
