// Predict the next cut.

import { h, told } from '../dom.js';
import { CUT, LEAF, MAXIMIZES } from '../tree/data.js';
import { TreePicture, at } from './picture.js';
import { choose, why } from './subject.js';

/** @import { Catalogue } from '../types' */
/** @import { Chance } from './chance.js' */
/** @import { Puzzle, Sheet } from './sheet.js' */
/** @import { Subject } from './subject.js' */

/** @typedef {{node: number, step: number, skipped: number}} Cut */

/**
 * @param {Sheet} sheet @param {Chance} chance @param {Catalogue} catalogue @param {AbortSignal} signal
 * @returns {Promise<Puzzle>}
 */
export async function makeCut(sheet, chance, catalogue, signal) {
  const { level } = sheet.name;
  const isNone = chance.below(6) === 0;
  const subject = await choose(chance, level, catalogue, signal, (each) => (isNone ? lastCut(each) < each.pruned.steps - QUIET
    : each.cuts.some(({ skipped }) => skipped > 0)));
  return new CutPuzzle(sheet, subject, isNone ? quiet(subject, chance) : before(subject, level, chance)).begin();
}

/** How many steps there are at least after the last cut, where that is asked about. */
const QUIET = 8;

/** @param {Subject} subject */
const lastCut = ({ cuts }) => cuts.at(-1)?.step ?? 0;

/** A step after which nothing is left out. @param {Subject} subject @param {Chance} chance */
const quiet = (subject, chance) => ({ step: chance.between(lastCut(subject) + 1, subject.pruned.steps - QUIET + 1), next: null });

/**
 * A step before a cut. A cut that leaves out nothing does not lie between: it would be a matter of taste
 * whether it is one.
 * @param {Subject} subject @param {string} level @param {Chance} chance
 */
function before({ cuts }, level, chance) {
  const next = chance.one(cuts.filter(({ skipped }) => skipped > 0));
  const least = Math.max(0, ...cuts.map(({ step }) => step).filter((step) => step < next.step));
  const middle = (least + next.step) >> 1;
  const [from, to] = level === 'hard' ? [least, middle] : [level === 'easy' ? middle : least, next.step - 1];
  return { step: chance.between(from, Math.min(to, next.step - 1)), next };
}

class CutPuzzle {
  /** @param {Sheet} sheet @param {Subject} subject @param {{step: number, next: Cut | null}} place */
  constructor(sheet, subject, { step, next }) {
    this.sheet = sheet;
    this.subject = subject;
    this.step = step;
    this.next = next;
    /** The children that are said not to be looked at, once the node is found.
     *  @type {Set<number> | null} */
    this.chosen = null;
    this.picture = new TreePicture(subject, (node) => this.#pick(node));
    this.none = h('button', { type: 'button', 'data-tool': 'none', click: () => this.#sayNone() }, 'Nothing more is left out');
    this.check = h('button', { type: 'button', class: 'main', 'data-tool': 'check', hidden: true, click: () => this.#checkChildren() }, 'Check');
  }

  /** @returns {Puzzle} */
  begin() {
    const { sheet, subject, step } = this;
    sheet.ask(`Alpha-beta has come to line ${step + 2} of its log. At which node does it stop next, without looking at all children? Pick the node.`);
    sheet.body.replaceChildren(this.picture.root, h('div', { class: 'tools' }, this.none, this.check));
    this.#draw();
    const link = subject.linkTo(subject.pruned, this.next?.step ?? subject.pruned.steps - 1);
    return { task: `${subject.position} line ${step + 2}`, show: () => this.#show(), link };
  }

  /** The node of the cut, in the full tree. */
  get target() {
    return this.next ? this.subject.origin[this.next.node] : -1;
  }

  #draw(step = this.step) {
    this.picture.draw(at(this.subject, this.subject.pruned, step, this.sheet.name.level !== 'hard' || this.sheet.isDone),
      (node) => (this.chosen ? this.chosen.has(node) : false));
  }

  /** @param {number} node */
  #pick(node) {
    if (this.sheet.isDone) return;
    if (this.chosen) { this.#toggle(node); return; }
    if (node !== this.target) { this.sheet.wrong(...this.#whyNot(node)); return; }
    this.chosen = new Set();
    this.none.hidden = true;
    this.check.hidden = false;
    this.sheet.ask(`The next cut is at ${this.subject.name(node)}. Which of its children are not looked at? Pick them, then check.`);
    this.sheet.part(`${this.subject.name(node)} it is.`);
    this.#draw();
  }

  /** @param {number} node */
  #toggle(node) {
    if (node === 0 || this.subject.full.parent[node] !== this.target) return;
    if (!this.chosen?.delete(node)) this.chosen?.add(node);
    this.#draw();
  }

  async #sayNone() {
    if (this.next) {
      this.sheet.wrong('There is one more node at which something is left out. Go on from where the search is: after each child,'
        + ' compare the value of the node with the bound of the other side.');
      return;
    }
    await this.#end(['The search goes on to its end, and looks at every child on the way.']);
  }

  /** Why a node is not the next one, as exactly as can be. @param {number} node of the full tree */
  #whyNot(node) {
    const { subject, step } = this;
    const { full, pruned, twin } = subject;
    const name = subject.name(node);
    if (full.is(node, LEAF)) return [`${name} is a leaf: there are no children that could be left out.`];
    const mine = twin[node];
    if (mine < 0) return [`The search never comes to ${name}: it is among what is left out.`];
    const end = pruned.returns(mine);
    if (node > 0 && end <= step) {
      return [pruned.is(mine, CUT) ? `${name} was cut before, at line ${end + 1}.` : `${name} has returned before, at line ${end + 2}.`];
    }
    if (node > 0 && pruned.is(mine, CUT) && pruned.notSeen(mine).length) {
      return [`${name} is cut too, but later, at line ${end + 1}. Something else is left out before that.`];
    }
    if (pruned.is(mine, CUT)) return [`${name} has nothing left to leave out: its value is good enough for a cut only after its last child, at line ${end + 1}.`];
    const { value, alpha, beta } = pruned.standings(pruned.path(mine), end - 1)[pruned.ply[mine]];
    const bound = full.is(node, MAXIMIZES) ? `is below beta ${told(beta)}` : `is above alpha ${told(alpha)}`;
    return [`${name} is searched to its end: its value is ${told(value)} then, which ${bound}.`,
      'If it were cut, children that can still change its value would be left out.'];
  }

  async #checkChildren() {
    const { subject } = this;
    const chosen = this.chosen ?? new Set();
    const children = subject.full.children(this.target);
    const isSkipped = (/** @type {number} */ child) => subject.twin[child] < 0;
    const seen = children.find((child) => chosen.has(child) && !isSkipped(child));
    const missing = children.filter((child) => !chosen.has(child) && isSkipped(child)).length;
    if (seen !== undefined) {
      const enters = subject.pruned.enters(subject.twin[seen]);
      this.sheet.wrong(`${subject.name(seen)} is looked at, in line ${enters + 2}: only after its return is the value good enough for a cut.`);
    } else if (missing) {
      this.sheet.wrong(`${missing === 1 ? 'One more child is' : `${missing} more children are`} not looked at: a cut leaves out all that is left of a node.`);
    } else await this.#end([]);
  }

  /** @param {string[]} words */
  async #end(words) {
    const said = await this.#why();
    this.sheet.right(...words, ...said);
    this.#draw(this.next?.step);
  }

  /** What the search itself says of its cut. */
  #why() {
    const { pruned } = this.subject;
    return why(pruned.summary.id, this.next?.step ?? pruned.steps - 1);
  }

  async #show() {
    const words = await this.#why();
    this.chosen = this.next ? new Set(this.subject.full.children(this.target).filter((child) => this.subject.twin[child] < 0)) : null;
    this.none.hidden = this.check.hidden = true;
    this.picture.draw(at(this.subject, this.subject.pruned, this.next?.step ?? this.step, true), (node) => node === this.target);
    const name = this.next ? `The next cut is at ${this.subject.name(this.target)}.` : 'Nothing more is left out.';
    return [name, ...words];
  }
}
