/// The lines of a script but those that are comments and nothing else, with their numbers from 0.
pub fn without_comments(source: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_inside = false;
    source.lines().enumerate().filter(move |(_, line)| {
        let line = line.trim();
        if is_inside {
            is_inside = !line.ends_with("*/");
            return false;
        }
        if !line.starts_with("/*") {
            return !line.starts_with("//");
        }
        let end = line.find("*/").map(|end| end + "*/".len());
        is_inside = end.is_none();
        // What stands behind a comment is the code that it is about.
        end.is_some_and(|end| end < line.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_a_comment_stays() {
        let script = "// a\nlet x; // b\n  /** c */\n/* d\n * e */\nf();\n/** @type {g} */ (h);\n";
        let lines: Vec<_> = without_comments(script).collect();
        assert_eq!(lines, [(1, "let x; // b"), (5, "f();"), (6, "/** @type {g} */ (h);")]);
    }
}
