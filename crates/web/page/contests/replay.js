// One game, move by move; also while it is being played.

import * as api from '../api.js';
import { Drawing } from '../board/drawing.js';
import { entitle, h, reveal, s } from '../dom.js';
import { playOn, seeSearch } from '../play/session.js';
import { Stepper } from '../stepper.js';
import { Course } from './course.js';
import { players } from './players.js';
import { Shown, watch } from './watch.js';
import { time } from './words.js';

/** @import { About, Catalogue, ContestGame } from '../types' */

/** Moves a second, slowest first. */
const SPEEDS = [0.5, 1, 2, 5, 20];
/** How often is looked for the next move of a game under way, in ms. */
const OFTEN = 700;

export class ReplayView {
  /** @param {Catalogue} catalogue @param {string} id @param {string} key @param {number} turn to begin with, from 1 */
  constructor(catalogue, id, key, turn) {
    this.catalogue = catalogue;
    this.id = id;
    this.key = key;
    this.turn = turn;
    this.work = new AbortController();
    /** @type {ContestGame | null} */
    this.game = null;
    /** @type {Course | null} */
    this.course = null;
    /** @type {Drawing | null} */
    this.drawing = null;
    this.at = -1;
    this.text = '';
    this.isOpen = true;
    this.shown = new Shown();
    /** Ends what is being shown for the step before. */
    this.visits = 0;

    this.up = h('a', { href: `#/contests/${id}` }, '← Contest');
    this.name = h('h1', {}, '…');
    this.previous = h('a', { hidden: true }, 'Previous game');
    this.next = h('a', { hidden: true }, 'Next game');
    this.problem = h('p', { class: 'bad', role: 'alert' });
    this.status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
    this.said = h('p', { class: 'said' });
    this.stepper = new Stepper((step) => this.visit(step), { unit: 'move', first: 0, speeds: SPEEDS, usual: 1 });
    this.chart = s('svg', { class: 'cpu-chart', viewBox: '0 0 300 60', preserveAspectRatio: 'none', role: 'img' });
    this.cpu = h('div', { class: 'cpu' }, this.chart, h('p', { class: 'soft' }, 'CPU time of each turn'));
    this.chart.addEventListener('click', (event) => this.#click(/** @type {MouseEvent} */ (event)));
    this.sides = h('div', { class: 'sides' });
    this.ending = h('p', { class: 'ending' });
    this.list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
    this.tools = h('div', { class: 'tools' });
    this.evidence = h('section', { class: 'card evidence', hidden: true });
    this.frame = h('div', { class: 'board-frame' });
    this.root = h('div', { class: 'view replay', 'data-state': 'asking' },
      h('div', { class: 'back' }, this.up, this.name, this.previous, this.next),
      h('div', { class: 'stage' },
        h('div', { class: 'talk' }, this.problem, this.status, this.said), this.frame, this.stepper.root,
        this.cpu),
      h('aside', { class: 'side' },
        h('section', { class: 'card' }, this.sides, this.ending, this.tools),
        this.evidence,
        h('section', { class: 'card' }, h('h2', {}, 'Moves'), this.list)));
    this.keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);
  }

  async open() {
    addEventListener('keydown', this.keys);
    const frame = (/** @type {number} */ now) => {
      if (!this.isOpen) return;
      this.stepper.tick(now);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    await watch(this.work.signal, () => this.#look(), (problem) => {
      this.problem.textContent = problem;
      if (problem && !this.course) this.root.dataset.state = 'failed';
    });
  }

  close() {
    this.isOpen = false;
    this.work.abort();
    removeEventListener('keydown', this.keys);
  }

  /** Follows a game that is being played to its end. */
  async #look() {
    const { at, course } = this;
    const isAtEnd = at === course?.length;
    const isNew = await this.#load();
    if (!course) this.#begin();
    // Who looks at the last move wants to see the next; who looks at an earlier one does not.
    else if (isNew) this.visit(isAtEnd && at === this.at ? Infinity : this.at);
    return this.game?.ending ? null : OFTEN;
  }

  /** Asks for the game, and says whether there is anything new in it. */
  async #load() {
    const { signal } = this.work;
    const game = await api.game(this.id, this.key, signal);
    const course = this.course ?? new Course(game.game, game.start);
    await course.follow(game, signal);
    [this.game, this.course] = [game, course];
    this.#showWay(game);
    if (!this.shown.isNew('game', [game.opening, game.turns, game.ending])) return false;
    this.stepper.grow(course.length + 1);
    this.ending.textContent = game.ending ? `${game.ending.sentence}.` : 'Being played.';
    this.#listMoves();
    this.#chart();
    this.#showEvidence();
    return true;
  }

  /** Shows the game for the first time. */
  #begin() {
    const [course, game] = [/** @type {Course} */ (this.course), /** @type {ContestGame} */ (this.game)];
    this.about = /** @type {About} */ (this.catalogue.games.find(({ name }) => name === game.game));
    this.drawing = new Drawing(game.game);
    this.drawing.root.setAttribute('role', 'img');
    this.frame.replaceChildren(this.drawing.root);
    const begin = this.turn > 0 ? course.after(this.turn) : 0;
    this.visit(game.ending ? begin : course.length);
    this.root.dataset.state = 'ready';
  }

  /** Where one can go from here. The links stay: one of them may have the focus. @param {ContestGame} game */
  #showWay({ contest, key, previous, next }) {
    this.up.textContent = `← ${contest}`;
    this.name.textContent = `Game ${key}`;
    entitle(`Game ${key}`, contest);
    for (const [link, to] of /** @type {[HTMLAnchorElement, string | null][]} */ ([[this.previous, previous], [this.next, next]])) {
      link.hidden = !to;
      link.href = `#/contests/${this.id}/${to}`;
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.course) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('input, select, textarea')) return;
    /** @type {Record<string, () => void>} */
    const steps = {
      ArrowLeft: () => this.visit(this.at - 1), ArrowRight: () => this.visit(this.at + 1),
      Home: () => this.visit(0), End: () => this.visit(Infinity),
      ' ': () => this.stepper.play(!this.stepper.isPlaying),
    };
    // A button that has the focus is pressed by the space bar.
    if (!steps[event.key] || (event.key === ' ' && target.closest('button, a, summary'))) return;
    event.preventDefault();
    steps[event.key]();
  }

  /** Shows the board after so many moves. @param {number} step */
  async visit(step) {
    const { course, drawing } = this;
    if (!course || !drawing || Number.isNaN(step)) return;
    const at = Math.round(Math.min(course.length, Math.max(0, step)));
    const isNext = at === this.at + 1 && this.at >= 0;
    // A game that begins again has another board after as many moves.
    const isMoved = at !== this.at || course.text(at) !== this.text;
    this.at = at;
    this.text = course.text(at);
    this.stepper.show(at);
    this.#tell();
    if (!isMoved) return;
    reveal(this.list);
    const visit = ++this.visits;
    if (isNext) {
      // The move before may still be on its way.
      drawing.show(course.picture(at - 1), false);
      drawing.mark([], 'last');
      await drawing.play(course.picture(at - 1), course.frames(at), false, () => visit === this.visits);
      if (visit !== this.visits) return;
    }
    drawing.show(course.picture(at), false);
    drawing.mark(course.last(at), 'last');
    this.root.dataset.shown = String(at);
  }

  /** All that is said about a step. */
  #tell() {
    const [course, game, about] = [/** @type {Course} */ (this.course), /** @type {ContestGame} */ (this.game), /** @type {About} */ (this.about)];
    const { at } = this;
    const isLast = at === course.length;
    const ending = isLast ? game.ending : undefined;
    const { move, side, effects } = course.played[at - 1] ?? {};
    const turn = game.turns[(course.turns[at - 1] ?? 0) - 1];
    const played = at === 0 ? 'The start.'
      : `${about.sides[side].title}${turn ? ` (${game.players[side]}) plays` : ', in the opening,'} ${[move, ...effects].join(', ')}.`;
    const took = turn ? ` ${time(turn.cpu_seconds)} of CPU time.` : '';
    const notes = (turn?.notes ?? []).map((note) => ` ${note}.`).join('');
    this.status.textContent = ending ? `${ending.sentence}.` : played;
    this.said.textContent = (ending && at > 0 ? played : '') + took + notes
      + (isLast && !game.ending ? ' The game goes on…' : '');
    const next = ending ? undefined : course.mover(at);
    this.sides.replaceChildren(...players(about, game.players, course, at, { ...game, turn: next, winner: ending?.winner }));
    this.drawing?.root.setAttribute('aria-label', `Board after ${at} of ${course.length} moves. ${played}`);
    this.root.dataset.at = String(at);
    for (const button of this.list.querySelectorAll('button')) {
      if (button.dataset.at === String(at)) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const mark = this.chart.querySelector('.now');
    const x = ((course.turns[at - 1] ?? 0) * 300) / Math.max(game.turns.length, 1);
    mark?.setAttribute('d', `M${x.toFixed(1)} 0V60`);
    this.#offer(isLast && Boolean(game.ending));
  }

  /** What can be done from here. @param {boolean} isOver */
  #offer(isOver) {
    const [course, at] = [/** @type {Course} */ (this.course), this.at];
    const tool = (/** @type {string} */ name, /** @type {string} */ title, /** @type {() => void} */ click) =>
      h('button', { type: 'button', 'data-tool': name, disabled: isOver, click }, title);
    if (this.tools.children.length && this.tools.dataset.over === String(isOver)) return;
    this.tools.dataset.over = String(isOver);
    this.tools.replaceChildren(
      tool('play-on', 'Play on from here', () => playOn(course.name, course.start, course.moves(this.at))),
      tool('tree', 'See the search from here', () => seeSearch(course.name, course.text(this.at))));
  }

  /** The moves that are there already stay: one of them may have the focus. */
  #listMoves() {
    const [course, opening] = [/** @type {Course} */ (this.course), this.game?.opening.length ?? 0];
    const listed = [...this.list.children];
    const same = listed.findIndex((item, index) => item.textContent !== course.played[index]?.move);
    const kept = same < 0 ? listed.length : same;
    for (const item of listed.slice(kept)) item.remove();
    this.list.append(...course.played.map(({ move, side, effects }, index) => h('li', {},
      h('button', {
        type: 'button', class: `quiet side-${side}${index < opening ? ' given' : ''}`, 'data-at': index + 1,
        title: [...(index < opening ? ['opening'] : []), ...effects].join(', '), click: () => this.visit(index + 1),
      }, move))).slice(kept));
  }

  /** How long each turn took. */
  #chart() {
    const { turns } = /** @type {ContestGame} */ (this.game);
    const most = Math.max(...turns.map((turn) => turn.cpu_seconds), 1e-9);
    const wide = 300 / Math.max(turns.length, 1);
    this.chart.replaceChildren(
      ...turns.map((turn, at) => {
        const high = Math.max(0.5, (56 * turn.cpu_seconds) / most);
        return s('rect', {
          x: (at * wide).toFixed(2), y: (60 - high).toFixed(2), width: Math.max(wide * 0.8, 0.3).toFixed(2), height: high.toFixed(2),
          class: `side-${turn.side}`,
        }, s('title', {}, `Turn ${at + 1}: ${turn.moves.join(', ')}, ${time(turn.cpu_seconds)} of CPU time, ${time(turn.wall_seconds)} by the clock`));
      }),
      s('path', { class: 'now', d: 'M0 0V60' }));
    this.cpu.hidden = turns.length === 0;
    const slowest = turns.length ? `, at most ${time(most)}` : '';
    this.chart.setAttribute('aria-label', `CPU time of ${turns.length} turns${slowest}`);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const box = this.chart.getBoundingClientRect();
    const turns = this.game?.turns.length ?? 0;
    const turn = Math.min(turns, 1 + Math.floor(((event.clientX - box.left) / box.width) * turns));
    if (this.course && turn > 0) this.visit(this.course.after(turn));
  }

  /** What shows why an agent lost. */
  #showEvidence() {
    const evidence = this.game?.evidence;
    this.evidence.hidden = !evidence;
    if (!evidence) return;
    const { input, answer, stdout, stderr, cpu_seconds: cpu, wall_seconds: wall } = evidence;
    const part = (/** @type {string} */ title, /** @type {string | null} */ text) =>
      (text === null || text === '' ? null : h('details', { open: title === 'What it answered' }, h('summary', {}, title), h('pre', {}, text)));
    this.evidence.replaceChildren(...[
      h('h2', {}, 'The last turn'),
      h('p', { class: 'soft' }, `${time(cpu)} of CPU time, ${time(wall)} by the clock${answer === null ? '; it left no answer' : ''}`),
      part('What it answered', answer), part('What it was asked', input),
      part('Its standard output', stdout), part('Its standard error', stderr),
    ].filter((element) => element !== null));
  }
}
