//! Pieces as signs and colours of a terminal.

use anstyle::Style;

use plyglot_core::Side;
use plyglot_core::picture::{Cell, Ground, Piece, Shape};

use crate::play::look::{self, CHANGED, Look, OWNED, Paint};

/// The sign of a piece.
pub fn symbol(side: Option<Side>, shape: Shape, look: &Look) -> &'static str {
    let is_first = side != Some(Side::Second);
    match (shape, is_first) {
        (Shape::Man, true) => look.pick("●", "b"),
        (Shape::Man, false) => look.pick("○", "w"),
        (Shape::King, true) => look.pick("♚", "B"),
        (Shape::King, false) => look.pick("♔", "W"),
        (Shape::Stone, true) => look.pick("●", "B"),
        (Shape::Stone, false) => look.pick("○", "W"),
        (Shape::Star, _) => look.pick("★", "*"),
        (Shape::Ring, _) => look.pick("○", "o"),
        (Shape::Cross, _) => look.pick("×", "x"),
        (Shape::Claim, true) => "X",
        (Shape::Claim, false) => "O",
        (Shape::Seeds, _) => "",
    }
}

/// What stands on a cell: the sign of its pieces, and how many they are.
pub fn of(cell: &Cell, look: &Look) -> String {
    match cell.piece {
        Some(Piece { shape: Shape::Seeds, count, .. }) => count.to_string(),
        Some(Piece { side, shape, count }) => {
            let count = if count == 1 { String::new() } else { count.to_string() };
            format!("{}{count}", symbol(side, shape, look))
        }
        None if cell.ground == Ground::Light || !cell.text.is_empty() => String::new(),
        None => look.pick("·", ".").to_owned(),
    }
}

/// The colours of a cell.
pub fn style(cell: &Cell, is_marked: bool) -> Style {
    let paint = match (cell.piece, cell.ground) {
        (None, Ground::Wood) => Paint::Faded,
        (None, _) => Paint::None,
        (Some(Piece { shape: Shape::Star, .. }), _) => Paint::Yellow,
        (Some(Piece { shape: Shape::Ring, .. }), _) => Paint::White,
        (Some(Piece { side: Some(Side::First), .. }), _) => Paint::Black,
        (Some(Piece { side: Some(Side::Second), .. }), _) => Paint::White,
        (Some(Piece { side: None, .. }), _) => Paint::Faded,
    };
    let owned = || match cell.piece.and_then(|piece| piece.side) {
        None => Style::new(),
        Some(side) if is_marked => OWNED[side as usize] | CHANGED.get_effects(),
        Some(side) => OWNED[side as usize],
    };
    look::on(cell.ground, paint, is_marked).unwrap_or_else(owned)
}
