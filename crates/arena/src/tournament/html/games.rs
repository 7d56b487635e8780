use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use plyglot_core::safe_text::html;
use plyglot_core::{Outcome, Side};

use super::replay::Replays;
use crate::schedule::{GameKey, ScheduledGame};
use crate::tournament::{Store, StoreError, TournamentReport};

/// More games make a page that no telephone opens.
const MOST_GAMES: usize = 3000;
/// As do more bytes of them.
const MOST_BYTES: usize = 10_000_000;

/// The games that a page shows, by who played them.
pub struct GameList {
    replays: Replays,
    pairings: BTreeMap<[usize; 2], Vec<GameRow>>,
    /// By the number of a player, from 0, its place in the standings.
    places: Vec<usize>,
    left_out: u64,
}

struct GameRow {
    key: GameKey,
    first: usize,
    result: &'static str,
    sentence: String,
}

impl GameList {
    pub fn collect(store: &Store, report: &TournamentReport) -> Result<GameList, StoreError> {
        let mut places = vec![0; report.standings.len()];
        for (place, row) in report.standings.iter().enumerate() {
            if let Some(found) = places.get_mut(row.number - 1) {
                *found = place;
            }
        }
        let replays = Replays::new(report.game);
        let mut games = GameList { replays, pairings: BTreeMap::new(), places, left_out: 0 };
        let mut count = 0;
        store.for_each_until(|game, record| {
            if count == MOST_GAMES || games.replays.bytes > MOST_BYTES {
                return Ok(ControlFlow::Break(()));
            }
            count += 1;
            let GameKey { round, table, number } = game.key;
            let [first, second] = &record.players;
            let title = format!(
                "{first} – {second} (round {}, table {}, game {})",
                round + 1,
                table + 1,
                number + 1
            );
            games.replays.add(id_of(round + 1, table + 1, number + 1), title, record);
            games.pairings.entry(pair(game)).or_default().push(GameRow {
                key: game.key,
                first: game.first,
                result: match record.ending.result.outcome {
                    Outcome::Win(Side::First) => "1–0",
                    Outcome::Win(Side::Second) => "0–1",
                    Outcome::Draw => "½–½",
                },
                sentence: record.ending.sentence.clone(),
            });
            Ok::<_, StoreError>(ControlFlow::Continue(()))
        })?;
        games.left_out = report.played.saturating_sub(count as u64);
        Ok(games)
    }

    /// Where the games of two players are, by their numbers from 1.
    pub fn link_to_pairing(&self, one: usize, other: usize) -> Option<String> {
        let pair = [one.min(other).checked_sub(1)?, one.max(other).checked_sub(1)?];
        self.pairings.contains_key(&pair).then(|| format!("#{}", anchor(pair)))
    }

    /// Where a game is, counted from 1.
    pub fn link_to_game(&self, round: u32, table: u32, game: u32) -> Option<String> {
        let id = id_of(round, table, game);
        self.replays.has(&id).then(|| format!("#{id}"))
    }

    /// All pairings, each with its games.
    pub fn list(&self, report: &TournamentReport) -> String {
        let mut text = "<h2 id=\"games\">Games</h2>\n".to_owned();
        if self.left_out > 0 {
            _ = writeln!(
                text,
                "<p>The page has room for the first {} of {} games; the others are in the store.</p>",
                report.played - self.left_out,
                report.played
            );
        }
        let row_of = |player: usize| {
            self.places.get(player).and_then(|&place| Some((place, report.standings.get(place)?)))
        };
        let mut pairings: Vec<_> = self.pairings.iter().collect();
        // As in the table: the best first, against the best first.
        let place = |player: usize| self.places.get(player).copied().unwrap_or_default();
        pairings.sort_by_key(|([a, b], _)| {
            let [a, b] = [place(*a), place(*b)];
            (a.min(b), a.max(b))
        });
        for (&[a, b], games) in pairings {
            let (Some(a_row), Some(b_row)) = (row_of(a), row_of(b)) else { continue };
            let [(place, one), (other_place, other)] =
                if a_row.0 <= b_row.0 { [a_row, b_row] } else { [b_row, a_row] };
            let points = report.cross.get(place).and_then(|row| row.get(other_place)?.as_ref());
            let score = points.map_or(String::new(), |meeting| {
                format!("{} : {}", meeting.points(), f64::from(meeting.games()) - meeting.points())
            });
            _ = writeln!(
                text,
                "<details id=\"{}\"><summary><b>{score}</b>{} – {}</summary><ol>",
                anchor([a, b]),
                html(&one.agent),
                html(&other.agent)
            );
            for game in games {
                let GameKey { round, table, number } = game.key;
                let (first, second) =
                    if game.first == one.number - 1 { (one, other) } else { (other, one) };
                _ = writeln!(
                    text,
                    "<li><a href=\"#{}\">{} – {}</a> {} <span class=\"soft\">{}</span></li>",
                    id_of(round + 1, table + 1, number + 1),
                    html(&first.agent),
                    html(&second.agent),
                    game.result,
                    html(&game.sentence)
                );
            }
            text.push_str("</ol></details>\n");
        }
        text
    }

    /// What the script reads. Within it nothing looks like the end of a script.
    pub fn data(&self) -> String {
        // Plain data can always be written.
        serde_json::to_string(&self.replays).unwrap_or_default().replace('<', "\\u003c")
    }
}

fn pair(game: &ScheduledGame) -> [usize; 2] {
    [game.first.min(game.second), game.first.max(game.second)]
}

fn anchor([a, b]: [usize; 2]) -> String {
    format!("pair-{}-{}", a + 1, b + 1)
}

fn id_of(round: u32, table: u32, game: u32) -> String {
    format!("game-{round}-{table}-{game}")
}
