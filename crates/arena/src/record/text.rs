//! Recorded games as [texts](plyglot_kit::records::text), with what is known of programs and times.

use plyglot_kit::records::text::TextRecord;
use plyglot_sandbox::Layers;

use super::{GameRecord, ProgramRecord, TurnRecord};

/// The record of a game, ended by a newline.
pub fn write(record: &GameRecord) -> String {
    let programs = record.programs.iter().zip(record.layers);
    let notes = ["first", "second"].into_iter().zip(programs).filter_map(|(side, it)| {
        let (program, layers) = it;
        let words = in_words(program.as_ref()?, layers);
        Some(format!("{side}-program {words}"))
    });
    // Where it was played matters where a clock ran.
    let has_program = record.programs.iter().any(Option::is_some);
    let place = record.place.iter().filter(|_| has_program).map(|place| {
        let cores: Vec<String> = place.cores.iter().map(usize::to_string).collect();
        format!("place {} core {}", place.machine, cores.join(" "))
    });
    let text = TextRecord {
        game: &record.game,
        players: &record.players,
        outcome: Some(record.ending.result.outcome),
        ending: Some(&record.ending.sentence),
        notes: notes.chain(place).collect(),
        start: &record.start,
        opening: &record.opening,
        moves: record.turns.iter().flat_map(timed).collect(),
    };
    text.to_string()
}

/// The moves of a turn, the first one with the time that the turn took.
fn timed(turn: &TurnRecord) -> Vec<String> {
    let mut moves = turn.moves.clone();
    if let Some(first) = moves.first_mut() {
        *first += &format!(" # {:.3} s", turn.cpu.as_secs_f64());
    }
    moves
}

fn in_words(program: &ProgramRecord, layers: Option<Layers>) -> String {
    let digest = program.digest.as_ref().map(|digest| format!("sha256 {digest}"));
    let interpreter = program.interpreter.as_ref().map(|it| format!("run by {it}"));
    let refused = program.refused.iter().map(|path| format!("may not read {path}"));
    // Also whether its clock was exact.
    let layers = layers.map(|layers| format!("in {layers}"));
    let parts = digest.into_iter().chain(interpreter).chain(refused).chain(layers);
    parts.collect::<Vec<_>>().join(" ")
}
