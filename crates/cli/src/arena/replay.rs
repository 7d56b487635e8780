//! `plyglot replay`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use plyglot_arena::record::{Score, pdn, text};
use plyglot_core::text::TextError;
use plyglot_core::{Game, Side};
use plyglot_games::GameId;
use plyglot_games::with_position;

use crate::input;

/// Show recorded games move by move, each move checked by the rules
///
/// Reads the text records that `plyglot match --record` writes, and PDN of American checkers.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  plyglot replay games.txt
  plyglot replay games.pdn --number 3 --boards
  plyglot replay games.txt --json")]
pub struct Replay {
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
    game: GameId,
    players: &'r [String; 2],
    winner: Option<Option<Side>>,
    ending: Option<&'r str>,
    moves: &'r [String],
    /// The start and the position after every move, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Vec<String>>,
}

/// Reads, checks and shows.
pub fn run(arguments: &Replay) -> Result<()> {
    let scores = input::read(&arguments.file, read)?;
    let chosen: Vec<(usize, &Score)> = (1..)
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
            let Score { game, players, winner, ending, moves, .. } = score;
            let ending = ending.as_deref();
            let replayed = Replayed {
                number,
                game: *game,
                players,
                winner: *winner,
                ending,
                moves,
                positions,
            };
            serde_json::to_writer(&mut out, &replayed)?;
            writeln!(out)?;
        } else {
            show(&mut out, number, score, positions.as_deref())?;
        }
    }
    Ok(())
}

/// A text record says what it is in its first line; all else is PDN.
fn read(text: &str) -> Result<Vec<Score>, TextError> {
    if text.trim_start().starts_with("plyglot record") { text::read(text) } else { pdn::read(text) }
}

fn positions(score: &Score) -> Vec<String> {
    with_position!(&score.start, start => positions_from(start, &score.moves))
}

/// The start and the position after every move. The moves were checked when they were read.
fn positions_from<G: Game>(start: &G, moves: &[String]) -> Vec<String> {
    let mut position = start.clone();
    let moves = moves.iter().map_while(|mv| mv.parse().ok());
    let after = moves.map(|mv| {
        position.play(mv);
        position.to_string()
    });
    [start.to_string()].into_iter().chain(after).collect()
}

fn show(
    out: &mut impl Write,
    number: usize,
    score: &Score,
    positions: Option<&[String]>,
) -> Result<()> {
    let [first, second] = &score.players;
    writeln!(out, "game {number}: {}, {first} - {second}", score.game.title())?;
    match positions {
        None => writeln!(out, "{}", score.moves.join(", "))?,
        Some(positions) => {
            let moves = ["start".to_owned()].into_iter().chain(score.moves.iter().cloned());
            for (ply, (mv, position)) in moves.zip(positions).enumerate() {
                writeln!(out, "{ply}. {mv}\n{position}")?;
            }
        }
    }
    let result = match (score.winner, &score.ending) {
        (_, Some(ending)) => ending.clone(),
        (Some(Some(Side::First)), _) => format!("{first} won"),
        (Some(Some(Side::Second)), _) => format!("{second} won"),
        (Some(None), _) => "draw".to_owned(),
        (None, _) => "no result is given".to_owned(),
    };
    writeln!(out, "{result}\n")?;
    Ok(())
}
