//! `plyglot page`.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use plyglot_web::Module;
use plyglot_web::site::{self, SINGLE, SiteFile};

use crate::{failure, json};

/// Write the workbench as a page that needs no server: play, see the search, explain
///
/// plyglot.html is all of it in one file: a double click opens it, from a disk or a course's site, and
/// it loads nothing from anywhere. The other files are the same page for a web server. Contests and
/// gradings need `serve`.
///
/// The folder appears whole or not at all. One that this command has written before is replaced, any
/// other must be empty. The page has the games that Plyglot comes with.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  {program} page --out page
  {program} page --out /var/www/plyglot --json")]
pub struct PageArgs {
    /// The folder, made if missing
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Print what was written as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Writes the page.
pub fn run(arguments: &PageArgs) -> Result<()> {
    let folder = &arguments.out;
    let refused = |error| failure::in_file(folder, &error);
    // Before a minute is spent on it.
    site::check(folder).map_err(refused)?;
    let (glue, wasm_gz) = module()?;
    let files = site::files(Module { glue: &glue, wasm_gz: &wasm_gz })?;
    site::write(&files, folder).map_err(refused)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        return Ok(json::write_line(&mut out, &Written::of(folder, &files))?);
    }
    let size = |files: &mut dyn Iterator<Item = &SiteFile>| {
        files.map(|file| file.content.len()).sum::<usize>().div_ceil(1_000)
    };
    let (single, rest) = files.split_at(1);
    let (single, all) = (size(&mut single.iter()), size(&mut rest.iter()));
    let name = folder.join(SINGLE);
    writeln!(out, "{}: {single} kB, the page in one file: open it", name.display())?;
    let (count, folder) = (rest.len(), folder.display());
    writeln!(out, "{folder}: {count} more files, {all} kB, the same page for a web server")?;
    Ok(())
}

/// What was written, for programs.
#[derive(Serialize)]
struct Written<'w> {
    folder: Cow<'w, str>,
    files: Vec<WrittenFile>,
}

#[derive(Serialize)]
struct WrittenFile {
    path: &'static str,
    bytes: usize,
}

impl Written<'_> {
    fn of<'w>(folder: &'w Path, files: &[SiteFile]) -> Written<'w> {
        let written = |file: &SiteFile| WrittenFile { path: file.path, bytes: file.content.len() };
        Written { folder: folder.to_string_lossy(), files: files.iter().map(written).collect() }
    }
}

/// The script and the content of the module: of that which is part of this program, or of one that is
/// built now, where this program was.
fn module() -> Result<(Cow<'static, str>, Cow<'static, [u8]>)> {
    if let Some(Module { glue, wasm_gz }) = plyglot_web::module() {
        return Ok((glue.into(), wasm_gz.into()));
    }
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !checkout.join("xtask").is_dir() {
        bail!(
            "this program was built without the page's module: take it from a release or by \
             `pip install plyglot`, or run `cargo xtask module` in a clone and build again"
        );
    }
    failure::say("Building the page's module, once: this takes a minute or two.");
    let mut cargo = Command::new("cargo");
    let cargo = cargo.args(["xtask", "module"]).current_dir(&checkout).stdin(Stdio::null());
    let status =
        cargo.stdout(io::stderr()).status().map_err(|error| failure::at("cargo", &error))?;
    if !status.success() {
        bail!("cargo xtask module: it failed ({status})");
    }
    let folder = checkout.join("crates/web/module");
    let (glue, wasm_gz) = (folder.join("plyglot.js"), folder.join("plyglot.wasm.gz"));
    Ok((
        fs::read_to_string(&glue).map_err(|error| failure::in_file(&glue, &error))?.into(),
        fs::read(&wasm_gz).map_err(|error| failure::in_file(&wasm_gz, &error))?.into(),
    ))
}
