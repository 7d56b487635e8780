// A small tree whose nodes can be picked: with the mouse, by touch, and by keys.
//
// All of it is there from the beginning, leaves with their values, as on paper. So it is not the
// drawing of a search, which shows a leaf when the search comes to it.

import { Drawing } from '../board/drawing.js';
import { h, s, told } from '../dom.js';
import { CUT, LEAF, MAXIMIZES } from '../tree/data.js';

/** @import { Stand } from '../types' */
/** @import { Subject } from './subject.js' */
/** @import { Tree } from '../tree/data.js' */

/** How a node looks: what stands in it, and above it.
 *  @typedef {{value: string, window: string, kind: '' | 'seen' | 'open' | 'here' | 'cut'}} Look */

const TALL = 38;
const PACE = 86;

export class TreePicture {
  /** @param {Subject} subject @param {((node: number) => void) | null} pick */
  constructor(subject, pick) {
    this.subject = subject;
    this.pick = pick;
    const { full: tree } = subject;
    const longest = Math.max(...tree.summary.moves.map((name) => name.length));
    this.wide = Math.min(84, Math.max(40, 7 * longest + 22));
    /** @type {{x: number, y: number}[]} */
    this.places = [];
    const width = this.#place(0, 8) - 8;
    const size = [width + 16, 40 + tree.summary.plies * PACE + TALL / 2 + 8];
    this.svg = s('svg', { viewBox: `0 0 ${size.join(' ')}`, width: size[0], height: size[1], role: pick ? 'group' : 'img', 'aria-label': 'The tree' });
    if (pick) this.svg.addEventListener('keydown', (event) => this.#key(event));
    /** @type {SVGElement[]} */
    this.nodes = [];
    this.list = h('div', {});
    this.root = h('div', { class: 'puzzle' }, h('div', { class: 'puzzle-drawn' },
      subject.stand ? board(subject.game, subject.stand) : null,
      h('div', { class: 'puzzle-tree', tabindex: pick ? null : 0, role: 'group', 'aria-label': 'The tree, drawn' }, this.svg)),
      h('p', { class: 'hint' }, `▲ ${subject.sides[0]} moves and wants the largest value (MAX), ▼ ${subject.sides[1]} the smallest (MIN).`
        + ' What the search has not come to is dashed.'),
      h('details', {}, h('summary', {}, 'The tree as a list'), this.list));
    /** The node that keys begin at. */
    this.current = 0;
  }

  /** Leaves from left to right, others above the middle of their children. @param {number} node @param {number} left
   *  @returns {number} where the next one may begin */
  #place(node, left) {
    const { full: tree } = this.subject;
    const children = tree.children(node);
    let right = left;
    for (const child of children) right = this.#place(child, right);
    const y = 40 + tree.ply[node] * PACE;
    if (children.length === 0) {
      this.places[node] = { x: left + this.wide / 2, y };
      return left + this.wide + 6;
    }
    this.places[node] = { x: (this.places[children[0]].x + this.places[children[children.length - 1]].x) / 2, y };
    return right;
  }

  /** @param {(node: number) => Look} look @param {(node: number) => boolean} [isPicked] */
  draw(look, isPicked = () => false) {
    const { full: tree } = this.subject;
    const looks = Array.from({ length: tree.count }, (_, node) => look(node));
    const hasFocus = this.svg.contains(document.activeElement);
    const edges = looks.map(({ kind }, node) => (node === 0 ? null : this.#edge(node, kind))).filter((edge) => edge !== null);
    this.nodes = looks.map((each, node) => this.#node(node, each, isPicked(node)));
    this.svg.replaceChildren(...edges, ...this.nodes, s('g', { class: 'words', 'aria-hidden': 'true' }, ...looks.flatMap((each, node) => this.#words(node, each))));
    this.list.replaceChildren(h('ul', {}, this.#item(0, looks)));
    if (hasFocus) this.nodes[this.current].focus();
  }

  /** @param {number} node @param {string} kind */
  #edge(node, kind) {
    const [from, to] = [this.places[this.subject.full.parent[node]], this.places[node]];
    return s('line', { x1: from.x, y1: from.y + TALL / 2, x2: to.x, y2: to.y - TALL / 2, class: `edge ${kind}` });
  }

  /** @param {number} node @param {Look} look @param {boolean} isPicked */
  #node(node, look, isPicked) {
    const { full: tree } = this.subject;
    const { x, y } = this.places[node];
    const [isLeaf, isMax] = [tree.is(node, LEAF), tree.is(node, MAXIMIZES)];
    const group = s('g', {
      class: `knot ${isLeaf ? 'leaf' : isMax ? 'max' : 'min'} ${look.kind}`, 'data-node': tree.called(node),
    }, s('rect', { x: x - this.wide / 2, y: y - TALL / 2, width: this.wide, height: TALL, rx: isLeaf ? 4 : 12 }));
    if (this.pick) {
      for (const [name, value] of Object.entries({
        role: 'button', tabindex: node === this.current ? 0 : -1, 'aria-pressed': String(isPicked), 'aria-label': this.#says(node, look),
      })) group.setAttribute(name, String(value));
      group.addEventListener('click', () => { this.current = node; this.pick?.(node); });
    }
    return group;
  }

  /** What stands in a node and above it. A button says it in words of its own. @param {number} node @param {Look} look */
  #words(node, look) {
    const { full: tree } = this.subject;
    const { x, y } = this.places[node];
    const side = tree.is(node, LEAF) ? '' : tree.is(node, MAXIMIZES) ? '▲ ' : '▼ ';
    const title = side + (node === 0 ? 'root' : tree.name(node));
    const squeeze = title.length * 6.6 > this.wide - 6 ? { textLength: this.wide - 6, lengthAdjust: 'spacingAndGlyphs' } : {};
    return [s('text', { x, y: y - 7, ...squeeze }, title), s('text', { x, y: y + 9, class: 'value' }, look.value),
      ...(look.window ? [s('text', { x, y: y - TALL / 2 - 9, class: 'window-of' }, look.window)] : [])];
  }

  /** @param {number} node @param {Look} look */
  #says(node, { value, window, kind }) {
    const { subject } = this;
    const { full: tree } = subject;
    const role = tree.is(node, LEAF) ? 'leaf' : tree.is(node, MAXIMIZES) ? 'MAX' : 'MIN';
    const state = { '': 'not looked at yet', seen: tree.is(node, LEAF) ? 'looked at' : 'done', open: 'open', here: 'the search is here', cut: 'left out' }[kind];
    return [subject.name(node), role, value && `value ${value}`, window, state].filter(Boolean).join(', ');
  }

  /** @param {number} node @param {Look[]} looks @returns {HTMLElement} */
  #item(node, looks) {
    const children = this.subject.full.children(node);
    return h('li', {}, this.#says(node, looks[node]), children.length ? h('ul', {}, ...children.map((child) => this.#item(child, looks))) : null);
  }

  /** @param {Event} event */
  #key(event) {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const { full: tree } = this.subject;
    const row = this.nodes.map((_, node) => node).filter((node) => tree.ply[node] === tree.ply[this.current]);
    const at = row.indexOf(this.current);
    const next = {
      ArrowLeft: row[at - 1], ArrowRight: row[at + 1],
      ArrowUp: this.current > 0 ? tree.parent[this.current] : undefined, ArrowDown: tree.children(this.current)[0],
      Enter: this.current, ' ': this.current,
    }[key];
    if (next === undefined) return;
    event.preventDefault();
    if (next === this.current) { this.pick?.(next); return; }
    this.nodes[this.current].setAttribute('tabindex', '-1');
    this.current = next;
    this.nodes[next].setAttribute('tabindex', '0');
    this.nodes[next].focus();
  }
}

/** @param {string} game @param {Stand} stand */
function board(game, { picture }) {
  const drawing = new Drawing(game);
  drawing.show(picture, false);
  return h('div', { class: 'puzzle-board' }, drawing.root);
}

/** The value of a leaf, and of others nothing: as it is before a search. @param {Subject} subject
 *  @returns {(node: number) => Look} */
export const before = ({ full }) => (node) => ({ value: full.is(node, LEAF) ? valueOf(full, node) : '', window: '', kind: '' });

/** @param {Tree} tree @param {number} node */
export const valueOf = (tree, node) => told(tree.number(tree.value[node]));

/**
 * How the tree stands at a step of a search of it.
 * @param {Subject} subject @param {Tree} tree the full tree or the pruned one @param {number} step @param {boolean} hasWindows
 * @returns {(node: number) => Look}
 */
export function at(subject, tree, step, hasWindows) {
  const { full, twin } = subject;
  const own = (/** @type {number} */ node) => (tree === full ? node : twin[node]);
  const { node: here } = tree.moment(step);
  const standings = new Map(tree.standings(tree.path(here), step).map((standing) => [standing.node, standing]));
  const isPlain = tree.summary.algorithm === 'minimax';
  return (node) => {
    const [mine, parent] = [own(node), node === 0 ? -1 : own(full.parent[node])];
    const leaf = full.is(node, LEAF) ? valueOf(full, node) : '';
    if (mine < 0 || tree.enters(mine) > step) {
      const isCut = parent >= 0 && mine < 0 && tree.is(parent, CUT) && tree.returns(parent) - 1 <= step;
      return { value: leaf, window: '', kind: isCut ? 'cut' : '' };
    }
    const standing = standings.get(mine);
    if (!standing) return { value: valueOf(tree, mine), window: '', kind: 'seen' };
    const window = isPlain || !hasWindows || leaf ? '' : `α ${told(standing.alpha)} β ${told(standing.beta)}`;
    return { value: leaf || told(standing.value), window, kind: mine === here ? 'here' : 'open' };
  };
}
