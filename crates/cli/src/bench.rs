//! `plyglot bench`: every fast way beside its plain one, in one run.

use std::io::{self, Write};

use anyhow::Result;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use plyglot_kit::bench::{Measure, Measurement};
use serde::Serialize;

use crate::args::BenchArgs;
use crate::program::Program;
use crate::progress;
use plyglot_core::numbers::grouped;

/// Runs all measurements and prints them as a table or as JSON.
pub fn run(program: &Program, arguments: &BenchArgs) -> Result<()> {
    let measures: Vec<Measure> =
        program.games.iter().flat_map(<dyn plyglot_kit::any::GameKit>::benches).collect();
    let bar =
        progress::bar(measures.len() as u64, "{bar:40} {pos} of {len} measurements, {elapsed}");
    let mut rows = Vec::new();
    for measure in measures {
        rows.push(measure(arguments.quick));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let checksum = rows.iter().map(|row| row.work).fold(0, u64::wrapping_add);
    let mut out = io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &BenchResults { rows: &rows, checksum })?;
        writeln!(out)?;
    } else {
        writeln!(out, "{}", table(&rows))?;
        writeln!(out, "checksum {checksum}")?;
        writeln!(
            out,
            "\nCPU time of one core, the best of up to ten runs. Look at the ratios: machines differ."
        )?;
    }
    Ok(())
}

#[derive(Serialize)]
struct BenchResults<'r> {
    rows: &'r [Measurement],
    checksum: u64,
}

fn table(rows: &[Measurement]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(["what", "work", "time", "speed", "times plain", "plain is"]);
    for row in rows {
        table.add_row([
            row.name.clone(),
            format!("{} {}", grouped(row.work), row.unit),
            format!("{:.1} ms", row.seconds * 1e3),
            speed(row),
            row.times_plain.map_or("-".to_owned(), |ratio| format!("{ratio:.1}x")),
            row.plain.clone().unwrap_or_default(),
        ]);
    }
    for column in 1..=4 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// `1.2 G/s`; a value is no amount of work, so it has no speed.
fn speed(row: &Measurement) -> String {
    let speed = row.work as f64 / row.seconds;
    match row.unit {
        "value" => "-".to_owned(),
        _ if speed >= 1e9 => format!("{:.1} G/s", speed / 1e9),
        _ => format!("{:.1} M/s", speed / 1e6),
    }
}
