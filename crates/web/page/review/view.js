// A game looked at again: where it turned, and what was better.

import { h } from '../dom.js';

/** @import { Link } from '../link.js' */
/** @import { Catalogue } from '../types' */

/**
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {Link} link
 * @returns {() => void} to be called when the view is left
 */
export function reviewView(main, catalogue, link) {
  main.replaceChildren(h('div', { class: 'view review' }, h('h1', {}, 'Review')));
  return () => {};
}
