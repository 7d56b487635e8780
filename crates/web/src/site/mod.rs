//! The page without a server: as files for any web server, and as one file that is opened by itself.
//!
//! Both run the workbench as WebAssembly in workers of the page. All of it is the page that the server
//! serves, but for what needs a server.

mod base64;
mod bundle;
mod folder;
mod html;

use std::fmt;

use crate::Module;
use crate::files::FILES;

pub use folder::{check, write};

/// A file of a site.
#[derive(Clone, Debug)]
pub struct SiteFile {
    /// Its path in the site's folder.
    pub path: &'static str,
    /// All of it.
    pub content: Vec<u8>,
}

/// Why a page cannot be made: one of its files has something in it that is not expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteError {
    /// Which file.
    pub file: String,
    /// What is wrong with it.
    pub message: String,
}

impl SiteError {
    fn new(file: &str, message: impl Into<String>) -> SiteError {
        SiteError { file: file.to_owned(), message: message.into() }
    }
}

impl fmt::Display for SiteError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.message)
    }
}

impl std::error::Error for SiteError {}

/// The page that is one file.
pub const SINGLE: &str = "plyglot.html";

/// All files of a site, with [`SINGLE`] among them.
///
/// # Errors
/// If a file of the page, or the module's script, is not as it should be.
pub fn files(module: Module) -> Result<Vec<SiteFile>, SiteError> {
    let worker = [module.glue, text(WORKER)?].join("\n");
    let single = html::single(&worker, module.wasm_gz)?;
    let index = html::index()?;
    let content = |path: &'static str| match path {
        SINGLE => single.clone().into_bytes(),
        WASM => module.wasm_gz.to_vec(),
        INDEX => index.clone().into_bytes(),
        WORKER => worker.clone().into_bytes(),
        _ => FILES
            .iter()
            .find(|file| file.path == path)
            .map_or_else(Vec::new, |file| file.sent().to_vec()),
    };
    Ok(paths().map(|path| SiteFile { path, content: content(path) }).collect())
}

const INDEX: &str = "index.html";
const WORKER: &str = "worker.js";
const WASM: &str = "plyglot.wasm.gz";

/// Where all files of a site lie.
fn paths() -> impl Iterator<Item = &'static str> {
    let page = FILES.iter().map(|file| file.path).filter(|path| !needs_server(path));
    [SINGLE, WASM].into_iter().chain(page)
}

/// Contests and gradings lie in folders, which only a server reads.
fn needs_server(path: &str) -> bool {
    path.starts_with("contests/")
}

/// A file of the page as text.
fn text(path: &str) -> Result<&'static str, SiteError> {
    let file = FILES.iter().find(|file| file.path == path);
    let file = file.ok_or_else(|| SiteError::new(path, "the page has no such file"))?;
    str::from_utf8(file.content).map_err(|_| SiteError::new(path, "not UTF-8"))
}
