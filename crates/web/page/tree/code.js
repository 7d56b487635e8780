// The algorithm as a textbook prints it: the line that is carried out, the variables, the calls that
// are open.

import { h, told } from '../dom.js';
import { MAXIMIZES } from './data.js';

/** @import { Happening, Standing, Tree } from './data.js' */
/** @import { StepView } from '../types' */

/** As `textbook/search.rs` does it: what a node returns may lie outside its window, equal values cut,
 *  and the first of equal moves stays. Behind `#` is what the line does. */
const ALPHA_BETA = `
search(node, α, β):
  if node is a leaf: return its value  # leaf
  if MAX moves at node:
    v ← −∞  # max
    for each child of node:
      w ← search(child, α, β)
      if w > v:  # max worse
        v ← w  # max better
      if v ≥ β: return v  # max cut
      α ← max(α, v)
  else MIN moves:
    v ← ∞  # min
    for each child of node:
      w ← search(child, α, β)
      if w < v:  # min worse
        v ← w  # min better
      if v ≤ α: return v  # min cut
      β ← min(β, v)
  return v  # done`;

/** Without the lines that prune. */
const MINIMAX = ALPHA_BETA.replaceAll(', α, β', '').split('\n').filter((line) => !/[αβ]/.test(line)).join('\n');

/** The lines of an algorithm, each with what it does. @param {string} algorithm */
export function listing(algorithm) {
  return (algorithm === 'minimax' ? MINIMAX : ALPHA_BETA).trim().split('\n').map((line) => {
    const [text, does = ''] = line.split('  # ');
    return { text, does };
  });
}

/** Which line is carried out when this happens. @param {string} algorithm @param {Happening} happening */
export const lineOf = (algorithm, happening) => listing(algorithm).findIndex(({ does }) => does === happening);

export class Code {
  constructor() {
    this.lines = h('pre', { class: 'listing' });
    this.calls = h('tbody');
    this.head = h('tr');
    this.root = h('section', { class: 'card code' }, h('h2', {}, 'The algorithm'), this.lines,
      h('h2', {}, 'Open calls'),
      h('table', { class: 'calls' }, h('caption', { class: 'unseen' }, 'Open calls, the innermost first'), h('thead', {}, this.head), this.calls));
    this.algorithm = '';
  }

  /** @param {string} algorithm */
  begin(algorithm) {
    this.algorithm = algorithm;
    this.lines.replaceChildren(...listing(algorithm).map(({ text }) => h('span', {}, text)));
    const columns = ['node', '', 'v', ...(algorithm === 'minimax' ? [] : ['α', 'β'])];
    this.head.replaceChildren(...columns.map((name) => (name ? h('th', { scope: 'col' }, name) : h('td'))));
  }

  /** @param {Tree} tree @param {number} step @param {Standing[]} standings @param {StepView | null} view */
  show(tree, step, standings, view) {
    const happening = tree.happening(step);
    const current = lineOf(this.algorithm, happening);
    [...this.lines.children].forEach((line, at) => {
      line.classList.toggle('cut', at === current && happening.endsWith('cut'));
      if (at === current) line.setAttribute('aria-current', 'step');
      else line.removeAttribute('aria-current');
    });
    const giver = view?.bound ? tree.parent[view.bound] : -1;
    this.calls.replaceChildren(...standings.map((standing, at) => {
      const isMax = tree.is(standing.node, MAXIMIZES);
      const isCut = giver >= 0 && at === standings.length - 1;
      const cell = (/** @type {number} */ value, /** @type {boolean} */ isBound) =>
        h('td', { class: isBound ? 'bound' : null }, told(value));
      return h('tr', { 'data-node': standing.node },
        h('th', { scope: 'row' }, tree.name(standing.node)), h('td', {}, tree.role(standing.node)),
        cell(standing.value, standing.node === giver),
        ...(this.algorithm === 'minimax' ? [] : [cell(standing.alpha, isCut && !isMax), cell(standing.beta, isCut && isMax)]));
    }).reverse());
  }
}
