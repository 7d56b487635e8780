//! No agent takes more CPU time than it has left.
//!
//! Some moves of each game are played by default, as many as PLYGLOT_CLOCK_MOVES says on demand:
//! `PLYGLOT_CLOCK_MOVES=1000 cargo test --release -p plyglot clock -- --nocapture` also says how
//! much was used.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use plyglot_core::Game;
use plyglot_games::{checkers, mancala, stake_raid};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use serde_json::Value;

/// Numbers without a pattern, the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) % bound as u64) as usize
    }

    /// A position after up to `plies` moves in which there is a move to find.
    fn play<G: Game>(&mut self, start: &G, plies: usize) -> G {
        let mut position = start.clone();
        for _ in 0..self.below(plies + 1) {
            let moves = position.moves();
            let next = position.after(moves[self.below(moves.len())]);
            if next.moves().is_empty() {
                break;
            }
            position = next;
        }
        position
    }

    /// The last hundredths of a second.
    fn seconds(&mut self) -> f64 {
        0.01 * (1 + self.below(5)) as f64
    }
}

fn moves() -> usize {
    std::env::var("PLYGLOT_CLOCK_MOVES").map_or(20, |count| count.parse().unwrap())
}

/// Solves an input; what was printed, and the CPU time that the whole process took. The system
/// counts it to the nanosecond, and says it as long as nobody has waited for the process.
fn measured(directory: &Path, input: &str) -> (Value, f64) {
    fs::write(directory.join("input.txt"), input).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_plyglot"))
        .current_dir(directory)
        .args(["solve", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = child.id();
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(Pid::from_raw(pid as i32).unwrap()), options).unwrap();
    let counted = fs::read_to_string(format!("/proc/{pid}/schedstat")).unwrap();
    let nanoseconds: f64 = counted.split(' ').next().unwrap().parse().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{input}");
    (serde_json::from_slice(&output.stdout).unwrap(), nanoseconds / 1e9)
}

/// How often a move is made again that took too long.
const MOST_REPEATED: usize = 4;

/// Lets an agent play many moves in little time, each checked by `check`.
fn never_late(
    game: &str,
    mut task: impl FnMut(&mut Random, f64) -> (String, Box<dyn Fn(&Path, &Value)>),
) {
    let mut random = Random(2021);
    let directory = tempfile::tempdir().unwrap();
    let (mut most_used, mut most_of_limit, mut accidents) = (0.0_f64, 0.0_f64, 0);
    for _ in 0..moves() {
        let seconds = random.seconds();
        let (input, check) = task(&mut random, seconds);
        let (mut result, mut used) = measured(directory.path(), &input);
        for _ in 0..MOST_REPEATED {
            if used <= seconds {
                break;
            }
            // The same work can cost several times the time while other programs fill the caches:
            // that is an accident, which is counted. What is late every time is not.
            accidents += 1;
            (result, used) = measured(directory.path(), &input);
        }
        assert!(used <= seconds, "{used} s of {seconds} s:\n{input}");
        check(directory.path(), &result);
        most_used = most_used.max(used);
        most_of_limit = most_of_limit.max(used / seconds);
    }
    let most_of_limit = 100.0 * most_of_limit;
    let message = format!(
        "{game}: at most {most_used:.4} s, {most_of_limit:.0} % of the limit, in {} moves; {accidents} \
         repeated\n",
        moves()
    );
    io::stderr().write_all(message.as_bytes()).unwrap();
}

#[test]
fn checkers_is_never_late() {
    never_late("checkers", |random, seconds| {
        let position = random.play(&checkers::Position::start(), 80);
        let kind = ["SINGLE", "GAME"][random.below(2)];
        let text = position.to_string();
        let (colour, board) = text.split_once('\n').unwrap();
        let check = move |directory: &Path, _: &Value| {
            let output = fs::read_to_string(directory.join("output.txt")).unwrap();
            position.try_play(checkers::Move::from_lines(&output).unwrap()).unwrap();
        };
        (format!("{kind}\n{colour}\n{seconds}\n{board}"), Box::new(check))
    });
}

#[test]
fn stake_raid_is_never_late() {
    never_late("stake-raid", |random, seconds| {
        let size = [26, 1 + random.below(26)][random.below(2)];
        let row = |cell: &dyn Fn(&mut Random) -> String, between: &str, random: &mut Random| {
            (0..size).map(|_| cell(random)).collect::<Vec<_>>().join(between)
        };
        let rows = |cell: &dyn Fn(&mut Random) -> String, between: &str, random: &mut Random| {
            (0..size).map(|_| row(cell, between, random) + "\n").collect::<String>()
        };
        let values = rows(&|random| (1 + random.below(99)).to_string(), " ", random);
        let filled = random.below(10);
        let cell = |random: &mut Random| {
            let cell = if random.below(10) < filled { 1 + random.below(2) } else { 0 };
            [".", "X", "O"][cell].to_owned()
        };
        let mut board = rows(&cell, "", random);
        board.replace_range(..1, "."); // there is a move to find
        let text = format!("{size}\nX\n{values}{board}");
        let position: stake_raid::Position = text.parse().unwrap();
        let check = move |directory: &Path, _: &Value| {
            let output = fs::read_to_string(directory.join("output.txt")).unwrap();
            let (mv, rows) = output.split_once('\n').unwrap();
            let after = position.try_play(mv.parse().unwrap()).unwrap();
            assert_eq!(rows, after.rows().to_string());
        };
        (format!("{size}\nCOMPETITION\nX\n{seconds}\n{values}{board}"), Box::new(check))
    });
}

#[test]
fn mancala_is_never_late() {
    never_late("mancala", |random, seconds| {
        let pits = [10, 3 + random.below(8)][random.below(2)];
        let most = [5, 12, 1000][random.below(3)];
        let rows = [(); 2].map(|()| {
            // There is a stone to move.
            let pits = (0..pits).map(|pit| random.below(most + 1).max((pit == 0).into()));
            pits.map(|stones| stones.to_string()).collect::<Vec<_>>().join(" ")
        });
        let board = format!("{}\n{}\n0\n0\n", rows[0], rows[1]);
        let position: mancala::Position = format!("1\n{board}").parse().unwrap();
        let check = move |directory: &Path, result: &Value| {
            let moves = result["moves"].as_array().unwrap();
            let after = moves.iter().fold(position, |before, mv| {
                assert_eq!(before.to_move(), position.to_move(), "{result}");
                before.try_play(mv.as_str().unwrap().parse().unwrap()).unwrap()
            });
            let is_whole = after.to_move() != position.to_move() || after.outcome().is_some();
            assert!(is_whole, "{result}");
            let state = fs::read_to_string(directory.join("next_state.txt")).unwrap();
            assert_eq!(state, after.board().to_string());
        };
        (format!("4\n1\n{seconds}\n{board}"), Box::new(check))
    });
}
