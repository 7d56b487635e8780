//! Tournaments and games for tests.

use std::time::Duration;

use plyglot_core::{Cause, Outcome, Side};
use plyglot_games::GAMES;
use plyglot_kit::any::{AnyLine, GameRef};

use super::{Entrant, Store, Tournament, TournamentSettings, Writer};
use crate::contest::OpeningSuite;
use crate::record::{Evidence, GameRecord, TurnRecord};
use crate::referee::{Ending, Fault, Reason, Rules};
use crate::schedule::{Format, GameResult, NextStep, ScheduledGame};

/// Mancala with 4 pits of 3 stones between players of these names.
pub fn tournament(names: &[&str], format: Format, games: u32) -> Tournament {
    let entrant = |name: &&str| Entrant { name: (*name).to_owned(), agent: "random".to_owned() };
    let settings = TournamentSettings {
        name: "Cup".to_owned(),
        game: "mancala".to_owned(),
        sizes: SIZES.map(|(name, number)| (name.to_owned(), number)).into(),
        format,
        games,
        seed: 7,
        openings: OpeningSuite::default(),
        rules: Rules::default(),
        agents: names.iter().map(entrant).collect(),
    };
    Tournament::new(settings, GAMES).unwrap()
}

/// The game of that tournament.
pub fn mancala() -> GameRef {
    GAMES.find("mancala").unwrap()
}

/// Its board.
const SIZES: [(&str, usize); 2] = [("pits", 4), ("stones", 3)];

/// A whole game of first legal moves, after an opening of one. The winner wins it, by a fault of the
/// other if that is the second side.
pub fn record(game: GameRef, players: [&str; 2], winner: Option<Side>) -> GameRecord {
    let start = game.start(&SIZES, 1).unwrap();
    let mut turns = turns(start.clone());
    let opening = turns.remove(0).moves;
    let reason = match winner {
        Some(Side::Second) => Reason::Fault {
            side: Side::First,
            fault: Fault::Idle { used: 0.5, wall: 3.5, game: None },
        },
        _ => Reason::Rules { cause: Cause::RowEmpty },
    };
    let is_fault = matches!(reason, Reason::Fault { .. });
    let margin = (!is_fault).then(|| if winner.is_some() { 3 } else { 0 });
    let result = GameResult { outcome: winner.map_or(Outcome::Draw, Outcome::Win), margin };
    GameRecord {
        game: game.name().to_owned(),
        players: players.map(str::to_owned),
        start: start.position(),
        opening,
        turns,
        ending: Ending { result, reason, sentence: "it ended <so>".to_owned() },
        layers: [None, None],
        programs: [None, None],
        place: None,
        evidence: is_fault.then(|| Evidence {
            stderr: "</script><script>alert(1)</script>".to_owned(),
            ..Evidence::default()
        }),
    }
}

fn turns(mut line: Box<dyn AnyLine>) -> Vec<TurnRecord> {
    let mut turns = Vec::new();
    while let Some(mv) = line.legal().first()
        && turns.len() < 60
    {
        turns.push(TurnRecord {
            side: line.to_move(),
            moves: vec![mv.clone()],
            cpu: Duration::from_millis(turns.len() as u64),
            wall: Duration::from_millis(2 * turns.len() as u64),
            notes: Vec::new(),
        });
        line.play(mv).unwrap();
    }
    turns
}

/// A store of all games of a tournament, ended as told.
pub fn played(
    tournament: &Tournament,
    winner: impl Fn(&ScheduledGame) -> Option<Side>,
) -> (tempfile::TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("cup.sqlite");
    let mut writer = Writer::create(&path, tournament).unwrap();
    let mut results = tournament.no_results();
    while let NextStep::Play(games) = tournament.schedule().next(&results) {
        for game in games {
            let names = [game.first, game.second].map(|player| tournament.name_of(player));
            let record = record(tournament.game(), names, winner(&game));
            writer.insert(&game, &record).unwrap();
            results.insert(game.key, record.ending.result);
        }
    }
    drop(writer);
    let store = Store::open(&path, GAMES).unwrap();
    (directory, store)
}
