//! Other people's texts in what is written for browsers, spreadsheets and terminals: their programs
//! may print anything, and they may be called anything.

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

/// A text that a terminal shows and does not obey: what would move the cursor, turn the direction of
/// writing or not be seen at all is made visible. Lines and tabs stay.
pub fn terminal(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '\n' | '\t' => safe.push(symbol),
            symbol if symbol.is_control() || is_unseen(symbol) => {
                safe.extend(symbol.escape_default());
            }
            symbol => safe.push(symbol),
        }
    }
    safe
}

/// The same for what must stay in its line, such as a name.
pub fn terminal_line(text: &str) -> String {
    terminal(text).replace('\n', "\\n").replace('\t', "\\t")
}

/// JSON that means the same, and that a terminal shows and does not obey.
pub fn json(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        // Outside of its strings there are no others than lines.
        if symbol != '\n' && (symbol.is_control() || is_unseen(symbol)) {
            for unit in symbol.encode_utf16(&mut [0; 2]) {
                safe.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            safe.push(symbol);
        }
    }
    safe
}

/// Characters without a picture: of no width, or that change the direction or the lines of others.
fn is_unseen(symbol: char) -> bool {
    matches!(
        symbol,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
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
    fn a_terminal_obeys_no_text() {
        assert_eq!(terminal("a\tb\nc é 漢 ½"), "a\tb\nc é 漢 ½");
        assert_eq!(terminal("\u{1b}[2Jx\r\u{7}\u{8}\u{7f}"), "\\u{1b}[2Jx\\r\\u{7}\\u{8}\\u{7f}");
        // The same commands in one character, and what turns or hides a text.
        assert_eq!(terminal("\u{9b}2J\u{85}"), "\\u{9b}2J\\u{85}");
        assert_eq!(terminal("a\u{202e}b\u{2066}c\u{200b}d"), "a\\u{202e}b\\u{2066}c\\u{200b}d");
        assert_eq!(terminal("\u{feff}\u{e0041}\u{2028}"), "\\u{feff}\\u{e0041}\\u{2028}");
        assert_eq!(terminal_line("bob\ngame 2: bob wins\t"), "bob\\ngame 2: bob wins\\t");
    }

    #[test]
    fn json_means_the_same() {
        let text = "\u{1b}[2J \u{9b}2J é \u{7f}\u{202e} \u{e0041}";
        let written = serde_json::to_string(&[text]).unwrap() + "\n";
        let safe = json(&written);
        assert!(!safe.contains(|c: char| c != '\n' && c.is_control() || is_unseen(c)), "{safe}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&safe).unwrap(), [text]);
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
