//! `plyglot page` as it is typed.

use std::fs;
use std::io::Write;

use serde_json::Value;

use crate::{plyglot, printed, root};

/// Whether this program has the page's module. If not, says that the current test is skipped.
fn has_module() -> bool {
    if root().join("crates/web/module/plyglot.wasm.gz").is_file() {
        return true;
    }
    let is_required = std::env::var("PLYGLOT_MODULE").is_ok_and(|value| value == "required");
    assert!(!is_required, "there is no module, and PLYGLOT_MODULE=required");
    _ = writeln!(
        std::io::stderr(),
        "skipped: a page, since there is no module (cargo xtask module)"
    );
    false
}

#[test]
fn what_is_there_is_not_replaced() {
    let room = tempfile::tempdir().unwrap();
    fs::create_dir(room.path().join("mine")).unwrap();
    fs::write(room.path().join("mine/thesis.txt"), "mine").unwrap();
    let output = plyglot(room.path(), &["page", "--out", "mine"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "mine: it has thesis.txt in it, which is no part of a page\n");
    assert_eq!(fs::read_dir(room.path().join("mine")).unwrap().count(), 1);
}

#[test]
fn a_page_is_written_and_written_again() {
    if !has_module() {
        return;
    }
    let room = tempfile::tempdir().unwrap();
    let said = printed(&plyglot(room.path(), &["page", "--out", "page"]));
    assert!(said.contains("plyglot.html: ") && said.lines().count() == 2, "{said}");
    let said = printed(&plyglot(room.path(), &["page", "--out", "page", "--json"]));
    let written: Value = serde_json::from_str(&said).unwrap();
    for file in written["files"].as_array().unwrap() {
        let path = room.path().join("page").join(file["path"].as_str().unwrap());
        assert_eq!(fs::metadata(&path).unwrap().len(), file["bytes"].as_u64().unwrap(), "{path:?}");
    }
    let packed = fs::read(room.path().join("page/plyglot.wasm.gz")).unwrap();
    assert_eq!(packed[..2], [0x1f, 0x8b]);
}
