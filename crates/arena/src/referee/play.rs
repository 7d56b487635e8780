use std::cmp::Ordering;
use std::time::Duration;

use plyglot_core::{Outcome, Over, Side};
use plyglot_kit::any::AnyLine;

use super::seat::{RefereeError, Seat, TimeLeft};
use super::{Ending, Fault, Reason, Rules};
use crate::record::{Evidence, GameRecord, TurnRecord};
use crate::schedule::GameResult;

/// Two agents at a board.
pub(crate) struct BoardPairing<'p> {
    /// The game that they play on: its start, and the moves of the opening.
    pub opened: &'p dyn AnyLine,
    pub rules: &'p Rules,
    /// Who they are, the first side first.
    pub names: [String; 2],
    pub seats: [&'p mut dyn Seat; 2],
}

/// Plays a game to its end. Every turn is handed to `seen` as soon as it is made; where that says
/// false, the game is given up, and there is no record.
pub(crate) fn play(
    pairing: BoardPairing<'_>,
    mut seen: impl FnMut(&TurnRecord) -> bool,
) -> Result<Option<GameRecord>, RefereeError> {
    let BoardPairing { opened, rules, names, mut seats } = pairing;
    let mut line = opened.copied();
    let mut clocks = Side::BOTH.map(|side| Clock::new(rules, &*seats[side as usize]));
    let (mut turns, mut layers) = (Vec::new(), [None; 2]);
    for seat in &mut seats {
        seat.begin(opened)?;
    }
    let (ending, evidence) = loop {
        if let Some(over) = line.over(rules.draw_rule()) {
            break (by_rules(over, &*line, rules, clocks), None);
        }
        let side = line.to_move();
        let (seat, clock) = (&mut seats[side as usize], &mut clocks[side as usize]);
        let turn = seat.turn(&*line, clock.left())?;
        let of_side = &mut layers[side as usize];
        *of_side = of_side.or(turn.layers);
        clock.charge(turn.cpu, turn.wall);
        match turn.played {
            Ok(moves) => {
                let (cpu, wall, notes) = (turn.cpu, turn.wall, turn.notes);
                let turn = TurnRecord { side, moves, cpu, wall, notes };
                if !seen(&turn) {
                    return Ok(None);
                }
                turn.moves.iter().try_for_each(|mv| line.play(mv))?;
                turns.push(turn);
                if let Some(fault) = clock.overdrawn(rules, cpu, wall) {
                    break (by_fault(side, fault, &*line), None);
                }
            }
            Err((fault, evidence)) => break (by_fault(side, fault, &*line), Some(*evidence)),
        }
    };
    Ok(Some(GameRecord { turns, layers, evidence, ..ended(opened, names, ending) }))
}

/// A game that is over before it has begun, for what one agent or both failed to do.
pub(crate) fn forfeited(
    opened: &dyn AnyLine,
    names: [String; 2],
    faults: [Option<(Fault, Evidence)>; 2],
) -> Option<GameRecord> {
    let (ending, evidence) = match faults {
        [None, None] => return None,
        [Some((fault, evidence)), None] => (by_fault(Side::First, fault, opened), evidence),
        [None, Some((fault, evidence))] => (by_fault(Side::Second, fault, opened), evidence),
        [Some((first, mut evidence)), Some((second, others))] => {
            evidence.stderr = format!("{}\n{}", evidence.stderr, others.stderr);
            let [one, other] = Side::BOTH.map(|side| opened.about().side_name(side));
            let sentence = format!("draw: {one} {first}; {other} {second}");
            let reason = Reason::BothFaults { faults: [first, second] };
            (Ending { result: Outcome::Draw.into(), reason, sentence }, evidence)
        }
    };
    Some(GameRecord { evidence: Some(evidence), ..ended(opened, names, ending) })
}

/// A record of no turns.
fn ended(opened: &dyn AnyLine, players: [String; 2], ending: Ending) -> GameRecord {
    GameRecord {
        game: opened.about().name.to_owned(),
        players,
        start: opened.position_at(0),
        opening: opened.moves(),
        turns: Vec::new(),
        ending,
        layers: [None; 2],
        programs: [None, None],
        place: None,
        evidence: None,
    }
}

fn by_fault(side: Side, fault: Fault, line: &dyn AnyLine) -> Ending {
    let [winner, loser] = [side.other(), side].map(|side| line.about().side_name(side));
    Ending {
        result: Outcome::Win(side.other()).into(),
        sentence: format!("{winner} wins: {loser} {fault}"),
        reason: Reason::Fault { side, fault },
    }
}

fn by_rules(over: Over, line: &dyn AnyLine, rules: &Rules, clocks: [Clock; 2]) -> Ending {
    let sentence = line.over_in_words(over);
    let Over { outcome, cause } = over;
    let margin = line.margin();
    if rules.time_decides && outcome == Outcome::Draw {
        let [first, second] = clocks.map(|clock| clock.remaining);
        let more = match first.cmp(&second) {
            Ordering::Greater => Some(Side::First),
            Ordering::Less => Some(Side::Second),
            Ordering::Equal => None,
        };
        if let Some(winner) = more {
            let seconds = |side: Side| clocks[side as usize].remaining.as_secs_f64();
            let sentence = format!(
                "{} wins with more time left, {:.3} s to {:.3} s; {sentence}",
                line.about().side_name(winner),
                seconds(winner),
                seconds(winner.other())
            );
            let result = GameResult { outcome: Outcome::Win(winner), margin };
            return Ending { result, reason: Reason::Time { cause }, sentence };
        }
    }
    Ending { result: GameResult { outcome, margin }, reason: Reason::Rules { cause }, sentence }
}

/// The time of one side.
#[derive(Clone, Copy)]
struct Clock {
    remaining: Duration,
    /// What was taken beyond what was there.
    beyond: Duration,
    is_running: bool,
    /// By the wall clock, for the whole game.
    wall: Option<Duration>,
}

impl Clock {
    fn new(rules: &Rules, seat: &dyn Seat) -> Clock {
        Clock {
            remaining: rules.time(),
            beyond: Duration::ZERO,
            is_running: seat.is_timed(rules),
            wall: seat.wall_of_game(rules),
        }
    }

    fn left(&self) -> TimeLeft {
        TimeLeft { cpu: self.is_running.then_some(self.remaining), wall: self.wall }
    }

    fn charge(&mut self, cpu: Duration, wall: Duration) {
        if self.is_running {
            self.beyond = cpu.saturating_sub(self.remaining);
            self.remaining = self.remaining.saturating_sub(cpu);
        }
        self.wall = self.wall.map(|left| left.saturating_sub(wall));
    }

    /// That the last turn took more than there was.
    fn overdrawn(&self, rules: &Rules, cpu: Duration, wall: Duration) -> Option<Fault> {
        let used = cpu.as_secs_f64();
        let left = cpu.saturating_sub(self.beyond).as_secs_f64();
        // Nothing left is as bad: the next question could not say it.
        if self.is_running && self.remaining.is_zero() {
            return Some(Fault::Time { used, left });
        }
        self.wall.filter(Duration::is_zero).map(|_| rules.wall_used_up(wall, cpu))
    }
}
