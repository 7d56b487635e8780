//! `plyglot serve`.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};

use anyhow::{Result, anyhow, bail};

use plyglot_web::{Server, ServerLimits};

use crate::program::Program;
use crate::{args, failure};

/// Serves until the program is ended.
pub fn run(program: &Program, arguments: &args::ServeArgs) -> Result<()> {
    let folder = &arguments.folder;
    let found = folder.metadata().map_err(|error| failure::in_file(folder, &error))?;
    if !found.is_dir() {
        bail!("{}: not a folder", folder.display());
    }
    let wanted = SocketAddr::new(arguments.host, arguments.port);
    let mut limits = ServerLimits::default();
    limits.workbench.threads = arguments.threads.count();
    let server =
        Server::bind(program.games, wanted, limits).map_err(|error| not_bound(wanted, &error))?;
    let server = server.showing(folder.clone());
    let address = server.address()?;
    let page = format!("http://{}/", reachable(address));
    let mut out = io::stdout();
    writeln!(out, "The workbench is at {page} (Ctrl-C ends it)")?;
    out.flush()?;
    if !arguments.host.is_loopback() {
        failure::say(&format!(
            "Everybody who can reach {address} can use it and see the contests and grades in {}, and \
             there is no password.",
            folder.display()
        ));
    }
    if arguments.open {
        open(&page);
    }
    Ok(server.run()?)
}

/// Why it cannot listen there, and what to do about it.
fn not_bound(wanted: SocketAddr, error: &io::Error) -> anyhow::Error {
    let failed = failure::at(wanted, error);
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!("{failed}: --port 0 takes a port that is free"),
        _ => failed,
    }
}

/// Where a browser on this machine finds it: "all addresses" is none.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Asks the desktop to show a page. Without a desktop, the user can still type the address.
fn open(page: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(opener);
    let command = command.arg(page).stdin(Stdio::null()).stdout(Stdio::null());
    _ = command.stderr(Stdio::null()).spawn();
}
