//! A report as text.

use std::fmt::Write;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use plyglot_arena::tournament::{StandingsRow, TournamentReport};
use plyglot_core::safe_text::terminal_line;

use plyglot_core::numbers::grouped;

/// A cross table of more players than this is wider than any terminal.
const MOST_ACROSS: usize = 24;

/// Everything, ended by a newline.
pub fn all(report: &TournamentReport) -> String {
    let mut text = head(report);
    // Writing into a string cannot fail.
    _ = writeln!(text, "\n{}", standings(report));
    if !report.is_comparable {
        text.push_str("Not everybody has met yet, not even by way of others: such ratings cannot be compared.\n");
    }
    if report.played == 0 {
        return text;
    }
    if report.standings.len() <= MOST_ACROSS {
        _ = writeln!(text, "\nPoints of each against each\n{}", cross(report));
    }
    _ = writeln!(text, "\nHow games ended\n{}", endings(report));
    if report.slowest.iter().any(|turn| turn.cpu_seconds >= 0.001) {
        _ = writeln!(text, "\nSlowest turns\n{}", slowest(report));
    }
    text
}

fn head(report: &TournamentReport) -> String {
    let TournamentReport { name, format, played, least, most, is_finished, .. } = report;
    let title = report.game.title();
    let games = if least == most {
        grouped(*most)
    } else {
        format!("{} to {}", grouped(*least), grouped(*most))
    };
    let state = if *is_finished {
        format!("all {} games played", grouped(*played))
    } else {
        format!("{} of {games} games played", grouped(*played))
    };
    let name = terminal_line(name);
    let decided = report.decided.iter().map(|why| format!("Decided: {}.\n", terminal_line(why)));
    let decided: String = decided.collect();
    format!("{name}: {title}, {format}; {state}.\n{decided}")
}

fn standings(report: &TournamentReport) -> Table {
    let any = |has: fn(&StandingsRow) -> bool| report.standings.iter().any(has);
    let (rests, out, faults) =
        (any(|row| row.rests > 0), any(|row| row.out.is_some()), any(|row| row.faults > 0));
    let lead = any(|row| row.margin.is_some());
    let mut header = vec!["", "agent", "Elo (95 %)", "points", "games", "won", "drawn", "lost"];
    header.extend(lead.then_some("lead"));
    header.extend(rests.then_some("rests"));
    header.extend(out.then_some("out in round"));
    header.extend(faults.then_some("faults"));
    header.push("CPU s");
    let rows = report.standings.iter().map(|row| {
        let mut cells = vec![
            row.place.to_string(),
            terminal_line(&row.agent),
            row.rating(),
            row.points.to_string(),
            row.games.to_string(),
            row.won.to_string(),
            row.drawn.to_string(),
            row.lost.to_string(),
        ];
        cells.extend(lead.then(|| row.lead()));
        cells.extend(rests.then(|| row.rests.to_string()));
        cells.extend(out.then(|| row.out.map_or(String::new(), |round| round.to_string())));
        cells.extend(faults.then(|| row.faults.to_string()));
        cells.push(format!("{:.1}", row.cpu_seconds));
        cells
    });
    table(&header, rows, &[1])
}

fn cross(report: &TournamentReport) -> Table {
    let numbers: Vec<String> = (1..=report.standings.len()).map(|n| n.to_string()).collect();
    let mut header = vec!["", "agent"];
    header.extend(numbers.iter().map(String::as_str));
    let rows =
        report.standings.iter().zip(&report.cross).enumerate().map(|(index, (row, line))| {
            let cells = line.iter().enumerate().map(|(other, meeting)| match meeting {
                _ if other == index => "·".to_owned(),
                None => String::new(),
                Some(meeting) => format!("{}/{}", meeting.points(), meeting.games()),
            });
            [numbers[index].clone(), terminal_line(&row.agent)].into_iter().chain(cells).collect()
        });
    table(&header, rows, &[1])
}

fn endings(report: &TournamentReport) -> Table {
    let rows = report.endings.iter().map(|ending| vec![ending.kind.clone(), grouped(ending.games)]);
    table(&["", "games"], rows, &[0])
}

fn slowest(report: &TournamentReport) -> Table {
    let rows = report.slowest.iter().map(|turn| {
        vec![
            format!("{:.3}", turn.cpu_seconds),
            terminal_line(&turn.agent),
            terminal_line(&turn.opponent),
            format!("{}.{}.{}", turn.round, turn.table, turn.game),
            turn.turn.to_string(),
            terminal_line(&turn.moves.join(" ")),
        ]
    });
    let header = ["CPU s", "agent", "against", "round.table.game", "turn", "moves"];
    table(&header, rows, &[1, 2, 5])
}

/// Numbers to the right, and the columns named to the left.
fn table(header: &[&str], rows: impl Iterator<Item = Vec<String>>, left: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header);
    table.add_rows(rows);
    for index in (0..header.len()).filter(|index| !left.contains(index)) {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
