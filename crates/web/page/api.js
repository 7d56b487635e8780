// Asking the workbench.

import { sentence } from './dom.js';
import { request } from './transport.js';

/** @import { Catalogue, Contest, ContestGame, Contests, Explanation, Format, GamesPage, Grading, LiveNow, Misread, Picture, Records, Said, Stand, StepView, StudentDetails, Summary } from './types' */

/** The server's answer to a request that it refuses. */
export class Refusal extends Error {
  /** @param {number} status @param {string} message @param {number} [line] @param {number} [column] */
  constructor(status, message, line, column) {
    super(sentence(line ? `Line ${line}, column ${column}: ${message}` : message));
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
      const response = await request(path, options);
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

/** What an answer says, if it is still wanted when all of it is read. @param {Response} response @param {AbortSignal} [signal] */
async function parsed(response, signal) {
  try {
    const value = await response.json();
    signal?.throwIfAborted();
    return value;
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof TypeError ? new Error('The server’s answer broke off.') : error;
  }
}

/** @param {string} path @param {object} body @param {AbortSignal} [signal] */
const json = async (path, body, signal) => parsed(await ask(path, post(body, signal)), signal);

/** @param {string} path @param {AbortSignal} [signal] */
const got = async (path, signal) => parsed(await ask(path, { signal }), signal);

/** @returns {Promise<Catalogue>} */
export const catalogue = () => got('api/games');

/** @param {object} wanted @returns {Promise<{game: string, position: string}>} */
export const start = (wanted) => json('api/start', wanted);

/** @param {string} text @param {string} [game]
 *  @returns {Promise<{game: string, position: string, algorithm?: string, depth?: number}>} */
export const read = (text, game) => json('api/position', { text, game });

/** The games of a text, in whatever form. @param {string} text @param {string} [game] @returns {Promise<Records>} */
export const readRecords = (text, game) => json('api/records/read', { text, game });

/** A game in all forms that it can be written in. @param {object} wanted @returns {Promise<{formats: Format[]}>} */
export const writeRecords = (wanted) => json('api/records/write', wanted);

/** @param {object} wanted @returns {Promise<{input: string}>} */
export const input = (wanted) => json('api/input', wanted);

/** @param {object} wanted @returns {Promise<{position: string, picture: Picture, problem?: string}>} */
export const setUp = (wanted) => json('api/set-up', wanted);

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
export const step = (id, step) => got(`api/trees/${id}/steps/${step}`);

/** What is wrong with an answer, and why. @param {{input: string, files: Record<string, string>}} answer @param {AbortSignal} signal
 *  @returns {Promise<Explanation>} */
export const explain = (answer, signal) => json('api/explain', answer, signal);

/** What programs with a misreading write as the log of an input. @param {string} input @param {AbortSignal} [signal] @returns {Promise<Misread>} */
export const misread = (input, signal) => json('api/misread', { input }, signal);

/** @param {AbortSignal} signal @returns {Promise<Contests>} */
export const contests = (signal) => got('api/contests', signal);

/** @param {string} id */
const of = (id) => `api/contests/${encodeURIComponent(id)}`;

/** @param {string} id @param {AbortSignal} signal @returns {Promise<Contest>} */
export const contest = (id, signal) => got(of(id), signal);

/** @param {string} id @param {AbortSignal} signal @returns {Promise<LiveNow>} */
export const live = (id, signal) => got(`${of(id)}/live`, signal);

/** @param {string} id @param {Record<string, string>} which @param {AbortSignal} signal @returns {Promise<GamesPage>} */
export const games = (id, which, signal) => got(`${of(id)}/games?${new URLSearchParams(which)}`, signal);

/** @param {string} id @param {string} key @param {AbortSignal} signal @returns {Promise<ContestGame>} */
export const game = (id, key, signal) => got(`${of(id)}/games/${encodeURIComponent(key)}`, signal);

/** @param {string} id @param {AbortSignal} signal @returns {Promise<Grading>} */
export const grading = (id, signal) => got(`api/gradings/${encodeURIComponent(id)}`, signal);

/** @param {string} id @param {number} number @param {AbortSignal} signal @returns {Promise<StudentDetails>} */
export const student = (id, number, signal) => got(`api/gradings/${encodeURIComponent(id)}/students/${number}`, signal);

/** What a student's program was asked in a case, and what it wrote.
 *  @param {string} id @param {number} number @param {string} name @param {AbortSignal} signal
 *  @returns {Promise<{input: string, files: Record<string, string>}>} */
export const gradedCase = (id, number, name, signal) =>
  got(`api/gradings/${encodeURIComponent(id)}/students/${number}/cases/${encodeURIComponent(name)}`, signal);
