// Matches, tournaments and gradings: which of their views is shown.

import { h } from '../dom.js';
import { ContestView } from './contest.js';
import { GradingView } from './grading.js';
import { ListView } from './list.js';
import { ReplayView } from './replay.js';

/** @import { Catalogue } from '../types' */

/** Only who comes here needs to know how it looks.
 *  @type {Promise<void>} */
export const styled = new Promise((resolve) => {
  document.head.append(h('link', {
    rel: 'stylesheet', href: 'contests/style.css', load: () => resolve(), error: () => resolve(),
  }));
});

/** @param {HTMLElement} main @param {{root: HTMLElement, open(): void, close(): void}} view */
function show(main, view) {
  main.replaceChildren(view.root);
  view.open();
  return () => view.close();
}

/**
 * All contests, one of them, or one of its games from a turn on.
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {string[]} rest
 * @returns {() => void} to be called when the view is left
 */
export function contestsView(main, catalogue, [id, key, turn]) {
  if (!id) return show(main, new ListView(catalogue));
  if (!key) return show(main, new ContestView(catalogue, id));
  return show(main, new ReplayView(catalogue, id, key, Number(turn ?? 0)));
}

/**
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {string[]} rest
 * @returns {() => void} to be called when the view is left
 */
export function gradingView(main, catalogue, [id]) {
  return show(main, new GradingView(catalogue, id ?? ''));
}
