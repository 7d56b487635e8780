//! `plyglot replay`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use plyglot_core::safe_text::terminal_line;
use plyglot_core::{Outcome, Side};
use plyglot_kit::notation::ScoreSheet;
use plyglot_kit::records;

use crate::program::Program;
use crate::{input, json};

/// Show recorded games move by move, each move checked by the rules
///
/// Reads the text records that `match --record` writes, and the notations of games that have one:
/// PDN and FEN for checkers, SGF for Capture Go.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} replay games.txt
  {program} replay games.pdn --number 3 --boards
  {program} replay games.txt --json")]
pub struct ReplayArgs {
    /// The file; `-` is standard input
    pub file: PathBuf,
    /// Only the game of that number, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub number: Option<u64>,
    /// Show the board after every move
    #[arg(long)]
    pub boards: bool,
    /// Print a JSON object a game
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Replayed<'r> {
    number: usize,
    game: &'static str,
    players: &'r [String; 2],
    winner: Option<Option<Side>>,
    ending: Option<&'r str>,
    moves: Vec<String>,
    /// The start and the position after every move, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Vec<String>>,
}

/// Reads, checks and shows.
pub fn run(program: &Program, arguments: &ReplayArgs) -> Result<()> {
    let scores = input::read(&arguments.file, |text| records::read(text, program.games))?;
    let chosen: Vec<(usize, &ScoreSheet)> = (1..)
        .zip(&scores)
        .filter(|(number, _)| arguments.number.is_none_or(|wanted| wanted == *number as u64))
        .collect();
    if chosen.is_empty() {
        bail!("{}: it has {} games", arguments.file.display(), scores.len());
    }
    let mut out = io::stdout().lock();
    for (number, score) in chosen {
        let positions = arguments.boards.then(|| positions(score));
        if arguments.json {
            let ScoreSheet { players, line, outcome, ending } = score;
            let winner = outcome.map(|outcome| match outcome {
                Outcome::Win(side) => Some(side),
                Outcome::Draw => None,
            });
            let replayed = Replayed {
                number,
                game: line.about().name,
                players,
                winner,
                ending: ending.as_deref(),
                moves: line.moves(),
                positions,
            };
            json::write_line(&mut out, &replayed)?;
        } else {
            show(&mut out, number, score, positions.as_deref())?;
        }
    }
    Ok(())
}

/// The start and the position after every move.
fn positions(score: &ScoreSheet) -> Vec<String> {
    (0..=score.line.plies()).map(|ply| score.line.position_at(ply)).collect()
}

fn show(
    out: &mut impl Write,
    number: usize,
    score: &ScoreSheet,
    positions: Option<&[String]>,
) -> Result<()> {
    let [first, second] = &score.players;
    let [first, second] = [first, second].map(|name| terminal_line(name));
    writeln!(out, "game {number}: {}, {first} - {second}", score.line.about().title)?;
    match positions {
        None => writeln!(out, "{}", score.line.moves().join(", "))?,
        Some(positions) => {
            let moves = ["start".to_owned()].into_iter().chain(score.line.moves());
            for (ply, (mv, position)) in moves.zip(positions).enumerate() {
                writeln!(out, "{ply}. {mv}\n{position}")?;
            }
        }
    }
    let result = match (score.outcome, &score.ending) {
        (_, Some(ending)) => terminal_line(ending),
        (Some(Outcome::Win(Side::First)), _) => format!("{first} won"),
        (Some(Outcome::Win(Side::Second)), _) => format!("{second} won"),
        (Some(Outcome::Draw), _) => "draw".to_owned(),
        (None, _) => "no result is given".to_owned(),
    };
    writeln!(out, "{result}\n")?;
    Ok(())
}
