// The page: which view is shown, and how light it is.

import * as api from './api.js';
import { entitle, h } from './dom.js';
import { playView } from './play/view.js';
import { isServed } from './transport.js';

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const theme = /** @type {HTMLElement} */ (document.getElementById('theme'));

const asked = matchMedia('(prefers-color-scheme: dark)');
const isDark = () => (localStorage.getItem('theme') ?? (asked.matches ? 'dark' : 'light')) === 'dark';

function paint() {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  dispatchEvent(new Event('theme'));
}

theme.addEventListener('click', () => {
  localStorage.setItem('theme', isDark() ? 'light' : 'dark');
  paint();
});
asked.addEventListener('change', paint);
paint();

/** @param {string} words */
const fail = (words) => main.replaceChildren(h('p', { class: 'bad', role: 'alert' }, `${words} Load the page again.`));

const catalogue = await api.catalogue().catch((problem) => {
  fail(`${problem instanceof Error ? problem.message : problem}.`);
  throw problem;
});
/** @type {(() => void) | null} */
let leave = null;
let shown = 0;

/** Programs are run, and their results kept, on somebody's machine. */
function needsServer() {
  main.replaceChildren(h('p', { class: 'absent' }, 'Contests and gradings lie in a folder, and this page has none: ',
    h('code', {}, 'plyglot serve'), ' shows them.'));
  return () => {};
}

/** Other than `play`, views are fetched when somebody wants to see them. What they return leaves them.
 *  @type {Record<string, () => Promise<(rest: string[]) => () => void>>} */
const VIEWS = {
  play: async () => ([game]) => playView(main, catalogue, game),
  tree: async () => {
    const { treeView } = await import('./tree/view.js');
    return ([game]) => treeView(main, catalogue, game);
  },
  explain: async () => {
    const { explainView } = await import('./explain/view.js');
    return () => explainView(main, catalogue);
  },
  contests: async () => {
    if (!isServed) return needsServer;
    const { contestsView, styled } = await import('./contests/view.js');
    await styled;
    return (rest) => contestsView(main, catalogue, rest);
  },
  gradings: async () => {
    if (!isServed) return needsServer;
    const { gradingView, styled } = await import('./contests/view.js');
    await styled;
    return (rest) => gradingView(main, catalogue, rest);
  },
};

/** Shows what the address says: `#/play/mancala`, `#/tree/textbook`, `#/contests`. */
async function show() {
  const [, view, ...rest] = location.hash.split('/');
  const name = Object.hasOwn(VIEWS, view ?? '') ? view : 'play';
  const current = ++shown;
  leave?.();
  leave = null;
  for (const link of document.querySelectorAll('nav a')) {
    const isThis = (/** @type {HTMLElement} */ (link).dataset.view ?? '').split(' ').includes(name);
    if (isThis) {
      link.setAttribute('aria-current', 'page');
      // Views that show something with a name of its own say so.
      entitle(link.textContent ?? '');
    } else link.removeAttribute('aria-current');
  }
  try {
    const open = await VIEWS[name]();
    // The user may have moved on meanwhile.
    if (current === shown) leave = open(rest);
  } catch (problem) {
    if (current !== shown) return;
    fail(`This view cannot be shown: ${problem instanceof Error ? problem.message : problem}.`);
  }
}

addEventListener('hashchange', show);
await show();
document.documentElement.dataset.ready = 'yes';
