//! What the terminal can show.

use std::env;
use std::io;

use anstyle::{Ansi256Color, Style};
use terminal_size::{Width, terminal_size_of};

use plyglot_core::picture::Ground;

/// How things are drawn. Colours are always written; the stream drops them where they do not
/// belong.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether more than ASCII may be used.
    pub unicode: bool,
    /// How many columns there are.
    pub width: usize,
}

impl Look {
    /// What suits this terminal; in a pipe, the classic 80 columns.
    pub fn of_terminal(ascii: bool) -> Look {
        let columns = terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns);
        let width = columns.filter(|&columns| columns > 0).map_or(80, usize::from);
        Look { unicode: !ascii && (is_utf8_locale() || is_windows_terminal()), width }
    }

    /// One of two symbols, by what can be shown.
    pub fn pick<T>(&self, unicode: T, ascii: T) -> T {
        if self.unicode { unicode } else { ascii }
    }
}

/// Whether the environment says so, the most particular variable first.
fn is_utf8_locale() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(env::var_os);
    let locale = set.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let locale = locale.to_string_lossy().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Whether this is the newer one of the terminals of Windows, which has all symbols and no locale.
fn is_windows_terminal() -> bool {
    env::var_os("WT_SESSION").is_some()
}

const fn colour(number: u8) -> Option<anstyle::Color> {
    Some(anstyle::Color::Ansi256(Ansi256Color(number)))
}

const fn on_square(square: u8, piece: u8) -> Style {
    Style::new().bg_color(colour(square)).fg_color(colour(piece))
}

/// The colours of squares.
const LIGHT: u8 = 187;
const DARK: u8 = 65;
const MARKED: u8 = 136;
const WOOD: u8 = 137;
/// The colours of pieces.
const BLACK: u8 = 16;
const WHITE: u8 = 231;
const YELLOW: u8 = 227;

/// What is said beside the game.
pub const ASIDE: Style = Style::new().dimmed();
/// A heading, a result.
pub const STRONG: Style = Style::new().bold();
/// The owner of a cell, where the terminal's own background stays.
pub const OWNED: [Style; 2] =
    [Style::new().bold().fg_color(colour(75)), Style::new().bold().fg_color(colour(215))];
/// Something that just changed there.
pub const CHANGED: Style = Style::new().invert();

/// The paint of a piece.
#[derive(Clone, Copy, Debug)]
pub enum Paint {
    Black,
    White,
    Yellow,
    /// As good as none: on the ground's own colour.
    None,
    /// A point that is lost to both.
    Faded,
}

/// A piece on its ground, which is brighter where the last move was; `None` on a ground without a
/// colour of its own.
pub const fn on(ground: Ground, paint: Paint, is_marked: bool) -> Option<Style> {
    let below = match ground {
        Ground::Field | Ground::Pit => return None,
        _ if is_marked => MARKED,
        Ground::Light => LIGHT,
        Ground::Dark => DARK,
        Ground::Wood => WOOD,
    };
    Some(match paint {
        Paint::Black => on_square(below, BLACK),
        Paint::White => on_square(below, WHITE).bold(),
        Paint::Yellow => on_square(below, YELLOW).bold(),
        Paint::None => on_square(below, below),
        Paint::Faded => on_square(below, 94),
    })
}
