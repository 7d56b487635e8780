//! `plyglot levels`.

use std::io::{self, Write};

use anyhow::{Result, anyhow};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde::Serialize;

use plyglot_arena::stats::{Estimate, Pairs, expected_score};
use plyglot_kit::any::GameRef;
use plyglot_kit::measured::{MeasuredLevels, MeasuredMatch};
use plyglot_search::opponents::{Level, Opponent};

use crate::args::LevelsArgs;
use crate::json;
use crate::program::Program;

/// The agents that levels are shown beside.
const REFERENCES: [Opponent; 3] = [Opponent::Random, Opponent::Greedy, Opponent::Minimax(3)];

/// Prints the levels of a game, and what was measured of each.
pub fn run(program: &Program, arguments: &LevelsArgs) -> Result<()> {
    let game = program.game(&arguments.game)?;
    let measured = MeasuredLevels::read(game.about().measured_levels)
        .map_err(|error| anyhow!("{}: {error}", game.name()))?;
    let listing = Listing::of(game, &measured);
    let mut out = io::stdout().lock();
    if arguments.json {
        json::write_line(&mut out, &listing)?;
    } else {
        listing.print(game, &mut out)?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Listing {
    game: &'static str,
    /// Weakest first.
    levels: Vec<ListedLevel>,
    /// Where the reference agents belong among the levels.
    references: Vec<Reference>,
    /// How it was measured; nothing if nobody has.
    how: Vec<String>,
}

#[derive(Serialize)]
struct ListedLevel {
    name: &'static str,
    about: String,
    /// As an opponent without a level, for experiments.
    style: String,
    /// What it scored, against the level below first.
    against: Vec<Score>,
}

#[derive(Serialize)]
struct Score {
    name: String,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Of 100, with the ends of the 95 % interval.
    percent: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Reference {
    name: String,
    about: String,
    /// The levels that scored less than half against it.
    beats: Vec<&'static str>,
}

impl Listing {
    fn of(game: GameRef, measured: &MeasuredLevels) -> Listing {
        let styles = game.about().levels;
        let level = |level: Level| {
            let own = measured.matches.iter().filter(|it| it.player == Opponent::Engine(level));
            ListedLevel {
                name: level.name(),
                about: styles.style(level).describe(),
                style: styles.style(level).to_string(),
                against: own.map(Score::of).collect(),
            }
        };
        let reference = |reference: Opponent| {
            let is_beaten = |level: &Level| {
                let found = measured.between(Opponent::Engine(*level), reference);
                found.is_some_and(|found| found.score() < 0.5)
            };
            Reference {
                name: reference.to_string(),
                about: reference.describe(),
                beats: Level::ALL.into_iter().filter(is_beaten).map(Level::name).collect(),
            }
        };
        let is_measured = !measured.matches.is_empty();
        Listing {
            game: game.name(),
            levels: Level::ALL.map(level).into(),
            references: REFERENCES.into_iter().filter(|_| is_measured).map(reference).collect(),
            how: measured.how.clone(),
        }
    }

    fn print(&self, game: GameRef, out: &mut impl Write) -> Result<()> {
        let Some(command) = self.how.first() else {
            let title = game.title();
            writeln!(out, "Levels of {title}, in the order that they are meant to have:\n")?;
            let mut table = table(&["level", "what it does"]);
            for ListedLevel { name, about, .. } in &self.levels {
                table.add_row([name, about.as_str()]);
            }
            writeln!(out, "{table}\n\nNobody has measured them.")?;
            return Ok(());
        };
        writeln!(
            out,
            "Levels of {}, weakest first, with their scores in percent:\n",
            game.title()
        )?;
        writeln!(out, "{}\n", self.table())?;
        writeln!(
            out,
            "± is half the 95 % interval. The levels that lose to the reference agents:"
        )?;
        for Reference { name, about, beats } in &self.references {
            let beaten = if beats.is_empty() { "none".to_owned() } else { beats.join(", ") };
            writeln!(out, "  to {name} ({about}): {beaten}")?;
        }
        writeln!(out, "\nMeasured by: {command}")?;
        self.how[1..].iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }

    fn table(&self) -> Table {
        let references = REFERENCES.map(|reference| reference.to_string());
        let heads = ["level", "below", "±", "games"].into_iter();
        let heads = heads.chain(references.iter().map(String::as_str)).chain(["what it does"]);
        let mut table = table(&heads.collect::<Vec<_>>());
        for (number, level) in self.levels.iter().enumerate() {
            let find = |name: &str| level.against.iter().find(|score| score.name == name);
            let below = number.checked_sub(1).and_then(|below| find(self.levels[below].name));
            let shown = |score: Option<&Score>, show: &dyn Fn(&Score) -> String| {
                score.map_or_else(String::new, show)
            };
            let percent = |score: &Score| format!("{:.1}", score.percent);
            let mut row = vec![
                level.name.to_owned(),
                shown(below, &percent),
                shown(below, &|score| format!("{:.0}", (score.high - score.low) / 2.0)),
                shown(below, &|score| score.games.to_string()),
            ];
            row.extend(references.iter().map(|name| shown(find(name), &percent)));
            row.push(level.about.clone());
            table.add_row(row);
        }
        for column in table.column_iter_mut().skip(1).take(3 + references.len()) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }
}

impl Score {
    fn of(found: &MeasuredMatch) -> Score {
        let estimate = Estimate::of(&Pairs::new(found.pairs));
        let [won, drawn, lost] = found.games;
        let percent = |share: f64| (1_000.0 * share).round() / 10.0;
        Score {
            name: found.against.to_string(),
            games: found.count(),
            won,
            drawn,
            lost,
            percent: percent(found.score()),
            low: percent(expected_score(estimate.low)),
            high: percent(expected_score(estimate.high)),
        }
    }
}

/// A table without lines.
fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header);
    table
}
