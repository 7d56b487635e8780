//! From what a person types to a move.

use plyglot_core::IllegalMove;
use plyglot_kit::any::AnyLine;

/// What typed text means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    Move(String),
    /// It can mean several moves, each with its number in the list.
    Unclear(Vec<(usize, String)>),
    /// It means none that is legal, and why.
    Refused(String),
}

/// Finds the legal move that is meant: by its number in the list, from 1, or by its text, where
/// capitals, blanks and signs do not count, and a beginning is enough if no other move has it.
pub fn meant(line: &dyn AnyLine, typed: &str) -> Typed {
    let moves = line.legal();
    if let Ok(number) = typed.trim().parse::<usize>() {
        let found = number.checked_sub(1).and_then(|index| moves.get(index));
        return found.map_or_else(
            || Typed::Refused(format!("the list has numbers from 1 to {}", moves.len())),
            |mv| Typed::Move(mv.clone()),
        );
    }
    let wanted = words(typed);
    // A number is one of the list, however moves are written.
    let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    if wanted.is_empty() || wanted.len() == 1 && wanted.iter().all(is_number) {
        return Typed::Refused(not_understood(line, typed));
    }
    let spellings = line.spellings().into_iter().zip(&moves).map(|(others, mv)| {
        others.into_iter().chain([mv.clone()]).map(|spelling| words(&spelling)).collect()
    });
    let spelled: Vec<Vec<Vec<String>>> = spellings.collect();
    // The strictest reading that finds anything decides.
    for reading in [Reading::Words, Reading::Letters, Reading::Beginning] {
        let found: Vec<(usize, String)> = (1..)
            .zip(moves.iter().cloned())
            .zip(&spelled)
            .filter(|(_, spellings)| spellings.iter().any(|text| reading.fits(&wanted, text)))
            .map(|(numbered, _)| numbered)
            .collect();
        match &found[..] {
            [] => {}
            [(_, mv)] => return Typed::Move(mv.clone()),
            _ => return Typed::Unclear(found),
        }
    }
    Typed::Refused(why_not(line, typed))
}

/// How closely words that were typed must resemble a move's.
#[derive(Clone, Copy, Debug)]
enum Reading {
    Words,
    /// Wherever they are divided.
    Letters,
    Beginning,
}

impl Reading {
    fn fits(self, typed: &[String], spelling: &[String]) -> bool {
        match self {
            Reading::Words => typed == spelling,
            Reading::Letters => typed.concat() == spelling.concat(),
            Reading::Beginning => spelling.concat().starts_with(&typed.concat()),
        }
    }
}

/// The rules' reason, if it is a move at all.
fn why_not(line: &dyn AnyLine, typed: &str) -> String {
    match line.why_illegal(&line.respelled(typed.trim())) {
        Some(IllegalMove { mv, reason }) => format!("{mv} is not possible: {reason}"),
        None => not_understood(line, typed),
    }
}

fn not_understood(line: &dyn AnyLine, typed: &str) -> String {
    let typed = plyglot_core::text::quote(typed.trim());
    let example = line.legal().into_iter().next().unwrap_or_default();
    format!("{typed} is no move and no command: type a move such as {example}, or help")
}

/// The words of a text: what is not a letter or a digit separates them. Small letters only.
pub fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_games::GAMES;

    fn start(game: &str, sizes: &[(&str, usize)]) -> Box<dyn AnyLine> {
        GAMES.find(game).unwrap().start(sizes, 1).unwrap()
    }

    fn position(game: &str, text: &str) -> Box<dyn AnyLine> {
        GAMES.find(game).unwrap().read_position(text).unwrap()
    }

    fn is(position: &dyn AnyLine, typed: &str, mv: &str) {
        match meant(position, typed) {
            Typed::Move(found) => assert_eq!(found, mv, "{typed:?}"),
            other => panic!("{typed:?}: {other:?}"),
        }
    }

    fn refused(position: &dyn AnyLine, typed: &str, why: &str) {
        match meant(position, typed) {
            Typed::Refused(reason) => assert!(reason.contains(why), "{typed:?}: {reason}"),
            other => panic!("{typed:?}: {other:?}"),
        }
    }

    #[test]
    fn every_legal_move_is_understood_in_every_spelling() {
        for game in GAMES.iter() {
            let mut line = game.sample();
            for turn in 0..60 {
                let moves = line.legal();
                if moves.is_empty() {
                    break;
                }
                for (index, text) in moves.iter().enumerate() {
                    is(&*line, &(index + 1).to_string(), text);
                    for typed in [text.clone(), text.to_uppercase(), text.to_lowercase()] {
                        is(&*line, &typed, text);
                        is(&*line, &format!("  {typed} "), text);
                    }
                    let respelled = line.respelled(&text.to_lowercase());
                    let read = line.why_illegal(&respelled).map(|found| found.mv);
                    assert_eq!(read.as_ref(), Some(text), "{text}");
                }
                let next = moves[(7 * turn) % moves.len()].clone();
                line.play(&next).unwrap();
            }
        }
    }

    #[test]
    fn checkers_squares_alone_are_enough() {
        let start = &*start("checkers", &[]);
        is(start, "b6 a5", "E b6 a5");
        is(start, "B6-A5", "E b6 a5");
        is(start, "b6a5", "E b6 a5");
        is(start, "h6", "E h6 g5");
        assert_eq!(meant(start, "b6"), Typed::Unclear(numbered(start, "b6")));
        refused(start, "b6 b5", "no move and no command");
        refused(start, "b6 d4", "J b6 d4 is not possible: ");
        refused(start, "a3 b4", "a3 is not BLACK's");
        refused(start, "c5 d4", "c5 is empty");
        let jumps = position(
            "checkers",
            "WHITE\n........\n........\n...b....\n........\n...b....\n..w.....\n........\n........\n",
        );
        let jumps = &*jumps;
        for typed in ["c3 e5 c7", "c3xe5xc7", "c3 c7", "c3xc7", "c3", "J c3 e5 ; J e5 c7", "j"] {
            is(jumps, typed, "J c3 e5 ; J e5 c7");
        }
        refused(jumps, "c3 b4", "must");
    }

    fn numbered(position: &dyn AnyLine, from: &str) -> Vec<(usize, String)> {
        let all = (1..).zip(position.legal());
        all.filter(|(_, mv)| mv.starts_with(&format!("E {from} "))).collect()
    }

    #[test]
    fn a_cell_alone_is_a_stake_unless_a_raid_would_conquer() {
        let board = position("stake-raid", "2\nX\n1 2\n3 4\nX.\n.O\n");
        let board = &*board;
        assert!(matches!(meant(board, "b1"), Typed::Unclear(found) if found.len() == 2));
        is(board, "b1 r", "B1 Raid");
        is(board, "b1S", "B1 Stake");
        let board = position("stake-raid", "2\nX\n1 2\n3 4\nX.\n..\n");
        let board = &*board;
        is(board, "b1", "B1 Stake");
        refused(board, "b2 raid", "no piece next to B2");
        refused(board, "a1", "A1 is taken by X");
        refused(board, "c3", "not on this board");
        // On a large board the beginning of another cell's name is not that cell.
        let large = start("stake-raid", &[("size", 26)]);
        is(&*large, "b2", "B2 Stake");
    }

    #[test]
    fn points_are_two_numbers() {
        let board = start("capture-go", &[("size", 19)]);
        let board = &*board;
        is(board, "1 13", "(1,13)");
        is(board, "11,3", "(11,3)");
        refused(board, "20 1", "no move and no command");
        refused(board, "400", "from 1 to 361");
    }

    #[test]
    fn nonsense_is_refused() {
        for typed in ["0", "99999999999999999999999", "-1", "é", "\u{7}", ";;;", "xyzzy"] {
            refused(&*start("mancala", &[]), typed, "");
            refused(&*start("star-circle", &[]), typed, "");
            refused(&*start("checkers", &[]), typed, "");
        }
        refused(&*start("mancala", &[]), "a3", "A3 is not player 1's pit");
        refused(&*start("star-circle", &[]), "pass", "may not pass");
    }
}
