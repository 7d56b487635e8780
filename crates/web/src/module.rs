/// The workbench as WebAssembly, which a page without a server runs.
#[derive(Clone, Copy, Debug)]
pub struct Module<'m> {
    /// The script that wasm-bindgen generates for it, for a classic worker.
    pub glue: &'m str,
    /// The module itself, packed with gzip.
    pub wasm_gz: &'m [u8],
}

/// The module that is part of this program. There is none where it was not built before this crate was
/// (`cargo xtask module`).
pub fn module() -> Option<Module<'static>> {
    #[cfg(has_module)]
    return Some(Module {
        glue: include_str!("../module/plyglot.js"),
        wasm_gz: include_bytes!("../module/plyglot.wasm.gz"),
    });
    #[cfg(not(has_module))]
    None
}
