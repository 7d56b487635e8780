// The first page: what this is, and three ways in.

import { h } from '../dom.js';
import { Session } from '../play/session.js';
import { isServed } from '../transport.js';

/** @import { Catalogue } from '../types' */

/** @typedef {{href: string, title: string, about: string}} Way */

/** @type {(Way & {picture: string})[]} */
const WAYS = [
  { href: '#/play', picture: '●', title: 'Play', about: 'Against the engine at any level, or against somebody beside you.' },
  { href: '#/tree', picture: '⋔', title: 'See a search', about: 'Minimax and alpha-beta step by step: every value, every cut, and why.' },
  { href: '#/explain', picture: '≠', title: 'Find out what is wrong with my answer', about: 'Bring an input.txt and what your program wrote: the first mistake, and the misreading behind it.' },
];

/** @type {Way[]} */
const QUIETER = [
  { href: '#/practise', title: 'Practise', about: 'predict cuts, values and moves' },
  ...(isServed ? [{ href: '#/contests', title: 'Contests', about: 'tournaments and grades of this folder' }] : []),
];

/** Names as a list is spoken. @param {string[]} names */
const listed = (names) => [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');

/**
 * @param {HTMLElement} main @param {Catalogue} catalogue
 * @returns {() => void} to be called when the view is left
 */
export function homeView(main, { games }) {
  const begun = games.map(({ name, title }) => ({ name, title, moves: Session.saved(name)?.moves.length ?? 0 })).filter(({ moves }) => moves > 0);
  const goOn = begun.map(({ name, title, moves }) => ({
    href: `#/play/${name}`, title: `Go on with ${title}`, about: `${moves} ${moves === 1 ? 'move' : 'moves'} so far`,
  }));
  main.replaceChildren(h('div', { class: 'view home' },
    h('h1', {}, 'Board games, and the searches that play them'),
    h('p', { class: 'what' }, `${listed(games.map(({ title }) => title))}: play them, look into the search, and find out why a program’s answer is wrong.`),
    h('nav', { class: 'ways', 'aria-label': 'Ways in' }, ...WAYS.map(({ href, picture, title, about }) =>
      h('a', { class: 'card way', href }, h('span', { class: 'picture', 'aria-hidden': 'true' }, picture), h('strong', {}, title), h('span', {}, about)))),
    h('ul', { class: 'quieter' }, ...[...goOn, ...QUIETER].map(({ href, title, about }) =>
      h('li', {}, h('a', { href }, title), h('span', { class: 'hint' }, about))))));
  return () => {};
}
