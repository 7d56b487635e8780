use plyglot_core::Side;

use super::{CrossTableCell, TournamentReport, csv};
use crate::schedule::{Format, ScheduledGame};
use crate::tournament::{Store, testing};

/// Player 0 wins everything, 1 and 2 draw, and player 3 beats no one.
fn store() -> (tempfile::TempDir, Store) {
    let cup = testing::tournament(&["ada", "bob", "=cy", "d,e"], Format::RoundRobin, 2);
    testing::played(&cup, |game: &ScheduledGame| match (game.first, game.second) {
        (0, _) | (_, 3) => Some(Side::First),
        (_, 0) | (3, _) => Some(Side::Second),
        _ => None,
    })
}

#[test]
fn a_fixed_store_gives_a_fixed_report() {
    let (_directory, store) = store();
    let report = TournamentReport::of(&store).unwrap();
    let json = serde_json::to_string_pretty(&report).unwrap() + "\n";
    assert_eq!(json, include_str!("golden/report.json"), "{json}");
    assert_eq!(csv(&report), include_str!("golden/report.csv"), "{}", csv(&report));
}

#[test]
fn points_add_up() {
    let (_directory, store) = store();
    let report = TournamentReport::of(&store).unwrap();
    assert!(report.is_finished && report.is_comparable);
    assert_eq!((report.played, report.least, report.most), (12, 12, 12));
    let points: f64 = report.standings.iter().map(|row| row.points).sum();
    assert_eq!(points, 12.0, "a point a game");
    for (row, line) in report.standings.iter().zip(&report.cross) {
        let against: f64 = line.iter().flatten().map(CrossTableCell::points).sum();
        assert_eq!(against, row.points, "{}", row.agent);
        assert_eq!(line.iter().flatten().map(CrossTableCell::games).sum::<u32>(), row.games);
    }
    assert_eq!(report.endings.iter().map(|ending| ending.games).sum::<u64>(), 12);
    // The first side has a fault wherever the second wins.
    assert_eq!(report.standings.iter().map(|row| row.faults).sum::<u64>(), 5);
    assert!(report.slowest.is_sorted_by(|a, b| a.cpu_seconds >= b.cpu_seconds));
    assert_eq!(report.slowest.len(), 10);
}

#[test]
fn before_the_first_game_there_is_a_report_too() {
    let cup = testing::tournament(&["ada", "bob"], Format::knockout(2), 4);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("cup.sqlite");
    let writer = crate::tournament::Writer::create(&path, &cup).unwrap();
    let report = TournamentReport::of(writer.store()).unwrap();
    assert_eq!((report.played, report.is_finished), (0, false));
    assert!(report.standings.iter().all(|row| row.elo.is_none() && row.place == 1));
    assert_eq!(report.standings[0].rating(), "-");
    let page = crate::tournament::html(writer.store(), &report).unwrap();
    assert!(page.contains("0 of 4 games have been played."));
}
