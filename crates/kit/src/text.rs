//! Small parts of texts that several games share.

/// Whether a line is a number, or tries to be one.
pub fn is_number(line: &str) -> bool {
    !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit() || b"+-".contains(&byte))
}

/// Whether a line begins with a letter.
pub fn is_word(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The first lines with their newlines, and the rest.
pub fn first_lines(text: &str, count: usize) -> [&str; 2] {
    let end = text.match_indices('\n').nth(count - 1).map_or(text.len(), |(index, _)| index + 1);
    let (first, rest) = text.split_at(end);
    [first, rest]
}

/// The words of a text: what is not a letter or a digit separates them. Small letters only.
pub fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}
