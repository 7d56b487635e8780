// Which move does the search choose, and why.

import { h, told } from '../dom.js';
import { number, numberField } from './numbers.js';
import { TreePicture, at, before, valueOf } from './picture.js';
import { choose, why } from './subject.js';

/** @import { Catalogue } from '../types' */
/** @import { Chance } from './chance.js' */
/** @import { Puzzle, Sheet } from './sheet.js' */
/** @import { Subject } from './subject.js' */

/**
 * @param {Sheet} sheet @param {Chance} chance @param {Catalogue} catalogue @param {AbortSignal} signal
 * @returns {Promise<Puzzle>}
 */
export async function makeMove(sheet, chance, catalogue, signal) {
  const { level } = sheet.name;
  // Where two moves are worth the same, the first one is chosen: one has to know that.
  const wantsTie = level === 'hard' && chance.below(2) === 0;
  const subject = await choose(chance, level, catalogue, signal, ({ full }) => {
    const values = full.children(0).map((child) => full.value[child]);
    const best = values.filter((value) => value === full.value[0]).length;
    return best < values.length && (wantsTie ? best > 1 : level !== 'easy' || best === 1);
  });
  return new MovePuzzle(sheet, subject).begin();
}

class MovePuzzle {
  /** @param {Sheet} sheet @param {Subject} subject */
  constructor(sheet, subject) {
    this.sheet = sheet;
    this.subject = subject;
    const { full } = subject;
    this.best = full.best(0, full.steps - 1);
    this.chosen = -1;
    this.picture = new TreePicture(subject, (node) => this.#pick(node));
    this.value = numberField('value');
    this.moves = h('div', { class: 'tools', role: 'group', 'aria-label': 'Moves' });
  }

  /** @returns {Puzzle} */
  begin() {
    const { sheet, subject } = this;
    const { full } = subject;
    sheet.ask(`Which move does ${subject.sides[0]} choose at the root, and what is it worth? Pick the move and enter its value. Of equal moves the first is chosen.`);
    sheet.body.replaceChildren(this.picture.root, this.moves, h('form', {
      class: 'tools fields', submit: (/** @type {Event} */ event) => { event.preventDefault(); this.#check(); },
    }, this.value.root, h('button', { class: 'main', 'data-tool': 'check' }, 'Check')));
    this.#draw();
    return { task: `${subject.position} ${full.summary.algorithm}`, show: () => this.#show(), link: subject.linkTo(full, full.steps - 1) };
  }

  #draw() {
    const { full } = this.subject;
    const look = this.sheet.isDone ? at(this.subject, full, full.steps - 1, false) : before(this.subject);
    this.picture.draw(look, (node) => node === this.chosen);
    const hadFocus = this.moves.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.move : undefined;
    this.moves.replaceChildren(...full.children(0).map((child) => h('button', {
      type: 'button', 'data-move': full.name(child), 'aria-pressed': String(child === this.chosen), click: () => this.#pick(child),
    }, full.name(child))));
    for (const button of this.moves.querySelectorAll('button')) if (button.dataset.move === hadFocus) button.focus();
  }

  /** What is below a move stands for it. @param {number} node */
  #pick(node) {
    if (this.sheet.isDone || node === 0) return;
    this.chosen = this.subject.full.path(node)[1];
    this.#draw();
  }

  async #check() {
    const { full } = this.subject;
    const given = number(this.value.input.value);
    if (this.chosen < 0 || given === null) {
      this.sheet.remind(this.chosen < 0 ? 'Pick a move first.' : 'The value is missing: a number.');
      return;
    }
    const isValue = given === full.number(full.value[0]);
    if (this.chosen === this.best && isValue) {
      const words = await this.#why();
      this.sheet.right(...words);
      this.#draw();
      return;
    }
    this.sheet.wrong(...(this.chosen === this.best ? [] : this.#whyNot(this.chosen)),
      ...(isValue ? [] : [`The value is not ${told(given)}: it goes up from the leaves, the largest at MAX and the smallest at MIN.`]));
  }

  /** What would follow from another move. @param {number} child */
  #whyNot(child) {
    const { subject } = this;
    const { full } = subject;
    const name = full.name(child);
    const line = [];
    for (let node = child; ;) {
      const next = full.best(node, full.steps - 1);
      if (next < 0) break;
      line.push(full.name(next));
      node = next;
    }
    const follows = line.length ? ` After it best play is ${line.join(', ')}.` : '';
    if (full.value[child] === full.value[0]) return [`${name} is worth just as much, but it is not the first of the best moves.${follows}`];
    return [`${name} is worth ${valueOf(full, child)} only.${follows} There is a better one.`];
  }

  async #why() {
    const { full } = this.subject;
    const all = full.children(0).map((child) => `${full.name(child)}: ${valueOf(full, child)}`);
    return [`What the moves are worth: ${all.join(', ')}.`, ...await why(full.summary.id, full.steps - 1)];
  }

  async #show() {
    const words = await this.#why();
    const { full } = this.subject;
    this.chosen = this.best;
    this.value.input.value = valueOf(full, 0);
    this.#draw();
    this.picture.draw(at(this.subject, full, full.steps - 1, false), (node) => node === this.best);
    return words;
  }
}
