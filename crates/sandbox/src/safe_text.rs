//! Other people's texts in what is written for browsers and spreadsheets: their programs may print
//! anything, and they may be called anything.

/// A text that stays text in a page, also within an attribute. Control characters are made visible.
pub fn html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            symbol if symbol.is_control() && !symbol.is_whitespace() => {
                safe.extend(symbol.escape_default());
            }
            symbol => safe.push(symbol),
        }
    }
    safe
}

/// A text as a field of comma-separated values. What a spreadsheet would take for a formula gets an
/// apostrophe.
pub fn csv(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok();
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_become_markup() {
        assert_eq!(html("<b a=\"'\">&"), "&lt;b a=&quot;&#39;&quot;&gt;&amp;");
        assert_eq!(html("a\tb\n\u{1b}[31m"), "a\tb\n\\u{1b}[31m");
    }

    #[test]
    fn texts_cannot_break_out_of_their_field() {
        assert_eq!(csv("alice"), "alice");
        assert_eq!(csv("a,b"), "\"a,b\"");
        assert_eq!(csv("say \"hi\""), "\"say \"\"hi\"\"\"");
        assert_eq!(csv("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
        assert_eq!(csv("-1"), "-1");
        assert_eq!(csv("-1+cmd()"), "'-1+cmd()");
    }
}
