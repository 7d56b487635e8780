use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::TableError;
use super::header::{BadHeader, Header};

/// Where the bytes of tables are.
#[derive(Debug)]
pub struct Source {
    /// A file, or a name for what is part of the program.
    path: PathBuf,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    InProgram(&'static [u8]),
    InFile(Mutex<File>),
}

impl Source {
    pub fn in_program(bytes: &'static [u8]) -> Source {
        Source { path: "(in the program)".into(), bytes: Bytes::InProgram(bytes) }
    }

    pub fn open(path: &Path) -> Result<Source, TableError> {
        let file = File::open(path).map_err(|error| TableError::io(path, error))?;
        Ok(Source { path: path.to_owned(), bytes: Bytes::InFile(Mutex::new(file)) })
    }

    /// Reads the header, and looks whether there are as many bytes as it says.
    pub fn header(&self) -> Result<Header, TableError> {
        let length = self.length().map_err(|error| TableError::io(&self.path, error))?;
        // Enough for all but the largest.
        let mut wanted = Header::length(1);
        let header = loop {
            match Header::read(&self.read(0..length.min(wanted as u64))?) {
                Ok(header) => break header,
                Err(BadHeader::Short(needed)) if needed as u64 <= length => wanted = needed,
                Err(BadHeader::Short(needed)) => return Err(self.cut_off(length, needed as u64)),
                Err(BadHeader::Foreign) => return Err(self.damaged("not a table of endings")),
                Err(BadHeader::OtherVersion) => {
                    return Err(self.damaged("a table of another version: build it again"));
                }
                Err(BadHeader::Damaged) => return Err(self.damaged("the header is damaged")),
            }
        };
        match header.entries.iter().map(|entry| entry.section.end).max() {
            Some(end) if end > length => Err(self.cut_off(length, end)),
            _ => Ok(header),
        }
    }

    fn length(&self) -> io::Result<u64> {
        match &self.bytes {
            Bytes::InProgram(bytes) => Ok(bytes.len() as u64),
            Bytes::InFile(file) => {
                let file = file.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(file.metadata()?.len())
            }
        }
    }

    pub fn read(&self, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        let length = (range.end - range.start) as usize;
        match &self.bytes {
            Bytes::InProgram(bytes) => Ok(bytes[range.start as usize..][..length].to_vec()),
            Bytes::InFile(file) => {
                let mut bytes = vec![0; length];
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(range.start))
                    .and_then(|_| file.read_exact(&mut bytes))
                    .map_err(|error| TableError::io(&self.path, error))?;
                Ok(bytes)
            }
        }
    }

    pub fn damaged(&self, what: impl Into<String>) -> TableError {
        TableError::damaged(&self.path, what)
    }

    fn cut_off(&self, length: u64, needed: u64) -> TableError {
        self.damaged(format!("cut off: it has {length} bytes of at least {needed}"))
    }
}
