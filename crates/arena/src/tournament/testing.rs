//! Tournaments and games for tests.

use std::time::Duration;

use plyglot_core::Side;
use plyglot_games::GameId;
use plyglot_games::{AnyPosition, Sizes, Start, with_position};
use plyglot_kit::competition::{Cause, Competition};

use super::{Entrant, Settings, Store, Tournament, Writer};
use crate::contest::OpeningSuite;
use crate::record::{Evidence, GameRecord, TurnRecord};
use crate::referee::{Ending, Fault, Reason, Rules};
use crate::schedule::{Format, Game, Results, Step};

/// Mancala with 4 pits of 3 stones between players of these names.
pub fn tournament(names: &[&str], format: Format, games: u32) -> Tournament {
    let entrant = |name: &&str| Entrant { name: (*name).to_owned(), agent: "random".to_owned() };
    Tournament::new(Settings {
        name: "Cup".to_owned(),
        game: GameId::Mancala,
        size: None,
        pits: Some(4),
        stones: Some(3),
        format,
        games,
        seed: 7,
        openings: OpeningSuite::default(),
        rules: Rules::default(),
        agents: names.iter().map(entrant).collect(),
    })
    .unwrap()
}

/// A whole game of first legal moves, after an opening of one. Whoever is told to wins it, by a fault
/// of the other if that is the second side.
pub fn record(game: GameId, players: [&str; 2], winner: Option<Side>) -> GameRecord {
    let sizes = Sizes { size: None, pits: Some(4), stones: Some(3) };
    let start = Start::new(game, &sizes).unwrap().position(1);
    let (text, mut turns) = with_position!(&start, start => (start.to_string(), turns(start)));
    let opening = turns.remove(0).moves;
    let reason = match winner {
        Some(Side::Second) => {
            Reason::Fault { side: Side::First, fault: Fault::Idle { used: 0.5, wall: 3.5 } }
        }
        _ => Reason::Rules { cause: Cause::RowEmpty },
    };
    let is_fault = matches!(reason, Reason::Fault { .. });
    let margin = (!is_fault).then(|| if winner.is_some() { 3 } else { 0 });
    GameRecord {
        game,
        players: players.map(str::to_owned),
        start: text,
        opening,
        turns,
        ending: Ending { winner, margin, reason, sentence: "it ended <so>".to_owned() },
        layers: [None, None],
        evidence: is_fault.then(|| Evidence {
            stderr: "</script><script>alert(1)</script>".to_owned(),
            ..Evidence::default()
        }),
    }
}

fn turns<G: Competition>(start: &G) -> Vec<TurnRecord> {
    let (mut position, mut turns) = (start.clone(), Vec::new());
    while let Some(&mv) = position.moves().first()
        && turns.len() < 60
    {
        turns.push(TurnRecord {
            side: position.to_move(),
            moves: vec![mv.to_string()],
            cpu: Duration::from_millis(turns.len() as u64),
            wall: Duration::from_millis(2 * turns.len() as u64),
            notes: Vec::new(),
        });
        position = position.after(mv);
    }
    turns
}

/// The position after all moves of a record.
pub fn last_position(record: &GameRecord) -> AnyPosition {
    let start = AnyPosition::of_text(&record.start, record.game).unwrap();
    let last = with_position!(&start, start => after(start, record));
    AnyPosition::of_text(&last, record.game).unwrap()
}

fn after<G: Competition>(start: &G, record: &GameRecord) -> String {
    let moves = record.moves().map(|mv| mv.parse().unwrap());
    moves.fold(start.clone(), |position, mv| position.try_play(mv).unwrap()).to_string()
}

/// A store of all games of a tournament, ended as told.
pub fn played(
    tournament: &Tournament,
    winner: impl Fn(&Game) -> Option<Side>,
) -> (tempfile::TempDir, Store) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("cup.sqlite");
    let mut writer = Writer::create(&path, tournament).unwrap();
    let mut results = Results::of(tournament.settings().game);
    while let Step::Play(games) = tournament.schedule().next(&results) {
        for game in games {
            let names = [game.first, game.second].map(|player| tournament.name_of(player));
            let record = record(tournament.settings().game, names, winner(&game));
            writer.insert(&game, &record).unwrap();
            results.insert(game.key, record.ending.result());
        }
    }
    drop(writer);
    let store = Store::open(&path).unwrap();
    (directory, store)
}
