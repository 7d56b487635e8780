use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use plyglot_kit::tables::{Scope, Tables};

use super::{CheckArgs, Found, find, info};
use crate::program::Program;
use crate::{failure, progress};
use plyglot_core::numbers::grouped;

const BAR: &str = "{bar:30} {percent} % of {human_len} positions, {elapsed}";

/// Checks tables, and prints what they hold.
pub fn run(program: &Program, arguments: &CheckArgs) -> Result<ExitCode> {
    if let Some(folder) = &arguments.folder {
        return check(program, Some(folder), arguments);
    }
    let mut folders = vec![None];
    for game in program.games.iter() {
        let usual = game.tables().and_then(Tables::usual_folder);
        if let Some(folder) = usual.filter(|folder| folder.is_dir())
            && !folders.contains(&Some(folder.clone()))
        {
            folders.push(Some(folder));
        }
    }
    for folder in folders {
        let code = check(program, folder.as_deref(), arguments)?;
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn check(program: &Program, folder: Option<&Path>, arguments: &CheckArgs) -> Result<ExitCode> {
    let scope = if arguments.all { Scope::All } else { Scope::Sample(arguments.seed) };
    let place = folder.map_or_else(|| "in the program".into(), |path| path.display().to_string());
    for Found { game, tables, facts } in find(program, folder)? {
        let positions = facts.iter().map(|facts| facts.wins + facts.draws + facts.losses).sum();
        let bar = progress::bar(positions, BAR);
        let compared = tables.check(folder, scope, &|positions| bar.inc(positions));
        bar.finish_and_clear();
        match compared {
            Ok(compared) => {
                let mut out = io::stdout().lock();
                writeln!(out, "{} ({place}), for the side to move:", game.title())?;
                writeln!(out, "{}", info::sides(&facts))?;
                let compared = grouped(compared);
                writeln!(out, "Every byte is right, and {compared} positions that were compared.")?;
            }
            Err(error) => {
                failure::say(&failure::line(&error.into()));
                return Ok(ExitCode::from(1));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
