use anyhow::{Result, anyhow, bail};
use clap::Args;

use plyglot_games::GameId;
use plyglot_games::{Sizes, Start};

/// How large a board is, where the game leaves that open.
#[derive(Clone, Debug, Args)]
pub struct BoardSize {
    /// Rows and columns of the board (Stake and Raid, 1 to 26; Capture Go, 1 to 19)
    #[arg(long, value_name = "N")]
    pub size: Option<usize>,
    /// Pits of each player, at most 10 (Mancala)
    #[arg(long, value_name = "N")]
    pub pits: Option<usize>,
    /// Stones in each pit, at most 1000 (Mancala)
    #[arg(long, value_name = "N")]
    pub stones: Option<u16>,
}

impl BoardSize {
    /// The options that are given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        [self.size.map(|_| "--size"), self.pits.map(|_| "--pits"), self.stones.map(|_| "--stones")]
            .into_iter()
            .flatten()
    }

    /// Where games begin.
    pub fn start(&self, game: GameId) -> Result<Start> {
        let own: &[&str] = match game {
            GameId::StakeRaid | GameId::CaptureGo => &["--size"],
            GameId::Mancala => &["--pits", "--stones"],
            GameId::StarCircle | GameId::Checkers => &[],
        };
        if let Some(option) = self.given().find(|option| !own.contains(option)) {
            bail!("{option} is not for {}", game.title());
        }
        let sizes = Sizes { size: self.size, pits: self.pits, stones: self.stones };
        Start::new(game, &sizes).map_err(|error| anyhow!("--{error}"))
    }
}
