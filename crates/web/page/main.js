// The page: which view is shown, and how light it is.

import * as api from './api.js';
import { playView } from './play/view.js';

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

const catalogue = await api.catalogue();
/** @type {(() => void) | null} */
let leave = null;

/** Shows what the address says: `#/play/mancala`, `#/tree/textbook`. */
async function show() {
  const [, view = 'play', game] = location.hash.split('/');
  const name = view === 'tree' ? 'tree' : 'play';
  leave?.();
  leave = null;
  for (const link of document.querySelectorAll('nav a')) {
    const isThis = /** @type {HTMLElement} */ (link).dataset.view === name;
    if (isThis) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (name === 'play') {
    leave = playView(main, catalogue, game);
  } else {
    const { treeView } = await import('./tree/view.js');
    leave = treeView(main, catalogue, game);
  }
}

addEventListener('hashchange', show);
await show();
document.documentElement.dataset.ready = 'yes';
