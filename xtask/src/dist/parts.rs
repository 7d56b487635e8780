//! The parts of a release: how each is made, and what is needed for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::Part;
use super::archive::Contents;
use super::shelf::Shelf;
use crate::tools::{command, has, has_target, printed, run};

/// What could not be made, and what is missing for it.
pub type Missing = String;

const SHELLS: [(&str, &str); 5] = [
    ("bash", "plyglot.bash"),
    ("zsh", "_plyglot"),
    ("fish", "plyglot.fish"),
    ("elvish", "plyglot.elv"),
    ("powershell", "plyglot.ps1"),
];

/// A system that a program is made for.
struct System {
    /// As in the names of archives.
    name: &'static str,
    /// As Rust calls it.
    target: &'static str,
    /// Compiles the little C that is inside, if it is not the system's own compiler.
    compiler: &'static str,
    is_linker: bool,
}

const LINUX: [System; 2] = [
    System {
        name: "x86_64-linux",
        target: "x86_64-unknown-linux-musl",
        compiler: "musl-gcc",
        is_linker: false,
    },
    System {
        name: "aarch64-linux",
        target: "aarch64-unknown-linux-musl",
        compiler: "aarch64-linux-gnu-gcc",
        is_linker: true,
    },
];

const WINDOWS: [System; 1] = [System {
    name: "x86_64-windows",
    target: "x86_64-pc-windows-gnu",
    compiler: "x86_64-w64-mingw32-gcc",
    is_linker: true,
}];

const MACOS: [System; 2] = [
    System {
        name: "aarch64-macos",
        target: "aarch64-apple-darwin",
        compiler: "cc",
        is_linker: false,
    },
    System {
        name: "x86_64-macos",
        target: "x86_64-apple-darwin",
        compiler: "cc",
        is_linker: false,
    },
];

/// Makes a part; what is missing for it is no failure.
pub fn make(part: Part, shelf: &Shelf) -> Result<Vec<Missing>> {
    match part {
        Part::Page => page(shelf),
        Part::Papers => papers(shelf),
        Part::Linux => programs(&LINUX, shelf),
        Part::Windows => programs(&WINDOWS, shelf),
        Part::Macos => programs(&MACOS, shelf),
        Part::Python => python(shelf),
        Part::Docker => docker(shelf),
    }
}

/// Plyglot for this machine, as it is built for tests: what it writes is the same.
fn plyglot() -> Command {
    let mut command = command("cargo");
    command.args(["run", "--quiet", "--locked", "--package", "plyglot", "--"]);
    command
}

fn page(shelf: &Shelf) -> Result<Vec<Missing>> {
    let folder = shelf.workshop.join("page");
    run(plyglot().arg("page").arg("--out").arg(&folder))?;
    copy(&folder.join("plyglot.html"), &shelf.folder)?;
    Ok(Vec::new())
}

fn papers(shelf: &Shelf) -> Result<Vec<Missing>> {
    let mut contents = Contents::default();
    add_papers(&mut contents, shelf)?;
    contents.write_tar_gz(&shelf.folder, &format!("plyglot-{}-man-completions", shelf.version))?;
    Ok(Vec::new())
}

/// Writes manual pages and completions, and puts them into an archive.
fn add_papers(contents: &mut Contents, shelf: &Shelf) -> Result<()> {
    let (man, completions) = (shelf.workshop.join("man1"), shelf.workshop.join("completions"));
    run(plyglot().arg("man").arg("--out").arg(&man))?;
    fs::create_dir_all(&completions)?;
    for (shell, file) in SHELLS {
        fs::write(completions.join(file), printed(plyglot().args(["completions", shell]))?)?;
    }
    contents.add_all("man/man1", &man)?;
    contents.add_all("completions", &completions)
}

fn programs(systems: &[System], shelf: &Shelf) -> Result<Vec<Missing>> {
    let mut missing = Vec::new();
    for system in systems {
        if !has_target(system.target) {
            missing.push(format!("{}: rustup target add {}", system.name, system.target));
        } else if !has(system.compiler) {
            missing.push(format!("{}: there is no {}", system.name, system.compiler));
        } else {
            pack(system, shelf)?;
        }
    }
    Ok(missing)
}

/// The program and what belongs to it, in an archive as its system likes it.
fn pack(system: &System, shelf: &Shelf) -> Result<()> {
    let program = system.build(shelf)?;
    let mut contents = Contents::default();
    contents.add_program(&program)?;
    for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        contents.add("", &shelf.root.join(file))?;
    }
    add_papers(&mut contents, shelf)?;
    let name = system.archive(&shelf.version);
    if system.target.contains("windows") {
        contents.write_zip(&shelf.folder, &name)
    } else {
        contents.write_tar_gz(&shelf.folder, &name)
    }
}

impl System {
    /// The name of its archive, without an ending.
    fn archive(&self, version: &str) -> String {
        format!("plyglot-{version}-{}", self.name)
    }

    fn build(&self, shelf: &Shelf) -> Result<PathBuf> {
        let target = self.target.replace('-', "_");
        let mut build = command("cargo");
        build.args(["build", "--locked", "--profile", "dist", "--package", "plyglot"]);
        build.args(["--target", self.target]);
        if self.compiler != "cc" {
            build.env(format!("CC_{target}"), self.compiler);
        }
        if self.is_linker {
            build.env(format!("CARGO_TARGET_{}_LINKER", target.to_uppercase()), self.compiler);
        }
        run(&mut build)?;
        let ending = if self.target.contains("windows") { ".exe" } else { "" };
        Ok(shelf.root.join(format!("target/{}/dist/plyglot{ending}", self.target)))
    }
}

fn python(shelf: &Shelf) -> Result<Vec<Missing>> {
    if !has("maturin") {
        return Ok(vec!["wheel and sdist: there is no maturin (pip install maturin)".to_owned()]);
    }
    let mut maturin = command("maturin");
    maturin.args(["build", "--locked", "--sdist"]);
    maturin.args(["--manifest-path", "crates/python/Cargo.toml", "--out"]).arg(&shelf.folder);
    run(&mut maturin)?;
    Ok(Vec::new())
}

fn docker(shelf: &Shelf) -> Result<Vec<Missing>> {
    copy(&shelf.root.join("release/Dockerfile"), &shelf.folder)?;
    Ok(Vec::new())
}

/// Copies a file into a folder.
fn copy(file: &Path, folder: &Path) -> Result<()> {
    let target = folder.join(file.file_name().unwrap_or_default());
    fs::copy(file, &target).with_context(|| file.display().to_string())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Dockerfile is never built here. It finds the archives by their names, and the program and
    /// the folder inside by theirs.
    #[test]
    fn the_dockerfile_names_what_there_is() {
        let text = fs::read_to_string(crate::root().join("release/Dockerfile")).unwrap();
        let pattern = text
            .lines()
            .find_map(|line| line.split_once("--file /files/"))
            .map(|(_, pattern)| pattern.trim_end_matches(" \\"))
            .unwrap();
        let (before, after) = pattern.split_once("*-$(uname -m)").unwrap_or_else(|| {
            panic!("{pattern} does not choose by the machine");
        });
        for (system, machine) in LINUX.iter().zip(["x86_64", "aarch64"]) {
            let file = system.archive("1.2.3") + ".tar.gz";
            let end = format!("-{machine}{after}");
            assert!(file.starts_with(before) && file.ends_with(&end), "{file}: {pattern}");
        }
        assert!(text.contains("--strip-components 1"));
        assert!(text.contains("/opt/plyglot/plyglot "));
    }
}
