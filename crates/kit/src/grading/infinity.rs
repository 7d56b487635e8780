//! Infinity as answers write it: as a word, or by mistake as a number.

use plyglot_core::text::decimal;

/// Infinity and minus infinity as they should be written.
pub(super) const AS_WORDS: [&str; 2] = ["Infinity", "-Infinity"];

/// What a plain search writes that takes them for numbers.
pub(super) const AS_NUMBERS: [&str; 2] = ["2147483647", "-2147483648"];

/// An answer of such a search with the numbers that somebody else takes for infinity: those that
/// stand in the same places of what was written, if they are numbers. Other answers stay as they are.
pub fn with_own_infinity(answer: &str, written: &str) -> String {
    let mut own = AS_NUMBERS;
    for (line, found) in answer.lines().zip(written.lines()) {
        // From the end: a move may have commas of its own.
        for (field, found) in line.rsplit(',').zip(found.trim_end().rsplit(',')) {
            let sign = AS_NUMBERS.iter().position(|number| *number == field);
            if let Some(sign) = sign.filter(|&sign| own[sign] == field)
                && decimal(found).is_some()
            {
                own[sign] = found;
            }
        }
    }
    let replaced = |field: &str| match AS_NUMBERS.iter().position(|number| *number == field) {
        Some(sign) => own[sign].to_owned(),
        None => field.to_owned(),
    };
    let lines =
        answer.split('\n').map(|line| line.split(',').map(replaced).collect::<Vec<_>>().join(","));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_will_do_if_it_is_always_the_same() {
        let answer = "root,0,-2147483648\nB2,1,2147483647\nB2,1,5\nroot,0,5\n";
        for [plus, minus] in [["999999", "-999999"], ["1e9", "-1e9"], ["inf", "-inf"]] {
            let own = answer.replace(AS_NUMBERS[1], minus).replace(AS_NUMBERS[0], plus);
            assert_eq!(with_own_infinity(answer, &own), own);
        }
        // The first one counts, and what is no number is none.
        assert_eq!(with_own_infinity("1,2147483647\n2147483647\n", "1,7\n8\n"), "1,7\n7\n");
        assert_eq!(with_own_infinity(answer, "root,0,big\n"), answer);
    }
}
