//! The rule of 50 quiet turns, where one turn more or less decides.

use plyglot_core::{Cause, DrawRule, Game, Outcome, Over};

use super::super::super::{History, Move, Position};
use super::super::{Rule, Verdict};
use super::{endings, solved};

/// A move that wins as soon as possible, or loses as late as possible.
fn best_move(position: &Position, rule: Rule) -> Move {
    let worth = |&mv: &Move| {
        let after = endings(rule).probe(&position.after(mv)).unwrap();
        let plies = match after.plies {
            Some(plies) if !position.is_irreversible(mv) => i32::from(plies),
            _ => 0,
        };
        match after.verdict {
            Verdict::Loss => -plies,
            Verdict::Draw => -1_000,
            Verdict::Win => plies - 2_000,
        }
    };
    position.moves().into_iter().max_by_key(worth).unwrap()
}

/// Plays well until the first conversion or the end of the game: how many turns that takes, and how it
/// ended.
fn play(start: &Position, rule: Rule) -> (usize, Option<Over>) {
    let mut history = History::new(start, DrawRule::Prompt);
    let mut position = *start;
    for turns in 1.. {
        let mv = best_move(&position, rule);
        let converts = position.is_irreversible(mv);
        position.play(mv);
        let over = history.push(mv, &position);
        if converts || over.is_some() {
            return (turns, over);
        }
    }
    unreachable!("the game is drawn after 50 turns");
}

/// Some positions for each number of plies in which they are decided, with their verdicts.
fn decided(rule: Rule) -> Vec<Vec<(Position, Verdict)>> {
    let mut decided = vec![Vec::new(); 127];
    for codes in solved(rule) {
        codes.for_each(|view, code| {
            let positions: &mut Vec<_> = &mut decided[usize::from(code.plies())];
            if code.verdict() != Verdict::Draw && positions.len() < 30 {
                positions.push((Position::of_view(view), code.verdict()));
            }
        });
    }
    decided
}

/// A referee agrees with each distance, up to the last turn.
#[test]
fn what_is_decided_in_fifty_plies_is_decided_in_time() {
    for (plies, positions) in decided(Rule::Fifty).into_iter().enumerate().take(51).skip(1) {
        assert!(!positions.is_empty(), "nothing is decided in {plies}");
        for (position, verdict) in positions {
            let (turns, over) = play(&position, Rule::Fifty);
            assert_eq!(turns, plies, "{position}");
            let winner = match verdict {
                Verdict::Win => position.to_move(),
                _ => position.to_move().other(),
            };
            let is_won = over.is_none_or(|over| over.outcome == Outcome::Win(winner));
            assert!(is_won, "{over:?} {position}");
        }
    }
}

/// What takes one ply more is drawn, in the tables and by a referee.
#[test]
fn what_takes_longer_is_drawn() {
    for positions in &decided(Rule::Endless)[51..=60] {
        assert!(!positions.is_empty());
        for (position, _) in positions {
            assert_eq!(endings(Rule::Fifty).verdict(position), Some(Verdict::Draw), "{position}");
            let drawn = Some(Over::drawn(Cause::QuietTurns));
            assert_eq!(play(position, Rule::Endless), (50, drawn), "{position}");
        }
    }
}

/// Quiet turns that lie behind a position count as well.
#[test]
fn turns_behind_a_position_count() {
    for (plies, positions) in (0..=50).zip(decided(Rule::Fifty)) {
        for (position, verdict) in positions {
            let known = endings(Rule::Fifty).probe(&position).unwrap();
            assert_eq!((known.verdict, known.plies), (verdict, Some(plies)));
            let last = 50 - u32::from(plies);
            assert_eq!(known.after(0), Some(verdict));
            assert_eq!(known.after(last), Some(verdict));
            assert_eq!(known.after(last + 1), Some(Verdict::Draw));
        }
    }
}
