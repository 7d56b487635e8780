//! A tournament that workers play.

use std::cell::RefCell;

use anyhow::{Result, bail};

use plyglot_arena::cluster::{self, Host, HostError};
use plyglot_arena::contest::{Contest, Event, Flow, UnplayedGame};
use plyglot_arena::tournament::{Plan, Writer};

use super::TournamentArgs;
use super::estimate::CostEstimate;
use super::progress::Progress;
use crate::cluster::Crew;
use crate::interrupt;
use crate::program::Program;

/// Has played what is missing, until it is stopped; returns what could not be played.
pub fn play(
    program: &Program,
    arguments: &TournamentArgs,
    plan: &Plan,
    contest: &Contest,
    address: &str,
    writer: &mut Writer,
) -> Result<Vec<UnplayedGame>> {
    let results = writer.store().results()?;
    let sandbox = contest.sandbox.clone();
    let host = Host::open(plan, sandbox, address, arguments.cluster.lease())?;
    let counts = host.store().counts()?;
    if !arguments.resume && counts.done > 0 {
        bail!(
            "{address}: {} units are done here already; --resume counts their games",
            counts.done
        );
    }
    CostEstimate::new(plan, 1, results.len() as u64).announce(arguments.json)?;
    let stem = arguments.stem();
    let mut crew = Crew::new(&program.name, &arguments.cluster, &stem, address, "play");
    let progress = RefCell::new(Progress::new(&plan.tournament, &results, arguments.json));
    let played = cluster::run_until(
        &interrupt::watch(),
        &host,
        results,
        |event| {
            writer.hear(&event)?;
            if matches!(event, Event::Entered { .. }) {
                progress.borrow().changed(writer.changed())?;
            }
            progress.borrow_mut().hear(&event)?;
            Ok(Flow::GoOn)
        },
        |store| {
            let news = crew.look(store)?;
            // Nothing can be done if nobody reads it.
            _ = progress.borrow().say(&news);
            Ok(())
        },
    );
    progress.into_inner().finish();
    crew.end(match played {
        Ok(end) => Ok(end.unplayed),
        Err(HostError::Told(error)) => Err(error),
        Err(HostError::Job(error)) => Err(error.into()),
    })
}
