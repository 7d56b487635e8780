// A tree that was searched, as the server sends it: nodes in the order in which they were entered.
//
// A node's descendants are those right behind it, so which step enters a node, and at which one it
// has returned, follow from its place, its ply and the size of its subtree.

import * as api from '../api.js';
import { TEXTBOOK, book } from './book.js';

/** @import { Book, Summary } from '../types' */

export const LEAF = 1;
export const CUT = 2;
export const IMPROVED = 4;
export const MAXIMIZES = 8;
export const OVER = 16;

/** @typedef {{node: number, value: number, alpha: number, beta: number}} Standing */

/** What a step does.
 *  @typedef {'leaf' | 'max' | 'min' | 'max better' | 'max worse' | 'max cut' | 'min better' | 'min worse' | 'min cut' | 'done'} Happening */

export class Tree {
  /** @param {Summary} summary */
  constructor(summary) {
    this.summary = summary;
    const count = this.count = summary.nodes;
    const Values = summary.is_wide ? Float64Array : Int32Array;
    this.value = new Values(count);
    this.after = new Values(count);
    this.alpha = new Values(count);
    this.beta = new Values(count);
    this.size = new Uint32Array(count);
    this.parent = new Uint32Array(count);
    this.move = new Uint16Array(count);
    this.ply = new Uint16Array(count);
    this.flags = new Uint16Array(count);
    /** Where the moves begin that a node did not look at. */
    this.skips = new Uint32Array(count + 1);
    this.skipped = new Uint16Array(summary.skipped);
    /** How many nodes are here already. */
    this.loaded = 0;
    this.least = Infinity;
    this.most = -Infinity;
    /** The last node of each ply, while nodes come in.
     *  @type {number[]} */
    this.tail = [];
    /** The steps at which a node is cut, in order, and of how many nodes they are. */
    this.cuts = { steps: new Uint32Array(0), of: 0 };
    /** Between the moves of a path. */
    this.joint = summary.joint;
    /** Moves that are numbers, as in textbook trees, could be taken for values: there a node is named by its path. */
    this.hasNumbers = this.joint === '.';
    /** @type {Book | null} */
    this.book = summary.game === TEXTBOOK ? book(summary.position) : null;
  }

  get steps() {
    return this.summary.steps;
  }

  /** The last step that can be shown, as far as nodes are here. */
  get last() {
    return this.loaded === this.count ? this.steps - 1 : this.enters(Math.max(0, this.loaded - 1));
  }

  /** Fetches all nodes, a block at a time. @param {AbortSignal} signal @param {() => void} more */
  async load(signal, more) {
    while (this.loaded < this.count) {
      this.#add(await api.nodes(this.summary.id, this.loaded, signal));
      more();
    }
  }

  /** @param {ArrayBuffer} block */
  #add(block) {
    const [from, count, skips, isWide] = new Uint32Array(block, 0, 4);
    const [Values, width] = isWide ? [Float64Array, 8] : [Int32Array, 4];
    let at = 16;
    for (const column of [this.value, this.after, this.alpha, this.beta]) {
      column.set(new Values(block, at, count), from);
      at += width * count;
    }
    this.size.set(new Uint32Array(block, at, count), from);
    at += 4 * count;
    for (const column of [this.move, this.ply, this.flags]) {
      column.set(new Uint16Array(block, at, count), from);
      at += 2 * count;
    }
    const counts = new Uint16Array(block, at, count);
    at += 2 * count;
    this.skipped.set(new Uint16Array(block, at, skips), this.skips[from]);
    for (let node = from; node < from + count; node++) {
      this.skips[node + 1] = this.skips[node] + counts[node - from];
      const ply = this.ply[node];
      this.tail[ply] = node;
      this.parent[node] = ply ? this.tail[ply - 1] : 0;
      const value = this.number(this.value[node]);
      if (Number.isFinite(value)) {
        this.least = Math.min(this.least, value);
        this.most = Math.max(this.most, value);
      }
    }
    this.loaded = from + count;
  }

  /** A value as a number: the extreme integers are the infinities. @param {number} value */
  number(value) {
    if (this.summary.is_wide) return value;
    return value === 0x7fffffff ? Infinity : value === -0x80000000 ? -Infinity : value;
  }

  /** The move that leads to a node, or its path if that is a number. @param {number} node */
  name(node) {
    if (node === 0) return 'root';
    return this.hasNumbers ? this.#moves(node).join(this.joint) : this.summary.moves[this.move[node]];
  }

  /** A node as it is named in a sentence. @param {number} node */
  called(node) {
    if (node === 0) return 'the root';
    return this.hasNumbers ? `node ${this.name(node)}` : this.#moves(node).join(this.joint);
  }

  /** The moves that lead to a node. @param {number} node */
  #moves(node) {
    return this.path(node).slice(1).map((at) => this.summary.moves[this.move[at]]);
  }

  /** @param {number} node */
  role(node) {
    return this.is(node, LEAF) ? 'leaf' : this.is(node, MAXIMIZES) ? 'MAX' : 'MIN';
  }

  /** @param {number} node @param {number} flag */
  is(node, flag) {
    return (this.flags[node] & flag) !== 0;
  }

  /** The step that enters a node. @param {number} node */
  enters(node) {
    return 2 * node - this.ply[node];
  }

  /** The step at which a node has returned. @param {number} node */
  returns(node) {
    return 2 * (node + this.size[node]) - this.ply[node] - 1;
  }

  /** Where the descendants of a node end, as far as they are here. @param {number} node */
  #end(node) {
    return Math.min(node + this.size[node], this.loaded);
  }

  /** @param {number} node @returns {number[]} */
  children(node) {
    const all = [];
    const end = this.#end(node);
    for (let child = node + 1; child < end; child += this.size[child]) all.push(child);
    return all;
  }

  /** The moves that a node did not look at. @param {number} node */
  notSeen(node) {
    return [...this.skipped.subarray(this.skips[node], this.skips[node + 1])]
      .map((move) => this.summary.moves[move]);
  }

  /** What the text of a textbook's tree has at a node, or below it by a move.
   *  @param {number} node @param {string} [move] @returns {Book | null} */
  written(node, move) {
    const moves = move ? [...this.#moves(node), move] : this.#moves(node);
    return moves.reduce((/** @type {Book | null} */ at, number) => (Array.isArray(at) ? at[Number(number) - 1] : null), this.book);
  }

  /** What happens at a step. @param {number} step @returns {Happening} */
  happening(step) {
    const { node, child } = this.moment(step);
    const side = this.is(node, MAXIMIZES) ? 'max' : 'min';
    if (child === null) return this.is(node, LEAF) ? 'leaf' : side;
    if (this.isCut(node, step) && this.returns(node) === step + 1) return `${side} cut`;
    if (step === this.steps - 1) return 'done';
    return `${side} ${this.is(child, IMPROVED) ? 'better' : 'worse'}`;
  }

  /** Whether a node has been cut by a step, which is the one before it returns. @param {number} node @param {number} step */
  isCut(node, step) {
    return this.is(node, CUT) && this.returns(node) <= step + 1;
  }

  /** The first cut after a step, or the last one before it; -1 if there is none. @param {number} step @param {boolean} [isBack] */
  cut(step, isBack = false) {
    const { steps } = this.#cuts();
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBack ? steps[middle] < step : steps[middle] <= step) low = middle + 1;
      else high = middle;
    }
    return steps[isBack ? low - 1 : low] ?? -1;
  }

  #cuts() {
    if (this.cuts.of !== this.loaded) {
      const steps = new Uint32Array(this.loaded);
      let count = 0;
      for (let node = 0; node < this.loaded; node++) {
        if (this.is(node, CUT) && node + this.size[node] <= this.loaded) steps[count++] = this.returns(node) - 1;
      }
      this.cuts = { steps: steps.slice(0, count).sort(), of: this.loaded };
    }
    return this.cuts;
  }

  /** The node that a step is about, and its child if that has just returned. @param {number} step */
  moment(step) {
    let [entered, beyond] = [0, this.loaded];
    while (entered + 1 < beyond) {
      const middle = (entered + beyond) >> 1;
      if (this.enters(middle) <= step) entered = middle;
      else beyond = middle;
    }
    const returns = step - this.enters(entered);
    if (returns === 0) return { node: entered, child: null };
    let child = entered;
    for (let up = 1; up < returns; up++) child = this.parent[child];
    return { node: this.parent[child], child };
  }

  /** The nodes from the root to this one. @param {number} node */
  path(node) {
    const path = [node];
    while (path[0] > 0) path.unshift(this.parent[path[0]]);
    return path;
  }

  /** How the nodes on a path stand at a step. @param {number[]} path @param {number} step
   *  @returns {Standing[]} */
  standings(path, step) {
    let [alpha, beta] = [-Infinity, Infinity];
    return path.map((node) => {
      let value = this.is(node, LEAF) ? this.number(this.value[node]) : this.is(node, MAXIMIZES) ? -Infinity : Infinity;
      const end = this.#end(node);
      for (let child = node + 1; child < end && this.returns(child) <= step; child += this.size[child]) {
        value = this.number(this.after[child]);
        alpha = this.number(this.alpha[child]);
        beta = this.number(this.beta[child]);
      }
      return { node, value, alpha, beta };
    });
  }

  /** How the nodes from the root to the one that a step is about stand there. @param {number} step */
  way(step) {
    return this.standings(this.path(this.moment(step).node), step);
  }

  /** The best child among those that have returned. @param {number} node @param {number} step */
  best(node, step) {
    let best = -1;
    const end = this.#end(node);
    for (let child = node + 1; child < end && this.returns(child) <= step; child += this.size[child]) {
      if (this.is(child, IMPROVED)) best = child;
    }
    return best;
  }
}
