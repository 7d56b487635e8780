// A worker that answers requests with the workbench as WebAssembly. What wasm-bindgen generates
// stands in front of it, and gives `wasm_bindgen`.

{
  const page = /** @type {{postMessage(message: object, transfer?: Transferable[]): void}} */ (/** @type {unknown} */ (self));
  /** @type {import('./types').Workbench} */
  let workbench;

  /** @param {{module?: WebAssembly.Module, method: string, path: string, body: string}} asked */
  const hear = ({ module, method, path, body }) => {
    if (module) {
      wasm_bindgen.initSync({ module });
      workbench = new wasm_bindgen.Workbench();
      return;
    }
    const answer = workbench.answer(method, `/${path}`, body, (line) => page.postMessage({ line }));
    const { status, kind, body: bytes } = answer;
    // It lies in the module's memory, where nobody tidies up.
    answer.free();
    page.postMessage({ answer: { status, kind, body: bytes } }, [bytes.buffer]);
  };

  addEventListener('message', ({ data }) => {
    try { hear(data); } catch (problem) { page.postMessage({ broken: problem instanceof Error ? problem.message : String(problem) }); }
  });
}
