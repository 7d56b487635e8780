// The whole tree at a glance: a column a moment, a row a ply, every node as wide as its subtree. It
// is drawn once; a look at another step only moves the line.

import { h } from '../dom.js';
import { colours, fit, ramp } from './colours.js';
import { CUT } from './data.js';

/** @import { Tree } from './data.js' */

export class Timeline {
  /** @param {(step: number) => void} visit */
  constructor(visit) {
    this.canvas = h('canvas', { class: 'timeline', 'aria-hidden': 'true' });
    this.picture = document.createElement('canvas');
    /** @type {Tree | null} */
    this.tree = null;
    /** Which nodes are shown: from the first up to the second. */
    this.range = [0, 1];
    this.drawn = '';
    const at = (/** @type {PointerEvent | WheelEvent} */ event) => {
      const box = this.canvas.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
      return this.range[0] + share * (this.range[1] - this.range[0]);
    };
    const go = (/** @type {PointerEvent} */ event) => {
      if (!this.tree || !this.tree.loaded) return;
      const place = at(event);
      const node = Math.min(this.tree.loaded - 1, Math.max(0, Math.floor(place)));
      // Between two nodes lie the returns.
      const [first, next] = [this.tree.enters(node), node + 1 < this.tree.loaded ? this.tree.enters(node + 1) : this.tree.steps];
      visit(Math.min(next - 1, first + Math.floor((place - node) * (next - first))));
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    this.canvas.addEventListener('pointermove', (event) => {
      if (this.canvas.hasPointerCapture(event.pointerId)) go(event);
    });
    this.canvas.addEventListener('wheel', (event) => {
      if (!this.tree) return;
      event.preventDefault();
      const centre = at(event);
      const factor = Math.exp(Math.sign(event.deltaY) * 0.25);
      const span = Math.min(this.tree.count, Math.max(20, (this.range[1] - this.range[0]) * factor));
      const share = (centre - this.range[0]) / (this.range[1] - this.range[0]);
      const from = Math.min(this.tree.count - span, Math.max(0, centre - share * span));
      this.range = [from, from + span];
      this.draw(this.step);
    }, { passive: false });
    this.canvas.addEventListener('dblclick', () => {
      if (this.tree) this.range = [0, this.tree.count];
      this.draw(this.step);
    });
    this.step = 0;
  }

  /** @param {Tree} tree */
  show(tree) {
    this.tree = tree;
    this.range = [0, tree.count];
    this.drawn = '';
  }

  /** @param {number} step */
  draw(step) {
    this.step = step;
    const tree = this.tree;
    const { context, wide, high } = fit(this.canvas);
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
    context.clearRect(0, 0, wide, high);
    context.drawImage(this.picture, 0, 0, wide, high);
    context.globalAlpha = 1;
    // What is behind us is in full colour.
    const [from, to] = this.range;
    const { node } = last(tree, step);
    const x = (wide * (node + 1 - from)) / (to - from);
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
  let [entered, beyond] = [0, tree.loaded];
  while (entered + 1 < beyond) {
    const middle = (entered + beyond) >> 1;
    if (tree.enters(middle) <= step) entered = middle;
    else beyond = middle;
  }
  return { node: entered };
}
