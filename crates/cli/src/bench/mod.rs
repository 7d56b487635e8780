//! `plyglot bench`: every fast way beside its plain one, in one run.

mod engine;

use std::fs::File;
use std::io::{self, Write};

use anyhow::Result;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use indicatif::ProgressBar;
use serde::Serialize;

use plyglot_core::{Game, perft};
use plyglot_games::mancala::files::{Edition, write_log, write_plain_log};
use plyglot_games::{capture_go, checkers, mancala, stake_raid, star_circle};
use plyglot_search::engine::CpuClock;
use plyglot_search::shortcut;
use plyglot_search::textbook::Algorithm;

use crate::args::Bench;
use crate::numbers::grouped;

/// Runs all measurements and prints them as a table or as JSON.
pub fn run(arguments: &Bench) -> Result<()> {
    let bar = ProgressBar::new(MEASURES.len() as u64).with_message("measuring");
    let mut rows = Vec::new();
    for measure in MEASURES {
        rows.push(measure(arguments.quick));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let checksum = rows.iter().map(|row| row.work).fold(0, u64::wrapping_add);
    let mut out = io::stdout().lock();
    if arguments.json {
        serde_json::to_writer(&mut out, &Results { rows: &rows, checksum })?;
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
struct Results<'r> {
    rows: &'r [Row],
    checksum: u64,
}

/// One measurement.
#[derive(Serialize)]
struct Row {
    name: String,
    /// How much was done, in `unit`; the same on every machine.
    work: u64,
    unit: &'static str,
    seconds: f64,
    /// How many times faster than the plain way this is, where there is a plain way.
    #[serde(skip_serializing_if = "Option::is_none")]
    times_plain: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plain: Option<String>,
}

/// Work done, and how long it took.
struct Timed {
    work: u64,
    seconds: f64,
}

impl Timed {
    /// The best of up to ten runs, as many as fit into a moment: the first of a short one measures
    /// mostly how the processor wakes up.
    fn run(job: impl Fn() -> u64) -> Timed {
        let whole = CpuClock::start();
        let mut best = Timed::once(&job);
        for _ in 1..10 {
            if whole.seconds() > 0.2 {
                break;
            }
            best.seconds = best.seconds.min(Timed::once(&job).seconds);
        }
        best
    }

    fn once(job: &impl Fn() -> u64) -> Timed {
        let clock = CpuClock::start();
        let work = job();
        // A clock tick at the least, so that a speed is always a number.
        Timed { work, seconds: clock.seconds().max(1e-9) }
    }

    fn speed(&self) -> f64 {
        self.work as f64 / self.seconds
    }

    fn row(self, name: impl Into<String>, unit: &'static str) -> Row {
        let Timed { work, seconds } = self;
        Row { name: name.into(), work, unit, seconds, times_plain: None, plain: None }
    }

    /// Beside the plain way of doing the same, perhaps on less work.
    fn row_beside(
        self,
        name: impl Into<String>,
        unit: &'static str,
        plain: &Timed,
        how: &str,
    ) -> Row {
        let times_plain = Some(self.speed() / plain.speed());
        Row { times_plain, plain: Some(how.to_owned()), ..self.row(name, unit) }
    }
}

const MEASURES: [fn(bool) -> Row; 15] = [
    star_circle_minimax,
    star_circle_deeper,
    star_circle_alpha_beta,
    checkers_perft,
    stake_raid_13,
    stake_raid_26,
    mancala_log,
    capture_go_minimax,
    capture_go_census,
    engine::star_circle,
    engine::checkers,
    engine::stake_raid,
    engine::mancala,
    engine::capture_go,
    engine::kalah,
];

fn star_circle_minimax(quick: bool) -> Row {
    let (depth, plain_depth) = if quick { (9, 7) } else { (10, 9) };
    let start = star_circle::Position::start();
    let fast = Timed::run(|| shortcut::star_circle::minimax(&start, depth).nodes);
    let plain = Timed::run(|| Algorithm::Minimax.solve(&start, plain_depth).nodes);
    let how = format!("walking every node, depth {plain_depth}");
    fast.row_beside(format!("Star and Circle MINIMAX, depth {depth}"), "nodes", &plain, &how)
}

fn star_circle_deeper(quick: bool) -> Row {
    let depth = if quick { 10 } else { 12 };
    let start = star_circle::Position::start();
    Timed::run(|| shortcut::star_circle::minimax(&start, depth).nodes)
        .row(format!("Star and Circle MINIMAX, depth {depth}"), "nodes")
}

fn star_circle_alpha_beta(quick: bool) -> Row {
    let depth = if quick { 8 } else { 10 };
    let start = star_circle::Position::start();
    Timed::run(|| Algorithm::AlphaBeta.solve(&start, depth).nodes)
        .row(format!("Star and Circle ALPHABETA, depth {depth}"), "nodes")
}

fn checkers_perft(quick: bool) -> Row {
    let (depth, plain_depth) = if quick { (9, 8) } else { (12, 10) };
    let start = checkers::Position::start();
    let fast = Timed::run(|| perft(&start, depth).leaves);
    let plain = Timed::run(|| play_every_move(&start, plain_depth));
    let how = format!("playing the last move too, depth {plain_depth}");
    fast.row_beside(format!("checkers perft, depth {depth}"), "leaves", &plain, &how)
}

/// Perft without counting the last ply in bulk.
fn play_every_move<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position.moves().into_iter().map(|mv| play_every_move(&position.after(mv), depth - 1)).sum()
}

/// An empty board of random values.
fn stake_raid_board(size: usize) -> stake_raid::Position {
    stake_raid::Position::empty(stake_raid::Values::random(size, 99, size as u64))
}

/// Stake and Raid prints no node count: the work is one answer, and what is summed up is its value.
fn first_best(position: &stake_raid::Position, depth: u32) -> u64 {
    let answer = shortcut::stake_raid::first_best(position, depth);
    answer.and_then(|(_, value)| value.number()).unwrap_or_default().unsigned_abs()
}

fn stake_raid_13(quick: bool) -> Row {
    let (depth, plain_depth) = if quick { (3, 3) } else { (5, 4) };
    let position = stake_raid_board(13);
    let timed = Timed::run(|| first_best(&position, depth));
    let fast = Timed::run(|| first_best(&position, plain_depth));
    let plain = Timed::run(|| {
        let value = Algorithm::AlphaBeta.solve(&position, plain_depth).value;
        value.number().unwrap_or_default().unsigned_abs()
    });
    let mut row = timed.row(format!("Stake and Raid 13x13, depth {depth}"), "value");
    row.times_plain = Some(plain.seconds / fast.seconds);
    row.plain = Some(format!("textbook alpha-beta, both at depth {plain_depth}"));
    row
}

fn stake_raid_26(quick: bool) -> Row {
    let depth = if quick { 2 } else { 3 };
    let position = stake_raid_board(26);
    Timed::run(|| first_best(&position, depth))
        .row(format!("Stake and Raid 26x26, depth {depth}"), "value")
}

fn mancala_log(quick: bool) -> Row {
    let (depth, plain_depth) = if quick { (5, 4) } else { (7, 5) };
    let start = mancala::Position::start();
    let fast = Timed::run(|| {
        size_of_file(|file| write_log(&start, Algorithm::Minimax, depth, Edition::Last, file))
    });
    let plain = Timed::run(|| {
        size_of_file(|file| {
            let file = io::BufWriter::new(file);
            write_plain_log(&start, Algorithm::Minimax, plain_depth, Edition::Last, file)
        })
    });
    let how = format!("formatting every line, depth {plain_depth}");
    fast.row_beside(format!("Mancala (6,4) log, depth {depth}"), "bytes", &plain, &how)
}

/// How large a file becomes that is written into memory: the disk is not what is measured. 0 if
/// that fails, which the checksum shows.
fn size_of_file(write: impl FnOnce(&File) -> io::Result<()>) -> u64 {
    let size = || -> io::Result<u64> {
        let file = file_in_memory()?;
        write(&file)?;
        Ok(file.metadata()?.len())
    };
    size().unwrap_or_default()
}

#[cfg(target_os = "linux")]
fn file_in_memory() -> io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};
    Ok(memfd_create("traverse_log", MemfdFlags::CLOEXEC)?.into())
}

/// The nearest that other systems have: a file without a name, for the cache to keep.
#[cfg(not(target_os = "linux"))]
fn file_in_memory() -> io::Result<File> {
    tempfile::tempfile()
}

fn capture_go_minimax(quick: bool) -> Row {
    let depth = if quick { 3 } else { 4 };
    let empty = capture_go::Small::empty(6, 6).expect("6x6 fits into one word");
    Timed::run(|| Algorithm::Minimax.solve(&empty, depth).nodes)
        .row(format!("Capture Go, empty 6x6, plain minimax, depth {depth}"), "nodes")
}

fn capture_go_census(quick: bool) -> Row {
    let side = if quick { 3 } else { 4 };
    Timed::run(|| capture_go::count_legal_go_positions(side))
        .row(format!("Capture Go, legal positions {side}x{side}"), "positions")
}

fn table(rows: &[Row]) -> Table {
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
fn speed(row: &Row) -> String {
    let speed = row.work as f64 / row.seconds;
    match row.unit {
        "value" => "-".to_owned(),
        _ if speed >= 1e9 => format!("{:.1} G/s", speed / 1e9),
        _ => format!("{:.1} M/s", speed / 1e6),
    }
}
