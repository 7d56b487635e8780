//! The files that a report is written into.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;

use plyglot_arena::tournament::{Store, TournamentReport, csv, html};
use plyglot_kit::{Files as _, Folder};

use super::TournamentArgs;
use crate::failure;

/// Where reports go. Whether they can be written there is checked before a long tournament begins.
pub struct ReportFiles {
    csv: Option<Target>,
    html: Option<Target>,
}

struct Target {
    path: PathBuf,
    name: String,
    folder: Folder,
}

impl ReportFiles {
    pub fn open(arguments: &TournamentArgs) -> Result<ReportFiles> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(Target::open).transpose();
        Ok(ReportFiles { csv: open(&arguments.csv)?, html: open(&arguments.html)? })
    }

    /// Each appears whole, in place of an older one.
    pub fn write(self, store: &Store, report: &TournamentReport) -> Result<()> {
        if let Some(target) = self.csv {
            target.write(&csv(report))?;
        }
        if let Some(target) = self.html {
            let page = html(store, report)
                .map_err(|error| anyhow::anyhow!("{}: {error}", store.path().display()))?;
            target.write(&page)?;
        }
        Ok(())
    }
}

impl Target {
    fn open(path: &Path) -> Result<Target> {
        let name = path.file_name().and_then(|name| name.to_str());
        let Some(name) = name.filter(|_| !path.is_dir()) else {
            anyhow::bail!("{}: not the name of a file", path.display());
        };
        let directory = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        let folder = Folder::open(directory, name)?;
        Ok(Target { path: path.to_owned(), name: name.to_owned(), folder })
    }

    fn write(mut self, text: &str) -> Result<()> {
        let failed = |error| failure::in_file(&self.path, &error);
        self.folder
            .create(&self.name)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(failed)?;
        self.folder.commit().map_err(failed)?;
        Ok(())
    }
}
