// Asking the server.

/** @import { Catalogue, Stand, Said, Summary, StepView } from './types' */

/** The server's answer to a request that it refuses. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message @param {number} [line] @param {number} [column] */
  constructor(status, message, line, column) {
    super(line ? `Line ${line}, column ${column}: ${message}` : message);
    this.status = status;
  }
}

const banner = () => /** @type {HTMLElement} */ (document.getElementById('banner'));

/** @param {Response} response */
async function refuse(response) {
  /** @type {{error?: string, line?: number, column?: number}} */
  let body = {};
  try { body = await response.json(); } catch { /* no words, then */ }
  throw new Refusal(response.status, body.error ?? response.statusText, body.line, body.column);
}

/**
 * Asks until there is an answer: a server that is restarted, or busy, will have one in a moment.
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function ask(path, options = {}) {
  for (let tries = 0; ; tries++) {
    try {
      const response = await fetch(path, options);
      if (response.status === 429 && tries < 20) throw new TypeError('The server is busy.');
      banner().hidden = true;
      if (!response.ok) await refuse(response);
      return response;
    } catch (error) {
      if (!(error instanceof TypeError) || options.signal?.aborted) throw error;
      banner().textContent = 'The server does not answer. Trying again…';
      banner().hidden = tries < 1;
      await new Promise((resolve) => setTimeout(resolve, Math.min(200 * (tries + 1), 1000)));
      options.signal?.throwIfAborted();
    }
  }
}

/** @param {object} body @param {AbortSignal} [signal] @returns {RequestInit} */
const post = (body, signal) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
  signal,
});

/** @param {string} path @param {object} body @param {AbortSignal} [signal] */
const json = async (path, body, signal) => (await ask(path, post(body, signal))).json();

/** @returns {Promise<Catalogue>} */
export const catalogue = async () => (await ask('api/games')).json();

/** @param {object} wanted @returns {Promise<{game: string, position: string}>} */
export const start = (wanted) => json('api/start', wanted);

/** @param {string} text @param {string} [game]
 *  @returns {Promise<{game: string, position: string, algorithm?: string, depth?: number}>} */
export const read = (text, game) => json('api/position', { text, game });

/** @param {object} wanted @returns {Promise<{input: string}>} */
export const input = (wanted) => json('api/input', wanted);

/** @param {object} wanted @param {AbortSignal} [signal] @returns {Promise<Stand>} */
export const stand = (wanted, signal) => json('api/game', wanted, signal);

/**
 * What is said while it is thought, line by line.
 * @param {object} wanted
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Said>}
 */
export async function* think(wanted, signal) {
  const response = await ask('api/think', post(wanted, signal));
  const reader = /** @type {ReadableStream} */ (response.body)
    .pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}

/** @param {object} wanted @param {AbortSignal} signal @returns {Promise<Summary>} */
export const tree = (wanted, signal) => json('api/trees', wanted, signal);

/** @param {string} id @param {number} from @param {AbortSignal} signal */
export const nodes = async (id, from, signal) =>
  (await ask(`api/trees/${id}/nodes?from=${from}`, { signal })).arrayBuffer();

/** @param {string} id @param {number} step @returns {Promise<StepView>} */
export const step = async (id, step) => (await ask(`api/trees/${id}/steps/${step}`)).json();
