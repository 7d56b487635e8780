// What can be practised, how it went so far, and exercises for others.

import { h } from '../dom.js';
import { Link } from '../link.js';
import { KINDS, LARGEST_SET, LEVELS, MOST, linkTo } from './kinds.js';
import { copyButton } from './results.js';

/** @import { Score } from './score.js' */

/** @param {Score} score */
export function overview(score) {
  return h('div', { class: 'view practise' },
    h('h1', {}, 'Practise'),
    h('div', { class: 'kinds' }, ...KINDS.map((kind) => h('section', { class: 'card' },
      h('h2', {}, kind.title), h('p', {}, kind.about),
      h('ul', { class: 'levels' }, ...LEVELS.map((level) => h('li', {}, levelLink(score, kind, level))))))),
    h('ul', { class: 'hint legend' }, ...LEVELS.map(({ title, about }) => h('li', {}, `${title}: ${about}`))),
    h('p', { class: 'results-link' }, score.results.size
      ? h('a', { href: new Link(['practise', 'results']).hash }, 'Hand in your results')
      : 'Results are kept in this tab, until you hand them in.', ' ',
    h('a', { href: new Link(['practise', 'check']).hash }, 'Check results that were handed in')),
    forOthers());
}

/** @param {Score} score @param {{name: string, title: string}} kind @param {{name: string, title: string}} level */
function levelLink(score, kind, level) {
  const { done, first } = score.count(kind.name, level.name);
  const next = linkTo({ kind: kind.name, level: level.name, seed: score.next(kind.name, level.name) });
  return h('a', { href: next.hash, 'data-level': `${kind.name}/${level.name}` },
    level.title, h('span', { class: 'hint' }, done ? ` ${first} of ${done} at the first try` : ''));
}

/** A link to a set: everybody who follows it gets the same exercises. */
function forOthers() {
  const choice = (/** @type {string} */ label, /** @type {string} */ name, /** @type {{name: string, title: string}[]} */ all) =>
    h('select', { 'data-field': name, 'aria-label': label, change: write }, ...all.map((each) => h('option', { value: each.name }, each.title)));
  const [kind, level] = [choice('Kind', 'kind', KINDS), choice('Level', 'level', LEVELS)];
  const field = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ max) =>
    h('input', { type: 'number', min: 1, max, value, 'data-field': name, input: write });
  const count = field('count', 10, LARGEST_SET);
  const first = field('first', 1 + Math.floor(Math.random() * 9999), MOST - LARGEST_SET);
  const address = h('input', { type: 'text', readonly: true, 'data-field': 'address', 'aria-label': 'The link' });
  function write() {
    const [many, seed] = [count, first].map(({ value, max }) => Math.min(Number(max), Math.max(1, Math.floor(Number(value)) || 1)));
    address.value = linkTo({ kind: kind.value, level: level.value, seed }).with({ count: many }).address;
  }
  write();
  return h('section', { class: 'card set' },
    h('h2', {}, 'Set exercises for others'),
    h('p', {}, 'Whoever follows the link gets these exercises, the same for everybody, and hands in a text with the results at the end.'),
    h('div', { class: 'tools' },
      h('label', {}, 'Kind', kind), h('label', {}, 'Level', level), h('label', {}, 'How many', count), h('label', {}, 'First number', first)),
    h('div', { class: 'tools' }, address, copyButton('Copy the link', address)));
}
