//! From what a person types to a move.

use plyglot_core::Game;

use super::playable::{Playable, words};

/// What typed text means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed<M> {
    Move(M),
    /// It can mean several moves, each with its number in the list.
    Unclear(Vec<(usize, M)>),
    /// It means none that is legal, and why.
    Refused(String),
}

/// Finds the legal move that is meant: by its number in the list, from 1, or by its text, where
/// capitals, blanks and signs do not count, and a beginning is enough if no other move has it.
pub fn meant<G: Playable>(position: &G, typed: &str) -> Typed<G::Move> {
    let moves = position.moves();
    if let Ok(number) = typed.trim().parse::<usize>() {
        let found = number.checked_sub(1).and_then(|index| moves.get(index));
        return found.map_or_else(
            || Typed::Refused(format!("the list has numbers from 1 to {}", moves.len())),
            |&mv| Typed::Move(mv),
        );
    }
    let wanted = words(typed);
    if wanted.is_empty() {
        return Typed::Refused(not_understood(position, typed));
    }
    let spelled: Vec<Vec<Vec<String>>> = moves
        .iter()
        .map(|&mv| {
            let others = position.spellings(mv).into_iter();
            others.chain([mv.to_string()]).map(|spelling| words(&spelling)).collect()
        })
        .collect();
    // The strictest reading that finds anything decides.
    for reading in [Reading::Words, Reading::Letters, Reading::Beginning] {
        let found: Vec<(usize, G::Move)> = (1..)
            .zip(moves.iter().copied())
            .zip(&spelled)
            .filter(|(_, spellings)| spellings.iter().any(|text| reading.fits(&wanted, text)))
            .map(|(numbered, _)| numbered)
            .collect();
        match found[..] {
            [] => {}
            [(_, mv)] => return Typed::Move(mv),
            _ => return Typed::Unclear(found),
        }
    }
    Typed::Refused(why_not(position, typed))
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
fn why_not<G: Playable>(position: &G, typed: &str) -> String {
    let Ok(mv) = G::respelled(typed.trim()).parse::<G::Move>() else {
        return not_understood(position, typed);
    };
    let reason = position.why_illegal(mv).unwrap_or_default();
    format!("{mv} is not possible: {reason}")
}

fn not_understood<G: Game>(position: &G, typed: &str) -> String {
    let typed = plyglot_core::text::quote(typed.trim());
    let example = position.moves().first().map_or_else(String::new, ToString::to_string);
    format!("{typed} is no move and no command: type a move such as {example}, or help")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_games::{capture_go, checkers, mancala, stake_raid, star_circle};

    fn is<G: Playable>(position: &G, typed: &str, mv: &str) {
        match meant(position, typed) {
            Typed::Move(found) => assert_eq!(found.to_string(), mv, "{typed:?}"),
            other => panic!("{typed:?}: {other:?}"),
        }
    }

    fn refused<G: Playable>(position: &G, typed: &str, why: &str) {
        match meant(position, typed) {
            Typed::Refused(reason) => assert!(reason.contains(why), "{typed:?}: {reason}"),
            other => panic!("{typed:?}: {other:?}"),
        }
    }

    #[test]
    fn every_legal_move_is_understood_in_every_spelling() {
        fn check<G: Playable>(start: &G) {
            let mut position = start.clone();
            for turn in 0..60 {
                let moves = position.moves();
                if moves.is_empty() {
                    break;
                }
                for (index, &mv) in moves.iter().enumerate() {
                    let text = mv.to_string();
                    is(&position, &(index + 1).to_string(), &text);
                    for typed in [text.clone(), text.to_uppercase(), text.to_lowercase()] {
                        is(&position, &typed, &text);
                        is(&position, &format!("  {typed} "), &text);
                    }
                    assert_eq!(G::respelled(&text.to_lowercase()).parse(), Ok(mv), "{text}");
                }
                position.play(moves[(7 * turn) % moves.len()]);
            }
        }
        check(&star_circle::Position::start());
        check(&checkers::Position::start());
        check(&stake_raid::Position::empty(stake_raid::Values::random(5, 99, 1)));
        check(&mancala::Position::start());
        check(&capture_go::Medium::empty(3, 11).unwrap());
    }

    #[test]
    fn checkers_squares_alone_are_enough() {
        let start = checkers::Position::start();
        is(&start, "b6 a5", "E b6 a5");
        is(&start, "B6-A5", "E b6 a5");
        is(&start, "b6a5", "E b6 a5");
        is(&start, "h6", "E h6 g5");
        assert_eq!(meant(&start, "b6"), Typed::Unclear(numbered(&start, "b6")));
        refused(&start, "b6 b5", "no move and no command");
        refused(&start, "b6 d4", "J b6 d4 is not possible: ");
        refused(&start, "a3 b4", "a3 is not BLACK's");
        refused(&start, "c5 d4", "c5 is empty");
        let jumps: checkers::Position =
            "WHITE\n........\n........\n...b....\n........\n...b....\n..w.....\n........\n........\n"
                .parse()
                .unwrap();
        for typed in ["c3 e5 c7", "c3xe5xc7", "c3 c7", "c3xc7", "c3", "J c3 e5 ; J e5 c7", "j"] {
            is(&jumps, typed, "J c3 e5 ; J e5 c7");
        }
        refused(&jumps, "c3 b4", "must");
    }

    fn numbered(position: &checkers::Position, from: &str) -> Vec<(usize, checkers::Move)> {
        let all = (1..).zip(position.moves());
        all.filter(|(_, mv)| mv.from().to_string() == from).collect()
    }

    #[test]
    fn a_cell_alone_is_a_stake_unless_a_raid_would_conquer() {
        let position: stake_raid::Position = "2\nX\n1 2\n3 4\nX.\n.O\n".parse().unwrap();
        assert!(matches!(meant(&position, "b1"), Typed::Unclear(found) if found.len() == 2));
        is(&position, "b1 r", "B1 Raid");
        is(&position, "b1S", "B1 Stake");
        let position: stake_raid::Position = "2\nX\n1 2\n3 4\nX.\n..\n".parse().unwrap();
        is(&position, "b1", "B1 Stake");
        refused(&position, "b2 raid", "no piece next to B2");
        refused(&position, "a1", "A1 is taken by X");
        refused(&position, "c3", "not on this board");
        // On a large board the beginning of another cell's name is not that cell.
        let large = stake_raid::Position::empty(stake_raid::Values::random(26, 99, 1));
        is(&large, "b2", "B2 Stake");
    }

    #[test]
    fn points_are_two_numbers() {
        let board = capture_go::Large::empty(19, 19).unwrap();
        is(&board, "1 13", "(1,13)");
        is(&board, "11,3", "(11,3)");
        refused(&board, "20 1", "no move and no command");
        refused(&board, "400", "from 1 to 361");
    }

    #[test]
    fn nonsense_is_refused() {
        for typed in ["0", "99999999999999999999999", "-1", "é", "\u{7}", ";;;", "xyzzy"] {
            refused(&mancala::Position::start(), typed, "");
            refused(&star_circle::Position::start(), typed, "");
            refused(&checkers::Position::start(), typed, "");
        }
        refused(&mancala::Position::start(), "a3", "A3 is not player 1's pit");
        refused(&star_circle::Position::start(), "pass", "may not pass");
    }
}
