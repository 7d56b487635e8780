// The whole tree at a glance: a column a moment, a row a ply, every node as wide as its subtree. It
// is drawn once; a look at another step only moves the line.

import { grouped, h } from '../dom.js';
import { colours, fit, ramp } from './colours.js';
import { CUT } from './data.js';

/** @import { Tree } from './data.js' */

/** At least so many nodes are shown. */
const CLOSEST = 20;

export class Timeline {
  /** @param {(step: number) => void} visit @param {() => void} redraw */
  constructor(visit, redraw) {
    this.canvas = h('canvas', { class: 'timeline', 'aria-hidden': 'true' });
    this.picture = document.createElement('canvas');
    this.redraw = redraw;
    /** @type {Tree | null} */
    this.tree = null;
    /** Which nodes are shown: from the first up to the second. */
    this.range = [0, 1];
    this.drawn = '';
    this.sides = [h('span'), h('span')];
    this.sight = h('span', { 'data-field': 'sight' });
    const zoom = (/** @type {string} */ sign, /** @type {string} */ title, /** @type {() => void} */ click) =>
      h('button', { type: 'button', title, 'aria-label': title, click }, sign);
    this.legend = h('div', { class: 'legend hint' },
      h('span', {}, h('i', { class: 'swatch first' }), this.sides[0]),
      h('span', {}, h('i', { class: 'swatch second' }), this.sides[1]),
      h('span', {}, h('i', { class: 'swatch edge' }), 'cut'),
      h('span', {}, this.sight,
        zoom('−', 'Zoom out', () => this.zoom(2)), zoom('+', 'Zoom in', () => this.zoom(0.5)),
        zoom('All', 'Show all', () => this.zoom(Infinity))),
      h('span', {}, 'Time runs to the right, a row is a ply, a node is as wide as its subtree. Drag over it; zoom by wheel or two fingers.'));
    /** Where fingers are. @type {Map<number, number>} */
    this.fingers = new Map();
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, event.clientX);
      if (this.fingers.size === 1) this.#go(event.clientX, visit);
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (!this.fingers.has(event.pointerId)) return;
      const before = this.#spread();
      this.fingers.set(event.pointerId, event.clientX);
      if (this.fingers.size === 1) this.#go(event.clientX, visit);
      else if (this.fingers.size === 2) this.#pinch(before);
    });
    for (const end of ['pointerup', 'pointercancel']) {
      this.canvas.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    this.canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(Math.sign(event.deltaY) * 0.25), this.#at(event.clientX));
    }, { passive: false });
    this.canvas.addEventListener('dblclick', () => this.zoom(Infinity));
    this.step = 0;
  }

  /** Which node is at a place of the screen. @param {number} x */
  #at(x) {
    const box = this.canvas.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (x - box.left) / box.width));
    return this.range[0] + share * (this.range[1] - this.range[0]);
  }

  /** @param {number} x @param {(step: number) => void} visit */
  #go(x, visit) {
    if (!this.tree || !this.tree.loaded) return;
    const place = this.#at(x);
    const node = Math.min(this.tree.loaded - 1, Math.max(0, Math.floor(place)));
    // Between two nodes lie the returns.
    const [first, next] = [this.tree.enters(node), node + 1 < this.tree.loaded ? this.tree.enters(node + 1) : this.tree.steps];
    visit(Math.min(next - 1, first + Math.floor((place - node) * (next - first))));
  }

  /** The middle of two fingers, and how far they are apart. */
  #spread() {
    const [one, two = one] = this.fingers.values();
    return { middle: (one + two) / 2, apart: Math.max(20, Math.abs(one - two)) };
  }

  /** @param {{middle: number, apart: number}} before */
  #pinch(before) {
    const now = this.#spread();
    this.zoom(before.apart / now.apart, this.#at(now.middle));
    const [from, to] = this.range;
    this.#see(from + (this.#at(before.middle) - this.#at(now.middle)), to - from);
  }

  /** Shows more nodes by a factor, or fewer, around one. @param {number} factor @param {number} [centre] where the search is, if it is in sight */
  zoom(factor, centre) {
    if (!this.tree) return;
    const [from, to] = this.range;
    const here = last(this.tree, this.step);
    const middle = centre ?? (here >= from && here <= to ? here : (from + to) / 2);
    const span = Math.min(this.tree.count, Math.max(CLOSEST, (to - from) * factor));
    this.#see(middle - ((middle - from) / (to - from)) * span, span);
  }

  /** @param {number} from @param {number} span */
  #see(from, span) {
    const count = this.tree?.count ?? 1;
    const first = Math.max(0, Math.min(count - span, from));
    this.range = [first, first + span];
    this.sight.textContent = span < count ? `nodes ${grouped(Math.floor(first) + 1)} to ${grouped(Math.ceil(first + span))}` : 'all nodes';
    this.redraw();
  }

  /** @param {Tree | null} tree */
  show(tree) {
    this.tree = tree;
    this.#see(0, tree?.count ?? 1);
    this.drawn = '';
    this.sides.forEach((side, at) => { side.textContent = tree ? `good for ${tree.summary.sides[at]}` : ''; });
  }

  /** @param {number} step */
  draw(step) {
    this.step = step;
    const tree = this.tree;
    const { context, wide, high } = fit(this.canvas);
    context.clearRect(0, 0, wide, high);
    // Without a size it is not seen, as while the page is being left.
    if (!tree || wide === 0 || high === 0) return;
    const look = document.documentElement.dataset.theme;
    const wanted = `${wide} ${high} ${tree.loaded} ${this.range} ${look} ${tree.summary.id}`;
    const palette = colours();
    if (wanted !== this.drawn) {
      this.#paint(tree, palette);
      this.drawn = wanted;
    }
    context.globalAlpha = 0.35;
    context.drawImage(this.picture, 0, 0, wide, high);
    context.globalAlpha = 1;
    // What is behind us is in full colour.
    const [from, to] = this.range;
    const x = (wide * (last(tree, step) + 1 - from)) / (to - from);
    if (x > 0) {
      const ratio = this.picture.width / wide;
      const part = Math.min(x, wide);
      context.drawImage(this.picture, 0, 0, part * ratio, this.picture.height, 0, 0, part, high);
      context.fillStyle = palette.ink;
      context.fillRect(Math.min(x, wide - 1) - 1, 0, 2, high);
    }
  }

  /** @param {Tree} tree @param {import('./colours.js').Colours} palette */
  #paint(tree, palette) {
    this.picture.width = this.canvas.width;
    this.picture.height = this.canvas.height;
    const context = /** @type {CanvasRenderingContext2D} */ (this.picture.getContext('2d'));
    const [wide, high] = [this.picture.width, this.picture.height];
    const [from, to] = this.range;
    const rows = tree.summary.plies + 1;
    const tall = high / rows;
    const scale = wide / (to - from);
    const shades = ramp([palette.second, palette.page, palette.first]);
    const reach = Math.max(1, Math.abs(tree.least), Math.abs(tree.most));
    // A node that is not seen at this size hides all that is below it.
    let node = 0;
    while (node < tree.loaded) {
      const end = node + tree.size[node];
      const [x, width] = [(node - from) * scale, (end - node) * scale];
      if (x + width < 0 || (width < 0.6 && node > 0)) { node = end; continue; }
      if (x > wide) break;
      const y = tree.ply[node] * tall;
      const value = tree.number(tree.value[node]);
      const shade = Math.max(-1, Math.min(1, value / reach));
      context.fillStyle = shades[Math.round(16 + 16 * shade)];
      context.fillRect(x, y, Math.max(0.6, width - Math.min(1, width * 0.15)), tall - Math.min(1.5, tall * 0.15));
      if (tree.is(node, CUT) && width > 2) {
        context.fillStyle = palette.cut;
        context.fillRect(x + Math.max(0, width - 3), y, Math.min(2, width), tall - 1);
      }
      node += 1;
    }
  }
}

/** The node that was entered last. @param {Tree} tree @param {number} step */
function last(tree, step) {
  const { node, child } = tree.moment(step);
  return child === null ? node : Math.min(tree.loaded, child + tree.size[child]) - 1;
}
