use super::{Board, Move, Position};
use plyglot_core::{Game, Side};

use plyglot_kit::wording::{Legend, Spoken, Unit, counted};
use plyglot_kit::{Playable, Size};

impl Playable for Position {
    const NAME: &'static str = "mancala";
    const TITLE: &'static str = "Mancala";
    const ABOUT: &'static str = "sow stones around the board, and bring most of them home";
    const RULES: &'static str = include_str!("RULES.md");
    const MEASURED_LEVELS: &'static str = include_str!("levels.tsv");
    const SIZES: &'static [Size] = &[
        Size { name: "pits", about: "pits of each player", range: Board::PITS, usual: 6 },
        Size { name: "stones", about: "stones in each pit", range: 1..=1000, usual: 4 },
    ];

    /// All pits filled alike.
    fn start(sizes: &[usize], _: u64) -> Position {
        let [pits, stones] = sizes else { return Position::start() };
        Position::new(Board::filled(*pits, *stones as u16), Side::First)
    }
}

impl Spoken for Position {
    const UNIT: Unit = Unit("stone", "stones");
    const CLEAR_LEAD: u32 = 8;
    const HOW_TO_MOVE: &'static str = "B4, the pit to sow from";

    fn title(side: Side) -> &'static str {
        match side {
            Side::First => "Player 1",
            Side::Second => "Player 2",
        }
    }

    fn legend(side: Side) -> Legend {
        let place = match side {
            Side::First => "row B and the mancala on the right",
            Side::Second => "row A and the mancala on the left",
        };
        Legend { shape: None, place }
    }

    fn respelled(typed: &str) -> String {
        typed.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_uppercase()
    }

    fn tally(&self) -> [i64; 2] {
        [Side::First, Side::Second].map(|side| i64::from(self.board().mancala(side)))
    }

    fn effects(&self, _mv: Move, after: &Position) -> Vec<String> {
        let mover = self.to_move() as usize;
        let gained = after.tally()[mover] - self.tally()[mover];
        let mut effects = Vec::new();
        // The other row loses stones only to a capture, or to its owner when the game ends.
        let other = self.to_move().other();
        let stones = |position: &Position, column| i64::from(position.board().pit(other, column));
        let lost = |column| (stones(self, column) - stones(after, column)).max(0);
        let captured: i64 = (0..self.board().pits()).map(lost).sum();
        if captured > 0 && after.outcome().is_none() {
            effects.push(format!("capturing {}", counted(captured, Position::UNIT)));
        }
        if gained > 0 {
            effects.push(format!("bringing home {}", counted(gained, Position::UNIT)));
        }
        effects
    }
}
