use std::time::Duration;

use super::{CpuClock, Knowledge};

/// How much may be spent on a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// Look this many turns ahead.
    Depth(u32),
    /// Visit this many nodes. The same position and limit give the same answer on every machine.
    Nodes(u64),
    /// CPU time for this move alone: all of it may be used.
    Move(Duration),
    /// CPU time left for all moves to the end of the game: it has to be divided.
    Game(Duration),
    /// Look this many turns ahead, but visit at most this many nodes.
    DepthOrNodes(u32, u64),
    /// Look this many turns ahead, but for no longer than a move that may take this CPU time.
    DepthOrMove(u32, Duration),
}

impl Limit {
    /// Follow every line to the end of the game.
    pub const TO_THE_END: Limit = Limit::Depth(DEEPEST);
    /// No search looks more turns ahead. A depth of this or more means the end of the game.
    pub const DEEPEST: u32 = DEEPEST;

    /// Whether it means the end of the game, however long that takes.
    pub fn is_to_the_end(self) -> bool {
        matches!(self, Limit::Depth(DEEPEST..))
    }
}

/// A limit as the search sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    pub depth: u32,
    /// Whether to search to the end of the game.
    pub is_to_the_end: bool,
    pub nodes: u64,
    pub time: Option<Time>,
}

/// How many more turns of its own a side will make.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnsToGo {
    /// Probably.
    pub likely: u32,
    /// So many are not unusual: nobody may run out of time before.
    pub possible: u32,
}

impl TurnsToGo {
    /// As a game sees it. Where positions can come again, it may also go on until the rules end it.
    pub fn of<K: Knowledge>(knowledge: &K, position: &K::Game) -> TurnsToGo {
        let likely = knowledge.turns_to_go(position).max(1);
        let quiet = K::REPETITION.map_or(0, |rule| rule.quiet_turns as u32);
        TurnsToGo { likely, possible: likely + quiet }
    }
}

/// When to stop, on a clock that starts with the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time {
    pub clock: CpuClock,
    /// No new depth is begun after this, unless the best move is not settled.
    pub aim: Duration,
    /// The search is broken off.
    pub end: Duration,
    /// Whether time saved now is of use later.
    pub is_worth_saving: bool,
    /// For how long the table may hold the search up, in order to grow.
    pub longest_stall: Duration,
}

/// No search looks further, and a depth fits into a byte of the table. A limit of this depth or more
/// means the end of the game.
pub(super) const DEEPEST: u32 = 250;

impl Budget {
    /// No limit.
    pub const NONE: Budget =
        Budget { depth: DEEPEST, is_to_the_end: false, nodes: u64::MAX, time: None };

    /// A limit for the whole game is divided among the turns that it will last.
    pub fn new(limit: Limit, clock: CpuClock, turns: TurnsToGo) -> Budget {
        let (depth, nodes, time) = match limit {
            Limit::Depth(depth) => (depth, u64::MAX, None),
            Limit::Nodes(nodes) => (DEEPEST, nodes, None),
            Limit::DepthOrNodes(depth, nodes) => (depth, nodes, None),
            Limit::DepthOrMove(depth, left) => (depth, u64::MAX, Some(Time::for_move(left, clock))),
            Limit::Move(left) => (DEEPEST, u64::MAX, Some(Time::for_move(left, clock))),
            Limit::Game(left) => (DEEPEST, u64::MAX, Some(Time::for_game(left, clock, turns))),
        };
        let depth = depth.min(DEEPEST);
        Budget { depth, is_to_the_end: limit.is_to_the_end(), nodes, time }
    }
}

/// The time kept back for everything but the search: for writing, and for ending. A share, for slow
/// machines, and a part that does not shrink: a millisecond is enough, but on a shared machine a run
/// is now and then held up for several, which count as its own.
fn reserve(left: Duration) -> Duration {
    (left / 20).min(Duration::from_millis(250)).max((left / 2).min(Duration::from_millis(10)))
}

/// The time that the search may use from now on. The time on the clock already, such as the start of
/// the program, is spent: it is not divided among the turns.
fn usable(left: Duration, clock: CpuClock) -> Duration {
    left.saturating_sub(reserve(left)).saturating_sub(clock.elapsed())
}

impl Time {
    fn for_move(left: Duration, clock: CpuClock) -> Time {
        let end = usable(left, clock);
        let longest_stall = end / 8;
        Time { clock: clock.restarted(), aim: end, end, is_worth_saving: false, longest_stall }
    }

    /// Every turn to come keeps what it needs to start and for a glance at the board; the rest is
    /// divided among those that are likely to come.
    fn for_game(left: Duration, clock: CpuClock, turns: TurnsToGo) -> Time {
        let usable = usable(left, clock);
        let floor = (clock.elapsed() * 2).max(LEAST_TURN);
        // With too little for that, thinking shrinks but does not end.
        let kept = (floor * (turns.possible - 1)).min(usable / 4 * 3);
        let aim = (usable - kept) / turns.likely;
        // A depth that is begun at the aim takes some time more. On average a turn then takes its share.
        let end = (aim * 5 / 2).max(floor / 4).min(usable / 2);
        Time {
            clock: clock.restarted(),
            aim: aim.min(end),
            end,
            is_worth_saving: true,
            // Once in a game.
            longest_stall: usable / 32,
        }
    }
}

/// The least that a turn takes. An agent that is started for every turn is charged with its start, which
/// it sees on its clock; what comes after the search it does not see.
const LEAST_TURN: Duration = Duration::from_millis(2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_the_last_hundredth_of_a_second_leaves_a_reserve() {
        for left in [0.0, 1e-14, 0.001, 0.01, 0.05, 1.0, 100.0, 300.0] {
            let left = Duration::from_secs_f64(left);
            for likely in [1, 10, 40, 338] {
                let turns = TurnsToGo { likely, possible: likely + 50 };
                let game = Time::for_game(left, CpuClock::start(), turns);
                let single = Time::for_move(left, CpuClock::start());
                for time in [game, single] {
                    assert!(time.aim <= time.end && time.end <= left, "{left:?} {time:?}");
                    assert!(left - time.end >= (left / 2).min(Duration::from_millis(10)));
                }
            }
        }
    }

    #[test]
    fn what_is_spent_already_is_not_divided() {
        let clock = CpuClock::since_process_start();
        while clock.elapsed() < Duration::from_millis(2) {}
        let left = Duration::from_secs(10);
        let time = Time::for_game(left, clock, TurnsToGo { likely: 4, possible: 4 });
        assert!(time.aim <= (left - clock.elapsed()) / 4 && time.clock.elapsed() < clock.elapsed());
        assert_eq!(Time::for_move(Duration::from_millis(2), clock).end, Duration::ZERO);
    }

    #[test]
    fn a_single_move_may_use_nearly_all() {
        let left = Duration::from_secs(100);
        assert!(Time::for_move(left, CpuClock::start()).end > left.mul_f64(0.99));
    }
}
