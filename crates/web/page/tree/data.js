// A tree that was searched, as the server sends it: nodes in the order in which they were entered.
//
// A node's descendants are those right behind it, so which step enters a node, and at which one it
// has returned, follow from its place, its ply and the size of its subtree.

import * as api from '../api.js';

/** @import { Summary } from '../types' */

export const LEAF = 1;
export const CUT = 2;
export const IMPROVED = 4;
export const MAXIMIZES = 8;
export const OVER = 16;

/** @typedef {{node: number, value: number, alpha: number, beta: number}} Standing */

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

  /** @param {number} node */
  name(node) {
    return node === 0 ? 'root' : this.summary.moves[this.move[node]];
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
