// How a question gets to the workbench: over HTTP, or to workers of this page that run the same code
// as WebAssembly. Which of the two it is stands in the page itself.

import { Crew } from './workers.js';

/** Whether there is a server. */
export const isServed = document.documentElement.dataset.transport !== 'worker';

const crew = isServed ? null : new Crew();

/**
 * Asks as `fetch` does.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export const request = (path, options) => (crew ? crew.request(path, options) : fetch(path, options));
