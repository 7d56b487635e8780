use std::path::PathBuf;

use plyglot_core::Side;
use plyglot_games::GAMES;

use super::*;
use crate::contest::Event;
use crate::record::ProgramRecord;
use crate::schedule::{Format, NextStep};
use crate::stats::GameScore;
use crate::tournament::{TournamentReport, testing};

fn tournament(games: u32) -> Tournament {
    testing::tournament(&["a", "b", "c", "d"], Format::Swiss { rounds: 2 }, games)
}

/// A game that the second side won.
fn record(note: &str) -> GameRecord {
    let mut record = testing::record(testing::mancala(), ["a", "b"], Some(Side::Second));
    record.turns[0].notes = vec![note.to_owned()];
    record
}

fn scheduled(tournament: &Tournament, results: &Results) -> Vec<ScheduledGame> {
    match tournament.schedule().next(results) {
        NextStep::Play(games) => games,
        NextStep::Done => Vec::new(),
    }
}

struct TempStore {
    _directory: tempfile::TempDir,
    path: PathBuf,
}

fn place() -> TempStore {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("cup.sqlite");
    TempStore { _directory: directory, path }
}

fn all(store: &Store) -> Vec<(ScheduledGame, GameRecord)> {
    let mut all = Vec::new();
    let kept = store.for_each(|game, record| {
        all.push((*game, record.clone()));
        Ok::<(), StoreError>(())
    });
    kept.unwrap();
    all
}

#[test]
fn what_is_put_in_comes_out_after_reopening() {
    let (place, cup) = (place(), tournament(2));
    let games = scheduled(&cup, &Results::new());
    let mut writer = Writer::create(&place.path, &cup).unwrap();
    for game in &games[..3] {
        writer.insert(game, &record("\u{1}\"'é")).unwrap();
    }
    drop(writer);
    let store = Store::open(&place.path, GAMES).unwrap();
    assert_eq!(store.tournament().unwrap(), cup);
    let mut expected: Vec<(ScheduledGame, GameRecord)> =
        games[..3].iter().map(|game| (*game, record("\u{1}\"'é"))).collect();
    expected.sort_by_key(|(game, _)| game.key);
    assert_eq!(all(&store), expected);
    let results = store.results().unwrap();
    assert_eq!(results.len(), 3);
    assert!(
        games[..3].iter().all(|game| results.get(&game.key) == Some(Outcome::Win(Side::Second)))
    );
    drop(store);
    let mut writer = Writer::resume(&place.path, &cup).unwrap();
    let left = scheduled(&cup, &results);
    assert_eq!(left, games[3..], "only what is missing");
    writer.insert(&left[0], &record("")).unwrap();
}

#[test]
fn a_game_is_stored_once() {
    let (place, cup) = (place(), tournament(2));
    let games = scheduled(&cup, &Results::new());
    let mut writer = Writer::create(&place.path, &cup).unwrap();
    writer.insert(&games[0], &record("first")).unwrap();
    let again = writer.insert(&games[0], &record("second")).unwrap_err();
    assert!(matches!(again, StoreError::Twice(key) if key == games[0].key), "{again}");
    writer.insert(&games[1], &record("")).unwrap();
    assert_eq!(all(writer.store())[0].1, record("first"));
}

#[test]
fn only_one_writes_and_all_may_read() {
    let (place, cup) = (place(), tournament(2));
    let games = scheduled(&cup, &Results::new());
    let mut writer = Writer::create(&place.path, &cup).unwrap();
    let refused = Writer::resume(&place.path, &cup).unwrap_err();
    let own = std::process::id();
    assert!(matches!(refused, StoreError::Locked { process: Some(id) } if id == own), "{refused}");
    let reader = Store::open(&place.path, GAMES).unwrap();
    for (count, game) in (1..).zip(&games[..2]) {
        writer.insert(game, &record("")).unwrap();
        assert_eq!(reader.results().unwrap().len(), count, "seen at once");
    }
    drop(writer);
    Writer::resume(&place.path, &cup).unwrap();
}

#[test]
fn a_store_with_games_is_not_begun_again_or_changed() {
    let (place, cup) = (place(), tournament(2));
    let game = scheduled(&cup, &Results::new())[0];
    Writer::create(&place.path, &cup).unwrap().insert(&game, &record("")).unwrap();
    let refused = Writer::create(&place.path, &cup).unwrap_err();
    assert!(matches!(refused, StoreError::Exists { games: 1 }), "{refused}");
    let refused = Writer::resume(&place.path, &tournament(4)).unwrap_err();
    assert_eq!(refused.to_string(), "its games were played with other settings: games is 4, was 2");
    assert_eq!(Store::open(&place.path, GAMES).unwrap().tournament().unwrap(), cup);
}

#[test]
fn a_store_without_games_binds_nobody() {
    let place = place();
    drop(Writer::create(&place.path, &tournament(2)).unwrap());
    drop(Writer::create(&place.path, &tournament(4)).unwrap());
    drop(Writer::resume(&place.path, &tournament(6)).unwrap());
    assert_eq!(Store::open(&place.path, GAMES).unwrap().tournament().unwrap(), tournament(6));
    fs::write(&place.path, "").unwrap();
    assert!(matches!(Store::open(&place.path, GAMES), Err(StoreError::Missing)));
    drop(Writer::resume(&place.path, &tournament(2)).unwrap());
}

#[test]
fn foreign_files_stay_as_they_are() {
    let (place, cup) = (place(), tournament(2));
    assert!(matches!(Store::open(&place.path, GAMES), Err(StoreError::Missing)));
    for content in ["x", &"name,points\n".repeat(1000)] {
        fs::write(&place.path, content).unwrap();
        assert!(matches!(Store::open(&place.path, GAMES), Err(StoreError::Foreign)));
        assert!(matches!(Writer::create(&place.path, &cup), Err(StoreError::Foreign)));
        assert!(matches!(Writer::resume(&place.path, &cup), Err(StoreError::Foreign)));
        assert_eq!(fs::read_to_string(&place.path).unwrap(), content);
    }
    fs::remove_file(&place.path).unwrap();
    Connection::open(&place.path).unwrap().execute("CREATE TABLE cards (id)", ()).unwrap();
    let before = fs::read(&place.path).unwrap();
    assert!(matches!(Writer::resume(&place.path, &cup), Err(StoreError::Foreign)));
    assert_eq!(fs::read(&place.path).unwrap(), before);
}

#[test]
fn another_version_is_refused() {
    let (place, cup) = (place(), tournament(2));
    drop(Writer::create(&place.path, &cup).unwrap());
    Connection::open(&place.path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let refused = Writer::resume(&place.path, &cup).unwrap_err();
    assert_eq!(refused.to_string(), "this store has version 99, and this program knows version 4");
    assert!(matches!(Store::open(&place.path, GAMES), Err(StoreError::Version { found: 99, .. })));
}

#[test]
fn games_that_nobody_scheduled_are_noticed() {
    let (place, cup) = (place(), tournament(2));
    let game = scheduled(&cup, &Results::new())[0];
    let swapped = ScheduledGame { first: game.second, second: game.first, ..game };
    Writer::create(&place.path, &cup).unwrap().insert(&swapped, &record("")).unwrap();
    assert!(matches!(Writer::resume(&place.path, &cup), Err(StoreError::Unscheduled)));
}

#[test]
fn a_full_disk_loses_nothing() {
    let (place, cup) = (place(), tournament(200));
    let games = scheduled(&cup, &Results::new());
    let mut writer = Writer::create(&place.path, &cup).unwrap();
    // SQLite's own limit fails in the same way as a disk without room, and on any system.
    writer.store().connection.pragma_update(None, "max_page_count", 40).unwrap();
    let long = "x".repeat(2000);
    let stored = games.iter().take_while(|game| writer.insert(game, &record(&long)).is_ok());
    let stored = stored.count();
    assert!(stored > 10 && stored < games.len(), "{stored}");
    let error = writer.insert(&games[stored], &record(&long)).unwrap_err();
    assert!(matches!(error, StoreError::Full), "{error}");
    drop(writer);
    let mut writer = Writer::resume(&place.path, &cup).unwrap();
    assert_eq!(writer.store().results().unwrap().len(), stored);
    writer.insert(&games[stored], &record(&long)).unwrap();
    let check: String = writer
        .store()
        .connection
        .query_row("PRAGMA integrity_check", (), |row| row.get(0))
        .unwrap();
    assert_eq!(check, "ok");
}

#[test]
fn a_half_written_end_is_as_if_it_had_never_been() {
    // What is left of the log after a power cut: any beginning of it. What was committed before is
    // there, the rest is not, and it goes on from there.
    let (place, cup) = (place(), tournament(2));
    let games = scheduled(&cup, &Results::new());
    let mut writer = Writer::create(&place.path, &cup).unwrap();
    let log = place.path.with_file_name("cup.sqlite-wal");
    let mut sizes = Vec::new();
    for game in &games {
        writer.insert(game, &record("")).unwrap();
        sizes.push(fs::metadata(&log).unwrap().len());
    }
    let (main, whole) = (fs::read(&place.path).unwrap(), fs::read(&log).unwrap());
    let elsewhere = place.path.with_file_name("torn.sqlite");
    for cut in (0..=whole.len()).step_by(1021) {
        fs::write(&elsewhere, &main).unwrap();
        fs::write(elsewhere.with_file_name("torn.sqlite-wal"), &whole[..cut]).unwrap();
        let kept = sizes.iter().filter(|&&size| size <= cut as u64).count();
        let mut torn = Writer::resume(&elsewhere, &cup).unwrap();
        assert_eq!(torn.store().results().unwrap().len(), kept, "{cut} of {}", whole.len());
        if let Some(game) = games.get(kept) {
            torn.insert(game, &record("")).unwrap();
        }
        drop(torn);
        fs::remove_file(&elsewhere).unwrap();
    }
}

#[test]
fn who_asks_whether_it_is_played_keeps_nobody_out() {
    let (place, cup) = (place(), tournament(2));
    drop(Writer::create(&place.path, &cup).unwrap());
    let reader = Store::open(&place.path, GAMES).unwrap();
    assert!(!reader.is_being_played());
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let reader = Store::open(&place.path, GAMES).unwrap();
                while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    reader.is_being_played();
                    std::thread::sleep(Duration::from_micros(200));
                }
            });
        }
        for _ in 0..20 {
            let writer = Writer::resume(&place.path, &cup).unwrap();
            assert!(reader.is_being_played());
            drop(writer);
        }
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(!reader.is_being_played());
}

/// Every selection has the games that one finds by looking at all of them.
#[test]
fn selections_are_as_if_all_games_were_looked_at() {
    let cup = testing::tournament(&["a", "b", "c", "d"], Format::RoundRobin, 4);
    let winners = [Some(Side::First), None, Some(Side::Second)];
    let number = |game: &ScheduledGame| game.key.round + game.key.table + game.key.number;
    let (_directory, store) =
        testing::played(&cup, |game| winners[number(game) as usize % winners.len()]);
    let games = all(&store);
    let players = [None, Some(0), Some(2), Some(9)];
    let scores = [None, Some(GameScore::Win), Some(GameScore::Draw), Some(GameScore::Loss)];
    let mut sizes = Vec::new();
    for player in players {
        for opponent in players {
            for score in scores {
                for ending in [None, Some("row empty"), Some("idle"), Some("?")] {
                    let plays = |game: &ScheduledGame, it: Option<usize>| {
                        it.is_none_or(|it| [game.first, game.second].contains(&it))
                    };
                    let expected = games.iter().filter(|(game, record)| {
                        let is_first = player.is_none_or(|it| it == game.first);
                        let side = if is_first { Side::First } else { Side::Second };
                        let found = GameScore::of(record.ending.result.outcome, side);
                        plays(game, player)
                            && plays(game, opponent)
                            && score.is_none_or(|it| it == found)
                            && ending.is_none_or(|it| it == record.ending.kind())
                    });
                    let expected: Vec<ListedGame> = expected
                        .map(|(game, record)| ListedGame {
                            game: *game,
                            result: record.ending.result,
                            ending: record.ending.kind().to_owned(),
                            sentence: record.ending.sentence.clone(),
                            turns: record.turns.len() as u32,
                        })
                        .collect();
                    let ending = ending.map(str::to_owned);
                    let selection = Selection { player, opponent, score, ending };
                    let count = store.count_of(&selection).unwrap();
                    let pages = (0..=count).step_by(5);
                    let found = pages.flat_map(|at| store.list(&selection, at, 5).unwrap());
                    assert_eq!(found.collect::<Vec<_>>(), expected, "{selection:?}");
                    assert_eq!(count as usize, expected.len());
                    sizes.push(count);
                }
            }
        }
    }
    assert!(sizes.iter().filter(|&&size| size > 0).count() > 20, "{sizes:?}");
}

#[test]
fn a_game_is_found_by_its_name() {
    let (_directory, store) =
        testing::played(&tournament(2), |game| (game.first > 1).then_some(Side::First));
    let games = all(&store);
    assert_eq!(store.count().unwrap() as usize, games.len());
    let name = |at: usize| games.get(at).map(|(game, _)| game.key);
    for (at, found) in games.iter().enumerate() {
        let key = found.0.key;
        assert_eq!(store.game(key).unwrap().as_ref(), Some(found));
        let neighbours = [at.checked_sub(1).and_then(name), name(at + 1)];
        assert_eq!(store.neighbours(key).unwrap(), neighbours);
    }
    let nobodys = GameKey { round: 0, table: 99, number: 0 };
    assert_eq!(store.game(nobodys).unwrap(), None);
    assert!(!store.has(nobodys).unwrap());
}

fn program(digest: &str) -> Option<ProgramRecord> {
    Some(ProgramRecord { digest: Some(digest.to_owned()), ..ProgramRecord::default() })
}

#[test]
fn a_changed_program_is_noticed_if_it_has_played() {
    let (place, cup) = (place(), tournament(2));
    let game = scheduled(&cup, &Results::new())[0];
    let mut programs: Vec<Option<ProgramRecord>> = ["a", "b", "c", "d"].map(program).into();
    let mut writer = Writer::create(&place.path, &cup).unwrap();
    writer.hear(&Event::Entered { programs: &programs }).unwrap();
    writer.insert(&game, &record("")).unwrap();
    drop(writer);
    let resting = (0..4).find(|&it| it != game.first && it != game.second).unwrap();
    programs[resting] = program("new");
    let mut writer = Writer::resume(&place.path, &cup).unwrap();
    writer.hear(&Event::Entered { programs: &programs }).unwrap();
    assert!(writer.changed().is_empty());
    drop(writer);

    programs[game.first] = program("new");
    let mut writer = Writer::resume(&place.path, &cup).unwrap();
    let name = cup.name_of(game.first).to_owned();
    for _ in 0..2 {
        let refused = writer.hear(&Event::Entered { programs: &programs }).unwrap_err();
        let says = format!("the program of {name} has changed since its games were played; ");
        assert!(refused.to_string().starts_with(&says), "{refused}");
    }
    writer.accept_changes();
    writer.hear(&Event::Entered { programs: &programs }).unwrap();
    assert_eq!(writer.changed(), [name]);
    drop(writer);
    let mut writer = Writer::resume(&place.path, &cup).unwrap();
    writer.hear(&Event::Entered { programs: &programs }).unwrap();
    assert!(writer.changed().is_empty(), "accepted once is accepted");
}

const WITHOUT_FACTS: &str = "
    DROP INDEX facts;
    ALTER TABLE games DROP COLUMN margin; ALTER TABLE games DROP COLUMN faults;
    ALTER TABLE games DROP COLUMN turns_first; ALTER TABLE games DROP COLUMN turns_second;
    ALTER TABLE games DROP COLUMN cpu_first; ALTER TABLE games DROP COLUMN cpu_second;
    ALTER TABLE games DROP COLUMN slowest_first; ALTER TABLE games DROP COLUMN slowest_second;
    PRAGMA user_version = 3;";

/// Reports are the same, from columns, from records where there are none, and after those were added.
#[test]
fn a_store_without_columns_to_count_says_the_same() {
    let (place, cup) = (place(), tournament(2));
    let games = scheduled(&cup, &Results::new());
    let mut writer = Writer::create(&place.path, &cup).unwrap();
    for (number, game) in games.iter().enumerate().take(5) {
        let mut record = record("");
        record.ending.result.margin = Some(number as i64 - 2);
        writer.insert(game, &record).unwrap();
    }
    drop(writer);
    let report = || TournamentReport::of(&Store::open(&place.path, GAMES).unwrap()).unwrap();
    let results = || Store::open(&place.path, GAMES).unwrap().results().unwrap();
    let expected = (report(), results());
    Connection::open(&place.path).unwrap().execute_batch(WITHOUT_FACTS).unwrap();
    assert_eq!((report(), results()), expected);
    drop(Writer::resume(&place.path, &cup).unwrap());
    assert_eq!((report(), results()), expected);
    let connection = Connection::open(&place.path).unwrap();
    let plan: String = connection
        .query_row(
            "EXPLAIN QUERY PLAN SELECT first, winner, margin, cpu_first FROM games \
             ORDER BY round, board, number",
            (),
            |row| row.get(3),
        )
        .unwrap();
    assert!(plan.contains("COVERING INDEX facts"), "{plan}");
}

/// As the first version made them: also without digests, and their records without programs.
#[test]
fn an_older_store_opens_and_goes_on() {
    let (place, cup) = (place(), tournament(2));
    let games = scheduled(&cup, &Results::new());
    Writer::create(&place.path, &cup).unwrap().insert(&games[0], &record("")).unwrap();
    let connection = Connection::open(&place.path).unwrap();
    connection.execute_batch(WITHOUT_FACTS).unwrap();
    connection
        .execute_batch(
            "ALTER TABLE agents DROP COLUMN digest; ALTER TABLE agents DROP COLUMN interpreter; \
             PRAGMA user_version = 2;",
        )
        .unwrap();
    let text: String =
        connection.query_row("SELECT record FROM games", (), |row| row.get(0)).unwrap();
    assert!(!text.contains("programs"), "as it always was: {text}");
    drop(connection);
    let store = Store::open(&place.path, GAMES).unwrap();
    assert_eq!(all(&store), [(games[0], record(""))], "also only to look at");
    drop(store);
    let programs: Vec<Option<ProgramRecord>> = ["a", "b", "c", "d"].map(program).into();
    for _ in 0..2 {
        let mut writer = Writer::resume(&place.path, &cup).unwrap();
        writer.hear(&Event::Entered { programs: &programs }).unwrap();
        assert!(writer.changed().is_empty());
    }
    let mut writer = Writer::resume(&place.path, &cup).unwrap();
    writer.insert(&games[1], &record("")).unwrap();
    let changed = ["a2", "b2", "c2", "d2"].map(program);
    assert!(writer.hear(&Event::Entered { programs: &changed }).is_err());
}
