//! Games that can be stepped through: the first board, and after each move the cells that changed.

use std::collections::{HashMap, HashSet};

use plyglot_games::{AnyPosition, with_position};
use serde::Serialize;

use super::board::{Cell, Drawn, Grid};
use crate::record::{Evidence, GameRecord};

/// All games of a page. Cells are numbers in one list of looks, so that a move takes a few bytes.
#[derive(Default, Serialize)]
pub struct Replays {
    looks: Vec<(&'static str, String)>,
    games: Vec<Replay>,
    #[serde(skip)]
    ids: HashSet<String>,
    #[serde(skip)]
    known: HashMap<Cell, u32>,
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
    /// What happened, in words, and then in turn a cell and its new look.
    steps: Vec<(String, Vec<u32>)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<(&'static str, String)>,
}

/// So much of each text that shows why an agent lost, in characters.
const EVIDENCE: usize = 2000;

impl Replays {
    /// Adds a game. One whose start cannot be read has no board, but its ending is told.
    pub fn add(&mut self, id: String, title: String, record: &GameRecord) {
        self.ids.insert(id.clone());
        let mut replay = Replay {
            id,
            title,
            end: record.ending.sentence.clone(),
            columns: 1,
            board: Vec::new(),
            steps: Vec::new(),
            evidence: record.evidence.as_ref().map(shown).unwrap_or_default(),
        };
        if let Ok(start) = AnyPosition::of_text(&record.start, record.game) {
            with_position!(&start, start => self.play(start, record, &mut replay));
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

    fn play<G: Drawn>(&mut self, start: &G, record: &GameRecord, replay: &mut Replay) {
        let mut grid = start.grid();
        replay.columns = grid.columns;
        replay.board = self.looks_of(&grid);
        let opening = record.opening.iter().map(|mv| (mv, " (opening)".to_owned()));
        let turns = record.turns.iter().flat_map(|turn| {
            // What is built in and thinks by nodes has no clock.
            let cpu = match turn.cpu.as_secs_f64() {
                0.0 => String::new(),
                seconds => format!(" ({seconds:.3} s)"),
            };
            turn.moves.iter().map(move |mv| (mv, cpu.clone()))
        });
        let mut position = start.clone();
        for (mv, note) in opening.chain(turns) {
            let name = G::side_name(position.to_move());
            let Ok(mv) = mv.parse::<G::Move>() else { return };
            let Ok(next) = position.try_play(mv) else { return };
            let after = next.grid();
            let changed = self.changes(&grid, &after);
            replay.steps.push((format!("{name} {mv}{note}"), changed));
            (position, grid) = (next, after);
        }
    }

    fn changes(&mut self, before: &Grid, after: &Grid) -> Vec<u32> {
        let cells = before.cells.iter().zip(&after.cells).zip(0..);
        let changed = cells.filter(|((before, after), _)| before != after);
        changed.flat_map(|((_, after), number)| [number, self.look(after)]).collect()
    }

    fn looks_of(&mut self, grid: &Grid) -> Vec<u32> {
        grid.cells.iter().map(|cell| self.look(cell)).collect()
    }

    fn look(&mut self, cell: &Cell) -> u32 {
        if let Some(&number) = self.known.get(cell) {
            return number;
        }
        let number = self.looks.len() as u32;
        self.looks.push((cell.class, cell.text.clone()));
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
