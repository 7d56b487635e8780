//! A tournament as one page that needs nothing else: no other file, no network, no rules.
//!
//! Names, sentences and what agents printed are other people's texts. All go through [`safe_text::html`], or
//! into the page's data, from where the script only ever takes them as text.

mod board;
mod games;
mod plot;
mod replay;
mod tables;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use plyglot_core::safe_text;

use super::{Store, StoreError, TournamentReport};

use games::GameList;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
///
/// # Errors
/// If the store cannot be read.
pub fn html(store: &Store, report: &TournamentReport) -> Result<String, StoreError> {
    let games = GameList::collect(store, report)?;
    let name = safe_text::html(&report.name);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{name}</h1>\n"
    );
    page.push_str(&tables::head(report));
    if report.played > 0 {
        page.push_str("<h2>Ratings</h2>\n");
        page.push_str(&plot::plot(&report.standings));
        page.push_str(
            "<p class=\"soft\">In Elo; the mean of all is 0. The bars are 95 % intervals.</p>\n",
        );
        if !report.is_comparable {
            page.push_str(
                "<p>Not everybody has met yet, not even by way of others: such ratings cannot be \
                 compared.</p>\n",
            );
        }
    }
    page.push_str(&tables::standings(report));
    if report.played > 0 {
        page.push_str(&tables::cross(report, &games));
        page.push_str(&tables::endings(report));
        page.push_str(&tables::slowest(report, &games));
        page.push_str(&games.list(report));
        page.push_str(DIALOG);
        // Writing into a string cannot fail.
        _ = write!(
            page,
            "<script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{SCRIPT}</script>\n",
            games.data()
        );
    }
    page.push_str("</body>\n</html>\n");
    Ok(page)
}

const DIALOG: &str = r#"<dialog id="replay" aria-labelledby="title">
<button class="close" id="close" aria-label="close">×</button>
<h2 id="title"></h2>
<div id="board"></div>
<p id="said"></p>
<div class="controls">
<button id="begin" aria-label="to the start">«</button>
<button id="back" aria-label="one move back">‹</button>
<button id="run" autofocus>Play</button>
<button id="on" aria-label="one move on">›</button>
<button id="last" aria-label="to the end">»</button>
<input id="at" type="range" min="0" value="0" aria-label="move">
</div>
<p id="end"></p>
<div id="evidence"></div>
</dialog>
"#;
