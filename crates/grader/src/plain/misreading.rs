use plyglot_games::GameId;

use super::{capture_go, checkers, mancala, stake_raid, star_circle};

/// A misreading in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name, for tables and manifests.
    pub name: &'static str,
    /// What a program with it does: "it ...".
    pub does: &'static str,
    /// What the rules say instead.
    pub rule: &'static str,
}

/// A misreading of one of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misreading {
    /// Of Star and Circle.
    StarCircle(star_circle::Misreading),
    /// Of checkers.
    Checkers(checkers::Misreading),
    /// Of Stake and Raid.
    StakeRaid(stake_raid::Misreading),
    /// Of Mancala.
    Mancala(mancala::Misreading),
    /// Of Capture Go.
    CaptureGo(capture_go::Misreading),
}

impl Misreading {
    /// All known ones of a game.
    pub fn all(game: GameId) -> Vec<Misreading> {
        match game {
            GameId::StarCircle => {
                star_circle::Misreading::ALL.iter().copied().map(Misreading::StarCircle).collect()
            }
            GameId::Checkers => {
                checkers::Misreading::ALL.iter().copied().map(Misreading::Checkers).collect()
            }
            GameId::StakeRaid => {
                stake_raid::Misreading::ALL.iter().copied().map(Misreading::StakeRaid).collect()
            }
            GameId::Mancala => {
                mancala::Misreading::ALL.iter().copied().map(Misreading::Mancala).collect()
            }
            GameId::CaptureGo => {
                capture_go::Misreading::ALL.iter().copied().map(Misreading::CaptureGo).collect()
            }
        }
    }

    /// It in words.
    pub fn about(self) -> About {
        match self {
            Misreading::StarCircle(it) => it.about(),
            Misreading::Checkers(it) => it.about(),
            Misreading::StakeRaid(it) => it.about(),
            Misreading::Mancala(it) => it.about(),
            Misreading::CaptureGo(it) => it.about(),
        }
    }

    pub(super) fn in_star_circle(self) -> Option<star_circle::Misreading> {
        if let Misreading::StarCircle(it) = self { Some(it) } else { None }
    }

    pub(super) fn in_checkers(self) -> Option<checkers::Misreading> {
        if let Misreading::Checkers(it) = self { Some(it) } else { None }
    }

    pub(super) fn in_stake_raid(self) -> Option<stake_raid::Misreading> {
        if let Misreading::StakeRaid(it) = self { Some(it) } else { None }
    }

    pub(super) fn in_mancala(self) -> Option<mancala::Misreading> {
        if let Misreading::Mancala(it) = self { Some(it) } else { None }
    }

    pub(super) fn in_capture_go(self) -> Option<capture_go::Misreading> {
        if let Misreading::CaptureGo(it) = self { Some(it) } else { None }
    }
}

/// Declares a game's misreadings: `Variant "name" "what a program does" "what the rules say"`.
macro_rules! misreadings {
    ($($variant:ident $name:literal $does:literal $rule:literal)*) => {
        /// A misreading of this game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Misreading {
            $(#[doc = concat!("A program with it ", $does, ".")] $variant,)*
        }

        impl Misreading {
            /// All known ones.
            pub const ALL: &[Misreading] = &[$(Misreading::$variant),*];

            /// It in words.
            pub fn about(self) -> $crate::plain::About {
                match self {
                    $(Misreading::$variant => {
                        $crate::plain::About { name: $name, does: $does, rule: $rule }
                    })*
                }
            }
        }
    };
}
pub(super) use misreadings;
