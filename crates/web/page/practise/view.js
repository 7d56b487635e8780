// Exercises: what does a search do next, and why.

import { h } from '../dom.js';

/** @import { Link } from '../link.js' */
/** @import { Catalogue } from '../types' */

/**
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {Link} link
 * @returns {() => void} to be called when the view is left
 */
export function practiseView(main, catalogue, link) {
  main.replaceChildren(h('div', { class: 'view practise' }, h('h1', {}, 'Practise')));
  return () => {};
}
