//! Says whether the page's module is there, to be part of this crate.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_module)");
    println!("cargo::rerun-if-changed=module");
    let is_there = |name: &str| Path::new("module").join(name).is_file();
    if is_there("plyglot.js") && is_there("plyglot.wasm.gz") {
        println!("cargo::rustc-cfg=has_module");
    }
}
