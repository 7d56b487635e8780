// Seeing the search: which tree, where in it, and what happens there.

import * as api from '../api.js';
import { grouped, h } from '../dom.js';
import { Link } from '../link.js';
import { Stepper } from '../stepper.js';
import { CUT, Tree } from './data.js';
import { Panels } from './panels.js';
import { Sketch } from './sketch.js';
import { Source, TEXTBOOK } from './source.js';
import { Timeline } from './timeline.js';

/** @import { Catalogue } from '../types' */

/** How many steps a second, slowest first. */
const SPEEDS = [1, 3, 10, 50, 300, 2000, 20000];

/**
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {Link} link
 * @returns {() => void} to be called when the view is left
 */
export function treeView(main, catalogue, link) {
  const wanted = link.path[1];
  const isGame = catalogue.games.some(({ name }) => name === wanted);
  const view = new TreeView(catalogue, isGame ? wanted : TEXTBOOK, link);
  main.replaceChildren(view.root);
  view.open();
  return () => view.close();
}

class TreeView {
  /** @param {Catalogue} catalogue @param {string} game @param {Link} link */
  constructor(catalogue, game, link) {
    this.work = new AbortController();
    /** @type {Tree | null} */
    this.tree = null;
    this.step = 0;
    this.isDirty = true;
    this.isOpen = true;
    /** The step whose details are shown. */
    this.detailed = -1;
    this.isAsking = false;
    /** @type {number | undefined} */
    this.settles = undefined;

    this.source = new Source(catalogue, game, link, () => this.search());
    this.timeline = new Timeline((step) => this.visit(step));
    this.stepper = new Stepper((step) => this.visit(step), SPEEDS, 3, () => this.nextCut());
    this.sketch = new Sketch((node) => { if (this.tree) this.visit(this.tree.enters(node)); });
    this.panels = new Panels(game);
    this.source.root.querySelector('[data-tool="search"]')?.after(
      h('button', { type: 'button', 'data-tool': 'share', click: () => this.share() }, 'Share'));
    this.status = h('p', { class: 'said', role: 'status' });
    this.root = h('div', { class: 'view tree' }, this.source.root,
      h('div', { class: 'drawing' }, this.timeline.canvas, this.stepper.root, this.sketch.canvas, this.status),
      this.panels.root);
    this.redraw = () => { this.isDirty = true; };
    addEventListener('resize', this.redraw);
    addEventListener('theme', this.redraw);
  }

  async open() {
    const frame = (/** @type {number} */ now) => {
      if (!this.isOpen) return;
      requestAnimationFrame(frame);
      this.#frame(now);
    };
    requestAnimationFrame(frame);
    try {
      await this.source.fill();
      if (this.isOpen) await this.search();
    } catch (problem) { this.fail(problem); }
  }

  close() {
    this.isOpen = false;
    this.work.abort();
    removeEventListener('resize', this.redraw);
    removeEventListener('theme', this.redraw);
  }

  async share() {
    const { game, position, algorithm, depth } = this.source.wanted;
    const link = new Link(['tree', game]).with({ position, algorithm, depth, line: this.step + 2 });
    const { shareDialog } = await import('../share/dialog.js');
    shareDialog({ link, line: game === TEXTBOOK ? undefined : { game, position, moves: [] } });
  }

  /** @param {unknown} problem */
  fail(problem) {
    this.source.fail(problem);
    this.root.dataset.state = 'failed';
  }

  async search() {
    this.work.abort();
    const { signal } = this.work = new AbortController();
    this.source.error.textContent = '';
    this.root.dataset.state = 'searching';
    this.status.textContent = 'Searching…';
    try {
      const begun = performance.now();
      const summary = await api.tree(this.source.wanted, signal);
      const tree = this.tree = new Tree(summary);
      this.timeline.show(tree);
      this.sketch.show(tree);
      this.panels.compare(summary);
      this.stepper.begin(summary.steps);
      this.detailed = -1;
      this.visit(0);
      await tree.load(signal, this.redraw);
      this.status.textContent = `${grouped(summary.nodes)} nodes in ${Math.round(performance.now() - begun)} ms. `
        + 'Drag over the picture above to go through the search; the wheel zooms.';
      this.root.dataset.nodes = String(summary.nodes);
      this.root.dataset.state = 'ready';
    } catch (problem) {
      if (signal.aborted) return;
      this.status.textContent = '';
      this.fail(problem);
    }
  }

  /** @param {number} step */
  visit(step) {
    if (!this.tree || Number.isNaN(step)) return;
    this.step = Math.round(Math.min(this.tree.steps - 1, Math.max(0, step)));
    this.isDirty = true;
  }

  nextCut() {
    const tree = this.tree;
    if (!tree) return;
    // A node has been cut at the step before it returns.
    let found = Infinity;
    for (let node = 1; node < tree.loaded && tree.enters(node) <= found; node++) {
      const at = tree.returns(node) - 1;
      if (tree.is(node, CUT) && at > this.step && at < found) found = at;
    }
    if (found < Infinity) this.visit(found);
  }

  /** @param {number} now */
  #frame(now) {
    this.stepper.tick(now);
    if (!this.isDirty || !this.tree) return;
    this.isDirty = false;
    const shown = Math.min(this.step, this.tree.last);
    this.timeline.draw(shown);
    this.sketch.draw(shown);
    this.stepper.show(this.step);
    this.#detail();
  }

  /** Asks what happens at the step, one question at a time: only the last step matters. */
  async #detail() {
    const tree = this.tree;
    if (!tree || this.isAsking || this.detailed === this.step) return;
    this.isAsking = true;
    const asked = this.step;
    try {
      const view = await api.step(tree.summary.id, asked);
      if (tree === this.tree) {
        this.detailed = asked;
        this.panels.tell(view);
        this.root.dataset.step = String(asked);
        // Boards that are gone the next moment are not worth drawing.
        clearTimeout(this.settles);
        this.settles = setTimeout(() => this.panels.draw(view, this.work.signal).catch(() => {}), 80);
      }
    } catch (problem) {
      // The server was restarted, or has forgotten: the same search gives the same tree.
      this.detailed = asked;
      if (tree === this.tree && this.isOpen) await this.#searchAgain(tree);
    } finally {
      this.isAsking = false;
      if (this.detailed !== this.step) this.isDirty = true;
    }
  }

  /** @param {Tree} tree */
  async #searchAgain(tree) {
    try {
      const { game, algorithm, depth, position } = tree.summary;
      const again = await api.tree({ game, position, algorithm, depth }, this.work.signal);
      tree.summary.id = again.id;
      this.detailed = -1;
    } catch (problem) { if (!this.work.signal.aborted) this.fail(problem); }
  }
}
