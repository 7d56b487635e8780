//! `plyglot rules` and `plyglot guide`: texts in Markdown, which reads well as it is.

use std::io::{self, Write};

use anstyle::Style;
use anyhow::Result;

use crate::args::RulesArgs;
use crate::program::Program;

const GUIDE: &str = include_str!("../GUIDE.md");

/// How long a line of words may be.
const WIDTH: usize = 80;

const HEADING: Style = Style::new().bold();

/// Prints the rules of a game; without one, lists the games.
pub fn rules(program: &Program, arguments: &RulesArgs) -> Result<()> {
    let Some(name) = &arguments.game else {
        let example = format!("{} rules {}", program.name, program.games.usual().name());
        return program.list_games(&mut io::stdout().lock(), &example);
    };
    let about = program.game(name)?.about();
    if about.rules.is_empty() {
        return print(&format!(
            "# {}\n\nThe game: {}. This program has no more of its rules in words.\n",
            about.title, about.about
        ));
    }
    print(about.rules)
}

/// Prints the guide.
pub fn guide() -> Result<()> {
    print(GUIDE)
}

fn print(markdown: &str) -> Result<()> {
    // The stream drops the styles where they do not belong.
    anstream::stdout().lock().write_all(for_reading(markdown).as_bytes())?;
    Ok(())
}

/// Markdown for a terminal: headings stand out, lines are short, and links are their words.
/// Drawings and tables stay as they are.
fn for_reading(markdown: &str) -> String {
    let mut text = String::new();
    let mut is_drawing = false;
    for line in markdown.lines() {
        let is_fence = line.trim_start().starts_with("```");
        is_drawing ^= is_fence;
        let shown = match line {
            _ if is_drawing || is_fence => line.to_owned(),
            _ if line.starts_with('#') => format!("{HEADING}{line}{HEADING:#}"),
            _ if line.starts_with('|') => without_links(line),
            _ => wrapped(&without_links(line)),
        };
        text += shown.trim_end();
        text.push('\n');
    }
    text
}

/// `[words](place)` becomes `words`: a place in the repository leads nowhere here.
fn without_links(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, link)) = rest.split_once('[') {
        text += before;
        match link.split_once("](").map(|(words, place)| (words, place.split_once(')'))) {
            Some((words, Some((_, after)))) if !words.contains(['[', ']']) => {
                text += words;
                rest = after;
            }
            _ => {
                text.push('[');
                rest = link;
            }
        }
    }
    text + rest
}

/// Breaks a line between words. What belongs to an item of a list stays below its text.
fn wrapped(line: &str) -> String {
    let margin = margin(line);
    let (head, words) = line.split_at(margin);
    let (mut text, mut column) = (head.to_owned(), margin);
    for (number, word) in words.split(' ').enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 1 + length > WIDTH {
            text += "\n";
            text += &" ".repeat(margin);
            column = margin;
        } else if number > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += length;
    }
    text
}

/// Where the text of a line begins: behind its blanks and the mark of an item.
fn margin(line: &str) -> usize {
    let item = line.trim_start();
    let indent = line.len() - item.len();
    let mark = item.find(' ').map_or(0, |blank| blank + 1);
    let is_item = item.starts_with("- ")
        || item.split_once(". ").is_some_and(|(number, _)| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        });
    if is_item { indent + mark } else { indent }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_become_their_words() {
        for (line, words) in [
            ("see [the rules](rules/mancala.md).", "see the rules."),
            ("[a](b) and [c](d#e)", "a and c"),
            ("`solve [INPUT] [--game GAME]`", "`solve [INPUT] [--game GAME]`"),
            ("`[x]` before [y](z)", "`[x]` before y"),
            ("an open [bracket", "an open [bracket"),
            ("a [half](link", "a [half](link"),
        ] {
            assert_eq!(without_links(line), words);
        }
    }

    #[test]
    fn lines_break_between_words_and_keep_their_margin() {
        let word = "abcdefghi";
        let long = [word; 9].join(" ");
        let eight = [word; 8].join(" ");
        assert_eq!(wrapped(&long), format!("{eight}\n{word}"));
        let seven = [word; 7].join(" ");
        assert_eq!(wrapped(&format!("12. {long}")), format!("12. {seven}\n    {word} {word}"));
        assert_eq!(wrapped(&format!("  - {long}")), format!("  - {seven}\n    {word} {word}"));
        // No break helps a word that is too long alone.
        assert_eq!(wrapped(&"x".repeat(100)), "x".repeat(100));
    }

    #[test]
    fn nothing_of_the_guide_is_lost() {
        let plain = anstream::adapter::strip_str(&for_reading(GUIDE)).to_string();
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let lines: Vec<String> = GUIDE.lines().map(without_links).collect();
        assert_eq!(words(&plain), words(&lines.join("\n")));
        assert!(!plain.contains("]("));
    }
}
