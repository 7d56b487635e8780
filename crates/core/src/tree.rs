//! A game that is nothing but its tree, written out: `((3 12 8) (2 4 6) (14 5 2))`. Textbook
//! figures become positions, and every search can be run on them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::mix::mix;
use crate::text::{self, TextError};
use crate::{Game, Outcome, Side, Value};

/// A node of an explicit tree. The first side moves at the root; the sides alternate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    node: Arc<TreeNode>,
    to_move: Side,
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum TreeNode {
    /// Worth this much to the first side.
    Leaf(i64),
    Inner(Vec<Arc<TreeNode>>),
}

/// Which child, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Child(pub u32);

/// A tree deeper than this is refused: reading it recursively could exhaust the stack.
const DEEPEST: usize = 200;

impl Game for Tree {
    type Move = Child;

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn legal_moves(&self, out: &mut Vec<Child>) {
        if let TreeNode::Inner(children) = &*self.node {
            out.extend((1..=children.len() as u32).map(Child));
        }
    }

    fn play(&mut self, mv: Child) {
        if let TreeNode::Inner(children) = &*self.node {
            self.node = Arc::clone(&children[mv.0 as usize - 1]);
        }
        self.to_move = self.to_move.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        match *self.node {
            TreeNode::Leaf(value) => Some(Outcome::by_margin(value)),
            TreeNode::Inner(_) => None,
        }
    }

    /// An inner node has no evaluation of its own: it counts as even.
    fn evaluate(&self, side: Side) -> Value {
        let value = match *self.node {
            TreeNode::Leaf(value) => Value::finite(value),
            TreeNode::Inner(_) => Value::ZERO,
        };
        if side == Side::First { value } else { -value }
    }

    fn key(&self) -> u64 {
        self.node.key() ^ mix(self.to_move as u64)
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "MAX",
            Side::Second => "MIN",
        }
    }
}

impl TreeNode {
    fn key(&self) -> u64 {
        match self {
            TreeNode::Leaf(value) => mix(*value as u64),
            TreeNode::Inner(children) => {
                children.iter().fold(1, |key, child| mix(key.rotate_left(7) ^ child.key()))
            }
        }
    }
}

impl fmt::Display for TreeNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeNode::Leaf(value) => value.fmt(f),
            TreeNode::Inner(children) => {
                let texts: Vec<String> = children.iter().map(ToString::to_string).collect();
                write!(f, "({})", texts.join(" "))
            }
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Tree::side_name(self.to_move), self.node)
    }
}

/// The tree in brackets; `MIN` in front of it if the second side moves at its root.
impl FromStr for Tree {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Tree, TextError> {
        let mut tokens = Tokens { text, at: 0 };
        let to_move = if tokens.take("MIN") {
            Side::Second
        } else {
            tokens.take("MAX");
            Side::First
        };
        let node = tokens.node(0)?;
        tokens.skip_blanks();
        if tokens.at < text.len() {
            Err(tokens.expected("nothing more"))
        } else {
            Ok(Tree { node, to_move })
        }
    }
}

struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl Tokens<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn node(&mut self, depth: usize) -> Result<Arc<TreeNode>, TextError> {
        if depth > DEEPEST {
            return Err(self.expected(&format!("at most {DEEPEST} levels")));
        }
        if self.take("(") {
            let mut children = vec![self.node(depth + 1)?];
            while !self.take(")") {
                children.push(self.node(depth + 1)?);
            }
            return Ok(Arc::new(TreeNode::Inner(children)));
        }
        let end = self.rest().find(|c: char| c.is_whitespace() || "()".contains(c));
        let word = &self.rest()[..end.unwrap_or(self.rest().len())];
        match word.parse::<i32>() {
            Ok(value) => {
                self.at += word.len();
                Ok(Arc::new(TreeNode::Leaf(i64::from(value))))
            }
            Err(_) => Err(self.expected("a number or a bracket")),
        }
    }

    fn expected(&self, what: &str) -> TextError {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        TextError::new(line, column, format!("expected {what}, found {}", text::quote(self.rest())))
    }
}

impl fmt::Display for Child {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Child {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Child, TextError> {
        Ok(Child(text::whole(text).integer("a child", 1..=i64::from(u32::MAX))? as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_laws_of_a_game() {
        let tree: Tree = "((3 12 8) (2 (4 5) 6) (14 5 2))".parse().unwrap();
        crate::laws::check(&tree, 20, |mv| *mv);
    }

    #[test]
    fn says_where_a_tree_is_broken() {
        let place = |text: &str| text.parse::<Tree>().unwrap_err().to_string();
        assert_eq!(place("((3 x) 2)"), "1:5: expected a number or a bracket, found \"x) 2)\"");
        assert_eq!(place("((3\n4"), "2:2: expected a number or a bracket, found \"\"");
        assert_eq!(place("(1 2) 3"), "1:7: expected nothing more, found \"3\"");
        assert!(place(&"(".repeat(100_000)).contains("at most 200 levels"));
    }
}
