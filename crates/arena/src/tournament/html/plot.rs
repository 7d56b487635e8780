//! The ratings as a drawing.

use std::fmt::Write;

use plyglot_core::safe_text::html;

use crate::tournament::StandingsRow;

/// Height of a player's line.
const LINE: usize = 38;
/// Where the scale begins and ends, in percent of the width.
const EDGES: [f64; 2] = [2.0, 98.0];

/// For each player a name, and below it a point with its interval. Places from left to right are in
/// percent, so that the drawing is as wide as the page and letters keep their size.
pub fn plot(rows: &[StandingsRow]) -> String {
    let rated: Vec<(&StandingsRow, [f64; 3])> = rows
        .iter()
        .filter_map(|row| Some((row, [row.low?, row.elo?, row.high?])))
        .filter(|(_, numbers)| numbers.iter().all(|number| number.is_finite()))
        .collect();
    let least = rated.iter().map(|(_, [low, ..])| *low).fold(0.0, f64::min);
    let most = rated.iter().map(|(_, [.., high])| *high).fold(0.0, f64::max);
    let place =
        |elo: f64| EDGES[0] + (EDGES[1] - EDGES[0]) * (elo - least) / (most - least).max(1.0);
    let height = LINE * rated.len() + 26;
    let mut svg = format!(
        "<svg class=\"plot\" width=\"100%\" height=\"{height}\" role=\"img\" \
         aria-label=\"Ratings with their 95 % intervals\">\n"
    );
    // Writing into a string cannot fail.
    for mark in marks(least, most) {
        let x = place(mark);
        let name = if mark == 0.0 { "0".to_owned() } else { format!("{mark:+.0}") };
        _ = writeln!(
            svg,
            "<line class=\"rule\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"0\" y2=\"{}\"/>\
             <text class=\"mark\" x=\"{x:.2}%\" y=\"{}\">{name}</text>",
            height - 20,
            height - 5
        );
    }
    for (index, (row, [low, elo, high])) in rated.iter().enumerate() {
        let y = LINE * index;
        let [low, elo, high] = [low, elo, high].map(|&number| place(number));
        _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{}\">{}</text><text class=\"value\" x=\"100%\" y=\"{}\">{}</text>\
             <line class=\"interval\" x1=\"{low:.2}%\" x2=\"{high:.2}%\" y1=\"{}\" y2=\"{}\"/>\
             <circle cx=\"{elo:.2}%\" cy=\"{}\" r=\"5\"/>",
            y + 14,
            html(&row.agent),
            y + 14,
            html(&row.rating()),
            y + 25,
            y + 25,
            y + 25,
        );
    }
    svg + "</svg>\n"
}

/// Three to six round numbers from one end of the scale to the other.
fn marks(least: f64, most: f64) -> Vec<f64> {
    let wide = (most - least).max(1.0);
    let mut step = 10_f64.powf(wide.log10().floor());
    if wide / step < 3.0 {
        step /= 2.0;
    }
    while wide / step > 6.0 {
        step *= 2.0;
    }
    let first = (least / step).ceil() as i64;
    (first..).map(|count| count as f64 * step).take_while(|&mark| mark <= most).take(9).collect()
}
