//! What a tournament will cost, shown before it starts.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use plyglot_arena::agent::AgentKind;
use plyglot_arena::tournament::Plan;
use plyglot_core::safe_text::terminal_line;

use super::events;
use crate::failure;
use plyglot_core::numbers::grouped;

#[derive(Clone, Debug, Serialize)]
pub struct CostEstimate {
    name: String,
    game: &'static str,
    #[serde(skip)]
    title: &'static str,
    #[serde(skip)]
    pairs_decide: bool,
    format: String,
    agents: usize,
    /// Games that are stored already.
    played: u64,
    /// The least number of games in all.
    least: u64,
    /// The greatest number of games in all.
    most: u64,
    concurrency: usize,
    /// CPU time of the games that are left, at most; none if some agent has no clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
}

impl CostEstimate {
    pub fn new(plan: &Plan, concurrency: usize, played: u64) -> CostEstimate {
        let (tournament, settings) = (&plan.tournament, plan.tournament.settings());
        let about = tournament.game().about();
        let mut cost = tournament.schedule().cost();
        let (least, most) = (cost.least, cost.most);
        cost.most = cost.most.saturating_sub(played);
        // By nodes instead of time, built-in agents have no clock.
        let has_clock = settings.rules.nodes.is_none()
            || plan.agents.iter().all(|agent| matches!(agent.kind, AgentKind::Program(_)));
        let cpu = cost.cpu_time(settings.rules.time());
        CostEstimate {
            name: settings.name.clone(),
            game: about.name,
            title: about.title,
            pairs_decide: about.pairs_decide,
            format: tournament.format_in_words(),
            agents: settings.agents.len(),
            played,
            least,
            most,
            concurrency,
            cpu_seconds: has_clock.then_some(cpu.as_secs_f64()),
        }
    }

    /// By itself.
    pub fn print(&self, as_json: bool) -> Result<()> {
        let mut out = io::stdout().lock();
        if as_json {
            serde_json::to_writer(&mut out, self)?;
            writeln!(out)?;
        } else {
            write!(out, "{}", self.in_words())?;
        }
        Ok(())
    }

    /// Before games are played.
    pub fn announce(&self, as_json: bool) -> Result<()> {
        if as_json {
            return events::print(&events::TournamentEvent::Begin(self));
        }
        failure::say(self.in_words().trim_end());
        Ok(())
    }

    fn in_words(&self) -> String {
        let CostEstimate { name, agents, format, played, least, most, concurrency, .. } = self;
        let games = if least == most {
            format!("{} games", grouped(*most))
        } else {
            format!("{} to {} games", grouped(*least), grouped(*most))
        };
        let stored = if *played == 0 {
            String::new()
        } else {
            format!(", {} of them played", grouped(*played))
        };
        let (title, name) = (self.title, terminal_line(name));
        let cost = match self.cpu_seconds {
            None => "By nodes, without a clock: the time depends on the machine.".to_owned(),
            Some(seconds) if *concurrency == 1 => {
                format!("At most {} of CPU time.", in_words(seconds))
            }
            Some(seconds) => format!(
                "At most {} of CPU time: {} with {concurrency} games at once.",
                in_words(seconds),
                in_words(seconds / *concurrency as f64)
            ),
        };
        let caution = if self.pairs_decide {
            format!(
                "In {title} whoever moves last wins: a pair of games counts for whoever has more \
                 points in both.\n"
            )
        } else {
            String::new()
        };
        format!("{name}: {title}, {agents} agents, {format}.\n{games}{stored}. {cost}\n{caution}")
    }
}

/// `3.8 days`, `2.5 hours`, `12 minutes`, `40 seconds`.
fn in_words(seconds: f64) -> String {
    let seconds = if seconds.is_finite() { seconds } else { Duration::MAX.as_secs_f64() };
    match seconds {
        s if s >= 2.0 * 86_400.0 => format!("{:.1} days", s / 86_400.0),
        s if s >= 2.0 * 3600.0 => format!("{:.1} hours", s / 3600.0),
        s if s >= 120.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{s:.0} seconds"),
    }
}
