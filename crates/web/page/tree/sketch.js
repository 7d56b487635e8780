// The tree as it is drawn in textbooks: all of it if it is small, and otherwise the way to where the
// search is, with everything beside that way.

import { h, told } from '../dom.js';
import { colours, fit } from './colours.js';
import { CUT, LEAF, MAXIMIZES } from './data.js';

/** @import { Tree, Standing } from './data.js' */
/** @import { Colours } from './colours.js' */

const CHIP = 60;
const TALL = 40;
const GAP = 8;
/** Of a row that does not fit, at least so much is kept of each chip. */
const SMALLEST = 34;
const FONT = 'system-ui, "DejaVu Sans", sans-serif';

/** @typedef {{node: number, x: number, y: number, w: number}} Spot */

export class Sketch {
  /** @param {(node: number) => void} visit */
  constructor(visit) {
    this.canvas = h('canvas', { class: 'sketch', role: 'img', 'aria-label': 'The tree' });
    /** @type {Tree | null} */
    this.tree = null;
    /** @type {Spot[]} */
    this.spots = [];
    this.canvas.addEventListener('click', (event) => {
      const box = this.canvas.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      const hit = this.spots.find((spot) => Math.abs(spot.x - x) <= spot.w / 2 && Math.abs(spot.y - y) <= TALL / 2 + 4);
      if (hit) visit(hit.node);
    });
  }

  /** @param {Tree} tree */
  show(tree) {
    this.tree = tree;
  }

  /** @param {number} step */
  draw(step) {
    const { context, wide, high } = fit(this.canvas);
    context.clearRect(0, 0, wide, high);
    const tree = this.tree;
    if (!tree || !tree.loaded) return;
    this.spots = [];
    const { node, child } = tree.moment(step);
    const path = tree.path(node);
    const standings = tree.standings(path, step);
    const pen = new Pen(context, tree, step, colours());
    const leaves = wholeLeaves(tree, wide);
    if (leaves) this.#whole(pen, leaves, wide, high, standings, child);
    else this.#way(pen, wide, high, standings, child);
  }

  /**
   * All nodes, and the moves that were not looked at.
   * @param {Pen} pen @param {{places: number[], width: number}} leaves
   * @param {number} wide @param {number} high
   * @param {Standing[]} standings @param {number | null} child
   */
  #whole(pen, { places, width }, wide, high, standings, child) {
    const { tree, step } = pen;
    const rows = tree.summary.plies + 1;
    const pace = Math.min(110, (high - 70) / Math.max(1, rows - 1));
    const left = (wide - width) / 2;
    const spot = (/** @type {number} */ node) => ({ node, x: left + places[node], y: 36 + tree.ply[node] * pace, w: CHIP * 0.8 });
    const now = new Map(standings.map((standing) => [standing.node, standing]));
    for (let node = tree.count - 1; node >= 0; node--) {
      const at = spot(node);
      if (node > 0) pen.edge(spot(tree.parent[node]), at, tree.best(tree.parent[node], step) === node, tree.enters(node) <= step);
      const ghosts = tree.notSeen(node);
      const children = tree.children(node);
      const isCut = tree.is(node, CUT) && children.every((each) => tree.returns(each) <= step);
      ghosts.forEach((name, index) => {
        const from = children[children.length - 1];
        const there = { node: -1, x: left + farthest(tree, places, from) + (index + 1) * SPACE, y: at.y + pace, w: 26 };
        pen.ghost(at, there, name, isCut);
      });
    }
    for (let node = 0; node < tree.count; node++) {
      const at = spot(node);
      pen.knot(at, now.get(node) ?? null, node === child);
      this.spots.push(at);
    }
  }

  /**
   * A row for each node on the way, with its children.
   * @param {Pen} pen @param {number} wide @param {number} high
   * @param {Standing[]} standings @param {number | null} child
   */
  #way(pen, wide, high, standings, child) {
    const { tree } = pen;
    const rows = standings.length + 1;
    const pace = Math.max(52, Math.min(92, (high - 60) / Math.max(rows - 1, 1)));
    // The rows that matter are those near the end; of what is above, nothing is shown by halves.
    const hidden = Math.max(0, Math.ceil((30 + (rows - 1) * pace + 30 - high) / pace));
    const shift = -hidden * pace;
    const gutter = this.#gutter(wide);
    const room = { left: gutter, right: wide - 12 };
    let parent = { node: 0, x: (room.left + room.right) / 2, y: 30 + shift, w: CHIP };
    /** @type {{at: typeof parent, standing: Standing}[]} */
    const onPath = [{ at: parent, standing: standings[0] }];
    for (let row = 0; row < standings.length; row++) {
      const { node } = standings[row];
      if (tree.is(node, LEAF)) break;
      const y = 30 + shift + (row + 1) * pace;
      const next = standings[row + 1]?.node ?? child ?? -1;
      const chosen = this.#row(pen, node, parent, y, room, next);
      if (standings[row + 1]) {
        parent = chosen ?? { ...parent, y };
        onPath.push({ at: parent, standing: standings[row + 1] });
      }
    }
    for (const { at, standing } of onPath) {
      if (at.y < 0) continue;
      pen.chip(at, true, null);
      pen.bounds(at, standing, gutter);
      this.spots.push(at);
    }
  }

  /** Room at the left for who moves, alpha and beta. @param {number} wide */
  #gutter(wide) {
    return wide < 500 ? 62 : 104;
  }

  /**
   * The children of a node; returns where the chosen one stands.
   * @param {Pen} pen @param {number} node @param {Spot} parent @param {number} y
   * @param {{left: number, right: number}} edges @param {number} chosen
   */
  #row(pen, node, parent, y, edges, chosen) {
    const { tree, step } = pen;
    const children = tree.children(node);
    const ghosts = tree.notSeen(node);
    const all = children.length + ghosts.length;
    const room = edges.right - edges.left;
    const width = Math.max(SMALLEST, Math.min(CHIP, room / all - GAP));
    const slot = width + (width < CHIP ? Math.max(2, GAP * (width / CHIP)) : GAP);
    const index = Math.max(0, children.indexOf(chosen));
    // Around the parent, within the edges; a row that does not fit is moved to show the chosen one.
    const length = all * slot;
    let left = parent.x - length / 2;
    left = length <= room ? Math.min(Math.max(left, edges.left), edges.right - length)
      : Math.min(edges.left, Math.max(edges.right - length, edges.left + room / 2 - (index + 0.5) * slot));
    const isCut = tree.is(node, CUT) && children.every((each) => tree.returns(each) <= step);
    /** @type {Spot | null} */
    let found = null;
    const best = tree.best(node, step);
    const spots = Array.from({ length: all }, (_, at) => ({ node: children[at] ?? -1, x: left + (at + 0.5) * slot, y, w: width }));
    const seen = spots.filter(({ x }) => x - width / 2 >= edges.left - 1 && x + width / 2 <= edges.right + 1);
    if (y < 0) return spots.find((spot) => spot.node === chosen) ?? null;
    for (const spot of seen) {
      if (parent.y < 0) break;
      if (spot.node >= 0) pen.edge(parent, spot, spot.node === best, tree.enters(spot.node) <= step);
      else pen.ghostEdge(parent, spot, isCut);
    }
    for (const spot of seen) {
      if (spot.node < 0) { pen.ghostChip(spot, ghosts[spots.indexOf(spot) - children.length], isCut); continue; }
      if (spot.node === chosen) found = spot;
      pen.chip(spot, spot.node === chosen, spot.node === best ? 'best' : null);
      this.spots.push(spot);
    }
    if (length > room) pen.more(left < edges.left - 1 ? '‹' : '', left + length > edges.right + 1 ? '›' : '', y, edges);
    return found;
  }
}

/** How things are drawn. */
class Pen {
  /** @param {CanvasRenderingContext2D} context @param {Tree} tree @param {number} step @param {Colours} colours */
  constructor(context, tree, step, colours) {
    this.context = context;
    this.tree = tree;
    this.step = step;
    this.colours = colours;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
  }

  /** @param {Spot} from @param {Spot} to @param {boolean} isBest @param {boolean} isSeen */
  edge(from, to, isBest, isSeen) {
    const { context, colours } = this;
    context.beginPath();
    context.moveTo(from.x, from.y + TALL / 2);
    context.lineTo(to.x, to.y - TALL / 2);
    context.strokeStyle = isBest ? colours.accent : colours.line;
    context.lineWidth = isBest ? 3 : 1.2;
    context.setLineDash(isSeen ? [] : [3, 4]);
    context.stroke();
    context.setLineDash([]);
  }

  /** @param {Spot} from @param {Spot} to @param {boolean} isCut */
  ghostEdge(from, to, isCut) {
    const { context, colours } = this;
    context.beginPath();
    context.moveTo(from.x, from.y + TALL / 2);
    context.lineTo(to.x, to.y - TALL / 2);
    context.strokeStyle = isCut ? colours.cut : colours.line;
    context.globalAlpha = isCut ? 0.6 : 0.5;
    context.lineWidth = 1.2;
    context.setLineDash([3, 4]);
    context.stroke();
    context.setLineDash([]);
    if (isCut) {
      // The stroke through it.
      const [x, y] = [from.x + (to.x - from.x) * 0.55, from.y + TALL / 2 + (to.y - from.y - TALL) * 0.55];
      context.globalAlpha = 1;
      context.lineWidth = 2;
      context.beginPath();
      context.moveTo(x - 5, y + 3);
      context.lineTo(x + 5, y - 3);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /** A move that was not looked at. @param {Spot} spot @param {string} name @param {boolean} isCut */
  ghostChip(spot, name, isCut) {
    const { context, colours } = this;
    this.#box(spot);
    context.globalAlpha = isCut ? 0.8 : 0.35;
    context.strokeStyle = isCut ? colours.cut : colours.line;
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    context.stroke();
    context.setLineDash([]);
    this.#text(name, spot.x, spot.y - 7, spot.w - 4, 11, colours.soft);
    this.#text(isCut ? 'cut' : '', spot.x, spot.y + 9, spot.w, 11, colours.cut);
    context.globalAlpha = 1;
  }

  /** @param {Spot} from @param {Spot} to @param {string} name @param {boolean} isCut */
  ghost(from, to, name, isCut) {
    this.ghostEdge(from, to, isCut);
    this.#text(name, to.x, to.y, to.w, 11, isCut ? this.colours.cut : this.colours.line);
  }

  /** @param {Spot} spot */
  #box(spot) {
    this.context.beginPath();
    this.context.roundRect(spot.x - spot.w / 2, spot.y - TALL / 2, spot.w, TALL, 8);
  }

  /** A node with its move and its value. @param {Spot} spot @param {boolean} isOnPath @param {string | null} mark */
  chip(spot, isOnPath, mark) {
    const { context, colours, tree, step } = this;
    const { node } = spot;
    const isSeen = tree.enters(node) <= step;
    const isDone = tree.returns(node) <= step || tree.is(node, LEAF);
    this.#box(spot);
    context.fillStyle = !isSeen ? colours.card : tree.is(node, MAXIMIZES) ? colours.firstPale : colours.secondPale;
    context.globalAlpha = isSeen ? 1 : 0.6;
    context.fill();
    context.lineWidth = isOnPath ? 3 : mark ? 2 : 1;
    context.strokeStyle = isOnPath ? colours.ink : mark ? colours.accent : colours.line;
    if (!isSeen) context.setLineDash([3, 3]);
    context.stroke();
    context.setLineDash([]);
    this.#text(tree.name(node), spot.x, spot.y - 8, spot.w - 6, 11, colours.soft);
    const value = isDone && isSeen ? told(tree.number(tree.value[node])) : isSeen ? this.#running(node) : '';
    this.#text(value, spot.x, spot.y + 8, spot.w - 6, 14, colours.ink, isDone);
    context.globalAlpha = 1;
  }

  /** What an open node stands at. @param {number} node */
  #running(node) {
    const { tree, step } = this;
    const [standing] = tree.standings([node], step);
    return told(standing.value);
  }

  /** Who moves at the node on the way, and its window, at the left of its row.
   *  @param {Spot} spot @param {Standing} standing @param {number} gutter */
  bounds(spot, standing, gutter) {
    const { alpha, beta, node } = standing;
    const who = this.tree.is(node, LEAF) ? 'leaf' : this.tree.is(node, MAXIMIZES) ? 'MAX' : 'MIN';
    const isPlain = this.tree.summary.algorithm === 'minimax';
    this.context.textAlign = 'left';
    this.#text(who, 12, spot.y - (isPlain ? 0 : 8), gutter - 16, 11, this.colours.soft);
    if (!isPlain) this.#text(`α ${told(alpha)}  β ${told(beta)}`, 12, spot.y + 8, gutter - 16, 12, this.colours.accent, true);
    this.context.textAlign = 'center';
  }

  /** A node of a small tree: a triangle up for MAX and down for MIN, a square for a leaf.
   *  @param {Spot} spot @param {Standing | null} standing @param {boolean} hasReturned */
  knot(spot, standing, hasReturned) {
    const { context, colours, tree, step } = this;
    const { node, x, y } = spot;
    const isSeen = tree.enters(node) <= step;
    const isDone = isSeen && (tree.returns(node) <= step || tree.is(node, LEAF));
    const [isLeaf, isMax] = [tree.is(node, LEAF), tree.is(node, MAXIMIZES)];
    context.beginPath();
    if (isLeaf) context.roundRect(x - 15, y - 15, 30, 30, 6);
    else if (isMax) { context.moveTo(x, y - 20); context.lineTo(x + 23, y + 18); context.lineTo(x - 23, y + 18); context.closePath(); }
    else { context.moveTo(x, y + 20); context.lineTo(x + 23, y - 18); context.lineTo(x - 23, y - 18); context.closePath(); }
    context.fillStyle = !isSeen ? colours.card : isLeaf ? colours.pale : isMax ? colours.firstPale : colours.secondPale;
    context.fill();
    const isHere = standing !== null;
    context.lineWidth = isHere || hasReturned ? 2.5 : 1.2;
    context.strokeStyle = isHere ? colours.ink : hasReturned ? colours.accent : colours.line;
    context.stroke();
    const value = !isSeen ? '' : isDone ? told(tree.number(tree.value[node])) : this.#running(node);
    this.#text(value, x, y + (isLeaf ? 0 : isMax ? 7 : -6), 34, 13, colours.ink, isDone);
    if (standing && tree.summary.algorithm !== 'minimax') {
      const { alpha, beta } = standing;
      this.#text(`α ${told(alpha)}  β ${told(beta)}`, x, y - 28, 120, 11, colours.accent, true);
    }
  }

  /** @param {string} left @param {string} right @param {number} y @param {{left: number, right: number}} edges */
  more(left, right, y, edges) {
    if (left) this.#text(left, edges.left - 5, y, 20, 20, this.colours.soft);
    if (right) this.#text(right, edges.right + 6, y, 20, 20, this.colours.soft);
  }

  /** @param {string} text @param {number} x @param {number} y @param {number} room @param {number} size @param {string} colour @param {boolean} [isBold] */
  #text(text, x, y, room, size, colour, isBold = false) {
    if (!text) return;
    this.context.font = `${isBold ? '600 ' : ''}${size}px ${FONT}`;
    this.context.fillStyle = colour;
    this.context.fillText(text, x, y, Math.max(8, room));
  }
}

/** Where a subtree ends at the right. @param {Tree} tree @param {number[]} places @param {number} from */
const farthest = (tree, places, from) => Math.max(...places.slice(from, from + tree.size[from]));

/** How far apart leaves stand. */
const SPACE = 40;

/**
 * The place of each node if the tree is small enough to be drawn as a whole.
 * @param {Tree} tree @param {number} wide
 */
function wholeLeaves(tree, wide) {
  if (tree.count > 120 || tree.loaded < tree.count || tree.summary.plies > 6) return null;
  /** @type {number[]} */
  const places = new Array(tree.count).fill(0);
  let next = 24;
  const place = (/** @type {number} */ node) => {
    const children = tree.children(node);
    if (!children.length) { places[node] = next; next += SPACE; return; }
    children.forEach(place);
    next += SPACE * tree.notSeen(node).length;
    const last = places[children[children.length - 1]];
    places[node] = (places[children[0]] + last + SPACE * tree.notSeen(node).length) / 2;
  };
  place(0);
  const width = next - SPACE + 24;
  return width <= wide ? { places, width } : null;
}
