//! A picture as SVG that stands alone, for notebooks and reports. It looks like the page's board; all
//! colours are in the elements themselves, so that several can share a page.

use std::fmt::Write;

use plyglot_core::Side;
use plyglot_core::picture::{Cell, Ground, Palette, Picture, Piece, Shape};

/// The board, with the cells of these names marked, such as those of the last move.
pub fn board(picture: &Picture, marked: &[String]) -> String {
    let layout = Layout::of(picture);
    let (wide, high) = (layout.wide(picture), layout.high(picture));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" \
         width=\"{}\" height=\"{}\" text-anchor=\"middle\" \
         font-family=\"system-ui, sans-serif\">",
        wide / 2,
        high / 2
    );
    table(&mut out, picture, &layout);
    for cell in &picture.cells {
        ground(&mut out, cell, &layout.place(cell), picture.palette);
    }
    for cell in picture.cells.iter().filter(|cell| marked.contains(&cell.name)) {
        let rounded = if cell.ground == Ground::Pit { 50 } else { 0 };
        rectangle(&mut out, &layout.place(cell), 2, rounded, "fill=\"#f2c14e\" opacity=\"0.45\"");
    }
    names(&mut out, picture, &layout);
    for cell in &picture.cells {
        standing(&mut out, cell, &layout.place(cell));
    }
    out += "</svg>";
    out
}

/// A text as it stands between tags or in an attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const INK: &str = "#26302f";
const SOFT: &str = "#6a7472";
const FIRST: &str = "#c98a1b";
const SECOND: &str = "#3f6fa8";
const WOOD: &str = "#e0bd86";
const WOOD_LINE: &str = "#8a6a3c";

/// The side of a cell, and the margins at its left and above it, where names stand.
struct Layout {
    side: i32,
    left: i32,
    top: i32,
}

/// Where a cell is: its middle and its size.
struct Place {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

impl Layout {
    fn of(picture: &Picture) -> Layout {
        if picture.cells.iter().any(|cell| cell.ground == Ground::Pit) {
            Layout { side: 120, left: 34, top: 60 }
        } else {
            Layout { side: 100, left: 36, top: 36 }
        }
    }

    fn wide(&self, picture: &Picture) -> i32 {
        i32::from(picture.columns) * self.side + 2 * self.left
    }

    fn high(&self, picture: &Picture) -> i32 {
        i32::from(picture.rows) * self.side + 2 * self.top
    }

    fn place(&self, cell: &Cell) -> Place {
        let (width, height) =
            (i32::from(cell.width) * self.side, i32::from(cell.height) * self.side);
        Place {
            x: self.left + i32::from(cell.column) * self.side + width / 2,
            y: self.top + i32::from(cell.row) * self.side + height / 2,
            width,
            height,
        }
    }
}

/// Writing into a text cannot fail.
fn put(out: &mut String, what: std::fmt::Arguments<'_>) {
    _ = out.write_fmt(what);
}

fn rectangle(out: &mut String, place: &Place, edge: i32, rounded: i32, look: &str) {
    let Place { x, y, width, height } = *place;
    let (x, y) = (x - width / 2 + edge, y - height / 2 + edge);
    let (width, height) = (width - 2 * edge, height - 2 * edge);
    put(
        out,
        format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{rounded}\" {look}/>"
        ),
    );
}

/// A line of text around a point; `dominant-baseline` is not known everywhere, so it is shifted.
fn text(out: &mut String, x: i32, y: i32, size: i32, look: &str, what: &str) {
    if !what.is_empty() {
        let y = y + size * 7 / 20;
        let what = escaped(what);
        put(
            out,
            format_args!("<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" {look}>{what}</text>"),
        );
    }
}

/// What holds all cells together, if anything does.
fn table(out: &mut String, picture: &Picture, layout: &Layout) {
    let (wide, high) = (layout.wide(picture), layout.high(picture));
    let wood = format!("fill=\"{WOOD}\"");
    if picture.cells.iter().any(|cell| cell.ground == Ground::Pit) {
        let all = Place { x: wide / 2, y: high / 2, width: wide - 8, height: high - 68 };
        return rectangle(out, &all, 0, 70, &wood);
    }
    if !picture.cells.iter().any(|cell| cell.ground == Ground::Wood) {
        return;
    }
    let Layout { side, left, top } = *layout;
    let all = Place { x: wide / 2, y: high / 2, width: wide - 2 * left, height: high - 2 * top };
    rectangle(out, &all, 0, 10, &wood);
    let middle = |from: i32, at: u16| from + i32::from(at) * side + side / 2;
    let (near, far) = (middle(left, 0), middle(left, picture.columns.saturating_sub(1)));
    let (upper, lower) = (middle(top, 0), middle(top, picture.rows.saturating_sub(1)));
    put(out, format_args!("<path fill=\"none\" stroke=\"{WOOD_LINE}\" stroke-width=\"2.5\" d=\""));
    for column in 0..picture.columns {
        put(out, format_args!("M{} {upper}V{lower}", middle(left, column)));
    }
    for row in 0..picture.rows {
        put(out, format_args!("M{near} {}H{far}", middle(top, row)));
    }
    *out += "\"/>";
}

fn ground(out: &mut String, cell: &Cell, place: &Place, palette: Palette) {
    let colour = match (cell.ground, palette) {
        (Ground::Light, Palette::Warm) => "#efe8da",
        (Ground::Light, Palette::Cool) => "#eae9e4",
        (Ground::Dark, Palette::Warm) => "#9fb3a3",
        (Ground::Dark, Palette::Cool) => "#a3b3c4",
        (Ground::Field, _) => "#ece8df",
        (Ground::Pit, _) => "#c99f63",
        (Ground::Wood, _) => "",
    };
    let fill = format!("fill=\"{colour}\"");
    match cell.ground {
        Ground::Wood => {}
        Ground::Field => rectangle(out, place, 4, 14, &fill),
        Ground::Pit => {
            let edge = match cell.owner {
                Some(Side::First) => "#b6802b",
                Some(Side::Second) => "#616d77",
                None => WOOD_LINE,
            };
            let look = format!("{fill} stroke=\"{edge}\" stroke-width=\"3\"");
            rectangle(out, place, 10, 50, &look);
        }
        Ground::Light | Ground::Dark => rectangle(out, place, 0, 0, &fill),
    }
    if cell.piece.is_none() {
        text(out, place.x, place.y, 30, &format!("fill=\"{SOFT}\""), &cell.text);
    }
}

/// The names of columns below and of rows at the left, what rows say at the right, and labels of cells.
fn names(out: &mut String, picture: &Picture, layout: &Layout) {
    let Layout { side, left, top } = *layout;
    let (wide, high) = (layout.wide(picture), layout.high(picture));
    let soft = format!("fill=\"{SOFT}\"");
    let middles = |from: i32| (0..).map(move |at| from + at * side + side / 2);
    for (x, name) in middles(left).zip(&picture.column_labels) {
        text(out, x, high - top / 2, 22, &soft, name);
    }
    for (y, name) in middles(top).zip(&picture.row_labels) {
        text(out, left / 2, y, 22, &soft, name);
    }
    for (y, note) in middles(top).zip(&picture.row_notes) {
        text(out, wide - left / 2, y, 19, &format!("fill=\"{FIRST}\""), note);
    }
    for cell in &picture.cells {
        let place = layout.place(cell);
        let y = if place.y < high / 2 { 18 } else { high - 16 };
        text(out, place.x, y, 22, &soft, &cell.label);
    }
}

/// What stands on a cell, drawn around its middle.
fn standing(out: &mut String, cell: &Cell, place: &Place) {
    let Some(piece) = cell.piece else { return };
    put(out, format_args!("<g transform=\"translate({} {})\">", place.x, place.y));
    match piece.shape {
        Shape::Seeds => heap(out, piece.count, cell.height > 1),
        Shape::Claim => claim(out, piece, &cell.text),
        _ => {
            shape(out, piece);
            let written = if piece.count > 1 { piece.count.to_string() } else { cell.text.clone() };
            text(out, 0, 2, 30, &format!("font-weight=\"700\" fill=\"{INK}\""), &written);
        }
    }
    *out += "</g>";
}

fn shape(out: &mut String, Piece { side, shape, .. }: Piece) {
    let of = |first, second, neither| match side {
        Some(Side::First) => first,
        Some(Side::Second) => second,
        None => neither,
    };
    match shape {
        Shape::Man | Shape::King => {
            let fill = of("#33363a", "#fbf7ee", "#9a9488");
            let edge = of("#1d1f22", "#b9b09c", "#6f695e");
            let rim = of("#52575d", "#ddd4c1", "#b9b2a5");
            put(
                out,
                format_args!(
                    "<circle cy=\"5\" r=\"37\" opacity=\"0.19\"/>\
                     <circle r=\"37\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"/>\
                     <circle r=\"27\" fill=\"none\" stroke=\"{rim}\" stroke-width=\"3\"/>"
                ),
            );
            if shape == Shape::King {
                let crown = of("#e9b949", "#b98518", "#e9b949");
                let path = "M-17 12 -20 -10 -9 -1 0 -16 9 -1 20 -10 17 12Z";
                put(out, format_args!("<path d=\"{path}\" fill=\"{crown}\"/>"));
            }
        }
        Shape::Stone => {
            let fill = of("#2c2f33", "#fcfaf4", "#9a9488");
            let edge = of("#2c2f33", "#a99f8b", "#9a9488");
            put(
                out,
                format_args!(
                    "<circle cx=\"2\" cy=\"4\" r=\"42\" opacity=\"0.19\"/>\
                     <circle r=\"42\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>"
                ),
            );
        }
        Shape::Star => {
            let fill = of("#f0b429", "#7fa6d6", "#f0b429");
            let edge = of("#a8730a", "#2f5f9a", "#a8730a");
            put(
                out,
                format_args!(
                    "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"3\"/>",
                    star_points()
                ),
            );
        }
        Shape::Ring => {
            let edge = of("#a8730a", "#2f5f9a", "#2f5f9a");
            put(
                out,
                format_args!(
                    "<circle r=\"27\" fill=\"#fff\" stroke=\"{edge}\" stroke-width=\"12\"/>"
                ),
            );
        }
        Shape::Cross => {
            let edge = of(FIRST, SECOND, WOOD_LINE);
            put(
                out,
                format_args!(
                    "<path d=\"M-17 -17 17 17M17 -17-17 17\" stroke=\"{edge}\" stroke-width=\"7\"/>"
                ),
            );
        }
        // These two are not drawn here.
        Shape::Claim | Shape::Seeds => {}
    }
}

fn star_points() -> String {
    let point = |at: i32| {
        let radius = if at % 2 == 1 { 16.0 } else { 37.0 };
        let angle = f64::from(at) * std::f64::consts::PI / 5.0 - std::f64::consts::FRAC_PI_2;
        format!("{:.1} {:.1}", radius * angle.cos(), radius * angle.sin() + 2.0)
    };
    (0..10).map(point).collect::<Vec<_>>().join(" ")
}

/// A cell that belongs to a side, with that side's sign.
fn claim(out: &mut String, piece: Piece, worth: &str) {
    let (pale, strong, sign) = match piece.side {
        Some(Side::Second) => ("#d2e1f3", SECOND, "<circle cx=\"-29\" cy=\"-29\" r=\"8\""),
        _ => ("#f6e3bd", FIRST, "<path d=\"M-36 -36 -22 -22M-22 -36 -36 -22\""),
    };
    put(
        out,
        format_args!(
            "<rect x=\"-46\" y=\"-46\" width=\"92\" height=\"92\" rx=\"14\" fill=\"{pale}\" \
             stroke=\"{strong}\" stroke-width=\"4\"/>\
             {sign} fill=\"none\" stroke=\"{strong}\" stroke-width=\"5\"/>"
        ),
    );
    text(out, 0, 0, 30, &format!("font-weight=\"650\" fill=\"{INK}\""), worth);
}

/// Seeds lie as if dropped, but always in the same way; no more of them are drawn than can be told apart.
fn heap(out: &mut String, count: u32, is_tall: bool) {
    const SHOWN: u32 = 24;
    const COLOURS: [&str; 4] = ["#f3ead6", "#d98e5f", "#7fa99b", "#dcb45c"];
    let (radius, lift, below) = if is_tall { (36.0, 0.0, 84) } else { (28.0, -9.0, 34) };
    let shown = count.min(SHOWN);
    for (at, colour) in (0..shown).zip(COLOURS.iter().cycle()) {
        let angle = f64::from(at) * 2.39996;
        let far = radius * ((f64::from(at) + 0.4) / f64::from(shown.max(5))).sqrt();
        let (x, y) = (far * angle.cos(), far * angle.sin() + lift);
        put(
            out,
            format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" fill=\"{colour}\" stroke=\"#7a6a50\"/>"
            ),
        );
    }
    text(out, 0, below, 26, "font-weight=\"700\" fill=\"#2a1d0b\"", &count.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_drawn_once_and_texts_are_escaped() {
        let shapes = [Shape::Man, Shape::King, Shape::Stone, Shape::Star, Shape::Ring];
        let more = [Shape::Claim, Shape::Seeds, Shape::Cross];
        let shapes = shapes.into_iter().chain(more);
        let cells = shapes.enumerate().map(|(column, shape)| {
            Cell::new(format!("c{column}"), column, 0, Ground::Field).with(Side::First, shape)
        });
        let mut picture = Picture::grid(0..8, ["<&>"], cells.collect());
        let drawn = board(&picture, &[]);
        assert!(drawn.starts_with("<svg xmlns=") && drawn.ends_with("</svg>"));
        assert_eq!(drawn.matches("<g transform=").count(), 8);
        assert_eq!(drawn.matches("<g ").count(), drawn.matches("</g>").count());
        assert!(drawn.contains("&lt;&amp;&gt;") && !drawn.contains("<&>"), "{drawn}");
        assert!(!drawn.contains("NaN"), "{drawn}");
        let marked = board(&picture, &["c3".to_owned()]);
        assert_eq!(marked.matches("#f2c14e").count(), 1);
        picture.cells.clear();
        assert_eq!(board(&picture, &[]).matches("<g").count(), 0);
    }
}
