use std::time::Duration;

use plyglot_core::{Outcome, Side};
use plyglot_kit::competition::{Competition, Over};
use plyglot_search::engine::Knowledge;

use super::course::Course;
use super::seat::{RefereeError, Seat, Turn};
use super::{Ending, Fault, Reason, Rules};
use crate::openings::Opening;
use crate::record::{Evidence, GameRecord, TurnRecord};

/// Two agents at a board.
pub(crate) struct Table<'t, G: Competition> {
    /// The position before the opening.
    pub start: &'t G,
    pub opening: &'t Opening<G>,
    pub rules: &'t Rules,
    /// Who they are, the first side first.
    pub names: [String; 2],
    pub seats: [&'t mut dyn Seat<G>; 2],
}

/// Plays a game to its end. Every turn is handed to `seen` as soon as it is made; where that says
/// false, the game is given up, and there is no record.
pub(crate) fn play<G: Competition>(
    table: Table<'_, G>,
    mut seen: impl FnMut(&TurnRecord) -> bool,
) -> Result<Option<GameRecord>, RefereeError> {
    let Table { start, opening, rules, names, mut seats } = table;
    let mut course = Course::new(start, opening);
    let mut clocks = Side::BOTH.map(|side| Clock::new(rules, &*seats[side as usize]));
    let mut record = GameRecord {
        game: G::ID,
        players: names,
        start: start.to_string(),
        opening: opening.moves.iter().map(ToString::to_string).collect(),
        turns: Vec::new(),
        ending: Ending {
            winner: None,
            margin: None,
            reason: Reason::Rules { cause: start.cause() },
            sentence: String::new(),
        },
        layers: [None; 2],
        evidence: None,
    };
    for seat in &mut seats {
        seat.begin()?;
    }
    loop {
        if let Some(over) = course.over(rules.draw_rule()) {
            record.ending = by_rules(over, course.position(), rules, clocks);
            return Ok(Some(record));
        }
        let side = course.position().to_move();
        let left = clocks[side as usize].left();
        let Turn { played, cpu, wall, notes, layers } = seats[side as usize].turn(&course, left)?;
        record.layers[side as usize] = record.layers[side as usize].or(layers);
        clocks[side as usize].charge(cpu);
        let fault: Option<(Fault, Option<Evidence>)> = match played {
            Ok(moves) => {
                let moves_made = moves.iter().map(ToString::to_string).collect();
                let turn = TurnRecord { side, moves: moves_made, cpu, wall, notes };
                if !seen(&turn) {
                    return Ok(None);
                }
                record.turns.push(turn);
                moves.into_iter().for_each(|mv| course.play(mv));
                clocks[side as usize].overdrawn(cpu).map(|fault| (fault, None))
            }
            Err((fault, evidence)) => Some((fault, Some(*evidence))),
        };
        if let Some((fault, evidence)) = fault {
            let sentence =
                format!("{} wins: {} {fault}", G::side_name(side.other()), G::side_name(side));
            let reason = Reason::Fault { side, fault };
            record.ending = Ending { winner: Some(side.other()), margin: None, reason, sentence };
            record.evidence = evidence;
            return Ok(Some(record));
        }
    }
}

fn by_rules<G: Competition>(over: Over, last: &G, rules: &Rules, clocks: [Clock; 2]) -> Ending {
    let sentence = over.sentence(last);
    let Over { outcome, cause } = over;
    let by_points = !G::Knowledge::DECISIVE;
    let margin = by_points.then(|| last.evaluate(Side::First).number()).flatten();
    if rules.time_decides && outcome == Outcome::Draw {
        let [first, second] = clocks.map(|clock| clock.remaining);
        let more = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        };
        if let Some(winner) = more {
            let seconds = |side: Side| clocks[side as usize].remaining.as_secs_f64();
            let sentence = format!(
                "{} wins with more time left, {:.3} s to {:.3} s; {sentence}",
                G::side_name(winner),
                seconds(winner),
                seconds(winner.other())
            );
            let reason = Reason::Time { cause };
            return Ending { winner: Some(winner), margin, reason, sentence };
        }
    }
    let winner = match outcome {
        Outcome::Win(side) => Some(side),
        Outcome::Draw => None,
    };
    Ending { winner, margin, reason: Reason::Rules { cause }, sentence }
}

/// The time of one side.
#[derive(Clone, Copy)]
struct Clock {
    remaining: Duration,
    /// What was taken beyond what was there.
    beyond: Duration,
    is_running: bool,
}

impl Clock {
    fn new<G: Competition>(rules: &Rules, seat: &dyn Seat<G>) -> Clock {
        Clock { remaining: rules.time(), beyond: Duration::ZERO, is_running: seat.is_timed(rules) }
    }

    fn left(&self) -> Option<Duration> {
        self.is_running.then_some(self.remaining)
    }

    fn charge(&mut self, cpu: Duration) {
        if self.is_running {
            self.beyond = cpu.saturating_sub(self.remaining);
            self.remaining = self.remaining.saturating_sub(cpu);
        }
    }

    /// That the last turn took more than there was.
    fn overdrawn(&self, cpu: Duration) -> Option<Fault> {
        let used = cpu.as_secs_f64();
        let left = cpu.saturating_sub(self.beyond).as_secs_f64();
        // Nothing left is as bad: the next question could not say it.
        (self.is_running && self.remaining.is_zero()).then_some(Fault::Time { used, left })
    }
}
