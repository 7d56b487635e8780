//! Weights as a file of Rust that people can read.

use std::fmt::Write;

use plyglot_games::checkers::Square;
use plyglot_games::checkers::knowledge::features::Term;
use plyglot_games::checkers::knowledge::weights::{Pair, Weights};

/// The file `tuned.rs`; `command` is what makes it.
pub fn write(weights: &Weights, command: &str) -> String {
    let mut text = format!(
        "//! Written by a program, not by hand. To make it again:\n\
         //! ```text\n\
         //! {command}\n\
         //! ```\n\n\
         use super::{{Pair, Weights, squares}};\n\n\
         impl Weights {{\n\
         {0}/// What was learned from games.\n\
         {0}#[rustfmt::skip]\n\
         {0}pub const TUNED: Weights = Weights {{\n",
        "    "
    );
    board(&mut text, "men", &weights.men);
    board(&mut text, "kings", &weights.kings);
    let names = (0..16).map(|held| {
        let names = ["a1", "c1", "e1", "g1"];
        let held: Vec<&str> = names
            .iter()
            .enumerate()
            .filter(|(bit, _)| held >> bit & 1 != 0)
            .map(|(_, n)| *n)
            .collect();
        if held.is_empty() { "none".to_owned() } else { held.join(" ") }
    });
    list(&mut text, "base_row", &weights.base_row, names);
    let rows = (1..).map(|rows| format!("{rows} before the last row"));
    list(&mut text, "runners", &weights.runners, rows);
    list(&mut text, "terms", &weights.terms, Term::ALL.iter().map(|term| format!("{term:?}")));
    text.push_str("    };\n}\n");
    text
}

fn pair(Pair(opening, ending): Pair) -> String {
    format!("Pair({opening:4}, {ending:4})")
}

/// One weight a line, with its name. Writing to a string cannot fail.
fn list(text: &mut String, field: &str, pairs: &[Pair], names: impl Iterator<Item = String>) {
    _ = writeln!(text, "        {field}: [");
    for (&weight, name) in pairs.iter().zip(names) {
        _ = writeln!(text, "            {}, // {name}", pair(weight));
    }
    _ = writeln!(text, "        ],");
}

/// Eight rows as on a board.
fn board(text: &mut String, field: &str, pairs: &[Pair; 32]) {
    _ = writeln!(text, "        {field}: squares([");
    for row in (0..8).rev() {
        let squares = (0..8).filter_map(|column| Square::at(column, row));
        let pairs: Vec<String> =
            squares.map(|square| pair(pairs[square.number() as usize])).collect();
        // Dark squares of odd rows begin in the second column.
        let indent = if row % 2 == 0 { "" } else { "        " };
        _ = writeln!(text, "            {indent}[{}],", pairs.join(", "));
    }
    _ = writeln!(text, "        ]),");
}
