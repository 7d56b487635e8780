// Where the nodes of a small tree stand when all of it is drawn, with what was not looked at.

import { told } from '../dom.js';
import { LEAF, MAXIMIZES } from './data.js';

/** @import { Tree } from './data.js' */
/** @import { Book } from '../types' */

/** A node; its number is -1 if it was not looked at. What its tree's text says of it is `worth`.
 *  @typedef {{node: number, name: string, worth: string, isLeaf: boolean, isMax: boolean, ply: number, above: Place | null, x: number}} Place */

const MOST_NODES = 200;
const MOST_PLIES = 6;
/** The least and the most room of a leaf, and what is left free at both edges. */
const [NARROW, WIDE, EDGE] = [28, 68, 26];

/** The nodes, parents first; null if the tree is too large. @param {Tree} tree @param {number} wide */
export function layout(tree, wide) {
  if (tree.count > MOST_NODES || tree.loaded < tree.count || tree.summary.plies > MOST_PLIES) return null;
  const places = new Places(tree).places;
  const leaves = Math.max(0, ...places.map(({ x }) => x));
  const space = Math.min(WIDE, (wide - 2 * EDGE) / Math.max(1, leaves));
  if (space < NARROW || places.length > MOST_NODES) return null;
  const left = (wide - leaves * space) / 2;
  for (const place of places) place.x = left + place.x * space;
  return { places, space };
}

class Places {
  /** @param {Tree} tree */
  constructor(tree) {
    this.tree = tree;
    this.leaves = 0;
    /** @type {Place[]} */
    this.places = [];
    this.#node(0, null, tree.book);
  }

  /** @param {Omit<Place, 'x'>} what @param {(place: Place) => Place[]} below */
  #add(what, below) {
    const place = { ...what, x: 0 };
    this.places.push(place);
    const children = below(place);
    place.x = children.length ? (children[0].x + children[children.length - 1].x) / 2 : this.leaves++;
    return place;
  }

  /** @param {number} node @param {Place | null} above @param {Book | null} written @returns {Place} */
  #node(node, above, written) {
    const { tree } = this;
    const of = (/** @type {string} */ move) => (Array.isArray(written) ? written[Number(move) - 1] : null);
    const what = {
      node, above, name: tree.name(node), worth: typeof written === 'number' ? told(written) : '',
      isLeaf: tree.is(node, LEAF), isMax: tree.is(node, MAXIMIZES), ply: tree.ply[node],
    };
    return this.#add(what, (place) => [
      ...tree.children(node).map((child) => this.#node(child, place, of(tree.summary.moves[tree.move[child]]))),
      ...tree.notSeen(node).map((move) => this.#unseen(move, place, of(move))),
    ]);
  }

  /** @param {string} move @param {Place} above @param {Book | null} written @returns {Place} */
  #unseen(move, above, written) {
    const { hasNumbers, summary } = this.tree;
    const name = hasNumbers && above.ply > 0 ? `${above.name}.${move}` : move;
    const ply = above.ply + 1;
    // Where the search would have ended, a node without a value of its own counts as even.
    const below = Array.isArray(written) && ply < summary.depth && this.places.length < MOST_NODES ? written : [];
    const worth = typeof written === 'number' ? told(written) : Array.isArray(written) && !below.length ? '0' : '';
    const what = { node: -1, above, name, worth, isLeaf: !below.length, isMax: !above.isMax, ply };
    return this.#add(what, (place) => below.map((each, at) => this.#unseen(String(at + 1), place, each)));
  }
}
