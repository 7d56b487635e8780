// The first page: what this is, and three ways in.

import { h } from '../dom.js';

/** @import { Catalogue } from '../types' */

/** @type {{href: string, title: string, about: string}[]} */
const WAYS = [
  { href: '#/play', title: 'Play', about: 'Against the engine at any level, or against somebody beside you.' },
  { href: '#/tree', title: 'See a search', about: 'Minimax and alpha-beta step by step: every value, every cut, and why.' },
  { href: '#/explain', title: 'Find out what is wrong with my answer', about: 'Give an input.txt and what your program wrote: the first mistake, and the misreading behind it.' },
];

/**
 * @param {HTMLElement} main @param {Catalogue} catalogue
 * @returns {() => void} to be called when the view is left
 */
export function homeView(main, { games }) {
  const titles = games.map(({ title }) => title);
  main.replaceChildren(h('div', { class: 'view home' },
    h('h1', {}, 'Board games, and the searches that play them'),
    h('p', {}, `${titles.slice(0, -1).join(', ')}${titles.length > 1 ? ' and ' : ''}${titles.at(-1)}: play them, look into the search, and learn how it works.`),
    h('nav', { class: 'ways', 'aria-label': 'Ways in' }, ...WAYS.map(({ href, title, about }) =>
      h('a', { class: 'card way', href }, h('strong', {}, title), h('span', {}, about))))));
  return () => {};
}
