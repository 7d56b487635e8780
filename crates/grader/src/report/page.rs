//! What all pages have in common.

use plyglot_core::safe_text::html;

const STYLE: &str = include_str!("page.css");

/// A whole page around a body. It needs nothing from elsewhere, and its own policy forbids to load
/// anything or to run a script.
pub fn page(title: &str, body: &str) -> String {
    let title = html(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <main>\n<h1>{title}</h1>\n{body}</main>\n</html>\n"
    )
}

/// A table that is scrolled where it is too wide. Heads in `numbers` stand to the right.
pub fn table(heads: &[&str], numbers: &[usize], rows: impl Iterator<Item = String>) -> String {
    let head = |(index, name): (usize, &&str)| {
        let class = if numbers.contains(&index) { " class=n" } else { "" };
        format!("<th{class}>{name}</th>")
    };
    let heads: String = heads.iter().enumerate().map(head).collect();
    let rows: String = rows.map(|row| format!("<tr>{row}</tr>\n")).collect();
    format!("<div class=wide><table>\n<tr>{heads}</tr>\n{rows}</table></div>\n")
}

/// A part of a page under its heading, which is markup already.
pub fn card(title: &str, body: &str) -> String {
    format!("<section class=card>\n<h2>{title}</h2>\n{body}</section>\n")
}
