// The tree as it is drawn in textbooks: all of it if it is small, and otherwise the way to where the
// search is, with everything beside that way.

import { h, told } from '../dom.js';
import { colours, fit } from './colours.js';
import { LEAF, MAXIMIZES } from './data.js';
import { layout } from './layout.js';

/** @import { Tree, Standing } from './data.js' */
/** @import { Colours } from './colours.js' */
/** @import { Place } from './layout.js' */
/** @import { StepView } from '../types' */

const CHIP = 60;
const TALL = 40;
const GAP = 8;
/** Of a row that does not fit, at least so much is kept of each chip. */
const SMALLEST = 34;
/** What is not in sight of the search yet, or never will be, stands back. */
const FAINT = 0.5;
const FONT = 'system-ui, "DejaVu Sans", sans-serif';

/** @typedef {{node: number, x: number, y: number, w: number}} Spot */

export class Sketch {
  /** @param {(node: number) => void} visit */
  constructor(visit) {
    this.canvas = h('canvas', { class: 'sketch', role: 'img', tabindex: 0, 'aria-label': 'The tree' });
    /** @type {Tree | null} */
    this.tree = null;
    /** @type {Spot[]} */
    this.spots = [];
    /** Where all nodes stand, and for which tree and width that is.
     *  @type {{of: string, all: ReturnType<typeof layout>}} */
    this.layout = { of: '', all: null };
    this.canvas.addEventListener('click', (event) => {
      const box = this.canvas.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      const hit = this.spots.find((spot) => Math.abs(spot.x - x) <= spot.w / 2 && Math.abs(spot.y - y) <= TALL / 2 + 4);
      if (hit) visit(hit.node);
    });
  }

  /** @param {Tree | null} tree */
  show(tree) {
    this.tree = tree;
    this.spots = [];
  }

  /** @param {number} step @param {StepView | null} [view] what is said about it, if that is known */
  draw(step, view = null) {
    const { context, wide, high } = fit(this.canvas);
    context.clearRect(0, 0, wide, high);
    const tree = this.tree;
    if (!tree || !tree.loaded) return;
    this.spots = [];
    const { child } = tree.moment(step);
    const standings = tree.way(step);
    const pen = new Pen(context, tree, step, colours(), view);
    const of = `${tree.summary.id} ${tree.loaded} ${wide}`;
    if (this.layout.of !== of) this.layout = { of, all: layout(tree, wide) };
    if (this.layout.all) this.#whole(pen, this.layout.all, high, standings);
    else this.#way(pen, wide, high, standings, child);
    if (view) this.#pointOut(pen, view, standings);
  }

  /** The nodes that the words name, and where the bound of a cut comes from. @param {Pen} pen @param {StepView} view @param {Standing[]} standings */
  #pointOut(pen, { named, bound }, standings) {
    const spot = (/** @type {number} */ node) => this.spots.find((each) => each.node === node);
    for (const node of named) {
      const at = spot(node);
      if (at) pen.ring(at, node === bound);
    }
    const [from, to] = [spot(bound ?? -1), spot(standings[standings.length - 1].node)];
    if (from && to) pen.arc(from, to);
  }

  /**
   * All nodes, and the moves that were not looked at.
   * @param {Pen} pen @param {NonNullable<ReturnType<typeof layout>>} layout @param {number} high @param {Standing[]} standings
   */
  #whole(pen, { places, space }, high, standings) {
    const { tree, step } = pen;
    const rows = Math.max(...places.map(({ ply }) => ply));
    const pace = Math.min(150, (high - 90) / Math.max(1, rows));
    const spot = (/** @type {Place} */ { node, x, ply }) => ({ node, x, y: 42 + ply * pace, w: Math.min(46, space) });
    const now = new Map(standings.map((standing) => [standing.node, standing]));
    for (const place of places) {
      if (!place.above) continue;
      const [from, to] = [spot(place.above), spot(place)];
      const above = place.above.node;
      if (place.node < 0) pen.ghostEdge(from, to, above >= 0 && tree.isCut(above, step));
      else pen.edge(from, to, tree.best(above, step) === place.node, tree.enters(place.node) <= step);
    }
    for (const place of places) {
      const at = spot(place);
      if (place.node < 0) pen.ghostKnot(at, place);
      else {
        pen.knot(at, place, now.get(place.node) ?? null);
        this.spots.push(at);
      }
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
    const isCut = tree.isCut(node, step);
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
      if (spot.node < 0) { pen.ghostChip(spot, node, ghosts[spots.indexOf(spot) - children.length], isCut); continue; }
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
  /** @param {CanvasRenderingContext2D} context @param {Tree} tree @param {number} step @param {Colours} colours @param {StepView | null} view */
  constructor(context, tree, step, colours, view) {
    this.context = context;
    /** The node that a known bound cuts. */
    this.cut = view && view.bound !== null ? view.node : -1;
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
    context.strokeStyle = isBest ? colours.accent : colours.soft;
    context.globalAlpha = isBest ? 1 : FAINT;
    context.lineWidth = isBest ? 3 : 1.2;
    context.setLineDash(isSeen ? [] : [3, 4]);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  /** @param {Spot} from @param {Spot} to @param {boolean} isCut */
  ghostEdge(from, to, isCut) {
    const { context, colours } = this;
    context.beginPath();
    context.moveTo(from.x, from.y + TALL / 2);
    context.lineTo(to.x, to.y - TALL / 2);
    context.strokeStyle = isCut ? colours.cut : colours.soft;
    context.globalAlpha = isCut ? 0.7 : FAINT;
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

  /** A move that was not looked at. @param {Spot} spot @param {number} above @param {string} move @param {boolean} isCut */
  ghostChip(spot, above, move, isCut) {
    const { context, colours } = this;
    this.#box(spot);
    context.strokeStyle = isCut ? colours.cut : colours.soft;
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    context.stroke();
    context.setLineDash([]);
    const worth = this.tree.written(above, move);
    this.#text(move, spot.x, spot.y - 7, spot.w - 4, 11, colours.soft);
    this.#text(typeof worth === 'number' ? told(worth) : isCut ? 'cut' : '', spot.x, spot.y + 9, spot.w, 12, isCut ? colours.cut : colours.soft);
  }

  /** A node of a small tree that was not looked at, as the book has it. @param {Spot} spot @param {Place} place */
  ghostKnot(spot, place) {
    const { context, colours } = this;
    const { x, y } = spot;
    this.#shape(spot, place);
    context.fillStyle = colours.card;
    context.fill();
    context.strokeStyle = colours.soft;
    context.globalAlpha = FAINT;
    context.lineWidth = 1.2;
    context.setLineDash([3, 3]);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
    this.#text(place.worth, x, y, spot.w - 6, 13, colours.soft);
    this.#label(spot, place);
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
    context.strokeStyle = isOnPath ? colours.ink : mark ? colours.accent : colours.soft;
    if (!isSeen) context.setLineDash([3, 3]);
    context.stroke();
    context.setLineDash([]);
    this.#text(tree.name(node), spot.x, spot.y - 8, spot.w - 6, 11, isSeen ? colours.ink : colours.soft);
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
    const isPlain = this.tree.summary.algorithm === 'minimax';
    const isNarrow = gutter < 100;
    this.context.textAlign = 'left';
    this.#text(this.tree.role(standing.node), 10, spot.y - (isPlain ? 0 : isNarrow ? 14 : 8), gutter - 14, 11, this.colours.soft);
    if (!isPlain) this.#window(standing, 10, spot.y + (isNarrow ? 0 : 8), gutter - 14, isNarrow);
    this.context.textAlign = 'center';
  }

  /** A triangle up for MAX and down for MIN, a square for a leaf. @param {Spot} spot @param {Place} place */
  #shape({ x, y, w }, { isLeaf, isMax }) {
    const { context } = this;
    const half = w / 2;
    context.beginPath();
    if (isLeaf) context.roundRect(x - Math.min(15, half - 1), y - 15, Math.min(30, w - 2), 30, 6);
    else if (isMax) { context.moveTo(x, y - 20); context.lineTo(x + half, y + 18); context.lineTo(x - half, y + 18); context.closePath(); }
    else { context.moveTo(x, y + 20); context.lineTo(x + half, y - 18); context.lineTo(x - half, y - 18); context.closePath(); }
  }

  /** The name of a node of a small tree: under a leaf, beside the others. @param {Spot} spot @param {Place} place */
  #label({ x, y, w }, { isLeaf, isMax, name }) {
    const { context, colours } = this;
    if (isLeaf) { this.#text(name, x, y + 31, w + 4, 11, colours.soft); return; }
    context.textAlign = 'left';
    this.#text(name, x + w / 3, y + (isMax ? -10 : 12), 60, 11, colours.soft);
    context.textAlign = 'center';
  }

  /** A node of a small tree. @param {Spot} spot @param {Place} place @param {Standing | null} standing */
  knot(spot, place, standing) {
    const { context, colours, tree, step } = this;
    const { node, x, y } = spot;
    const { isLeaf, isMax } = place;
    const isSeen = tree.enters(node) <= step;
    const isDone = isSeen && (tree.returns(node) <= step || isLeaf);
    this.#shape(spot, place);
    context.fillStyle = !isSeen ? colours.card : isLeaf ? colours.pale : isMax ? colours.firstPale : colours.secondPale;
    context.fill();
    context.lineWidth = standing ? 2.5 : 1.2;
    context.strokeStyle = standing ? colours.ink : colours.soft;
    context.globalAlpha = standing ? 1 : FAINT;
    context.stroke();
    context.globalAlpha = 1;
    const value = !isSeen ? place.worth : isDone ? told(tree.number(tree.value[node])) : this.#running(node);
    this.#text(value, x, y + (isLeaf ? 0 : isMax ? 7 : -6), spot.w - 8, 13, isSeen ? colours.ink : colours.soft, isDone);
    this.#label(spot, place);
    if (standing && tree.summary.algorithm !== 'minimax') this.#window(standing, x, y - 29, 120);
  }

  /** Alpha and beta, the one that cuts in another colour.
   *  @param {Standing} standing @param {number} x @param {number} y @param {number} room @param {boolean} [isStacked] one below the other */
  #window({ node, alpha, beta }, x, y, room, isStacked = false) {
    const { context, colours } = this;
    const strong = node !== this.cut ? -1 : this.tree.is(node, MAXIMIZES) ? 1 : 0;
    const parts = [`α ${told(alpha)}`, `β ${told(beta)}`];
    context.font = `600 11px ${FONT}`;
    const widths = parts.map((part) => Math.min(room, context.measureText(part).width));
    const isLeft = context.textAlign === 'left';
    const left = isLeft ? x : x - (widths[0] + widths[1] + GAP) / 2;
    context.textAlign = 'left';
    parts.forEach((part, index) => {
      const at = isStacked || index === 0 ? [left, y + 13 * index] : [left + widths[0] + GAP, y];
      if (index === strong) {
        context.fillStyle = colours.cut;
        context.fillRect(at[0], at[1] + 6, widths[index], 2);
      }
      this.#text(part, at[0], at[1], room, 11, index === strong ? colours.cut : colours.accent, true);
    });
    if (!isLeft) context.textAlign = 'center';
  }

  /** Around a node that the words name. @param {Spot} spot @param {boolean} isBound */
  ring({ x, y, w }, isBound) {
    const { context, colours } = this;
    context.beginPath();
    context.roundRect(x - w / 2 - 4, y - TALL / 2 - 3, w + 8, TALL + 6, 12);
    context.strokeStyle = isBound ? colours.cut : colours.accent;
    context.lineWidth = 2;
    context.stroke();
  }

  /** From the node that gave a bound to the one that it cuts, behind all that is drawn. @param {Spot} from @param {Spot} to */
  arc(from, to) {
    const { context, colours } = this;
    const middle = (from.x + to.x) / 2;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.bezierCurveTo(middle, from.y, middle, to.y, to.x, to.y);
    context.globalCompositeOperation = 'destination-over';
    context.strokeStyle = colours.cut;
    context.lineWidth = 2;
    context.setLineDash([2, 4]);
    context.stroke();
    context.setLineDash([]);
    context.globalCompositeOperation = 'source-over';
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
