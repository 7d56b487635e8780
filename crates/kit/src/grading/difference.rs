use std::fmt;

use plyglot_core::text::decimal;

/// The first place where a file differs from the right one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The first character that differs, from 1.
    pub column: usize,
    /// The right line with its end made visible; `None` if there should be none.
    pub expected: Option<String>,
    /// What stands there instead.
    pub found: Option<String>,
    /// The only difference, if it is one that cannot be seen.
    pub only: Option<Unseen>,
}

/// A difference that cannot be seen, or hardly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// The newline at the very end.
    FinalNewline,
    /// More of them.
    EmptyLines,
    /// CR before LF.
    LineEnds,
    /// Blanks before the end of a line.
    TrailingBlanks,
    /// Capital and small letters.
    LetterCase,
    /// Blanks anywhere.
    Blanks,
}

impl fmt::Display for Unseen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unseen::FinalNewline => "the final newline",
            Unseen::EmptyLines => "empty lines at the end",
            Unseen::LineEnds => "its line ends, which are CR LF",
            Unseen::TrailingBlanks => "blanks at line ends",
            Unseen::LetterCase => "capital and small letters",
            Unseen::Blanks => "blanks and line breaks",
        })
    }
}

impl Difference {
    /// Compares two texts line by line. Running times may differ.
    pub fn find(file: &str, right: &str, found: &str) -> Option<Difference> {
        let mut right_lines = right.split_inclusive('\n');
        let mut found_lines = found.split_inclusive('\n');
        for line in 1.. {
            let (expected, found_line) = (right_lines.next(), found_lines.next());
            if expected.is_none() && found_line.is_none() {
                return None;
            }
            let is_same = match (expected, found_line) {
                (Some(expected), Some(found)) => {
                    expected == found || is_same_but_time(expected, found)
                }
                _ => false,
            };
            if is_same {
                continue;
            }
            return Some(Difference {
                file: file.to_owned(),
                line,
                column: first_difference(expected.unwrap_or(""), found_line.unwrap_or("")),
                expected: expected.map(shown),
                found: found_line.map(shown),
                only: only_difference(right, found),
            });
        }
        None
    }

    /// `output.txt:4:2: expected 160, found 161`.
    pub fn sentence(&self) -> String {
        let quoted = |line: &Option<String>| match line {
            Some(line) => line.trim_end_matches('↵').to_owned(),
            None => "the end".to_owned(),
        };
        let (mut expected, mut found) = (quoted(&self.expected), quoted(&self.found));
        if expected == found {
            // The end of the line differs.
            expected = self.expected.clone().unwrap_or(expected);
            found = self.found.clone().unwrap_or(found);
        }
        format!("{}:{}:{}: expected {expected}, found {found}", self.file, self.line, self.column)
    }

    /// The two lines, one above the other.
    pub fn evidence(&self) -> Vec<String> {
        let line = |line: &Option<String>| line.clone().unwrap_or_else(|| "(the end)".to_owned());
        vec![
            format!("{} line {}, column {}", self.file, self.line, self.column),
            format!("expected: {}", line(&self.expected)),
            format!("found:    {}", line(&self.found)),
        ]
    }
}

/// A line with everything in it made visible: its end, blanks before that, tabs and CR. Long lines
/// are shortened.
pub fn shown(line: &str) -> String {
    const LONGEST: usize = 120;
    let (body, end) = match line.strip_suffix('\n') {
        Some(body) => (body, "↵"),
        None => (line, ""),
    };
    let text = body.trim_end_matches(' ');
    let blanks = "·".repeat((body.len() - text.len()).min(LONGEST));
    let mut visible = String::new();
    for (index, symbol) in text.chars().enumerate() {
        match symbol {
            _ if index == LONGEST => {
                visible.push('…');
                break;
            }
            '\r' => visible.push('␍'),
            '\t' => visible.push('␉'),
            symbol if symbol.is_control() => visible.extend(symbol.escape_default()),
            symbol => visible.push(symbol),
        }
    }
    visible + &blanks + end
}

fn first_difference(right: &str, found: &str) -> usize {
    right.chars().zip(found.chars()).take_while(|(right, found)| right == found).count() + 1
}

fn only_difference(right: &str, found: &str) -> Option<Unseen> {
    let same = |change: fn(&str) -> String| change(right) == change(found);
    if same(|text| text.strip_suffix('\n').unwrap_or(text).to_owned()) {
        Some(Unseen::FinalNewline)
    } else if same(|text| text.trim_end_matches('\n').to_owned()) {
        Some(Unseen::EmptyLines)
    } else if same(|text| text.replace("\r\n", "\n")) {
        Some(Unseen::LineEnds)
    } else if same(tidy) {
        Some(Unseen::TrailingBlanks)
    } else if same(str::to_ascii_lowercase) {
        Some(Unseen::LetterCase)
    } else if same(|text| text.split_whitespace().collect()) {
        Some(Unseen::Blanks)
    } else {
        None
    }
}

/// Whether two lines differ only in running times, `... running time 0.123s;`.
fn is_same_but_time(right: &str, found: &str) -> bool {
    around_time(right).is_some_and(|right| around_time(found) == Some(right))
}

/// The text before and after the number of seconds.
fn around_time(line: &str) -> Option<(&str, &str)> {
    let (before, rest) = line.split_once(TIME)?;
    let (number, end) = rest.split_once('s')?;
    let is_time = decimal(number).is_some_and(|seconds| seconds >= 0.0);
    is_time.then_some((before, end))
}

const TIME: &str = "running time ";

/// An answer with all running times zero, so that it is the same whenever it is made.
pub fn without_times(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| match around_time(line) {
        Some((before, end)) => format!("{before}{TIME}0.000s{end}"),
        None => line.to_owned(),
    });
    lines.collect()
}

/// Without blanks at the end of lines and empty lines at the end of the text.
pub fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(right: &str, found: &str) -> Difference {
        Difference::find("output.txt", right, found).unwrap()
    }

    #[test]
    fn times_are_taken_out() {
        let printed = "a\nwith pruning: running time 12.345s;\nrunning time fast\n";
        let expected = "a\nwith pruning: running time 0.000s;\nrunning time fast\n";
        assert_eq!(without_times(printed), expected);
    }

    #[test]
    fn the_first_place_is_named() {
        let difference = find("F4-H2\n160\n160\n4", "F4-H2\n160\n161\n4");
        assert_eq!(difference.sentence(), "output.txt:3:3: expected 160, found 161");
        assert_eq!(difference.only, None);
        assert_eq!(find("a\nb\n", "a\n").sentence(), "output.txt:2:1: expected b, found the end");
        assert_eq!(find("a\n", "a\nb\n").sentence(), "output.txt:2:1: expected the end, found b");
        assert_eq!(Difference::find("output.txt", "a\n", "a\n"), None);
    }

    #[test]
    fn what_cannot_be_seen_is_made_visible() {
        for (right, found, only, shown) in [
            ("a", "a\n", "the final newline", "a↵"),
            ("a\n", "a\n\n", "empty lines at the end", "↵"),
            ("a\nb\n", "a\r\nb\r\n", "its line ends, which are CR LF", "a␍↵"),
            ("a\nb\n", "a  \nb\n", "blanks at line ends", "a··↵"),
            ("C3 Raid\n", "C3 RAID\n", "capital and small letters", "C3 RAID↵"),
            ("1 2\n", "1  2\n", "blanks and line breaks", "1  2↵"),
        ] {
            let difference = find(right, found);
            assert_eq!(difference.only.map(|only| only.to_string()).as_deref(), Some(only));
            assert_eq!(difference.found.as_deref(), Some(shown));
        }
        assert_eq!(super::shown("\u{1b}[31m\n"), "\\u{1b}[31m↵");
    }

    #[test]
    fn running_times_may_differ() {
        let right = "Minimax with pruning: running time 0.000s;\n";
        assert_eq!(Difference::find("x", right, &right.replace("0.000", "12.5")), None);
        assert!(Difference::find("x", right, &right.replace("0.000", "fast")).is_some());
        assert!(Difference::find("x", right, &right.replace("0.000", "-1")).is_some());
    }
}
