//! One game with a person.

use std::io;
use std::path::{Path, PathBuf};

use plyglot_core::text::whole;
use plyglot_core::{Outcome, Side};
use plyglot_kit::Undone;
use plyglot_kit::any::{About, AnyLine, AnyPlayer};
use plyglot_kit::wording::{Legend, Subject, Unit, capitalised, counted, verdict};
use plyglot_search::engine::{CpuClock, Limit, Settings, Thought};

use super::board;
use super::commands::{HELP, PlayCommand};
use super::look::{ASIDE, Look, STRONG};
use super::posed::PosedProblem;
use super::saved;
use super::setup::{Setup, read_seconds};
use super::terminal::Terminal;
use super::typed::{Typed, meant, words};
use crate::failure;
use plyglot_core::numbers::grouped;

/// How hard the engine looks for a hint: a moment's work, and the same on every machine.
const HINT: Limit = Limit::Nodes(100_000);
/// How many moves of the engine's expected line are shown.
const LONGEST_LINE: usize = 8;

const MOVES: Unit = Unit("move", "moves");
const TURNS: Unit = Unit("turn", "turns");

/// What comes after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    AnotherGame,
    Leave,
}

/// A game that is going on.
pub struct Session<'s> {
    /// The program's name, for hints on what to type.
    program: &'s str,
    about: About,
    setup: Setup,
    line: Box<dyn AnyLine>,
    problem: Option<&'s mut PosedProblem>,
    player: Option<Box<dyn AnyPlayer>>,
    /// Gives hints, once they are asked for. Not the opponent's engine: what one has seen would
    /// change how the other plays.
    adviser: Option<Box<dyn AnyPlayer>>,
    /// The file that holds the game, kept up to date.
    file: &'s mut Option<PathBuf>,
    terminal: &'s Terminal,
    look: Look,
    /// How the engines are made.
    settings: Settings,
}

impl<'s> Session<'s> {
    pub fn new(
        program: &'s str,
        setup: Setup,
        line: Box<dyn AnyLine>,
        file: &'s mut Option<PathBuf>,
        terminal: &'s Terminal,
        look: Look,
    ) -> Session<'s> {
        let about = line.about();
        Session {
            program,
            about,
            setup,
            line,
            problem: None,
            player: None,
            adviser: None,
            file,
            terminal,
            look,
            settings: Settings::default(),
        }
        .thinking_with(Settings::default())
    }

    /// The same game with an opponent and an adviser that are made like this.
    #[must_use]
    pub fn thinking_with(mut self, settings: Settings) -> Session<'s> {
        let Setup { seed, .. } = self.setup;
        self.player = self.setup.machine().map(|it| self.line.player(it, settings, seed));
        self.settings = settings;
        self
    }

    /// The same game as a problem to solve.
    #[must_use]
    pub fn posing(mut self, problem: Option<&'s mut PosedProblem>) -> Session<'s> {
        self.problem = problem;
        if let Some(problem) = &mut self.problem {
            problem.begin();
        }
        self
    }

    /// Plays until the game is over or left.
    pub fn run(mut self) -> io::Result<Next> {
        self.greet()?;
        loop {
            if self.line.ending().is_some() {
                if self.line.resigned().is_none() {
                    self.show_board()?;
                }
                match self.finish()? {
                    Some(next) => return Ok(next),
                    None => continue,
                }
            }
            let side = self.line.to_move();
            let moves = self.line.legal();
            if self.line.is_automatic() {
                self.pass(&moves[0])?;
            } else if self.setup.is_human(side) {
                self.show_board()?;
                self.say_result()?;
                if let [only] = &moves[..] {
                    self.terminal.say_in(ASIDE, &format!("There is only one move: {only}."))?;
                } else if let Some(notice) = self.line.notice() {
                    self.terminal.say_in(ASIDE, notice)?;
                }
                if let Some(next) = self.decide()? {
                    return Ok(next);
                }
            } else {
                self.let_machine_move()?;
            }
        }
    }

    fn greet(&self) -> io::Result<()> {
        let title = self.about.title;
        let who = match (self.setup.only_human(), self.setup.machine()) {
            (Some(side), Some(opponent)) => {
                let what = opponent.describe();
                format!("You are {} against {opponent} ({what})", self.about.side_title(side))
            }
            _ => format!(
                "{} against {}",
                self.about.side_title(Side::First),
                self.about.side_title(Side::Second)
            ),
        };
        self.terminal.say_in(STRONG, &format!("{title}. {who}."))?;
        if let Some(problem) = &self.problem {
            self.terminal.say_in(STRONG, &problem.head())?;
        }
        let seed = self.setup.seed;
        let hint = format!("Type a move, its number in the list, or help. Seed {seed}.");
        self.terminal.say_in(ASIDE, &hint)
    }

    /// Says whether the problem is solved, once that is known.
    fn say_result(&mut self) -> io::Result<()> {
        let line = &*self.line;
        match self.problem.as_mut().and_then(|problem| problem.result(line)) {
            Some(result) => self.terminal.say_in(STRONG, &result),
            None => Ok(()),
        }
    }

    /// Asks until the position has changed; `None` then.
    fn decide(&mut self) -> io::Result<Option<Next>> {
        let mover = self.line.to_move();
        let prompt = match self.setup.only_human() {
            Some(_) => "Your move".to_owned(),
            None => format!("{} to move", self.about.side_title(mover)),
        };
        loop {
            let Some(line) = self.terminal.ask(&prompt)? else {
                self.leave()?;
                return Ok(Some(Next::Leave));
            };
            match PlayCommand::read(&line) {
                PlayCommand::Nothing => {}
                PlayCommand::Help => self.help()?,
                PlayCommand::List(part) => self.list(part)?,
                PlayCommand::Hint => self.hint()?,
                PlayCommand::Think(seconds) => self.think(seconds)?,
                PlayCommand::Undo => {
                    if self.undo()? {
                        return Ok(None);
                    }
                }
                PlayCommand::Redo => {
                    let setup = self.setup;
                    let count = self.line.redo(&|side| setup.is_human(side));
                    if count > 0 {
                        let moves = counted(count as i64, MOVES);
                        self.terminal.say(&format!("Played again: {moves}."))?;
                        self.autosave()?;
                        return Ok(None);
                    }
                    self.terminal.say("There is nothing to play again.")?;
                }
                PlayCommand::Board => self.show_board()?,
                PlayCommand::Save(file) => self.save(file)?,
                PlayCommand::Resign => {
                    self.line.resign();
                    self.autosave()?;
                    return Ok(None);
                }
                PlayCommand::New => return Ok(Some(Next::AnotherGame)),
                PlayCommand::Quit => {
                    self.leave()?;
                    return Ok(Some(Next::Leave));
                }
                PlayCommand::Move(typed) => match meant(&*self.line, typed) {
                    Typed::Move(mv) => {
                        self.play(&mv)?;
                        return Ok(None);
                    }
                    Typed::Unclear(moves) => {
                        let moves: Vec<String> = moves
                            .iter()
                            .take(8)
                            .map(|(number, mv)| format!("{mv} ({number})"))
                            .collect();
                        let moves = moves.join(", ");
                        self.terminal
                            .say(&format!("That can be {moves}: type more, or its number."))?;
                    }
                    Typed::Refused(reason) => self.terminal.say(&format!("{reason}."))?,
                },
            }
        }
    }

    fn let_machine_move(&mut self) -> io::Result<()> {
        let limit = Limit::Move(self.setup.time());
        let (Some(player), Some(opponent)) = (&mut self.player, self.setup.machine()) else {
            return Ok(());
        };
        let line = &*self.line;
        let think = |show: &mut dyn FnMut(&Thought<String>)| {
            player.think(line, limit, CpuClock::start(), show)
        };
        match self.terminal.wait_for(&format!("{opponent} is thinking"), think) {
            Some(choice) => self.play(&choice.mv),
            None => Ok(()), // only if the game is over, and then no side is asked
        }
    }

    /// Plays a legal move, and says so.
    fn play(&mut self, mv: &str) -> io::Result<()> {
        let (side, ply) = (self.line.to_move(), self.line.plies());
        let mover = self.subject(side);
        if let Err(error) = self.line.play(mv) {
            return self.terminal.say(&format!("{error}."));
        }
        let mut text = format!("{} {mv}", mover.does("play"));
        for effect in self.line.effects_at(ply) {
            text += &format!(", {effect}");
        }
        text.push('.');
        if self.line.ending().is_none() && self.line.to_move() == side {
            text += &format!(" {} again.", mover.does("move"));
        }
        self.terminal.say(&text)?;
        let line = &*self.line;
        if let Some(remark) = self.problem.as_mut().and_then(|problem| problem.remark(line)) {
            self.terminal.say_in(STRONG, &remark)?;
        }
        self.autosave()
    }

    fn pass(&mut self, mv: &str) -> io::Result<()> {
        let mover = self.subject(self.line.to_move());
        if let Err(error) = self.line.play(mv) {
            return self.terminal.say(&format!("{error}."));
        }
        let has = if mover.is_you { "have" } else { "has" };
        self.terminal.say(&format!("{} {has} no move, and {}.", mover.name, pass_of(&mover)))?;
        self.autosave()
    }

    /// Whether anything was taken back.
    fn undo(&mut self) -> io::Result<bool> {
        let setup = self.setup;
        let text = match self.line.undo(&|side| setup.is_human(side)) {
            Undone::Nothing => {
                self.terminal.say("There is nothing to take back.")?;
                return Ok(false);
            }
            Undone::Resignation => "The game goes on.".to_owned(),
            Undone::Moves(count) => format!("Taken back: {}.", counted(count as i64, MOVES)),
        };
        self.terminal.say(&text)?;
        self.autosave()?;
        Ok(true)
    }

    /// Says how the game ended, and asks what next; `None` if it goes on after all.
    fn finish(&mut self) -> io::Result<Option<Next>> {
        let Some(ending) = self.line.ending() else { return Ok(None) };
        let verdict = match (ending.outcome, self.setup.only_human()) {
            (Outcome::Win(side), Some(you)) if side == you => " You win!",
            (Outcome::Win(_), Some(_)) => " You lose.",
            _ => "",
        };
        let how = capitalised(&ending.how);
        self.terminal.say_in(STRONG, &format!("The game is over. {how}.{verdict}"))?;
        self.say_result()?;
        while self.terminal.is_interactive {
            let Some(line) = self.terminal.ask("Another game? yes, undo or quit")? else { break };
            match line.trim().to_ascii_lowercase().as_str() {
                "yes" | "y" | "new" => return Ok(Some(Next::AnotherGame)),
                "undo" | "u" if self.undo()? => return Ok(None),
                "no" | "n" | "quit" | "q" | "exit" => break,
                _ => {}
            }
        }
        self.leave()?;
        Ok(Some(Next::Leave))
    }

    fn leave(&self) -> io::Result<()> {
        match &*self.file {
            None => self.terminal.say("Goodbye."),
            Some(path) => {
                let (program, path) = (self.program, path.display());
                let text = format!("Goodbye. To go on: {program} play --resume {path}");
                self.terminal.say(&text)
            }
        }
    }

    fn show_board(&self) -> io::Result<()> {
        let (line, ply) = (&*self.line, self.line.plies());
        let marked = if ply > 0 { line.path_at(ply - 1) } else { Vec::new() };
        let is_flipped = match (self.setup.only_human(), self.about.viewer) {
            (Some(you), Some(viewer)) => you != viewer,
            _ => false,
        };
        let board = board::draw(&line.picture_at(ply), &self.look, &marked, is_flipped);
        let tally = line.tally();
        let mut text = format!("\n{board}");
        for side in Side::BOTH {
            let who = match (self.setup.only_human(), self.setup.machine()) {
                (Some(you), _) if you == side => " (you)".to_owned(),
                (_, Some(opponent)) => format!(" ({opponent})"),
                _ => String::new(),
            };
            let amount = counted(tally[side as usize], self.about.scale.unit);
            let Legend { shape, place } = self.about.sides[side as usize].legend;
            let before = shape.map_or("", |shape| board::symbol(Some(side), shape, &self.look));
            let behind = if place.is_empty() { String::new() } else { format!(", {place}") };
            let line = format!("{before} {}{who}: {amount}{behind}", self.about.side_title(side));
            text += &format!("\n{}", line.trim_start());
        }
        self.terminal.say(&text)
    }

    fn help(&self) -> io::Result<()> {
        let About { name, title, about, rules, .. } = self.about;
        let mut game = format!("{title}: {about}.");
        if !rules.is_empty() {
            game += &format!("\nAll rules: {} rules {name}", self.program);
        }
        let moves = format!(
            "Moves: {};\nor the number in the list, or as much of the text as is clear.",
            self.about.how_to_move
        );
        self.terminal.say(&format!("{game}\n{moves}\n{HELP}"))
    }

    fn list(&self, part: &str) -> io::Result<()> {
        let part = words(part).concat();
        let moves = (1..).zip(self.line.legal());
        let listed: Vec<String> = moves
            .filter(|(_, mv)| words(mv).concat().contains(&part))
            .map(|(number, mv): (usize, String)| format!("{number:>3} {mv}"))
            .collect();
        let width = 3 + listed.iter().map(|entry| entry.chars().count()).max().unwrap_or(0);
        let lines = listed.chunks((self.look.width / width).max(1)).map(|entries| {
            let line: String = entries.iter().map(|entry| format!("{entry:<width$}")).collect();
            line.trim_end().to_owned()
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            return self.terminal.say("No legal move is written like that.");
        }
        self.terminal.say(&lines.join("\n"))
    }

    fn hint(&mut self) -> io::Result<()> {
        let Some(thought) = self.advice(HINT) else { return Ok(()) };
        self.terminal.say(&format!("Hint: {}", thought.line[0]))
    }

    fn think(&mut self, seconds: &str) -> io::Result<()> {
        let limit = match seconds {
            "" => HINT,
            seconds => match read_seconds(whole(seconds)) {
                Ok(seconds) => Limit::Move(std::time::Duration::from_secs_f64(seconds)),
                Err(error) => return self.terminal.say(&format!("{}.", error.message)),
            },
        };
        let mover = self.subject(self.line.to_move());
        let Some(thought) = self.advice(limit) else { return Ok(()) };
        let line: Vec<String> = thought.line.iter().take(LONGEST_LINE).cloned().collect();
        let depth = counted(i64::from(thought.depth), TURNS);
        self.terminal.say(&format!(
            "{}.\nLooked {depth} ahead, {} positions. Expected: {}",
            verdict(&thought, &self.about.scale, &mover),
            grouped(thought.nodes),
            line.join(", "),
        ))
    }

    fn advice(&mut self, limit: Limit) -> Option<Thought<String>> {
        let line = &*self.line;
        let adviser = self.adviser.get_or_insert_with(|| line.adviser(self.settings));
        let think = |show: &mut dyn FnMut(&Thought<String>)| {
            adviser.think(line, limit, CpuClock::of_thread(), show)
        };
        self.terminal.wait_for("thinking", think)?.thought
    }

    fn save(&mut self, name: &str) -> io::Result<()> {
        let path = Path::new(name);
        if name.is_empty() {
            return match self.file {
                None => self.terminal.say("Where? Type save and the name of a file."),
                Some(_) => self.autosave(),
            };
        }
        if self.file.as_deref() != Some(path) && path.exists() {
            return self.terminal.say(&format!("{name} is there already; choose another name."));
        }
        match saved::write(path, &saved::text(&self.setup, &*self.line)) {
            Ok(()) => {
                *self.file = Some(path.to_owned());
                self.terminal.say(&format!("Saved in {name}, and after every move from now on."))
            }
            Err(error) => self.terminal.say(&cannot_save(path, &error)),
        }
    }

    /// Brings the file up to date, if there is one. A full disk does not end the game.
    fn autosave(&self) -> io::Result<()> {
        let Some(path) = &*self.file else { return Ok(()) };
        match saved::write(path, &saved::text(&self.setup, &*self.line)) {
            Ok(()) => Ok(()),
            Err(error) => self.terminal.say(&cannot_save(path, &error)),
        }
    }

    /// How a side is spoken of.
    fn subject(&self, side: Side) -> Subject {
        let name = match (self.setup.only_human(), self.setup.machine()) {
            (Some(you), _) if you == side => {
                return Subject { name: "You".to_owned(), is_you: true };
            }
            (_, Some(opponent)) => capitalised(&opponent.to_string()),
            _ => self.about.side_title(side).to_owned(),
        };
        Subject { name, is_you: false }
    }
}

fn pass_of(mover: &Subject) -> &'static str {
    if mover.is_you { "pass" } else { "passes" }
}

fn cannot_save(path: &Path, error: &io::Error) -> String {
    format!("The game could not be saved: {}", failure::line(&failure::in_file(path, error)))
}
