//! The workbench as WebAssembly: the requests of `plyglot serve`, asked by a worker of the page
//! instead of a server.
//!
//! ```js
//! wasm_bindgen.initSync({ module });
//! const workbench = new wasm_bindgen.Workbench();
//! const { status, kind, body } = workbench.answer('GET', '/api/games', '', (line) => {});
//! ```
//!
//! `cargo xtask module` builds it. If something here is wrong and it panics, the call throws an error
//! with the message, and the worker should be started anew.

use js_sys::{Function, Math};
use plyglot_games::GAMES;
use plyglot_workbench::{Limits, Request, Stop};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The workbench.
#[wasm_bindgen]
pub struct Workbench(plyglot_workbench::Workbench);

/// An answer, as HTTP has it.
#[wasm_bindgen(getter_with_clone)]
pub struct Answer {
    /// 200, or why there is nothing better to say.
    #[wasm_bindgen(readonly)]
    pub status: u16,
    /// The type of its content.
    #[wasm_bindgen(readonly)]
    pub kind: String,
    /// Its content.
    #[wasm_bindgen(readonly)]
    pub body: Vec<u8>,
}

/// For a tab among others: a worker with all of it in use has some 150 MB.
const LIMITS: Limits = Limits {
    table: 16 << 20,
    nodes: 1_000_000,
    all_nodes: 2_000_000,
    counted: 10_000_000,
    solved: 50_000_000,
    answer: 16 << 20,
    ..Limits::USUAL
};

#[wasm_bindgen]
impl Workbench {
    /// A workbench for all games.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "only JavaScript makes one")]
    pub fn new() -> Workbench {
        std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
        // Another number for every worker: a page may ask one for a tree of another's.
        let seed = (Math::random() * u64::MAX as f64) as u64;
        Workbench(plyglot_workbench::Workbench::new(GAMES, LIMITS, seed))
    }

    /// The answer to a request. If it comes line by line, `tell` is called with each line, and the
    /// answer's body is empty. Nobody can stop it but by ending the worker.
    pub fn answer(&self, method: &str, path: &str, body: &str, tell: &Function) -> Answer {
        let request = Request { method, path, body: body.as_bytes() };
        // A listener that fails misses a line; the answer is the same.
        let mut tell = |line: String| _ = tell.call1(&JsValue::NULL, &JsValue::from(line));
        let answer = self.0.answer(&request, &mut tell, &Stop::default());
        Answer { status: answer.status, kind: answer.kind.to_owned(), body: answer.body }
    }
}
