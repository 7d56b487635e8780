//! The folder that the files of a release stand in.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

const CHECKSUMS: &str = "SHA256SUMS";

/// `target/distrib`, with the version that its files bear.
#[derive(Debug)]
pub struct Shelf {
    pub root: PathBuf,
    /// What is published.
    pub folder: PathBuf,
    /// What is made on the way.
    pub workshop: PathBuf,
    pub version: String,
}

impl Shelf {
    /// The folder, emptied if all of it is to be made anew.
    pub fn open(root: &Path, anew: bool) -> Result<Shelf> {
        let folder = root.join("target/distrib");
        let workshop = root.join("target/distrib-workshop");
        for folder in [&folder, &workshop] {
            if anew && folder.exists() {
                fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
            }
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Ok(Shelf { root: root.to_owned(), folder, workshop, version: version(root)? })
    }

    /// The files that are there, without the list of checksums.
    fn files(&self) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.is_file() && !path.ends_with(CHECKSUMS) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// A line for each file, as `sha256sum --check` reads it.
    pub fn write_checksums(&self) -> Result<()> {
        let mut lines = String::new();
        for path in self.files()? {
            let digest = Sha256::digest(fs::read(&path)?);
            let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            lines += &format!("{hex}  {}\n", name(&path));
        }
        fs::write(self.folder.join(CHECKSUMS), lines)?;
        Ok(())
    }

    /// The files and their sizes.
    pub fn table(&self) -> Result<String> {
        let mut text = format!("\n{}\n", self.folder.display());
        for path in self.files()?.into_iter().chain([self.folder.join(CHECKSUMS)]) {
            let size = fs::metadata(&path)?.len();
            text += &format!("{:>10.1} kB  {}\n", size as f64 / 1000.0, name(&path));
        }
        Ok(text)
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The version of the workspace.
fn version(root: &Path) -> Result<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).context("Cargo.toml")?;
    let (_, package) =
        manifest.split_once("[workspace.package]").context("no [workspace.package]")?;
    let line = package.lines().find_map(|line| line.strip_prefix("version = \""));
    let version =
        line.and_then(|rest| rest.strip_suffix('"')).context("no version in Cargo.toml")?;
    Ok(version.to_owned())
}
