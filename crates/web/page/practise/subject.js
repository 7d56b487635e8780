// What an exercise is about: a small tree, out of the textbooks, made by chance, or of a real position.

import * as api from '../api.js';
import { h } from '../dom.js';
import { Link } from '../link.js';
import { CUT, LEAF, Tree } from '../tree/data.js';
import { TEXTBOOK } from '../tree/book.js';

/** @import { Chance } from './chance.js' */
/** @import { About, Catalogue, Stand } from '../types' */

/** How large a tree is, and what its leaves are worth. Positions are played until few moves are left.
 *  @typedef {{plies: number, branches: [number, number], leaves: number, values: [number, number], early: number,
 *    real: number, depth: number, moves: number}} Size */

/** @type {Record<string, Size>} `real` of twelve are real positions, and one of `early` leaves comes early */
const SIZES = {
  easy: { plies: 2, branches: [2, 3], leaves: 9, values: [0, 15], early: 0, real: 0, depth: 1, moves: 3 },
  medium: { plies: 3, branches: [2, 3], leaves: 14, values: [-9, 9], early: 0, real: 5, depth: 2, moves: 4 },
  hard: { plies: 4, branches: [2, 3], leaves: 24, values: [-4, 4], early: 7, real: 7, depth: 3, moves: 4 },
};

/** A tree searched twice: by minimax, which sees all of it, and by alpha-beta. */
export class Subject {
  /** @param {string} game @param {string} position @param {number} depth @param {Tree} full @param {Tree} pruned @param {Stand | null} stand */
  constructor(game, position, depth, full, pruned, stand) {
    this.game = game;
    this.position = position;
    this.depth = depth;
    this.full = full;
    this.pruned = pruned;
    this.stand = stand;
    /** What alpha-beta calls each node of the full tree, or -1 if it does not come there. */
    this.twin = new Int32Array(full.count).fill(-1);
    /** The other way round. */
    this.origin = new Int32Array(pruned.count);
    this.#pair(0, 0);
  }

  /** What alpha-beta looks at are the first of all children. @param {number} node @param {number} twin */
  #pair(node, twin) {
    this.twin[node] = twin;
    this.origin[twin] = node;
    const children = this.full.children(node);
    this.pruned.children(twin).forEach((child, at) => this.#pair(children[at], child));
  }

  /** The sides, MAX first. */
  get sides() {
    return this.full.summary.sides;
  }

  /** Where a node is, for people. @param {number} node of the full tree */
  name(node) {
    return this.full.called(node);
  }

  /** Where the search can be seen at a step. @param {Tree} tree @param {number} step */
  linkTo(tree, step) {
    const { game, position, depth } = this;
    return new Link(['tree', game]).with({ position, algorithm: tree.summary.algorithm, depth, line: step + 2 });
  }

  /** All cuts, in the order of the search. Some come after the last child, and leave out nothing. */
  get cuts() {
    const { pruned } = this;
    const all = [];
    for (let node = 1; node < pruned.count; node++) {
      if (pruned.is(node, CUT)) all.push({ node, step: pruned.returns(node) - 1, skipped: pruned.notSeen(node).length });
    }
    return all.sort((a, b) => a.step - b.step);
  }

  get leaves() {
    let leaves = 0;
    for (let node = 0; node < this.full.count; node++) if (this.full.is(node, LEAF)) leaves++;
    return leaves;
  }
}

/** How often another tree is tried; real positions, which take long to play to, not as often. */
const TRIES = 60;
const REAL_TRIES = 6;

/**
 * The first tree that fits, of those that chance gives.
 * @param {Chance} chance @param {string} level @param {Catalogue} catalogue @param {AbortSignal} signal
 * @param {(subject: Subject) => boolean} fits
 */
export async function choose(chance, level, catalogue, signal, fits) {
  const size = SIZES[level];
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await attempt(chance, size, tries < REAL_TRIES, catalogue, signal);
    if (found && fits(found)) return found;
  }
  throw new Error('There is no such exercise. Try another number');
}

/** @param {Chance} chance @param {Size} size @param {boolean} mayBeReal @param {Catalogue} catalogue @param {AbortSignal} signal
 *  @returns {Promise<Subject | null>} */
async function attempt(chance, size, mayBeReal, { games, textbook }, signal) {
  if (mayBeReal && chance.below(12) < size.real) {
    const stand = await position(chance, chance.one(games), size.moves, signal);
    if (!stand) return null;
    const subject = await searched(stand.game, stand.position, size.depth, stand, signal);
    return subject && subject.leaves > size.depth + 1 && subject.leaves <= size.leaves ? subject : null;
  }
  const isFigure = size.plies === 2 && chance.below(4) === 0;
  const text = isFigure ? chance.one(textbook).tree : branch(chance, size, size.plies);
  const leaves = text.match(/\d+/g)?.length ?? 0;
  return leaves > size.leaves + 3 ? null : searched(TEXTBOOK, text, 9, null, signal);
}

/** @param {Chance} chance @param {Size} size @param {number} plies @returns {string} */
function branch(chance, size, plies) {
  const isLeaf = plies === 0 || (plies < size.plies && size.early > 0 && chance.below(size.early) === 0);
  if (isLeaf) return String(chance.between(...size.values));
  const children = Array.from({ length: chance.between(...size.branches) }, () => branch(chance, size, plies - 1));
  return `(${children.join(' ')})`;
}

/** Of larger boards than this nobody sees the whole tree. */
const SMALL = 3;
/** A game that has not come to few moves by then will not. */
const LONGEST = 30;

/**
 * A position with few moves, in a game played by chance.
 * @param {Chance} chance @param {About} about @param {number} most @param {AbortSignal} signal
 * @returns {Promise<Stand | null>}
 */
export async function position(chance, about, most, signal) {
  const sizes = about.sizes.map(({ name, least, usual }) => [name, Math.min(usual, Math.max(least, SMALL + chance.below(2)))]);
  const game = about.name;
  const { position: start } = await api.start({ game, seed: chance.below(1000000), ...Object.fromEntries(sizes) });
  /** @type {string[]} */
  const moves = [];
  const least = chance.between(2, 8);
  while (moves.length < LONGEST) {
    const stand = await api.stand({ game, position: start, moves, since: moves.length }, signal);
    const legal = [...new Set(stand.legal.map(({ move }) => move))];
    if (stand.ending || legal.length === 0) return null;
    if (moves.length >= least && legal.length > 1 && legal.length <= most) return stand;
    moves.push(chance.one(legal));
  }
  return null;
}

/** The most nodes that are looked at. */
const LARGEST = 400;

/**
 * @param {string} game @param {string} position @param {number} depth @param {Stand | null} stand @param {AbortSignal} signal
 * @returns {Promise<Subject | null>}
 */
export async function searched(game, position, depth, stand, signal) {
  const tree = async (/** @type {string} */ algorithm) => new Tree(await api.tree({ game, position, algorithm, depth }, signal));
  const full = await tree('minimax');
  if (full.count > LARGEST) return null;
  await full.load(signal, () => {});
  const pruned = await tree('alpha-beta');
  await pruned.load(signal, () => {});
  return new Subject(game, position, depth, full, pruned, stand);
}

/** What the search says of a step, and its line of the log. @param {string} id of the tree @param {number} step */
export async function why(id, step) {
  const { words, log, log_line: line } = await api.step(id, step);
  return [`Line ${line}: ${words}`, h('p', { class: 'log' }, log)];
}
