//! Archives without times and owners: the same files give the same bytes.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::path::Path;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What an archive holds, by the path inside.
#[derive(Debug, Default)]
pub struct Contents(BTreeMap<String, Content>);

#[derive(Debug)]
struct Content {
    bytes: Vec<u8>,
    is_program: bool,
}

impl Content {
    fn mode(&self) -> u32 {
        if self.is_program { 0o755 } else { 0o644 }
    }
}

impl Contents {
    /// A file under its own name in a folder of the archive; an empty folder is its root.
    pub fn add(&mut self, folder: &str, file: &Path) -> Result<()> {
        self.insert(folder, file, false)
    }

    /// The same for a file that can be run.
    pub fn add_program(&mut self, file: &Path) -> Result<()> {
        self.insert("", file, true)
    }

    /// All files of a folder.
    pub fn add_all(&mut self, folder: &str, from: &Path) -> Result<()> {
        for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
            self.add(folder, &entry?.path())?;
        }
        Ok(())
    }

    fn insert(&mut self, folder: &str, file: &Path, is_program: bool) -> Result<()> {
        let bytes = fs::read(file).with_context(|| file.display().to_string())?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let path = if folder.is_empty() { name.into_owned() } else { format!("{folder}/{name}") };
        self.0.insert(path, Content { bytes, is_program });
        Ok(())
    }

    /// `FOLDER/NAME.tar.gz` with everything below `NAME/`.
    pub fn write_tar_gz(&self, folder: &Path, name: &str) -> Result<()> {
        let file = File::create(folder.join(format!("{name}.tar.gz")))?;
        let mut archive = tar::Builder::new(GzEncoder::new(file, Compression::best()));
        for (path, content) in &self.0 {
            let mut header = tar::Header::new_gnu();
            header.set_size(content.bytes.len() as u64);
            header.set_mode(content.mode());
            archive.append_data(&mut header, format!("{name}/{path}"), &content.bytes[..])?;
        }
        archive.into_inner()?.finish()?.flush()?;
        Ok(())
    }

    /// `FOLDER/NAME.zip` with everything below `NAME/`.
    pub fn write_zip(&self, folder: &Path, name: &str) -> Result<()> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (path, content) in &self.0 {
            let options = SimpleFileOptions::default().unix_permissions(content.mode());
            archive.start_file(format!("{name}/{path}"), options)?;
            archive.write_all(&content.bytes)?;
        }
        fs::write(folder.join(format!("{name}.zip")), archive.finish()?.into_inner())?;
        Ok(())
    }
}
