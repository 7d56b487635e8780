// Results that are handed in, and those that are checked.

import { h, sentence } from '../dom.js';
import { copy, tool } from '../share/window.js';
import { linkTo, named, setOf, setSize, titles, written } from './kinds.js';
import { handIn, isFirst, readHandIn, told } from './score.js';

/** @import { Link } from '../link.js' */
/** @import { HandedIn, Score } from './score.js' */

/** @param {string} title @param {HTMLInputElement | HTMLTextAreaElement} field */
export function copyButton(title, field) {
  const said = h('span', { role: 'status', class: 'hint' });
  return h('span', { class: 'tools' }, tool('copy', title, () => copy(field, said), 'main'), said);
}

/** What was done, as a text: all of it, or a set. @param {Score} score @param {Link} link `#/practise/results/KIND/LEVEL/SEED?count=10` */
export function results(score, link) {
  const [first, count] = [named(link.path.slice(2)), setSize(link)];
  const names = first ? setOf(first, count ?? 1).map(written) : [...score.results.keys()];
  const all = names.map((name) => ({ name, result: score.results.get(name) ?? null }));
  const text = h('textarea', { rows: Math.min(24, all.length + 5), readonly: true, spellcheck: 'false', 'aria-label': 'Results', 'data-field': 'results' });
  const name = h('input', { type: 'text', value: score.student, 'data-field': 'name', maxlength: 80, autocomplete: 'name', input: () => { score.sign(name.value); write(); } });
  const write = () => { text.value = handIn(name.value, all); };
  write();
  const undone = all.filter(({ result }) => !result).length;
  return h('div', { class: 'view practise' },
    h('h1', {}, 'Results'),
    h('section', { class: 'card hand-in' },
      h('p', {}, first ? `${titles(first).join(', ')}: ${all.length} exercises${undone ? `, ${undone} of them not done yet` : ''}.`
        : 'All that was done in this tab.'),
      h('label', { class: 'number-field' }, 'Your name', name),
      text,
      h('div', { class: 'tools' }, copyButton('Copy the text', text),
        h('a', { href: first ? linkTo(first).with({ count }).hash : '#/practise' }, 'Back to the exercises'))));
}

/** Whether a text that was handed in is as it was made. */
export function check() {
  const text = h('textarea', { rows: 14, spellcheck: 'false', 'aria-label': 'Results that were handed in', 'data-field': 'handed-in' });
  const said = h('div', { class: 'feedback', role: 'status' });
  const judge = () => {
    try {
      const read = readHandIn(text.value);
      said.dataset.kind = read.isIntact ? 'right' : 'wrong';
      said.replaceChildren(...judged(read));
    } catch (problem) {
      said.dataset.kind = 'wrong';
      said.replaceChildren(h('p', {}, sentence(problem)));
    }
  };
  return h('div', { class: 'view practise' },
    h('h1', {}, 'Check results'),
    h('section', { class: 'card hand-in' },
      h('p', {}, 'Paste a text that was handed in.'),
      text,
      h('div', { class: 'tools' }, h('button', { type: 'button', class: 'main', 'data-tool': 'check', click: judge }, 'Check'), h('a', { href: '#/practise' }, 'Back to the exercises')),
      said,
      h('p', { class: 'hint' }, 'The checksum finds slips of copying and what was changed in passing. It does not prove who did the exercises, nor how: whoever wants to can compute it.')));
}

/** @param {HandedIn} read */
function judged({ student, all, first, isIntact }) {
  const head = isIntact ? `Intact: ${student || 'no name'}, ${first} of ${all.length} right at the first try.`
    : 'Not intact: this text was changed after it was made.';
  return [h('h2', {}, head), h('table', {},
    h('thead', {}, h('tr', {}, ...['Exercise', 'Result', 'At the first try'].map((title) => h('th', { scope: 'col' }, title)))),
    h('tbody', {}, ...all.map(({ name, result }) => h('tr', {},
      h('td', {}, h('a', { href: `#/practise/${name}` }, name)), h('td', {}, told(result)), h('td', {}, isFirst(result) ? 'yes' : 'no')))))];
}
