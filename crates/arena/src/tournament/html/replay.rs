//! Games that can be stepped through: the first board, and after each move the cells that changed.

use std::collections::{HashMap, HashSet};

use plyglot_kit::any::{AnyLine, GameRef};
use serde::Serialize;

use super::board::{HtmlCell, HtmlGrid};
use crate::record::{Evidence, GameRecord};

/// All games of a page. Cells are numbers in one list of looks, so that a move takes a few bytes.
#[derive(Serialize)]
pub struct Replays {
    #[serde(skip)]
    game: GameRef,
    looks: Vec<(String, String)>,
    games: Vec<Replay>,
    #[serde(skip)]
    ids: HashSet<String>,
    #[serde(skip)]
    known: HashMap<HtmlCell, u32>,
    /// About how many bytes of the page it all takes.
    #[serde(skip)]
    pub bytes: usize,
}

#[derive(Serialize)]
struct Replay {
    id: String,
    title: String,
    end: String,
    columns: usize,
    board: Vec<u32>,
    /// Cells that cover several columns and rows, each with how many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    spans: Vec<(u32, u16, u16)>,
    /// What happened, in words, and then in turn a cell and its new look.
    steps: Vec<(String, Vec<u32>)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<(&'static str, String)>,
}

/// How many characters are shown of each text that says why an agent lost.
const EVIDENCE: usize = 2000;

impl Replays {
    /// No game yet.
    pub fn new(game: GameRef) -> Replays {
        Replays {
            game,
            looks: Vec::new(),
            games: Vec::new(),
            ids: HashSet::new(),
            known: HashMap::new(),
            bytes: 0,
        }
    }

    /// Adds a game. One whose start cannot be read has no board, only its ending.
    pub fn add(&mut self, id: String, title: String, record: &GameRecord) {
        self.ids.insert(id.clone());
        let mut replay = Replay {
            id,
            title,
            end: record.ending.sentence.clone(),
            columns: 1,
            board: Vec::new(),
            spans: Vec::new(),
            steps: Vec::new(),
            evidence: record.evidence.as_ref().map(shown).unwrap_or_default(),
        };
        if let Ok(start) = self.game.read_position(&record.start) {
            self.play(start, record, &mut replay);
        }
        let steps = replay.steps.iter().map(|(text, cells)| text.len() + 4 * cells.len() + 8);
        let evidence = replay.evidence.iter().map(|(_, text)| text.len() + 20);
        self.bytes += steps.chain(evidence).sum::<usize>() + 3 * replay.board.len() + 200;
        self.games.push(replay);
    }

    /// Whether a game is there.
    pub fn has(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    fn play(&mut self, mut line: Box<dyn AnyLine>, record: &GameRecord, replay: &mut Replay) {
        let mut grid = HtmlGrid::of(&line.picture_at(0));
        replay.columns = grid.columns;
        replay.board = grid.cells.iter().map(|cell| self.look(cell)).collect();
        replay.spans.clone_from(&grid.spans);
        let opening = record.opening.iter().map(|mv| (mv, " (opening)".to_owned()));
        let turns = record.turns.iter().flat_map(|turn| {
            // What is built in and thinks by nodes has no clock.
            let cpu = match turn.cpu.as_secs_f64() {
                0.0 => String::new(),
                seconds => format!(" ({seconds:.3} s)"),
            };
            turn.moves.iter().map(move |mv| (mv, cpu.clone()))
        });
        for (mv, note) in opening.chain(turns) {
            let name = line.about().side_name(line.to_move());
            if line.play(mv).is_err() {
                return;
            }
            let after = HtmlGrid::of(&line.picture_at(line.plies()));
            let changed = self.changes(&grid, &after);
            replay.steps.push((format!("{name} {mv}{note}"), changed));
            grid = after;
        }
    }

    fn changes(&mut self, before: &HtmlGrid, after: &HtmlGrid) -> Vec<u32> {
        let cells = before.cells.iter().zip(&after.cells).zip(0..);
        let changed = cells.filter(|((before, after), _)| before != after);
        changed.flat_map(|((_, after), number)| [number, self.look(after)]).collect()
    }

    fn look(&mut self, cell: &HtmlCell) -> u32 {
        if let Some(&number) = self.known.get(cell) {
            return number;
        }
        let number = self.looks.len() as u32;
        self.looks.push((cell.class.clone(), cell.text.clone()));
        self.known.insert(cell.clone(), number);
        number
    }
}

/// What an agent was given and what it left, where that is anything.
fn shown(evidence: &Evidence) -> Vec<(&'static str, String)> {
    let answer = evidence.answer.as_deref().unwrap_or("(none)");
    let all = [
        ("input.txt", evidence.input.as_str()),
        ("its answer", answer),
        ("its standard output", &evidence.stdout),
        ("its standard error", &evidence.stderr),
    ];
    let shown = all.into_iter().filter(|(_, text)| !text.is_empty());
    shown.map(|(name, text)| (name, text.chars().take(EVIDENCE).collect())).collect()
}
