use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde::Serialize;

use plyglot_kit::tables::TableFacts;

use super::{Found, InfoArgs, find};
use crate::json;
use crate::program::Program;
use plyglot_core::numbers::grouped;

#[derive(Serialize)]
struct GameTables {
    game: &'static str,
    tables: Vec<TableFacts>,
}

/// Prints what is known of tables.
pub fn run(program: &Program, arguments: &InfoArgs) -> Result<ExitCode> {
    let found = find(program, arguments.folder.as_deref())?;
    let mut out = io::stdout().lock();
    if arguments.json {
        let of_game = |found: Found| GameTables { game: found.game.name(), tables: found.facts };
        let games: Vec<GameTables> = found.into_iter().map(of_game).collect();
        json::write_line(&mut out, &serde_json::json!({ "games": games }))?;
        return Ok(ExitCode::SUCCESS);
    }
    for Found { game, facts, .. } in found {
        writeln!(out, "{}, for the side to move:", game.title())?;
        writeln!(out, "{}", sides(&facts))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A row for each number of pieces a side.
pub fn sides(tables: &[TableFacts]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["pieces", "tells", "classes", "wins", "draws", "losses", "longest", "bytes"]);
    let mut rows: Vec<Row> = Vec::new();
    for facts in tables {
        let key = (facts.sides.iter().sum(), facts.sides, facts.tells, facts.endless);
        match rows.iter_mut().find(|row| row.key == key) {
            Some(row) => row.add(facts),
            None => {
                let mut row = Row { key, ..Row::default() };
                row.add(facts);
                rows.push(row);
            }
        }
    }
    rows.sort_unstable_by_key(|row| row.key);
    for row in &rows {
        table.add_row(row.cells());
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// All tables with the same pieces a side that tell the same.
#[derive(Default)]
struct Row {
    /// The number of pieces, of both sides, what they tell, whether games may go on for ever.
    key: (u32, [u32; 2], &'static str, bool),
    classes: u64,
    counts: [u64; 3],
    most_plies: u8,
    bytes: u64,
}

impl Row {
    fn add(&mut self, facts: &TableFacts) {
        self.classes += 1;
        for (sum, count) in self.counts.iter_mut().zip([facts.wins, facts.draws, facts.losses]) {
            *sum += count;
        }
        self.most_plies = self.most_plies.max(facts.most_plies);
        self.bytes += facts.bytes;
    }

    fn cells(&self) -> [String; 8] {
        let (_, [own, other], tells, endless) = self.key;
        let [wins, draws, losses] = self.counts.map(grouped);
        [
            format!("{own} against {other}"),
            if endless { format!("{tells}, endless") } else { tells.to_owned() },
            grouped(self.classes),
            wins,
            draws,
            losses,
            grouped(u64::from(self.most_plies)),
            grouped(self.bytes),
        ]
    }
}
