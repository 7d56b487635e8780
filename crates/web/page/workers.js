// The workbench without a server: requests are answered by workers of this page.
//
// What computes cannot be interrupted, so whoever is not waited for any more is ended, and another
// takes the place. Short requests have a worker of their own, which is never busy for long.

/** What is asked of a worker. `tell` hears the lines of a long answer as they come.
 *  @typedef {{method: string, path: string, body: string, isLong: boolean, tell: (line: string) => void}} Question */
/** @typedef {{status: number, kind: string, body: Uint8Array}} Answer */
/** @typedef {{question: Question, resolve: (answer: Answer) => void, reject: (reason: unknown) => void}} Task */
/** @typedef {{module: WebAssembly.Module, script: string}} Kit */

/** What a part of the page's own text holds, if it is there. @param {string} id */
const embedded = (id) => document.getElementById(id)?.textContent;

/** @param {string} path */
async function fetched(path) {
  const response = await fetch(path);
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${response.statusText}`);
  return response.body;
}

/** The module as it was packed: in a page that is one file, or beside it. */
function packed() {
  const text = embedded('module');
  if (!text) return fetched('plyglot.wasm.gz');
  return new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]).stream();
}

/** All that a worker needs to begin. @returns {Promise<Kit>} */
async function unpack() {
  try {
    const wasm = (await packed()).pipeThrough(new DecompressionStream('gzip'));
    const module = await WebAssembly.compile(await new Response(wasm).arrayBuffer());
    const text = embedded('worker');
    const script = text ? URL.createObjectURL(new Blob([JSON.parse(text)], { type: 'text/javascript' })) : 'worker.js';
    return { module, script };
  } catch (problem) {
    throw new Error(`The engine cannot be loaded: ${problem instanceof Error ? problem.message : problem}`);
  }
}

/** One worker at a time, and those who wait for it. */
class Lane {
  /** @param {() => Promise<Kit>} kit */
  constructor(kit) {
    this.kit = kit;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Task[]} */
    this.waiting = [];
    /** @type {Task | null} */
    this.current = null;
    this.isStarting = false;
  }

  /** @param {Question} question @param {AbortSignal} [signal] @returns {Promise<Answer>} */
  ask(question, signal) {
    return new Promise((resolve, reject) => {
      const task = { question, resolve, reject };
      this.waiting.push(task);
      signal?.addEventListener('abort', () => this.#forget(task, signal.reason), { once: true });
      this.#next();
    });
  }

  /** Nobody waits for an answer any more. @param {Task} task @param {unknown} reason */
  #forget(task, reason) {
    task.reject(reason);
    this.waiting = this.waiting.filter((other) => other !== task);
    // A short answer comes sooner than another worker would.
    if (task === this.current && task.question.isLong) this.#restart();
  }

  #end() {
    this.worker?.terminate();
    this.worker = null;
    this.current = null;
  }

  /** The next one is ready before it is asked: whoever has just stopped something often wants something else. */
  #restart() {
    this.#end();
    this.#next();
  }

  async #start() {
    if (this.isStarting) return;
    this.isStarting = true;
    try {
      const { module, script } = await this.kit();
      const worker = this.worker = new Worker(script);
      worker.addEventListener('message', ({ data }) => { if (worker === this.worker) this.#hear(data); });
      worker.addEventListener('error', ({ message }) => { if (worker === this.worker) this.#broken(new Error(message)); });
      worker.postMessage({ module });
    } catch (problem) {
      for (const { reject } of this.waiting.splice(0)) reject(problem);
      return;
    } finally { this.isStarting = false; }
    this.#next();
  }

  #next() {
    if (!this.worker) { this.#start(); return; }
    if (this.current) return;
    const task = this.current = this.waiting.shift() ?? null;
    if (!task) return;
    const { method, path, body } = task.question;
    this.worker.postMessage({ method, path, body });
  }

  /** @param {{line?: string, answer?: Answer, broken?: string}} said */
  #hear({ line, answer, broken }) {
    if (line !== undefined) this.current?.question.tell(line);
    if (broken !== undefined) this.#broken(new Error(broken));
    if (!answer) return;
    this.current?.resolve(answer);
    this.current = null;
    this.#next();
  }

  /** Whoever failed once is not asked again; who fails before being asked would fail again. @param {Error} problem */
  #broken(problem) {
    const wasAsked = this.current;
    wasAsked?.reject(problem);
    if (wasAsked) this.#restart();
    else this.#end();
  }
}

/** The requests that take as long as they are allowed to. */
const LONG = new Set(['POST api/think', 'POST api/trees', 'POST api/explain', 'POST api/misread', 'POST api/solve']);

export class Crew {
  constructor() {
    /** @type {Promise<Kit> | undefined} */
    let kit;
    const begin = () => (kit ??= unpack());
    this.short = new Lane(begin);
    this.long = new Lane(begin);
    /** Keeps the trees that it has searched. */
    this.trees = new Lane(begin);
  }

  /** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
  request(path, { method = 'GET', body, signal } = {}) {
    signal?.throwIfAborted();
    const isLong = LONG.has(`${method} ${path}`);
    const lane = path.startsWith('api/trees') ? this.trees : isLong ? this.long : this.short;
    return respond((tell) => lane.ask({ method, path, body: String(body ?? ''), isLong, tell }, signal ?? undefined));
  }
}

/**
 * A response as `fetch` makes it: there with the first line of the answer, or else when all of it is.
 * @param {(tell: (line: string) => void) => Promise<Answer>} ask
 * @returns {Promise<Response>}
 */
function respond(ask) {
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController<Uint8Array> | undefined} */
    let lines;
    const letters = new TextEncoder();
    const tell = (/** @type {string} */ line) => {
      if (!lines) resolve(new Response(new ReadableStream({ start: (controller) => { lines = controller; } })));
      lines?.enqueue(letters.encode(line));
    };
    ask(tell).then(
      ({ status, kind, body }) => {
        if (lines) lines.close();
        else resolve(new Response(body, { status, headers: { 'Content-Type': kind } }));
      },
      (problem) => { if (lines) lines.error(problem); else reject(problem); },
    );
  });
}
