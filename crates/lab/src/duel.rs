//! A match of checkers between two opponents, under the source's rules: CPU time for a whole game,
//! every draw rule, colours as the source gives them.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use plyglot_core::{Game, Outcome, Side};
use plyglot_games::checkers::knowledge::Checkers;
use plyglot_games::checkers::{DrawRule, End, History, Position};
use plyglot_search::engine::{CpuClock, Limit, Problem, Settings};
use plyglot_search::opponents::{Opponent, Player};

/// Play checkers games between two opponents and count how they end
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cargo run --release -p plyglot-lab -- duel full minimax-3 --games 9 --seconds 100
  cargo run --release -p plyglot-lab -- duel strong club --games 100 --random-plies 4")]
pub struct Duel {
    /// Who has the first move in the games 1, 3, 5 and so on
    a: Opponent,
    /// The other
    b: Opponent,
    /// How many games
    #[arg(long, default_value_t = 9)]
    games: u64,
    /// CPU seconds that each side has for a game
    #[arg(long, default_value_t = 100.0)]
    seconds: f64,
    /// Play so many moves by chance first; two games in a row have the same ones
    #[arg(long, default_value_t = 0)]
    random_plies: u32,
    /// What a draw is worth less to a full-strength engine, in hundredths of a man
    #[arg(long, default_value_t = 25, allow_negative_numbers = true)]
    contempt: i32,
    /// Where chance starts from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once
    #[arg(long, default_value_t = 1)]
    threads: u64,
    /// Print every game's last board
    #[arg(long)]
    boards: bool,
}

/// One game as it was played.
struct Record {
    game: u64,
    end: End,
    plies: usize,
    /// What each side has used, Black's first.
    used: [Duration; 2],
    last: Position,
}

impl Duel {
    pub fn run(&self) -> Result<()> {
        let next = AtomicU64::new(0);
        let total = Mutex::new([0u64; 3]);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= self.games {
                            return;
                        }
                        let record = self.play(game);
                        self.report(&record, &total);
                    }
                });
            }
        });
        let [won, drawn, lost] = total.into_inner().unwrap_or_default();
        let mut out = std::io::stdout().lock();
        writeln!(out, "{} against {}: {won} won, {drawn} drawn, {lost} lost", self.a, self.b)?;
        Ok(())
    }

    fn report(&self, record: &Record, total: &Mutex<[u64; 3]>) {
        let a = a_plays(record.game);
        let place = match record.end.outcome() {
            Outcome::Win(side) if side == a => 0,
            Outcome::Draw => 1,
            Outcome::Win(_) => 2,
        };
        let Ok(mut total) = total.lock() else { return };
        total[place] += 1;
        let [won, drawn, lost] = *total;
        let [used_a, used_b] = [a, a.other()].map(|side| record.used[side as usize].as_secs_f64());
        // A lost line of progress is no loss.
        _ = writeln!(
            std::io::stdout().lock(),
            "game {}: {} is {}; {} plies, {:.1} s and {:.1} s; {}; so far +{won} ={drawn} -{lost}",
            record.game + 1,
            self.a,
            Position::side_name(a),
            record.plies,
            used_a,
            used_b,
            record.end,
        );
        if self.boards {
            _ = writeln!(std::io::stdout().lock(), "{}", record.last);
        }
    }

    fn play(&self, game: u64) -> Record {
        let a = a_plays(game);
        let seed = self.seed.wrapping_mul(1_000_003).wrapping_add(game);
        let settings = Settings { contempt: self.contempt, ..Settings::default() };
        let player = |opponent, seed| Player::new(opponent, Checkers::default(), settings, seed);
        let (black, white) = if a == Side::First { (self.a, self.b) } else { (self.b, self.a) };
        let mut players = [player(black, 2 * seed), player(white, 2 * seed + 1)];
        let mut chance = Player::new(
            Opponent::Random,
            Checkers::default(),
            Settings { table_bytes: 0, ..settings },
            self.seed.wrapping_mul(1_000_003).wrapping_add(game / 2),
        );
        let whole = Duration::from_secs_f64(self.seconds);
        let mut used = [Duration::ZERO; 2];
        let mut position = Position::start();
        let mut history = History::new(&position, DrawRule::Prompt);
        for ply in 0.. {
            let side = position.to_move();
            let past = history.past();
            let clock = CpuClock::of_thread();
            let limit = Limit::Game(whole.saturating_sub(used[side as usize]));
            let problem = Problem { position: &position, past: &past, limit, clock };
            let player =
                if ply < self.random_plies { &mut chance } else { &mut players[side as usize] };
            // There is a move: the game would be over otherwise.
            let Some(choice) = player.choose(&problem) else { unreachable!("no end was noticed") };
            if ply >= self.random_plies {
                used[side as usize] += clock.elapsed();
            }
            position.play(choice.mv);
            let over_time = used[side as usize] > whole;
            let end = history.push(choice.mv, &position);
            let end = if over_time { Some(End::NoMoves(side.other())) } else { end };
            if let Some(end) = end {
                return Record { game, end, plies: ply as usize + 1, used, last: position };
            }
        }
        unreachable!("every game ends")
    }
}

/// As in the source: the first has the first move in the odd games.
fn a_plays(game: u64) -> Side {
    if game.is_multiple_of(2) { Side::First } else { Side::Second }
}
