use plyglot_core::Side;
use plyglot_games::GAMES;
use serde_json::Value;

use super::board::HtmlGrid;
use super::html;
use super::replay::Replays;
use crate::schedule::Format;
use crate::tournament::{TournamentReport, testing};

const HOSTILE: [&str; 3] =
    ["<script>alert(1)</script>", "\"><img src=x onerror='alert(2)'>", "a&b"];

fn page() -> String {
    let cup = testing::tournament(&HOSTILE, Format::RoundRobin, 2);
    let winner = |game: &crate::schedule::ScheduledGame| match game.first {
        0 => Some(Side::First),
        1 => Some(Side::Second),
        _ => None,
    };
    let (_directory, store) = testing::played(&cup, winner);
    html(&store, &TournamentReport::of(&store).unwrap()).unwrap()
}

#[test]
fn nothing_that_others_wrote_is_taken_for_markup() {
    let page = page();
    for text in ["<script>alert", "<img", "<so>", "alert(1)</script>"] {
        assert!(!page.contains(text), "{text}");
    }
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(page.contains("&quot;&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;"));
    assert!(page.contains("a&amp;b"));
    // It loads nothing from elsewhere, and would not be allowed to.
    for text in ["http://", "https://", "<link", " src=\"", "url(", "@import"] {
        assert!(!page.contains(text), "{text}");
    }
    assert!(page.contains("content=\"default-src 'none';"));
}

#[test]
fn every_tag_is_closed_and_every_link_leads_somewhere() {
    let page = page();
    let body = page.split("<body>").nth(1).unwrap().split("<script").next().unwrap();
    let mut open = Vec::new();
    for part in body.split('<').skip(1) {
        let tag = part.split('>').next().unwrap();
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') && name != "input" {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let data = data(&page);
    let games: Vec<&str> =
        data["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    let links = body.split("href=\"#").skip(1).map(|part| part.split('"').next().unwrap());
    let mut count = 0;
    for link in links {
        count += 1;
        assert!(games.contains(&link) || body.contains(&format!("id=\"{link}\"")), "{link}");
    }
    assert_eq!(count, 6 + 10 + 6, "the cross table, the slowest turns, the games");
}

fn data(page: &str) -> Value {
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    serde_json::from_str(data).unwrap()
}

#[test]
fn stepping_through_a_game_ends_at_its_last_board() {
    for game in GAMES.iter() {
        let record = testing::record(game, ["a", "b"], None);
        let mut replays = Replays::new(game);
        replays.add("id".to_owned(), "title".to_owned(), &record);
        let data = serde_json::to_value(&replays).unwrap();
        let replay = &data["games"][0];
        let number = |value: &Value| value.as_u64().unwrap() as usize;
        let mut board: Vec<usize> =
            replay["board"].as_array().unwrap().iter().map(number).collect();
        let steps = replay["steps"].as_array().unwrap();
        assert_eq!(steps.len(), record.moves().count(), "{game:?}");
        assert!(!board.is_empty(), "{game:?}");
        for step in steps {
            for change in step[1].as_array().unwrap().chunks(2) {
                board[number(&change[0])] = number(&change[1]);
            }
        }
        let line = record.score(GAMES).unwrap().line;
        let expected = HtmlGrid::of(&line.picture_at(line.plies()));
        assert_eq!(number(&replay["columns"]), expected.columns);
        assert_eq!(board.len() % expected.columns, 0, "{game:?}");
        for (&look, cell) in board.iter().zip(&expected.cells) {
            assert_eq!(data["looks"][look], serde_json::json!([cell.class, cell.text]), "{game:?}");
        }
    }
}
