//! The WebAssembly module, and what JavaScript needs to call it.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;
use zopfli::{Format, Options};

use crate::root;
use crate::tools::{command, run};

const TARGET: &str = "wasm32-unknown-unknown";
/// Bytes of the compressed module: what a phone loads before the first move.
const MOST: usize = 350_000;

/// Builds it, and writes it to where `plyglot-web` looks for it.
pub fn build() -> Result<()> {
    // Where Rust did not come from rustup, the target may be there all the same.
    _ = run(command("rustup").args(["--quiet", "target", "add", TARGET]));
    let package = ["--package", "plyglot-wasm", "--profile", "wasm", "--target", TARGET];
    let flags = format!("target.{TARGET}.rustflags={:?}", without_paths());
    run(command("cargo").args(["build", "--locked", "--config", &flags]).args(package))?;
    let compiled = root().join("target").join(TARGET).join("wasm/plyglot_wasm.wasm");

    let mut bindgen = Bindgen::new();
    bindgen.input_path(&compiled).no_modules(true)?.typescript(false);
    // The page hands over the module. Nothing is looked for beside the script.
    bindgen.omit_default_module_path(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    let mut output = bindgen.generate_output()?;
    let wasm = output.wasm_mut().emit_wasm();
    let compressed = gzip(&wasm)?;
    let folder = root().join("crates/web/module");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    write(&folder.join("plyglot.js"), output.js().as_bytes())?;
    write(&folder.join("plyglot.wasm.gz"), &compressed)?;
    println!("{} bytes of WebAssembly", wasm.len());
    ensure!(
        compressed.len() <= MOST,
        "the module has {} bytes compressed, and at most {MOST} are allowed",
        compressed.len()
    );
    Ok(())
}

/// The module does not tell where it was built, and is the same wherever that is.
fn without_paths() -> Vec<String> {
    let named = ["CARGO_HOME", "RUSTUP_HOME"].map(|name| env::var(name).ok().map(PathBuf::from));
    let usual = [".cargo", ".rustup"].map(|name| Some(env::home_dir()?.join(name)));
    let folders = named.into_iter().chain(usual).flatten().chain([root()]);
    folders.map(|folder| format!("--remap-path-prefix={}=", folder.display())).collect()
}

/// The same bytes for the same content: without name and time. Slower than others, and smaller.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut compressed = Vec::new();
    zopfli::compress(Options::default(), Format::Gzip, bytes, &mut compressed)?;
    Ok(compressed)
}

/// Writes a file, unless it has this content already: then nothing is compiled again.
fn write(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|known| known == content) {
        println!("{}: as before, {} bytes", path.display(), content.len());
        return Ok(());
    }
    fs::write(path, content).with_context(|| path.display().to_string())?;
    println!("{}: {} bytes", path.display(), content.len());
    Ok(())
}
