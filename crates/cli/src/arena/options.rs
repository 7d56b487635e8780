//! Options that several commands of the arena share.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use plyglot_arena::agent::{Agent, Grants};
use plyglot_arena::referee::Rules;
use plyglot_kit::any::{AnyLine, GameRef};
use plyglot_sandbox::{Isolation, Sandbox, Warden};

use crate::args::seconds;
use crate::board_size::BoardSize;
use crate::interrupt;
use crate::program::Program;

/// The board.
#[derive(Debug, Args)]
pub struct BoardArgs {
    /// The game [default: {game}]
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    #[command(flatten)]
    pub size: BoardSize,
}

impl BoardArgs {
    /// The chosen game, or the default.
    pub fn game(&self, program: &Program) -> Result<GameRef> {
        self.game.as_deref().map_or_else(|| Ok(program.games.usual()), |name| program.game(name))
    }

    /// Where games between programs begin.
    pub fn start(&self, game: GameRef, seed: u64) -> Result<Box<dyn AnyLine>> {
        let sizes = self.size.sizes();
        let mut why = sizes.iter().filter_map(|&(name, n)| game.why_not_for_programs(name, n));
        if let Some(why) = why.next() {
            bail!("{why}");
        }
        self.size.start(game, seed)
    }
}

/// What is agreed on beyond the rules.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// CPU seconds of each side for a whole game [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<f64>,
    /// Seconds by the wall clock that a turn may take beyond the CPU time left [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub extra_wall: Option<f64>,
    /// Seconds by the wall clock that all turns of a program may take in a game [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub wall_game: Option<f64>,
    /// Let built-in engines think by nodes a move and without a clock: the same seed then gives the
    /// same games on every machine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Pass over blanks, CR, empty lines, capital letters and exit codes in answers, and say so
    #[arg(long)]
    pub lenient: bool,
    /// In a drawn game the side with more time left wins
    #[arg(long)]
    pub time_decides: bool,
    /// Notice draws by repetition and quiet turns one turn late, as one course's referee did
    #[arg(long)]
    pub late_draws: bool,
    /// Count only the time that programs spend in themselves, not the system's for them
    #[arg(long)]
    pub user_time: bool,
    /// MB of memory that a program may use [default: 1024]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    pub memory: Option<u64>,
    /// MB that a program may write [default: 64]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub disk: Option<u64>,
}

impl RulesArgs {
    pub fn rules(&self) -> Rules {
        let usual = Rules::default();
        Rules {
            seconds: self.time.unwrap_or(usual.seconds),
            extra_wall: self.extra_wall.unwrap_or(usual.extra_wall),
            wall_game: self.wall_game,
            nodes: self.nodes,
            lenient: self.lenient,
            time_decides: self.time_decides,
            late_draws: self.late_draws,
            user_time: self.user_time,
            memory: self.memory.unwrap_or(usual.memory),
            disk: self.disk.unwrap_or(usual.disk),
        }
    }
}

/// What programs may read and find besides the system and their own directories.
#[derive(Debug, Args)]
pub struct GrantArgs {
    /// Let programs read this file or directory too; may be given several times
    #[arg(long, value_name = "DIR")]
    pub readable: Vec<PathBuf>,
    /// Look for the programs' commands in this directory first, such as the bin of a Python or Java
    /// of your own; may be given several times
    #[arg(long, value_name = "DIR")]
    pub path: Vec<PathBuf>,
}

impl GrantArgs {
    /// Grants all of it to each agent.
    pub fn grant(&self, agents: &mut [Agent]) -> Result<()> {
        let mut grants = Grants::default();
        for path in &self.readable {
            grants.let_read(Path::new(""), path)?;
        }
        for path in &self.path {
            grants.let_find(Path::new(""), path)?;
        }
        agents.iter_mut().for_each(|agent| agent.grant(&grants));
        Ok(())
    }
}

/// How well programs must be isolated.
#[derive(Debug, Args)]
pub struct SandboxArgs {
    /// Refuse to play if this machine does not reach this level of isolation: L0, L1, L2 or L3
    #[arg(long, value_name = "LEVEL")]
    pub require_sandbox: Option<Isolation>,
}

impl SandboxArgs {
    /// What this machine has, if that is enough.
    pub fn sandbox(&self) -> Result<Sandbox> {
        let sandbox = Sandbox::detect(Warden::this_program()).stopped_by(interrupt::watch());
        if let Some(level) = self.require_sandbox {
            sandbox.require(level)?;
        }
        Ok(sandbox)
    }
}

/// A file that is written only if it is new.
pub fn must_be_new(path: Option<&PathBuf>) -> Result<()> {
    match path.filter(|path| path.exists()) {
        Some(path) => bail!("{}: the file is there already", path.display()),
        None => Ok(()),
    }
}
