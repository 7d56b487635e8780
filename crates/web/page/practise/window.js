// Enter value, alpha and beta.

import { capitalised, h, told } from '../dom.js';
import { CUT, LEAF, MAXIMIZES } from '../tree/data.js';
import { number, numberField } from './numbers.js';
import { TreePicture, at } from './picture.js';
import { choose, why } from './subject.js';

/** @import { Catalogue } from '../types' */
/** @import { Tree } from '../tree/data.js' */
/** @import { Chance } from './chance.js' */
/** @import { Puzzle, Sheet } from './sheet.js' */
/** @import { Subject } from './subject.js' */

/** @typedef {'value' | 'alpha' | 'beta'} Field */

/**
 * @param {Sheet} sheet @param {Chance} chance @param {Catalogue} catalogue @param {AbortSignal} signal
 * @returns {Promise<Puzzle>}
 */
export async function makeWindow(sheet, chance, catalogue, signal) {
  const { level } = sheet.name;
  const isPlain = level === 'easy' && chance.below(3) === 0;
  const subject = await choose(chance, level, catalogue, signal, ({ cuts }) => isPlain || cuts.length > 0);
  const tree = isPlain ? subject.full : subject.pruned;
  return new WindowPuzzle(sheet, subject, tree, chance.one(steps(tree, level))).begin();
}

/** The steps that are worth asking about: something has come back, and on higher levels there is a bound already.
 *  @param {Tree} tree @param {string} level */
function steps(tree, level) {
  // What a leaf is worth stands in the tree.
  const all = Array.from({ length: tree.steps - 1 }, (_, at) => at + 1).filter((step) => !tree.is(tree.moment(step).node, LEAF));
  const returns = all.filter((step) => tree.moment(step).child !== null);
  const bounded = all.filter((step) => {
    const { node, child } = tree.moment(step);
    const { alpha, beta } = tree.standings(tree.path(node), step - (child === null ? 0 : 1))[tree.ply[node]];
    return Number.isFinite(alpha) || Number.isFinite(beta);
  });
  return level === 'easy' || bounded.length === 0 ? returns : bounded;
}

class WindowPuzzle {
  /** @param {Sheet} sheet @param {Subject} subject @param {Tree} tree @param {number} step */
  constructor(sheet, subject, tree, step) {
    this.sheet = sheet;
    this.subject = subject;
    this.tree = tree;
    this.step = step;
    const { node, child } = tree.moment(step);
    this.node = node;
    this.child = child;
    this.right = tree.standings(tree.path(node), step)[tree.ply[node]];
    this.picture = new TreePicture(subject, null);
    /** @type {Field[]} */
    this.asked = tree === subject.full ? ['value'] : ['value', 'alpha', 'beta'];
    this.fields = Object.fromEntries(this.asked.map((name) => [name, numberField(name)]));
  }

  /** A node, in the full tree. @param {number} node */
  #name(node) {
    return this.subject.name(this.tree === this.subject.full ? node : this.subject.origin[node]);
  }

  /** @returns {Puzzle} */
  begin() {
    const { sheet, subject, tree, step, node, child } = this;
    const name = this.#name(node);
    const happens = child !== null ? `${this.#name(child)} returns to ${name}` : `the search enters ${name}`;
    sheet.ask(`${tree === subject.full ? 'Minimax' : 'Alpha-beta'} has written line ${step + 1}. Now ${happens}. `
      + `What does line ${step + 2} say of ${name}?`);
    sheet.body.replaceChildren(this.picture.root, h('form', {
      class: 'tools fields', submit: (/** @type {Event} */ event) => { event.preventDefault(); this.#check(); },
    }, ...Object.values(this.fields).map(({ root }) => root), h('button', { class: 'main', 'data-tool': 'check' }, 'Check')),
    h('p', { class: 'hint' }, 'Infinity is written inf or ∞, below zero −inf.'));
    this.picture.draw(at(subject, tree, step - 1, sheet.name.level !== 'hard'));
    return { task: `${subject.position} ${tree.summary.algorithm} line ${step + 2}`, show: () => this.#show(), link: subject.linkTo(tree, step) };
  }

  async #check() {
    /** @type {Partial<Record<Field, number>>} */
    const given = {};
    for (const name of this.asked) {
      const read = number(this.fields[name].input.value);
      if (read === null) { this.fields[name].input.focus(); this.sheet.remind(`The ${name} is missing: a number, or inf.`); return; }
      given[name] = read;
    }
    const wrong = this.asked.filter((name) => given[name] !== this.right[name]);
    for (const name of this.asked) this.fields[name].input.setAttribute('aria-invalid', String(wrong.includes(name)));
    if (wrong.length) this.sheet.wrong(...wrong.map((name) => this.#whyNot(name)), this.#follows(given));
    else this.sheet.right(...await why(this.tree.summary.id, this.step));
    if (!wrong.length) this.picture.draw(at(this.subject, this.tree, this.step, true));
  }

  /** Which rule decides a field, without its value. @param {Field} field */
  #whyNot(field) {
    const { tree, node, child } = this;
    const isMax = tree.is(node, MAXIMIZES);
    const [role, better] = isMax ? ['MAX', 'larger'] : ['MIN', 'smaller'];
    if (field === 'value') {
      if (child !== null) return `The value is not right: ${role} moves here, so it is the ${better} one of what the node had and what ${this.#name(child)} returns.`;
      return `The value is not right: ${role} moves here, and begins with the worst that can be, ${isMax ? 'minus' : 'plus'} infinity.`;
    }
    if (child === null) return `${capitalised(field)} is not right: a node that is entered has the alpha and the beta that its parent has then.`;
    const isOwn = (field === 'alpha') === isMax;
    const isCut = tree.is(node, CUT) && tree.returns(node) === this.step + 1;
    if (!isOwn) return `${capitalised(field)} is not right: ${role} never changes ${field}, it was passed down.`;
    return isCut ? `${capitalised(field)} is not right: this line is that of a cut, and shows the window as it was before.`
      : `${capitalised(field)} is not right: without a cut it is the ${better} one of the old ${field} and the new value.`;
  }

  /** What the search would do with these numbers. @param {Partial<Record<Field, number>>} given */
  #follows({ value = NaN, alpha = NaN, beta = NaN }) {
    const { tree, node, right, child } = this;
    if (child === null || tree === this.subject.full) {
      return child === null ? 'With these numbers everything below this node would be compared with wrong bounds.'
        : `With ${told(value)} here, ${this.#name(node)} would be compared wrongly with its neighbours further up.`;
    }
    const isMax = tree.is(node, MAXIMIZES);
    const cuts = (/** @type {number} */ reached, /** @type {number} */ low, /** @type {number} */ high) => (isMax ? reached >= high : reached <= low);
    const [wouldCut, isCut] = [cuts(value, alpha, beta), cuts(right.value, right.alpha, right.beta)];
    const compared = isMax ? `${told(value)} ${wouldCut ? '≥' : '<'} beta ${told(beta)}` : `${told(value)} ${wouldCut ? '≤' : '>'} alpha ${told(alpha)}`;
    if (wouldCut === isCut) return `With your numbers (${compared}) the node would ${isCut ? 'be cut as well' : 'go on as well'}, but what comes after it would be compared with a wrong number.`;
    return wouldCut ? `With your numbers (${compared}) the node would be cut here, which it is not.` : `With your numbers (${compared}) the node would not be cut here, which it is.`;
  }

  async #show() {
    const words = await why(this.tree.summary.id, this.step);
    for (const name of this.asked) this.fields[name].input.value = told(this.right[name]);
    this.picture.draw(at(this.subject, this.tree, this.step, true));
    return words;
  }
}
