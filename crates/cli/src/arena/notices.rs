//! What whoever runs a contest should know, a line each.

use plyglot_arena::agent::Unready;
use plyglot_arena::record::ProgramRecord;
use plyglot_core::safe_text::{terminal, terminal_line};

/// What programs ask to read and may not.
pub fn refused<'n>(
    names: impl Iterator<Item = &'n str>,
    programs: &[Option<ProgramRecord>],
) -> Vec<String> {
    let known = names.zip(programs).filter_map(|(name, program)| Some((name, program.as_ref()?)));
    let refused = known.flat_map(|(name, program)| {
        program.refused.iter().map(move |path| {
            terminal_line(&format!(
                "{name} asks to read {path}, which is not granted; --readable {path} grants it"
            ))
        })
    });
    refused.collect()
}

/// That an agent loses its games because it does not build.
pub fn unready(name: &str, unready: &Unready) -> String {
    format!("{} loses its games: {}", terminal_line(name), terminal(&unready.to_string()))
}

/// That a game could not be played, through no fault of an agent's.
pub fn failed(game: &str, why: &str, again: bool) -> String {
    let what = if again { "is played again from its start" } else { "could not be played" };
    format!("{game} {what}, through no fault of an agent's: {}", terminal_line(why))
}

/// How many games have no result.
pub fn unplayed(games: usize) -> String {
    let (noun, have) = if games == 1 { ("game", "has") } else { ("games", "have") };
    format!("{games} {noun} could not be played, and {have} no result")
}
