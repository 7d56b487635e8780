//! Whether a file has the form that its assignment asks for, whatever it says.

use plyglot_core::Game;
use plyglot_core::text::{Lines, Span, TextError};
use plyglot_games::Task;
use plyglot_games::{capture_go, mancala, stake_raid, star_circle};

/// Checks one of a task's files.
///
/// # Errors
/// At the first place that does not fit.
pub fn check(task: &Task, name: &str, text: &str) -> Result<(), TextError> {
    let lines = Lines::new(text);
    match task {
        Task::StarCircle(_) => star_circle(lines),
        Task::StakeRaid(task) => stake_raid(&task.position, lines),
        Task::Mancala(task) if name == "next_state.txt" => {
            next_state(task.position.board().pits(), lines)
        }
        Task::Mancala(_) => traverse_log(lines),
        Task::CaptureGo(_) => capture_go(lines),
        Task::Checkers(_) => Ok(()),
    }
}

fn star_circle(mut lines: Lines<'_>) -> Result<(), TextError> {
    let mv = lines.next("the move")?;
    mv.text.parse::<star_circle::Move>().map_err(|error| mv.error(error.message))?;
    for what in ["the myopic utility", "the farsighted utility", "the nodes visited"] {
        lines.next(what)?.integer(what, i64::MIN..=i64::MAX)?;
    }
    lines.end()
}

fn stake_raid(position: &stake_raid::Position, mut lines: Lines<'_>) -> Result<(), TextError> {
    let mv = lines.next("the move")?;
    mv.text.parse::<stake_raid::Move>().map_err(|error| mv.error(error.message))?;
    stake_raid::read_board(&mut lines, position.values().size())?;
    lines.end()
}

fn next_state(pits: usize, mut lines: Lines<'_>) -> Result<(), TextError> {
    for (what, count) in [
        ("player 2's row", pits),
        ("player 1's row", pits),
        ("player 2's mancala", 1),
        ("player 1's mancala", 1),
    ] {
        let line = lines.next(what)?;
        for number in line.exactly(count, "numbers", line.words())? {
            number.integer("stones", 0..=i64::MAX)?;
        }
    }
    lines.end()
}

fn traverse_log(mut lines: Lines<'_>) -> Result<(), TextError> {
    const HEADERS: [(&str, usize); 2] =
        [("Node,Depth,Value", 3), ("Node,Depth,Value,Alpha,Beta", 5)];
    let columns = lines.next("the header")?.one_of(&HEADERS)?;
    while let Ok(line) = lines.next("a line") {
        let fields = line.exactly(columns, "fields", line.cells(','))?;
        if fields[0].text != "root" {
            let parsed = fields[0].text.parse::<mancala::Move>();
            parsed.map_err(|error| fields[0].error(error.message))?;
        }
        fields[1].integer("a depth", 0..=i64::MAX)?;
        fields[2..].iter().try_for_each(value)?;
    }
    lines.end()
}

fn value(field: &Span<'_>) -> Result<(), TextError> {
    if ["Infinity", "-Infinity"].contains(&field.text) {
        return Ok(());
    }
    field.integer("a value", i64::MIN..=i64::MAX).map(|_| ())
}

/// `Depth 0: Player B places stone at (5,3).` and so on, then the comparison.
fn capture_go(mut lines: Lines<'_>) -> Result<(), TextError> {
    lines.next("Best strategy:")?.one_of(&[("Best strategy:", ())])?;
    for depth in 0.. {
        let line = lines.next("a move of the line, or its utility value")?;
        let Some(rest) = line.text.strip_prefix(&format!("Depth {depth}: ")) else {
            return Err(line.expected(format_args!("\"Depth {depth}: ...\"")));
        };
        if let Some(value) = rest.strip_prefix("utility value of current board configuration ") {
            let value = value.strip_suffix('.').and_then(|value| value.parse::<i64>().ok());
            value.ok_or_else(|| line.expected("a utility value and a full stop"))?;
            break;
        }
        move_of_line(rest).ok_or_else(|| line.expected("\"Player B places stone at (x,y).\""))?;
    }
    Ok(())
}

/// The player and the point of `Player B places stone at (5,3).`.
pub fn move_of_line(text: &str) -> Option<(&str, capture_go::Point)> {
    let (player, point) = text.strip_prefix("Player ")?.split_once(" places stone at ")?;
    let sides = [plyglot_core::Side::First, plyglot_core::Side::Second];
    sides.iter().find(|&&side| capture_go::Large::side_name(side) == player)?;
    Some((player, point.strip_suffix('.')?.parse().ok()?))
}
