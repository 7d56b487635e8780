// Seeing the search: which tree, where in it, and what happens there.

import * as api from '../api.js';
import { grouped, h } from '../dom.js';
import { Link } from '../link.js';
import { Stepper } from '../stepper.js';
import { TEXTBOOK } from './book.js';
import { Tree } from './data.js';
import { Panels } from './panels.js';
import { Sketch } from './sketch.js';
import { Source } from './source.js';
import { Timeline } from './timeline.js';

/** @import { Catalogue, StepView } from '../types' */

/** How many lines a second, slowest first. */
const SPEEDS = [1, 3, 10, 50, 300, 2000, 20000];

/** The first line of a log is its head. */
const FIRST_LINE = 2;

/** Whoever stays at a line for so many milliseconds wants to read. */
const A_STOP = 150;

/** Longer positions have no address. */
const LONGEST_POSITION = 20000;

/** What was seen last, for those who come back by the name of the view alone.
 *  @type {Link | null} */
let seen = null;

/**
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {Link} link
 * @returns {() => void} to be called when the view is left
 */
export function treeView(main, catalogue, link) {
  const shown = link.path.length === 1 && seen ? seen : link;
  const wanted = shown.path[1];
  const isGame = catalogue.games.some(({ name }) => name === wanted);
  const view = new TreeView(catalogue, isGame ? wanted : TEXTBOOK, shown);
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
    /** What was searched, as it was written. */
    this.position = '';
    this.step = 0;
    this.isDirty = true;
    this.isOpen = true;
    /** The line to begin with, until it is there. @type {number | null} */
    this.wanted = link.number('line');
    this.isPlaced = false;
    /** The step whose details are shown, and these. */
    this.detailed = -1;
    /** @type {StepView | null} */
    this.view = null;
    this.isAsking = false;
    this.wasPlaying = false;
    /** @type {number | undefined} */
    this.stops = undefined;

    this.redraw = () => { this.isDirty = true; };
    this.source = new Source(catalogue, game, link, () => { this.wanted = null; this.search(); }, (problem) => this.fail(problem));
    this.timeline = new Timeline((step) => this.visit(step), this.redraw);
    this.stepper = new Stepper((step) => this.visit(step), { unit: 'line', first: FIRST_LINE, speeds: SPEEDS, usual: 3, nextCut: () => this.toCut() });
    this.sketch = new Sketch((node) => { if (this.tree) this.visit(this.tree.enters(node)); });
    this.panels = new Panels(game);
    this.source.root.querySelector('[data-tool="search"]')?.after(
      h('button', { type: 'button', 'data-tool': 'share', click: () => this.share() }, 'Share'));
    this.status = h('p', { class: 'hint' });
    this.heard = h('p', { class: 'unseen', role: 'status' });
    this.root = h('div', { class: 'view tree' }, h('h1', { class: 'unseen' }, 'See the search'), this.source.root,
      h('div', { class: 'drawing' }, this.timeline.canvas, this.timeline.legend, this.stepper.root, this.sketch.canvas, this.status, this.heard),
      this.panels.root);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    addEventListener('keydown', this.keys);
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
    seen = this.#link() ?? seen;
    this.work.abort();
    clearTimeout(this.stops);
    removeEventListener('keydown', this.keys);
    removeEventListener('resize', this.redraw);
    removeEventListener('theme', this.redraw);
  }

  async share() {
    const link = this.#link();
    if (!link || !this.tree) return;
    const { game } = this.tree.summary;
    const { shareDialog } = await import('../share/dialog.js');
    shareDialog({ link, line: game === TEXTBOOK ? undefined : { game, position: this.position, moves: [] } });
  }

  /** Says why there is no tree; nothing of the one before stays. @param {unknown} problem */
  fail(problem) {
    this.work.abort();
    clearTimeout(this.stops);
    this.#take(null);
    this.status.textContent = this.heard.textContent = '';
    this.source.fail(problem);
    this.root.dataset.state = 'failed';
    delete this.root.dataset.nodes;
    delete this.root.dataset.line;
  }

  /** Shows another tree, or none. @param {Tree | null} tree */
  #take(tree) {
    this.tree = tree;
    this.timeline.show(tree);
    this.sketch.show(tree);
    this.detailed = -1;
    this.view = null;
    this.step = 0;
    this.isDirty = true;
  }

  async search() {
    this.work.abort();
    const { signal } = this.work = new AbortController();
    this.source.error.textContent = '';
    this.root.dataset.state = 'searching';
    this.status.textContent = 'Searching…';
    try {
      const begun = performance.now();
      const { wanted } = this.source;
      const summary = await api.tree(wanted, signal);
      this.position = wanted.position;
      const tree = new Tree(summary);
      this.source.tellFigure();
      this.panels.begin(summary);
      this.stepper.begin(summary.steps);
      this.#take(tree);
      this.isPlaced = false;
      await tree.load(signal, () => this.#more(tree));
      this.#tellOpened(tree, performance.now() - begun);
      this.root.dataset.nodes = String(summary.nodes);
      this.root.dataset.state = 'ready';
    } catch (problem) {
      if (!signal.aborted) this.fail(problem);
    }
  }

  /** More nodes are here. @param {Tree} tree */
  #more(tree) {
    this.isDirty = true;
    if (this.isPlaced) return;
    // Where the link leads; otherwise to something to see: the first cut, or how it ends.
    const cut = tree.cut(-1);
    if (this.wanted !== null) this.visit(this.wanted - FIRST_LINE);
    else if (cut >= 0) this.visit(cut);
    else if (tree.loaded === tree.count) this.visit(Infinity);
  }

  /** @param {Tree} tree @param {number} ms */
  #tellOpened(tree, ms) {
    const where = this.step === tree.cut(-1) ? 'You see the first cut. '
      : this.step === tree.steps - 1 ? 'You see the end of the search. ' : '';
    this.status.textContent = `${where}${grouped(tree.count)} nodes in ${Math.round(ms)} ms. `
      + 'Keys: arrows go line by line, Home and End to the ends, C to the next cut, Space plays. Click a node to go there.';
  }

  /** @param {number} step */
  visit(step) {
    if (!this.tree || Number.isNaN(step)) return;
    this.isPlaced = true;
    this.step = Math.round(Math.min(this.tree.steps - 1, Math.max(0, step)));
    this.isDirty = true;
  }

  /** To the next cut, or the one before. @param {boolean} [isBack] */
  toCut(isBack) {
    const found = this.tree?.cut(this.step, isBack) ?? -1;
    if (found >= 0) this.visit(found);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.tree) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input, select, textarea, dialog')) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.visit(this.step - 1), ArrowRight: () => this.visit(this.step + 1),
      Home: () => this.visit(0), End: () => this.visit(Infinity),
      ' ': () => this.stepper.play(!this.stepper.isPlaying),
      c: () => this.toCut(), C: () => this.toCut(true),
      '+': () => this.timeline.zoom(0.5), '-': () => this.timeline.zoom(2),
    };
    // A button that has the focus is pressed by the space bar.
    if (!keys[event.key] || (event.key === ' ' && target.closest('button, a, summary'))) return;
    event.preventDefault();
    keys[event.key]();
  }

  /** @param {number} now */
  #frame(now) {
    this.stepper.tick(now);
    const { isPlaying } = this.stepper;
    // What was passed over while the film ran is told where it stops.
    if (this.wasPlaying && !isPlaying) this.#stay();
    this.wasPlaying = isPlaying;
    if (!this.isDirty) return;
    this.isDirty = false;
    const { tree } = this;
    const shown = Math.min(this.step, tree?.last ?? 0);
    const view = this.detailed === shown ? this.view : null;
    this.timeline.draw(shown);
    this.sketch.draw(shown, view);
    this.stepper.show(this.step);
    if (!tree?.loaded) return;
    this.panels.follow(tree, shown, view);
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
        this.view = view;
        this.panels.tell(view);
        this.root.dataset.line = String(view.log_line);
        this.#stay();
      }
    } catch (problem) {
      // The server was restarted, or has forgotten: the same search gives the same tree.
      this.detailed = asked;
      if (tree === this.tree && this.isOpen) await this.#searchAgain(tree);
    } finally {
      this.isAsking = false;
      this.isDirty = true;
    }
  }

  /** Whoever stays gets the boards, an address, and hears what is written. */
  #stay() {
    clearTimeout(this.stops);
    this.stops = setTimeout(() => {
      const { tree, view } = this;
      if (!tree || !view || this.detailed !== this.step || !this.isOpen) return;
      this.panels.draw(view, this.work.signal).catch(() => {});
      if (this.stepper.isPlaying) return;
      this.heard.textContent = `Line ${view.log_line}. ${view.words}`;
      this.#describe(tree, view);
      // Whoever loads the page again, or comes back, sees the same.
      if (this.position.length <= LONGEST_POSITION) this.#link()?.stay();
    }, A_STOP);
  }

  /** The picture in words. @param {Tree} tree @param {StepView} view */
  #describe(tree, { node, path }) {
    const { value, alpha, beta } = path[path.length - 1];
    const window = tree.summary.algorithm === 'minimax' ? '' : `, alpha ${alpha}, beta ${beta}`;
    this.sketch.canvas.setAttribute('aria-label', `The tree at ${tree.called(node)}: ${tree.role(node)}, value ${value}${window}.`);
  }

  /** To what is seen. */
  #link() {
    if (!this.tree) return null;
    const { game, algorithm, depth } = this.tree.summary;
    return new Link(['tree', game]).with({ position: this.position, algorithm, depth, line: this.step + FIRST_LINE });
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
