//! What an agent remembers from one turn of a game to the next. A position alone does not tell how
//! often it was there before, nor how long nothing was jumped or crowned.

use std::fmt;

use crate::checkers::{History, Move, Position};
use plyglot_core::Game;

use plyglot_kit::{Files, checksummed as sealed};

const FILE: &str = "playdata.txt";
const HEADER: &str = "plyglot playdata 1";

/// A game as far as it matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Playdata {
    /// How many turns of the game were seen, both sides' counted.
    plies: u32,
    /// The position after the last turn that cannot be taken back, or the first that was seen.
    start: Position,
    /// The turns since then, none of which jumps or crowns.
    played: Vec<Move>,
    /// How the game is expected to go on.
    expected: Vec<Move>,
}

impl Playdata {
    /// The game up to `position`: as it was remembered, if that fits, and otherwise a new one.
    pub(super) fn up_to(position: &Position, files: &dyn Files) -> Playdata {
        let remembered = files.read(FILE).and_then(|text| Playdata::parse(&text));
        remembered.and_then(|game| game.followed_by(position)).unwrap_or_else(|| Playdata {
            plies: 0,
            start: *position,
            played: Vec::new(),
            expected: Vec::new(),
        })
    }

    /// The game with the opponent's turn that leads to `position`, if there is one.
    fn followed_by(mut self, position: &Position) -> Option<Playdata> {
        let before = self.now();
        let reply = before.moves().into_iter().find(|&mv| before.after(mv) == *position)?;
        self.push(reply);
        let as_expected = self.expected.first() == Some(&reply);
        self.expected = if as_expected { self.expected.split_off(1) } else { Vec::new() };
        Some(self)
    }

    /// How the game is expected to go on, if it went as expected so far.
    pub(super) fn expected(&self) -> &[Move] {
        &self.expected
    }

    fn push(&mut self, mv: Move) {
        let before = self.now();
        if before.is_irreversible(mv) {
            self.start = before.after(mv);
            self.played.clear();
        } else {
            self.played.push(mv);
        }
        self.plies = self.plies.saturating_add(1);
    }

    fn now(&self) -> Position {
        self.played.iter().fold(self.start, |position, &mv| position.after(mv))
    }

    /// The keys of the positions before the current one that could come again.
    pub(super) fn past(&self) -> Vec<u64> {
        let mut position = self.start;
        let mut keys = Vec::with_capacity(self.played.len());
        for &mv in &self.played {
            keys.push(position.key());
            position.play(mv);
        }
        keys
    }

    /// Remembers the game with our turn, the first of `line`, for the next run. To forget is no
    /// failure: the answer is there.
    pub(super) fn remember(mut self, line: &[Move], files: &mut dyn Files) {
        if let Some((&ours, rest)) = line.split_first() {
            self.push(ours);
            self.expected = rest.to_vec();
            _ = files.publish(FILE, &sealed::seal(&self.to_string()));
        }
    }

    /// Reads what [`remember`](Playdata::remember) wrote. Every turn must be legal.
    fn parse(text: &str) -> Option<Playdata> {
        let mut lines = sealed::open(text)?.lines();
        if lines.next()? != HEADER {
            return None;
        }
        let plies = lines.next()?.strip_prefix("plies ")?.parse().ok()?;
        let start: Position = lines.by_ref().take(9).collect::<Vec<_>>().join("\n").parse().ok()?;
        let mut game = Playdata { plies, start, played: Vec::new(), expected: Vec::new() };
        let mut now = start;
        for line in lines {
            let (list, mv) = line.split_once(' ')?;
            let mv: Move = mv.parse().ok()?;
            let is_legal = now.moves().contains(&mv);
            match list {
                "played" if is_legal && game.expected.is_empty() && !now.is_irreversible(mv) => {
                    game.played.push(mv);
                }
                "expected" if is_legal => game.expected.push(mv),
                _ => return None,
            }
            now.play(mv);
        }
        // A referee that notices late lets one more turn be played.
        (game.played.len() <= History::MOST_QUIET_TURNS + 1).then_some(game)
    }
}

/// The start, then a turn a line.
impl fmt::Display for Playdata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\nplies {}\n{}", self.plies, self.start.to_string().trim_end())?;
        self.played.iter().try_for_each(|mv| writeln!(f, "played {mv}"))?;
        self.expected.iter().try_for_each(|mv| writeln!(f, "expected {mv}"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use plyglot_kit::Assignment;

    use super::*;
    use plyglot_kit::InMemory;

    /// Plays what `choose` says, given the number of legal moves.
    fn game(plies: usize, mut choose: impl FnMut(usize) -> usize) -> Playdata {
        let start = Position::start();
        let mut game = Playdata::up_to(&start, &InMemory::default());
        for _ in 0..plies {
            let moves = game.now().moves();
            if moves.is_empty() {
                break;
            }
            game.push(moves[choose(moves.len())]);
        }
        game
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn what_is_written_is_read(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..120)) {
            let mut next = choices.iter();
            let played = game(choices.len(), |count| next.next().map_or(0, |index| index.index(count)));
            prop_assert_eq!(played.past().len(), played.played.len());
            let text = sealed::seal(&played.to_string());
            if played.played.len() <= History::MOST_QUIET_TURNS + 1 {
                prop_assert_eq!(Playdata::parse(&text), Some(played));
            } else {
                prop_assert_eq!(Playdata::parse(&text), None);
            }
        }

        /// Even under a good seal.
        #[test]
        fn nothing_that_is_read_panics(
            at in any::<prop::sample::Index>(),
            length in 0..30_usize,
            patch in "[0-9A-Za-z.,; \\n-]{0,12}|\\PC{0,4}",
        ) {
            let mut bytes = game(20, |count| count / 2).to_string().into_bytes();
            let start = at.index(bytes.len());
            let end = (start + length).min(bytes.len());
            bytes.splice(start..end, patch.bytes());
            if let Ok(body) = String::from_utf8(bytes) {
                _ = Playdata::parse(&body);
                if let Some(game) = Playdata::parse(&sealed::seal(&body)) {
                    // Whatever it is, the turns in it are legal.
                    let mut position = game.start;
                    for &mv in game.played.iter().chain(&game.expected) {
                        prop_assert!(position.moves().contains(&mv));
                        position.play(mv);
                    }
                }
            }
        }
    }

    /// A king ahead, and the best turn at first sight is one that makes the same board for the third
    /// time: who remembers the game plays another.
    #[test]
    fn a_repetition_that_is_remembered_is_avoided() {
        let text = "GAME\nWHITE\n9\n........\nB.......\n........\n....W...\n.....W..\n........\n\
                    .......W\n..B.....\n";
        let task = Position::read(plyglot_core::text::Lines::new(text)).unwrap();
        let options = plyglot_kit::Options {
            limit: Some(plyglot_search::engine::Limit::Nodes(50_000)),
            ..plyglot_kit::Options::default()
        };
        let answer = |files: &mut InMemory| -> Move {
            Position::solve(&task, &options, files).unwrap().moves[0].parse().unwrap()
        };
        let tempting = answer(&mut InMemory::default());

        let repeated = task.position.after(tempting);
        let back = |mv: Move| Move::step(mv.to(), mv.from());
        let to_and_fro = |reply: Move| [reply, back(tempting), back(reply), tempting];
        let shuffles = |reply: &Move| {
            let mut position = repeated;
            to_and_fro(*reply).iter().all(|&mv| {
                let is_legal = position.moves().contains(&mv);
                position.play(mv);
                is_legal
            })
        };
        let reply = repeated.moves().into_iter().find(shuffles).unwrap();
        let mut played = to_and_fro(reply).repeat(2);
        played.truncate(6); // up to our last turn: then comes the reply that brings the task's board
        let game = Playdata { plies: 90, start: repeated, played, expected: Vec::new() };
        let mut files = InMemory::default();
        files.publish(FILE, &sealed::seal(&game.to_string())).unwrap();
        assert_eq!(Playdata::up_to(&task.position, &files).past().len(), 7);
        assert_ne!(answer(&mut files), tempting);
    }

    #[test]
    fn what_was_expected_is_kept_while_the_game_goes_that_way() {
        let mut files = InMemory::default();
        let mut position = Position::start();
        let mut line = Vec::new();
        for _ in 0..4 {
            let mv = *position.moves().last().unwrap();
            line.push(mv);
            position.play(mv);
        }
        Playdata::up_to(&Position::start(), &files).remember(&line, &mut files);
        let after = Position::start().after(line[0]);
        let expected = |reply| Playdata::up_to(&after.after(reply), &files).expected().to_vec();
        assert_eq!(expected(line[1]), line[2..]);
        assert_eq!(expected(after.moves()[0]), []);
    }

    #[test]
    fn a_board_that_does_not_follow_begins_a_new_game() {
        let mut files = InMemory::default();
        let start = Position::start();
        let line = [start.moves()[0]];
        Playdata::up_to(&start, &files).remember(&line, &mut files);
        let after = start.after(line[0]);
        let reply = after.moves()[0];
        let game = Playdata::up_to(&after.after(reply), &files);
        assert_eq!((game.plies, &game.played[..]), (2, &[line[0], reply][..]));
        assert_eq!(game.expected(), []);
        assert_eq!(game.past(), [start.key(), after.key()]);
        // The same board again, with the other side to move, or another opening.
        for other in [start, after, start.after(start.moves()[1]).after(reply)] {
            let game = Playdata::up_to(&other, &files);
            assert_eq!((game.plies, game.start, game.past()), (0, other, vec![]));
        }
    }
}
