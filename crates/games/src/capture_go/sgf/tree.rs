//! The form of the format, whatever its properties mean: `(;A[x]B[y][z];C[](;D[])(;E[]))`.

use std::str::Chars;

use plyglot_core::text::TextError;

/// A property of a node, with all its values.
#[derive(Debug)]
pub struct Property {
    pub name: String,
    pub values: Vec<Value>,
}

/// A value without its escapes, and where it begins.
#[derive(Debug)]
pub struct Value {
    pub text: String,
    line: usize,
    column: usize,
}

impl Value {
    pub fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.line, self.column, message)
    }
}

/// The nodes of every game of a text; where one branches, those of the first branch.
pub fn main_lines(text: &str) -> Result<Vec<Vec<Vec<Property>>>, TextError> {
    let mut games: Vec<Vec<Vec<Property>>> = Vec::new();
    let mut reader = Reader { rest: text.chars(), line: 1, column: 1 };
    let mut depth = 0_usize;
    // Once a branch has ended, the first one has.
    let mut is_main = false;
    while let Some(symbol) = reader.peek() {
        match symbol {
            '(' => {
                if depth == 0 {
                    games.push(Vec::new());
                    is_main = true;
                }
                depth += 1;
            }
            ')' if depth > 0 => {
                depth -= 1;
                is_main = false;
            }
            ';' if depth > 0 => {
                if let Some(game) = games.last_mut().filter(|_| is_main) {
                    game.push(Vec::new());
                }
            }
            _ if symbol.is_whitespace() => {}
            'a'..='z' | 'A'..='Z' if depth > 0 => {
                let property = reader.property()?;
                let node = games.last_mut().and_then(|game| game.last_mut());
                if let Some(node) = node.filter(|_| is_main) {
                    node.push(property);
                }
                continue;
            }
            _ => {
                return Err(
                    reader.error(format!("expected a node such as ;B[cc], found {symbol:?}"))
                );
            }
        }
        reader.next();
    }
    match (depth, games.is_empty()) {
        (0, false) => Ok(games),
        (0, true) => Err(reader.error("expected a game in SGF, found none")),
        _ => Err(reader.error("expected ) at the end of the game, found the end")),
    }
}

struct Reader<'t> {
    rest: Chars<'t>,
    line: usize,
    column: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        let symbol = self.rest.next()?;
        if symbol == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(symbol)
    }

    fn error(&self, message: impl Into<String>) -> TextError {
        TextError::new(self.line, self.column, message)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Small letters in its name do not count.
    fn property(&mut self) -> Result<Property, TextError> {
        let mut name = String::new();
        while let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) {
            name.extend(Some(letter).filter(char::is_ascii_uppercase));
            self.next();
        }
        let mut values = Vec::new();
        self.skip_blanks();
        while self.peek() == Some('[') {
            values.push(self.value()?);
            self.skip_blanks();
        }
        if values.is_empty() {
            return Err(self.error(format!("expected [ and a value of {name}")));
        }
        Ok(Property { name, values })
    }

    fn value(&mut self) -> Result<Value, TextError> {
        self.next();
        let (line, column) = (self.line, self.column);
        let mut text = String::new();
        loop {
            let symbol = match self.next() {
                None => return Err(TextError::new(line, column, "a value without ] at its end")),
                Some(']') => return Ok(Value { text, line, column }),
                Some('\\') => self.next(),
                other => other,
            };
            text.extend(symbol);
        }
    }
}
