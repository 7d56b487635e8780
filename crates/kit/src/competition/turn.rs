//! A turn in the time that is left.

use std::io;

use plyglot_core::mix::mix;
use plyglot_search::opponents::{Opponent, Player};

use crate::agent::{TimeControl, TimedAgent, describe};
use crate::{Files, Options, Report};

use super::Competition;

/// Answers with a whole turn: at once with any, and then with the best that there is time to find.
pub fn compete<G: Competition>(
    position: &G,
    seconds: f64,
    options: &Options,
    files: &mut dyn Files,
) -> io::Result<Report> {
    if let Some(opponent) = options.opponent {
        return answer_as(opponent, position, seconds, options, files);
    }
    let clock = options.clock();
    let mut first = PartialTurn::new(position);
    let mut has_choice = false;
    while !first.is_over() {
        let legal = first.position.moves();
        let &mv = legal.first().ok_or_else(|| io::Error::other("there is no legal move"))?;
        has_choice |= legal.len() > 1;
        first.play(mv);
    }
    first.publish(files)?;

    let mut report = Report { game: G::name(), algorithm: "COMPETITION", ..Report::default() };
    let mut best = PartialTurn::new(position);
    // A forced turn needs no time.
    if has_choice {
        let agent = TimedAgent::new(TimeControl::Game, seconds, clock, options, files);
        let mut engine = agent.engine::<G::Knowledge>(0);
        // A line may end because the rest was known: then the rest is soon found again. If it ends
        // because time is up, there is none for the rest, and the first answer stands.
        while !best.is_over()
            && let Some(thought) = engine.think(&agent.problem(&best.position, &[]))
        {
            if best.moves.is_empty() {
                describe::<G::Knowledge>(&thought, &mut report);
            }
            for mv in thought.line {
                if best.is_over() {
                    break;
                }
                best.play(mv);
            }
        }
    }
    if !best.is_over() {
        best = first.clone();
    }
    report.moves = best.moves.iter().map(ToString::to_string).collect();
    if best.moves != first.moves {
        best.publish(files)?;
    }
    Ok(report)
}

/// Answers as one of the named opponents would. The position seeds its random choices, so that the
/// same question has the same answer.
pub fn answer_as<G: Competition>(
    opponent: Opponent,
    position: &G,
    seconds: f64,
    options: &Options,
    files: &mut dyn Files,
) -> io::Result<Report> {
    let agent = TimedAgent::new(TimeControl::Game, seconds, options.clock(), options, files);
    let settings = agent.settings(0);
    let mut player = Player::new(opponent, G::Knowledge::default(), settings, mix(position.key()));
    let mut turn = PartialTurn::new(position);
    while !turn.is_over() {
        let choice = player.choose(&agent.problem(&turn.position, &[]));
        let choice = choice.ok_or_else(|| io::Error::other("there is no legal move"))?;
        turn.play(choice.mv);
    }
    turn.publish(files)?;
    let moves = turn.moves.iter().map(ToString::to_string).collect();
    Ok(Report { game: G::name(), algorithm: "COMPETITION", moves, ..Report::default() })
}

/// Our turn so far: several moves where one earns another.
#[derive(Clone)]
struct PartialTurn<'s, G: Competition> {
    start: &'s G,
    moves: Vec<G::Move>,
    position: G,
}

impl<'s, G: Competition> PartialTurn<'s, G> {
    fn new(start: &'s G) -> PartialTurn<'s, G> {
        PartialTurn { start, moves: Vec::new(), position: start.clone() }
    }

    fn play(&mut self, mv: G::Move) {
        self.moves.push(mv);
        self.position.play(mv);
    }

    /// Whether it is the opponent's turn, or the game is over.
    fn is_over(&self) -> bool {
        let goes_on = self.position.to_move() == self.start.to_move();
        !goes_on || self.position.outcome().is_some()
    }

    fn publish(&self, files: &mut dyn Files) -> io::Result<()> {
        files.publish(G::ANSWER, &self.start.answer(&self.moves))
    }
}
