use anstyle::Style;

use plyglot_core::{Game, Side};
use plyglot_games::stake_raid::{Kind, Move, Position};

use crate::play::grid::{Cell, Grid};
use crate::play::look::{CHANGED, Look, OWNED};
use crate::play::playable::{Legend, Playable, View};

impl Playable for Position {
    const HOW_TO_MOVE: &'static str = "C3 Stake or C3 Raid";

    /// The board shows the sides by their names.
    fn legend(_side: Side, _look: &Look) -> Legend {
        Legend::default()
    }

    /// Every cell's value, and before it the owner.
    fn draw(&self, view: &View<'_, Position>) -> String {
        let size = self.values().size();
        let mut cells = self.values().cells().map(|cell| {
            let value = self.values().get(cell);
            let owner = self.board().get(cell);
            let is_marked = view.last.is_some_and(|mv| mv.cell == cell);
            let style = match owner {
                None => Style::new(),
                Some(side) if is_marked => OWNED[side as usize] | CHANGED.get_effects(),
                Some(side) => OWNED[side as usize],
            };
            let owner = owner.map_or("", Position::side_name);
            Cell { text: format!("{owner:1}{value:>2}"), style, is_marked }
        });
        let row = |row| (row, cells.by_ref().take(size).collect());
        Grid {
            columns: (b'A'..).take(size).map(|name| char::from(name).to_string()).collect(),
            rows: (1..=size).map(|number| number.to_string()).map(row).collect(),
            is_close: true,
        }
        .draw(view.look.width)
    }

    /// The cell alone, unless a Raid there would make a difference.
    fn spellings(&self, mv: Move) -> Vec<String> {
        let raid = Move { kind: Kind::Raid, ..mv };
        let makes_a_difference = || self.why_illegal(raid).is_none() && self.conquered(raid) > 0;
        if mv.kind == Kind::Stake && !makes_a_difference() {
            vec![mv.cell.to_string()]
        } else {
            Vec::new()
        }
    }

    /// `C3 Raid` from `c3raid` or `c3 r`.
    fn respelled(typed: &str) -> String {
        let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
        let end_of_cell = typed.rfind(|c: char| c.is_ascii_digit()).map_or(0, |index| index + 1);
        let (cell, kind) = typed.split_at(end_of_cell);
        let kind = kind.to_ascii_lowercase();
        let kind = match kind.as_str() {
            kind if "stake".starts_with(kind) => "Stake", // nothing at all included
            kind if "raid".starts_with(kind) => "Raid",
            other => other,
        };
        format!("{} {kind}", cell.to_ascii_uppercase())
    }
}
