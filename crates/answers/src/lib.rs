//! An answer against the right one: verdicts, explanations, and cases that tell misreadings of the
//! rules apart, for any game.
//!
//! A [`Question`](judge::Question) is an input with its right answer. [`explain`](explain::explain)
//! says where an answer first goes wrong, and which misreading gives exactly that answer;
//! [`cases`] makes inputs that such misreadings fail. Nothing here runs a program. What is particular
//! to a game comes from the game's [kit](plyglot_kit::any::GameKit).
//!
//! ```
//! use plyglot_answers::explain::{Detail, explain};
//! use plyglot_answers::judge::{OutputFiles, Question, Strictness};
//! use plyglot_games::GAMES;
//!
//! let input = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n";
//! let question = Question::detect(input, GAMES).unwrap();
//! let answer = b"C2 Stake\nX..\n...\n.O.\n".to_vec();
//! let written = OutputFiles::from([("output.txt".to_owned(), answer)]);
//! let explanation = explain(&question, &written, Strictness::Exact, Detail::Full);
//! assert!(!explanation.right);
//! assert_eq!(explanation.misreadings[0].name, "swapped");
//! ```

pub mod cases;
pub mod explain;
pub mod judge;
pub mod pool;
