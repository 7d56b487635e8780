//! Games under way, for onlookers.
//!
//! A tournament is played by one process and watched by another. So each game that is being played has
//! a small file in a folder beside the store, `cup.sqlite-live` for `cup.sqlite`: a line with who plays
//! and from where, then one line a turn. It goes when the game has ended, and the folder with the
//! contest. Nothing waits for the disk, and nothing fails for want of it: a game is kept by the store,
//! and this is only for those who look on.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::contest::{Event, Opened};
use crate::record::TurnRecord;
use crate::schedule::GameKey;

/// A game that is being played, as far as it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveGame {
    /// Its name within the tournament.
    pub key: GameKey,
    /// Between whom and from where.
    pub opened: Opened,
    /// What was played after the opening.
    pub turns: Vec<TurnRecord>,
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct Head {
    key: GameKey,
    #[serde(flatten)]
    opened: Opened,
}

/// How the names of the files end.
const ENDING: &str = "jsonl";
/// No contest plays as many games at the same time.
const MOST_GAMES: usize = 256;
/// And no game needs as many bytes.
const LONGEST: u64 = 1 << 20;

/// Writes games down as they go on.
#[derive(Debug)]
pub(super) struct LiveWriter {
    folder: PathBuf,
    files: BTreeMap<GameKey, File>,
}

impl LiveWriter {
    /// For the holder of a store's lock. Files of a process that was killed are cleared away.
    pub fn new(store: &Path) -> LiveWriter {
        let live = LiveWriter { folder: beside(store), files: BTreeMap::new() };
        live.clear();
        live
    }

    /// Writes down what has happened.
    pub fn hear(&mut self, event: &Event<'_>) {
        let (key, written) = match event {
            Event::Begun { game, opened } => (game.key, self.begin(game.key, opened)),
            Event::Turn { game, turn } => (game.key, self.add(game.key, turn)),
            Event::Ended { game, .. } | Event::Failed { game, .. } => return self.end(game.key),
            Event::Entered { .. } | Event::Unready { .. } => return,
        };
        // What is written in part would show a game that stands still.
        if written.is_err() {
            self.end(key);
        }
    }

    fn begin(&mut self, key: GameKey, opened: &Opened) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = File::create(self.path(key))?;
        write_line(&mut file, &Head { key, opened: opened.clone() })?;
        self.files.insert(key, file);
        Ok(())
    }

    fn add(&mut self, key: GameKey, turn: &TurnRecord) -> io::Result<()> {
        match self.files.get_mut(&key) {
            Some(file) => write_line(file, turn),
            None => Ok(()),
        }
    }

    fn end(&mut self, key: GameKey) {
        self.files.remove(&key);
        _ = fs::remove_file(self.path(key));
    }

    fn path(&self, key: GameKey) -> PathBuf {
        self.folder.join(format!("{key}.{ENDING}"))
    }

    /// Removes what is ours and no more: the folder only goes if nothing else is in it.
    fn clear(&self) {
        for path in files(&self.folder) {
            _ = fs::remove_file(path);
        }
        _ = fs::remove_dir(&self.folder);
    }
}

impl Drop for LiveWriter {
    fn drop(&mut self) {
        self.clear();
    }
}

/// One call, so that a reader sees most lines whole.
fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    file.write_all(&text)
}

/// The games that the files beside a store tell of, in the order of their keys.
pub(super) fn read(store: &Path) -> Vec<LiveGame> {
    let paths = files(&beside(store)).take(MOST_GAMES);
    let mut games: Vec<LiveGame> = paths.filter_map(|path| read_game(&path)).collect();
    games.sort_by_key(|game| game.key);
    games
}

/// As much of a game as is there. Its last line may be half written.
fn read_game(path: &Path) -> Option<LiveGame> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n').filter(|it| it.ends_with(b"\n"));
    let Head { key, opened } = serde_json::from_slice(lines.next()?).ok()?;
    let turns = lines.map_while(|line| serde_json::from_slice(line).ok()).collect();
    Some(LiveGame { key, opened, turns })
}

/// The files of a folder that are ours, if there is one. Links are not followed.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let is_folder = fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir());
    let entries = is_folder.then(|| fs::read_dir(folder).ok()).flatten();
    let files = entries.into_iter().flatten().flatten();
    let files = files.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    files.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == ENDING))
}

fn beside(store: &Path) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push("-live");
    name.into()
}

#[cfg(test)]
mod tests {
    use plyglot_core::Side;
    use plyglot_games::GAMES;

    use super::*;
    use crate::record::GameRecord;
    use crate::schedule::{Format, NextStep, Results, ScheduledGame};
    use crate::tournament::{Store, Tournament, Writer, testing};

    /// A tournament with its store, and its first game.
    struct Stage {
        folder: tempfile::TempDir,
        cup: Tournament,
        game: ScheduledGame,
        record: GameRecord,
    }

    impl Stage {
        fn new() -> Stage {
            let cup = testing::tournament(&["a", "b", "c"], Format::RoundRobin, 2);
            let NextStep::Play(games) = cup.schedule().next(&Results::new()) else {
                panic!("nothing")
            };
            let record = testing::record(testing::mancala(), ["a", "b"], Some(Side::First));
            Stage { folder: tempfile::tempdir().unwrap(), cup, game: games[0], record }
        }

        fn store(&self) -> PathBuf {
            self.folder.path().join("cup.sqlite")
        }

        fn live(&self) -> PathBuf {
            self.folder.path().join("cup.sqlite-live")
        }

        fn opened(&self) -> Opened {
            let GameRecord { players, start, opening, .. } = self.record.clone();
            Opened { players, start, opening }
        }

        /// A writer that has heard of the first turns of the game.
        fn playing(&self, turns: usize) -> Writer {
            let mut writer = Writer::resume(&self.store(), &self.cup).unwrap();
            let (game, opened) = (&self.game, &self.opened());
            writer.hear(&Event::Begun { game, opened }).unwrap();
            for turn in &self.record.turns[..turns] {
                writer.hear(&Event::Turn { game, turn }).unwrap();
            }
            writer
        }

        fn end(&self, writer: &mut Writer) {
            writer.hear(&Event::Ended { game: &self.game, record: &self.record }).unwrap();
        }

        fn seen(&self) -> Vec<LiveGame> {
            Store::open(&self.store(), GAMES).unwrap().live().unwrap()
        }

        fn expected(&self, turns: usize) -> Vec<LiveGame> {
            let turns = self.record.turns[..turns].to_vec();
            vec![LiveGame { key: self.game.key, opened: self.opened(), turns }]
        }
    }

    #[test]
    fn an_onlooker_sees_every_turn() {
        let stage = Stage::new();
        let mut writer = stage.playing(0);
        assert_eq!(stage.seen(), stage.expected(0));
        for (turns, turn) in (1..).zip(&stage.record.turns) {
            writer.hear(&Event::Turn { game: &stage.game, turn }).unwrap();
            assert_eq!(stage.seen(), stage.expected(turns));
        }
        stage.end(&mut writer);
        assert_eq!(stage.seen(), []);
        assert_eq!(writer.store().results().unwrap().len(), 1);
        assert_eq!(fs::read_dir(stage.live()).unwrap().count(), 0);
        drop(writer);
        assert!(!stage.live().exists());
    }

    #[test]
    fn half_a_line_is_not_there_yet() {
        let stage = Stage::new();
        let writer = stage.playing(3);
        let path = files(&stage.live()).next().unwrap();
        let whole = fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).unwrap();
            let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
            let expected = if lines == 0 { Vec::new() } else { stage.expected(lines - 1) };
            assert_eq!(stage.seen(), expected, "{cut} bytes");
        }
        // What makes no sense ends what is known.
        fs::write(&path, [&whole[..], b"{}\n", &whole[..]].concat()).unwrap();
        assert_eq!(stage.seen(), stage.expected(3));
        drop(writer);
    }

    #[test]
    fn what_a_killed_player_left_is_nobodys_game() {
        let stage = Stage::new();
        let writer = stage.playing(2);
        let path = files(&stage.live()).next().unwrap();
        let left = fs::read(&path).unwrap();
        drop(writer);
        // As if the process had been killed: its lock is gone, its files are not.
        fs::create_dir(stage.live()).unwrap();
        fs::write(&path, &left).unwrap();
        assert_eq!(stage.seen(), []);
        let writer = Writer::resume(&stage.store(), &stage.cup).unwrap();
        assert!(!stage.live().exists(), "a new start clears it away");
        drop(writer);
        // Whatever else lies there is not ours.
        fs::create_dir(stage.live()).unwrap();
        fs::write(&path, &left).unwrap();
        fs::write(stage.live().join("notes.txt"), "mine").unwrap();
        drop(Writer::resume(&stage.store(), &stage.cup).unwrap());
        assert!(!path.exists());
        assert_eq!(fs::read_to_string(stage.live().join("notes.txt")).unwrap(), "mine");
    }

    #[test]
    fn a_game_with_a_result_is_over() {
        let stage = Stage::new();
        let mut writer = stage.playing(2);
        let path = files(&stage.live()).next().unwrap();
        let bytes = fs::read(&path).unwrap();
        stage.end(&mut writer);
        fs::write(&path, bytes).unwrap();
        assert_eq!(stage.seen(), []);
    }

    #[test]
    fn what_cannot_be_written_does_no_harm() {
        let stage = Stage::new();
        fs::write(stage.live(), "in the way").unwrap();
        let mut writer = stage.playing(2);
        assert_eq!(stage.seen(), []);
        stage.end(&mut writer);
        assert_eq!(writer.store().results().unwrap().len(), 1);
        drop(writer);
        assert_eq!(fs::read_to_string(stage.live()).unwrap(), "in the way");
    }
}
