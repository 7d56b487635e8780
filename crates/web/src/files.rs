//! The page's files, which are part of the program: no path leads anywhere else.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use plyglot_core::mix::mix;
use plyglot_workbench::Failure;

use crate::comments::without_comments;
use crate::failure::Refused;

/// A file of the page.
pub struct PageFile {
    /// Its path below the page's address.
    pub path: &'static str,
    /// All of it.
    pub content: &'static [u8],
}

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(PageFile { path: $name, content: include_bytes!(concat!("../page/", $name)) }),*]
    };
}

/// All of them.
pub const FILES: &[PageFile] = files![
    "api.js",
    "board/drawing.js",
    "board/export.js",
    "board/ground.js",
    "board/layout.js",
    "board/notes.js",
    "board/pictures.js",
    "board/shapes.js",
    "board/sound.js",
    "board/style.css",
    "contests/contest.js",
    "contests/course.js",
    "contests/games.js",
    "contests/grading.js",
    "contests/list.js",
    "contests/live.js",
    "contests/players.js",
    "contests/plot.js",
    "contests/replay.js",
    "contests/standings.js",
    "contests/style.css",
    "contests/view.js",
    "contests/watch.js",
    "contests/words.js",
    "dom.js",
    "explain/beside.js",
    "explain/example.js",
    "explain/files.js",
    "explain/report.js",
    "explain/style.css",
    "explain/view.js",
    "home/style.css",
    "home/view.js",
    "icon.svg",
    "index.html",
    "link.js",
    "main.js",
    "notation.js",
    "play/adviser.js",
    "play/board.js",
    "play/dialogs.js",
    "play/graph.js",
    "play/hands.js",
    "play/hint.js",
    "play/moves.js",
    "play/opinion.js",
    "play/session.js",
    "play/set_up.js",
    "play/sides.js",
    "play/style.css",
    "play/swatch.js",
    "play/tools.js",
    "play/view.js",
    "play/words.js",
    "practise/chance.js",
    "practise/cut.js",
    "practise/kinds.js",
    "practise/log.js",
    "practise/move.js",
    "practise/numbers.js",
    "practise/overview.js",
    "practise/picture.js",
    "practise/results.js",
    "practise/score.js",
    "practise/sheet.js",
    "practise/style.css",
    "practise/subject.js",
    "practise/view.js",
    "practise/window.js",
    "review/judge.js",
    "review/style.css",
    "review/turns.js",
    "review/view.js",
    "share/dialog.js",
    "share/drop.js",
    "share/open.js",
    "share/style.css",
    "share/window.js",
    "stepper.js",
    "style.css",
    "transport.js",
    "tree/book.js",
    "tree/code.js",
    "tree/colours.js",
    "tree/data.js",
    "tree/layout.js",
    "tree/panels.js",
    "tree/sketch.js",
    "tree/source.js",
    "tree/style.css",
    "tree/timeline.js",
    "tree/view.js",
    "worker.js",
    "workers.js",
];

/// The requested file, if there is one.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refused(Failure::wrong_method()).into_response();
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(index) = FILES.iter().position(|file| file.path == path) else {
        return Refused(Failure::nothing_there()).into_response();
    };
    let (content, tag) = &SENT[index];
    let tag = tag.as_str();
    let known = headers.get(header::IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    // The tag changes with the content, so asking is cheap and nothing is ever out of date.
    let about = [
        (header::CONTENT_TYPE, kind(path)),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    if known == Some(tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, content.clone()).into_response()
}

/// What is sent for each file, and a tag that changes with it.
static SENT: LazyLock<Vec<(Bytes, String)>> = LazyLock::new(|| {
    let sent = |file: &PageFile| {
        let content = file.sent();
        let hash = content.iter().fold(1, |hash, &byte| mix(hash ^ u64::from(byte)));
        (content, format!("\"{hash:016x}\""))
    };
    FILES.iter().map(sent).collect()
});

impl PageFile {
    /// As browsers get it: scripts without their comments, which are a fifth of them.
    pub fn sent(&self) -> Bytes {
        match std::str::from_utf8(self.content) {
            Ok(script) if self.path.ends_with(".js") => without_comments(script)
                .flat_map(|(_, line)| [line, "\n"])
                .collect::<String>()
                .into(),
            _ => Bytes::from_static(self.content),
        }
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn on_disk(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { on_disk(&path, out) } else { out.push(path) }
        }
    }

    #[test]
    fn every_file_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let mut paths = Vec::new();
        on_disk(&folder, &mut paths);
        let mut names: Vec<String> = paths
            .iter()
            .map(|path| path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned())
            // Types are for those who check them, not for the browser.
            .filter(|name| !name.ends_with(".d.ts"))
            .collect();
        let mut served: Vec<&str> = FILES.iter().map(|file| file.path).collect();
        names.sort();
        served.sort_unstable();
        assert_eq!(served, names);
    }

    /// Adds a module and all that it imports from the start.
    fn imported(path: &str, found: &mut BTreeSet<String>) {
        if !found.insert(path.to_owned()) {
            return;
        }
        let file = FILES.iter().find(|file| file.path == path).unwrap();
        let text = std::str::from_utf8(file.content).unwrap();
        let (folder, _) = path.rsplit_once('/').unwrap_or_default();
        for line in text.lines().filter(|line| line.starts_with("import ")) {
            let (_, name) = line.rsplit_once(" '").unwrap();
            let name = name.trim_end_matches("';");
            let path = match name.strip_prefix("../") {
                Some(name) => name.to_owned(),
                None => [folder, name.trim_start_matches("./")].join("/"),
            };
            imported(path.trim_start_matches('/'), found);
        }
    }

    #[test]
    fn what_the_start_imports_is_loaded_at_once() {
        let mut modules = BTreeSet::new();
        imported("main.js", &mut modules);
        modules.remove("main.js");
        let page = include_str!("../page/index.html");
        let preloaded = page.lines().filter_map(|line| {
            line.trim().strip_prefix("<link rel=\"modulepreload\" href=\"")?.strip_suffix("\">")
        });
        assert_eq!(preloaded.map(str::to_owned).collect::<BTreeSet<_>>(), modules);
    }

    #[test]
    fn the_page_is_small() {
        let all: usize = FILES.iter().map(|file| file.sent().len()).sum();
        assert!(all < 374_000, "{all} bytes");
    }
}
