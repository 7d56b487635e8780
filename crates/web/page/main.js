// The page: which view is shown, and how light it is.

import * as api from './api.js';
import { entitle, h, sentence } from './dom.js';
import { Link } from './link.js';
import { playView } from './play/view.js';
import { takeDrops } from './share/drop.js';
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
  fail(sentence(problem));
  throw problem;
});
/** @type {(() => void) | null} */
let leave = null;
let shown = 0;

/** Programs are run, and their results kept, on somebody's machine. */
function needsServer() {
  main.replaceChildren(h('p', { class: 'view' }, 'Contests and gradings lie in a folder, and this page has none: ',
    h('code', {}, 'plyglot serve'), ' shows them.'));
  return () => {};
}

/** Views are fetched when somebody wants to see them. What they return leaves them.
 *  @type {Record<string, () => Promise<(link: Link) => () => void>>} */
const VIEWS = {
  '': async () => {
    const { homeView } = await import('./home/view.js');
    return () => homeView(main, catalogue);
  },
  play: async () => (link) => playView(main, catalogue, link),
  review: async () => {
    const { reviewView } = await import('./review/view.js');
    return (link) => reviewView(main, catalogue, link);
  },
  tree: async () => {
    const { treeView } = await import('./tree/view.js');
    return (link) => treeView(main, catalogue, link);
  },
  explain: async () => {
    const { explainView } = await import('./explain/view.js');
    return (link) => explainView(main, catalogue, link);
  },
  practise: async () => {
    const { practiseView } = await import('./practise/view.js');
    return (link) => practiseView(main, catalogue, link);
  },
  contests: async () => {
    if (!isServed) return needsServer;
    const { contestsView, styled } = await import('./contests/view.js');
    await styled;
    return ({ path: [, ...rest] }) => contestsView(main, catalogue, rest);
  },
  gradings: async () => {
    if (!isServed) return needsServer;
    const { gradingView, styled } = await import('./contests/view.js');
    await styled;
    return ({ path: [, ...rest] }) => gradingView(main, catalogue, rest);
  },
};

/** Shows what the address says: `#/play/mancala`, `#/tree/textbook`, `#/contests`. */
async function show() {
  const link = Link.here();
  const name = Object.hasOwn(VIEWS, link.path[0]) ? link.path[0] : '';
  const current = ++shown;
  leave?.();
  leave = null;
  entitle();
  for (const element of document.querySelectorAll('nav a')) {
    const isThis = (/** @type {HTMLElement} */ (element).dataset.view ?? '').split(' ').includes(name);
    if (isThis) {
      element.setAttribute('aria-current', 'page');
      // Views that show something with a name of its own say so.
      entitle(element.textContent ?? '');
    } else element.removeAttribute('aria-current');
  }
  try {
    const open = await VIEWS[name]();
    // The user may have moved on meanwhile.
    if (current === shown) leave = open(link);
  } catch (problem) {
    if (current !== shown) return;
    fail(`This view cannot be shown: ${sentence(problem)}`);
  }
}

addEventListener('hashchange', show);
takeDrops();
await show();
document.documentElement.dataset.ready = 'yes';
