// Seeing the search: which tree, where in it, and what happens there.

import * as api from '../api.js';
import { grouped, h, s, told } from '../dom.js';
import { LOOKS } from '../games/index.js';
import { Drawing } from '../play/drawing.js';
import { Tree } from './data.js';
import { Sketch } from './sketch.js';
import { Timeline } from './timeline.js';

/** @import { Catalogue, StepView, Summary } from '../types' */

const TEXTBOOK = 'textbook';
/** How many steps a second, slowest first. */
const SPEEDS = [1, 3, 10, 50, 300, 2000, 20000];

const ICONS = {
  first: 'M5 4v12M16 4 7 10l9 6Z',
  back: 'M14 4 5 10l9 6Z',
  play: 'M6 3l11 7-11 7Z',
  pause: 'M6 4v12M13 4v12',
  next: 'M6 4l9 6-9 6Z',
  cut: 'M4 5l12 8M4 15 16 7M4 5m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 15m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  last: 'M15 4v12M4 4l9 6-9 6Z',
};

/** @param {keyof typeof ICONS} name */
const icon = (name) => s('svg', { viewBox: '0 0 20 20', class: `icon icon-${name}`, 'aria-hidden': 'true' }, s('path', { d: ICONS[name] }));

/**
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {string | undefined} wanted
 * @returns {() => void} to be called when the view is left
 */
export function treeView(main, catalogue, wanted) {
  const view = new TreeView(catalogue, wanted ?? TEXTBOOK);
  main.replaceChildren(view.root);
  view.open();
  return () => view.close();
}

class TreeView {
  /** @param {Catalogue} catalogue @param {string} game */
  constructor(catalogue, game) {
    this.catalogue = catalogue;
    this.game = LOOKS[game] ? game : TEXTBOOK;
    this.work = new AbortController();
    /** @type {Tree | null} */
    this.tree = null;
    this.step = 0;
    this.isPlaying = false;
    this.isDirty = true;
    this.isOpen = true;
    /** The step whose details are shown, or asked for. */
    this.detailed = -1;
    this.isAsking = false;

    this.timeline = new Timeline((step) => this.visit(step));
    this.sketch = new Sketch((node) => { if (this.tree) this.visit(this.tree.enters(node)); });
    this.#controls();
    this.#panels();
    this.root = h('div', { class: 'tree' }, this.source,
      h('div', { class: 'drawing' }, this.timeline.canvas, this.steps, this.sketch.canvas, this.status),
      this.side);
    this.redraw = () => { this.isDirty = true; };
    addEventListener('resize', this.redraw);
    addEventListener('theme', this.redraw);
  }

  #controls() {
    const { games, textbook, limits } = this.catalogue;
    const choose = () => { location.hash = `#/tree/${this.select.value}`; };
    this.select = h('select', { change: choose, 'data-field': 'game' },
      h('option', { value: TEXTBOOK, selected: this.game === TEXTBOOK }, 'Textbook trees'),
      ...games.map(({ name, title }) => h('option', { value: name, selected: name === this.game }, title)));
    this.figure = h('select', { 'data-field': 'figure', change: () => { this.text.value = this.figure.value; this.search(); } },
      ...textbook.map(({ title, about, tree }) => h('option', { value: tree, title: about }, title)));
    this.algorithm = h('select', { 'data-field': 'algorithm', change: () => this.search() },
      h('option', { value: 'alpha-beta' }, 'alpha-beta'), h('option', { value: 'minimax' }, 'minimax'));
    this.depth = h('input', { type: 'number', min: 1, max: limits.depth, value: this.game === TEXTBOOK ? 9 : 4, 'data-field': 'depth', change: () => this.search() });
    this.text = h('textarea', { rows: 9, spellcheck: 'false', 'aria-label': 'Position', 'data-field': 'text' });
    this.error = h('p', { class: 'bad', role: 'alert' });
    const go = h('button', { type: 'button', class: 'main', 'data-tool': 'search', click: () => this.readAndSearch() }, 'Search');
    this.source = h('section', { class: 'card source' },
      h('label', {}, 'Game', this.select),
      this.game === TEXTBOOK ? h('label', {}, 'Figure', this.figure) : null,
      h('label', {}, 'Algorithm', this.algorithm),
      h('label', {}, 'Turns ahead', this.depth), go,
      h('details', {}, h('summary', {}, this.game === TEXTBOOK ? 'The tree as text' : 'The position as text: an input.txt will do'), this.text),
      this.error);

    const button = (/** @type {keyof typeof ICONS} */ name, /** @type {string} */ title, /** @type {() => void} */ click) =>
      h('button', { type: 'button', 'data-tool': name, title, 'aria-label': title, click }, icon(name));
    this.playButton = button('play', 'Play', () => this.play(!this.isPlaying));
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Step', input: () => this.visit(Number(this.slider.value)) });
    this.number = h('input', { type: 'number', min: 0, value: 0, 'aria-label': 'Step number', change: () => this.visit(Number(this.number.value)) });
    this.speed = h('select', { 'aria-label': 'Speed' }, ...SPEEDS.map((speed, at) => h('option', { value: speed, selected: at === 1 }, `${grouped(speed)} / s`)));
    this.steps = h('div', { class: 'steps' },
      button('first', 'To the beginning', () => this.visit(0)),
      button('back', 'One step back', () => this.visit(this.step - 1)),
      this.playButton,
      button('next', 'One step on', () => this.visit(this.step + 1)),
      button('cut', 'To the next cut', () => this.nextCut()),
      button('last', 'To the end', () => this.visit(Infinity)),
      this.slider, this.number, this.speed);
    this.status = h('p', { class: 'said', role: 'status' });
  }

  #panels() {
    this.words = h('p', { 'aria-live': 'polite' });
    this.window = h('div', { class: 'window' });
    this.logTitle = h('h2', {}, 'The traverse log');
    this.log = h('p', { class: 'log' });
    this.counts = h('div', { class: 'counts' });
    this.result = h('p', {});
    this.boards = h('div', { class: 'boards' });
    this.side = h('aside', { class: 'side' },
      h('section', { class: 'card happens' }, h('h2', {}, 'What happens'), this.words, this.window),
      h('section', { class: 'card' }, this.logTitle, this.log),
      h('section', { class: 'card' }, h('h2', {}, 'Nodes'), this.counts, this.result),
      h('section', { class: 'card', hidden: this.game === TEXTBOOK }, h('h2', {}, 'The way here'), this.boards));
  }

  async open() {
    const frame = (/** @type {number} */ now) => { if (this.isOpen) { this.#frame(now); requestAnimationFrame(frame); } };
    requestAnimationFrame(frame);
    try {
      if (this.game === TEXTBOOK) this.text.value = this.figure.value;
      else {
        const brought = JSON.parse(sessionStorage.getItem('tree') ?? 'null');
        this.text.value = brought?.game === this.game ? brought.text : (await api.start({ game: this.game })).position;
      }
    } catch (problem) { this.fail(problem); }
    if (this.isOpen) await this.search();
  }

  close() {
    this.isOpen = false;
    this.work.abort();
    removeEventListener('resize', this.redraw);
    removeEventListener('theme', this.redraw);
  }

  /** @param {unknown} problem */
  fail(problem) {
    this.error.textContent = problem instanceof Error ? problem.message : String(problem);
    this.root.dataset.state = 'failed';
  }

  /** Takes over what an `input.txt` says about how to search, and searches. */
  async readAndSearch() {
    if (this.game !== TEXTBOOK) {
      try {
        const meaning = await api.read(this.text.value);
        if (meaning.algorithm) this.algorithm.value = meaning.algorithm;
        if (meaning.depth) this.depth.value = String(meaning.depth);
        if (meaning.game !== this.game) {
          sessionStorage.setItem('tree', JSON.stringify({ game: meaning.game, text: this.text.value }));
          location.hash = `#/tree/${meaning.game}`;
          return;
        }
      } catch (problem) { this.fail(problem); return; }
    }
    await this.search();
  }

  async search() {
    this.work.abort();
    const { signal } = this.work = new AbortController();
    this.play(false);
    this.error.textContent = '';
    this.root.dataset.state = 'searching';
    this.status.textContent = 'Searching…';
    try {
      const begun = performance.now();
      const summary = await api.tree({
        game: this.game, position: this.text.value, algorithm: this.algorithm.value, depth: Number(this.depth.value),
      }, signal);
      const tree = new Tree(summary);
      this.tree = tree;
      this.timeline.show(tree);
      this.sketch.show(tree);
      this.#showCounts(summary);
      this.slider.max = this.number.max = String(summary.steps - 1);
      this.detailed = -1;
      this.visit(0);
      await tree.load(signal, () => { this.isDirty = true; });
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

  /** @param {Summary} summary */
  #showCounts({ algorithm, nodes, other, value, line, sides }) {
    const most = Math.max(nodes, other.nodes);
    const bar = (/** @type {number} */ count, /** @type {string} */ kind) => {
      const element = h('div', { class: `amount ${kind}` });
      element.style.width = `${(100 * count) / most}%`;
      return element;
    };
    this.counts.replaceChildren(
      h('span', {}, algorithm), bar(nodes, ''), h('output', { 'data-count': algorithm }, grouped(nodes)),
      h('span', {}, other.algorithm), bar(other.nodes, 'other'),
      h('output', { 'data-count': other.algorithm }, `${other.is_exact ? '' : 'over '}${grouped(other.nodes)}`));
    const [less, more] = nodes < other.nodes ? [nodes, other.nodes] : [other.nodes, nodes];
    const saved = less < more ? ` Pruning saves ${other.is_exact ? '' : 'more than '}${(100 * (1 - less / more)).toFixed(1)} %.` : '';
    const best = line.slice(0, 6).join(', ');
    this.result.textContent = `Value ${told(value)} for ${sides[0]}${best ? `, by ${best}${line.length > 6 ? '…' : ''}` : ''}.${saved}`;
  }

  /** @param {number} step */
  visit(step) {
    if (!this.tree) return;
    const most = this.tree.steps - 1;
    this.step = Math.min(most, Math.max(0, Math.round(step) || (step > most ? most : 0)));
    this.isDirty = true;
  }

  /** @param {boolean} isPlaying */
  play(isPlaying) {
    if (isPlaying && this.tree && this.step >= this.tree.steps - 1) this.visit(0);
    this.isPlaying = isPlaying;
    this.last = performance.now();
    this.playButton.replaceChildren(icon(isPlaying ? 'pause' : 'play'));
    this.playButton.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  }

  nextCut() {
    const tree = this.tree;
    if (!tree) return;
    // A node has been cut at the step before it returns.
    let found = Infinity;
    for (let node = 1; node < tree.loaded; node++) {
      const at = tree.returns(node) - 1;
      if ((tree.flags[node] & 2) && at > this.step && at < found) found = at;
      if (tree.enters(node) > found) break;
    }
    if (found < Infinity) this.visit(found);
  }

  /** @param {number} now */
  #frame(now) {
    if (this.isPlaying && this.tree) {
      const passed = ((now - (this.last ?? now)) / 1000) * Number(this.speed.value);
      if (passed >= 1) {
        this.visit(this.step + Math.floor(passed));
        this.last = now;
        if (this.step >= this.tree.steps - 1) this.play(false);
      }
    }
    if (!this.isDirty || !this.tree) return;
    this.isDirty = false;
    this.timeline.draw(this.step);
    this.sketch.draw(this.step);
    this.slider.value = String(this.step);
    if (document.activeElement !== this.number) this.number.value = String(this.step);
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
        this.#show(view);
      }
    } catch (problem) {
      // The server was restarted, or has forgotten: the same search gives the same tree.
      if (tree === this.tree && this.isOpen) {
        this.detailed = asked;
        await this.#searchAgain(tree);
      }
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

  /** @param {StepView} view */
  #show({ words, log, log_line: line, path }) {
    this.words.textContent = words;
    const { value, alpha, beta } = path[path.length - 1];
    const cell = (/** @type {string} */ name, /** @type {number | string} */ what) =>
      h('div', {}, h('b', {}, told(what)), h('span', {}, name));
    this.window.replaceChildren(cell('value', value), cell('alpha', alpha), cell('beta', beta));
    this.log.textContent = log;
    this.logTitle.textContent = `The traverse log, line ${grouped(line)}`;
    const look = LOOKS[this.game];
    if (look) this.boards.replaceChildren(...path.slice(-12).map(({ move, position }) => {
      const caption = h('figcaption', {}, move);
      const drawing = new Drawing(look, this.game);
      drawing.show(look.parse(position), false);
      return h('figure', {}, /** @type {any} */ (drawing.root), caption);
    }));
    this.boards.scrollTop = this.boards.scrollHeight;
    this.root.dataset.step = String(this.detailed);
  }
}
