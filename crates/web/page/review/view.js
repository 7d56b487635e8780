// A game looked at again: where it turned, and what was better.

import { Drawing } from '../board/drawing.js';
import { entitle, h, sentence } from '../dom.js';
import { Link } from '../link.js';
import { Pointer, ponder } from '../play/adviser.js';
import { Graph } from '../play/graph.js';
import { MoveList, walkByKeys } from '../play/moves.js';
import { Session, isTurned, playOn, seatsFor } from '../play/session.js';
import { dye } from '../play/swatch.js';
import { told } from '../play/words.js';
import { course, ended, isTurn, judge } from './judge.js';
import { Turns } from './turns.js';

/** @import { About, Catalogue, Stand } from '../types' */
/** @import { Judged } from './judge.js' */

/** What was thought of the game that was looked at last: it would be thought again.
 *  @type {{key: string, judged: Judged[]}} */
let last = { key: '', judged: [] };

/**
 * The game that the link has, or the one that was played in this tab.
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {Link} link
 * @returns {() => void} to be called when the view is left
 */
export function reviewView(main, catalogue, link) {
  const name = link.path[1] ?? sessionStorage.getItem('last game') ?? catalogue.usual;
  const about = catalogue.games.find((game) => game.name === name);
  const [start, moves, seats] = [link.text('start'), link.list('moves') ?? [], link.list('seats')];
  const session = start === null ? Session.saved(name) : Session.fresh(name, start, { moves, ...(seats?.length === 2 ? { seats } : {}) });
  if (!about || !session?.moves.length) {
    main.replaceChildren(h('div', { class: 'view' }, h('h1', {}, 'Review'),
      h('p', {}, 'There is no game to look at. ', h('a', { href: '#/play' }, 'Play one'), ' first.')));
    return () => {};
  }
  const view = new ReviewView(about, session);
  main.replaceChildren(view.root);
  entitle('Review', about.title);
  view.open(link.number('at') ?? 0);
  return () => view.close();
}

class ReviewView {
  /** @param {About} about @param {Session} session */
  constructor(about, session) {
    this.about = about;
    this.session = session;
    /** How the game ended, or stands.
     *  @type {Stand | null} */
    this.stand = null;
    const key = JSON.stringify(session.line);
    if (last.key !== key) last = { key, judged: [] };
    /** What is thought of the positions, as far as that has come. */
    this.judged = last.judged;
    /** After how many moves the game turned.
     *  @type {number[]} */
    this.turning = [];
    this.at = -1;
    this.visits = 0;
    /** Ends the thinking. */
    this.work = new AbortController();
    this.flipped = isTurned(about, session.seats);

    this.drawing = new Drawing(about.name);
    this.drawing.root.setAttribute('role', 'img');
    this.pointer = new Pointer(this.drawing);
    this.status = h('p', { class: 'status' });
    this.said = h('p', { class: 'said' });
    /** The only part that is read aloud by itself. */
    this.live = h('p', { class: 'unseen', role: 'status' });
    this.graph = new Graph(about, (at) => this.visit(at));
    this.moves = new MoveList(about, (at) => this.visit(at));
    this.turns = new Turns(about, {
      visit: (at) => this.visit(at),
      point: (at, better) => this.point(at, better),
      retry: (at) => this.retry(at),
    });
    this.progress = h('progress', { max: session.moves.length + 1, value: 0, 'aria-label': 'Positions thought about' });
    this.how = h('span', { class: 'hint' });
    this.stop = h('button', { type: 'button', 'data-tool': 'stop', click: () => this.#pause() }, 'Stop');
    this.none = h('p', { class: 'hint', hidden: true }, 'None: nobody gave anything clear away.');
    const step = (/** @type {string} */ name, /** @type {string} */ title, /** @type {() => number} */ to) =>
      h('button', { type: 'button', 'data-tool': name, click: () => this.visit(to()) }, title);
    this.root = h('div', { class: 'view review', 'data-state': 'asking' },
      h('h1', {}, `Review: ${about.title}`),
      h('div', { class: 'stage' },
        h('div', { class: 'talk' }, this.status, this.said, this.live),
        h('div', { class: 'board-frame' }, this.drawing.root),
        h('div', { class: 'tools', role: 'group', 'aria-label': 'Go through the game' },
          step('first', 'Start', () => 0), step('back', 'Back', () => this.at - 1),
          step('next', 'On', () => this.at + 1), step('last', 'End', () => Infinity),
          h('button', { type: 'button', 'data-tool': 'share', click: () => this.share() }, 'Share'))),
      h('div', { class: 'side' },
        h('section', { class: 'card course' }, h('h2', {}, 'How it went'), this.graph.root,
          h('div', { class: 'tools' }, this.progress, this.how, this.stop)),
        h('section', { class: 'card' }, h('h2', {}, 'Turning points'), this.none, this.turns.root),
        h('section', { class: 'card' }, h('h2', {}, 'Moves'), this.moves.root)));
    dye(this.root, about);
    this.endKeys = walkByKeys((to) => this.visit(to(this.at)), () => { this.flipped = !this.flipped; this.#board(); });
  }

  get played() {
    return this.session.played;
  }

  async share() {
    const { shareDialog } = await import('../share/dialog.js');
    shareDialog({ link: Link.here(), line: this.session.line, drawing: this.drawing });
  }

  /** @param {number} at where to begin */
  async open(at) {
    const { signal } = this.work;
    try {
      this.stand = await this.session.refresh(signal);
      this.judged.forEach((_, index) => this.#compare(index));
      this.visit(at);
    } catch (problem) {
      if (!signal.aborted) this.#fail(problem);
      return;
    }
    await this.#think();
  }

  close() {
    this.work.abort();
    this.endKeys();
  }

  /** @param {unknown} problem */
  #fail(problem) {
    this.status.textContent = `This game cannot be shown. ${sentence(problem)}`;
    this.status.classList.add('bad');
    this.live.textContent = this.status.textContent;
    this.root.dataset.state = 'failed';
    this.stop.hidden = this.progress.hidden = true;
  }

  /** Thinks about one position after the other. */
  async #think() {
    const { signal } = this.work = new AbortController();
    const all = this.played.length + 1;
    this.root.dataset.state = 'thinking';
    this.stop.textContent = 'Stop';
    try {
      while (this.judged.length < all) {
        this.#tellProgress();
        this.judged.push(await this.#judge(this.judged.length, signal));
        this.#compare(this.judged.length - 1);
        this.#draw();
      }
    } catch (problem) {
      if (!signal.aborted) this.#fail(problem);
      return;
    }
    const count = this.turning.length;
    this.none.hidden = count > 0;
    this.stop.hidden = this.progress.hidden = true;
    this.how.textContent = `${all} positions, ${count} turning ${count === 1 ? 'point' : 'points'}.`;
    this.live.textContent = `The review is complete: ${this.how.textContent}`;
    this.root.dataset.state = 'done';
  }

  /** @param {number} at @param {AbortSignal} signal @returns {Promise<Judged>} */
  async #judge(at, signal) {
    const ending = at === this.played.length ? this.stand?.ending : undefined;
    if (ending) return ended(ending);
    const thought = await ponder(this.session.lineTo(at), signal);
    signal.throwIfAborted();
    if (!thought) throw new Error('the engine has no opinion');
    return judge(thought);
  }

  /** Looks whether the game turned on the way to a position. @param {number} at */
  #compare(at) {
    const [before, now, played] = [this.judged[at - 1], this.judged[at], this.played[at - 1]];
    if (!before || !isTurn(played, before, now, this.about.clear_lead)) return;
    this.turning.push(at);
    this.turns.add(this.session.lineTo(at - 1), played, before, now);
  }

  #tellProgress() {
    const known = this.judged.length;
    this.progress.value = known;
    this.how.textContent = `Thinking: position ${known + 1} of ${this.played.length + 1}`;
    this.root.dataset.known = String(known);
  }

  #pause() {
    if (this.root.dataset.state !== 'thinking') { this.#think(); return; }
    this.work.abort();
    this.root.dataset.state = 'stopped';
    this.stop.textContent = 'Go on';
    this.how.textContent = `Stopped after ${this.judged.length} of ${this.played.length + 1} positions`;
  }

  /** Shows the board after so many moves. @param {number} to */
  async visit(to) {
    const at = Math.max(0, Math.min(this.played.length, to));
    if (!this.stand || at === this.at) return;
    const isNext = at === this.at + 1 && this.at >= 0;
    this.at = at;
    const visit = ++this.visits;
    this.pointer.show();
    this.#draw();
    this.live.textContent = this.status.textContent;
    const { start, moves, seats } = this.session;
    new Link(['review', this.about.name]).with({ start, moves, seats, at: at || null }).stay();
    if (isNext) {
      this.drawing.show(this.session.pictures[at - 1], this.flipped);
      this.drawing.mark([], 'last');
      await this.drawing.play(this.session.pictures[at - 1], this.played[at - 1].frames, this.flipped, () => visit === this.visits);
      if (visit !== this.visits) return;
    }
    this.#board();
  }

  #board() {
    this.drawing.show(this.session.pictures[this.at], this.flipped);
    this.drawing.mark(this.played[this.at - 1]?.path ?? [], 'last');
    this.root.dataset.shown = String(this.at);
  }

  /** All that is said about a position. */
  #draw() {
    const { at } = this;
    const known = this.judged[at];
    this.status.textContent = at === 0 ? 'The start.' : `Move ${at}: ${told(this.about, this.played[at - 1])}`;
    this.said.textContent = known ? `${known.words}.` : '';
    this.drawing.root.setAttribute('aria-label', `Board after ${at} of ${this.played.length} moves. ${this.status.textContent}`);
    this.graph.show(course(this.about, this.judged), this.played.length, at, this.turning);
    this.moves.show(this.played, at, this.turning);
    this.root.dataset.at = String(at);
  }

  /** Shows what was better beside what was played. @param {number} at before both @param {string[]} better */
  async point(at, better) {
    await this.visit(at);
    this.visits += 1;
    this.#board();
    this.pointer.show({ path: this.played[at].path, kind: 'played' }, { path: better, kind: 'better' });
  }

  /** Plays on from before a mistake, against whoever it was made against. @param {number} at */
  retry(at) {
    const { game, start, moves, seats } = this.session;
    playOn(game, start, moves.slice(0, at), seatsFor(this.played[at].side, seats));
  }
}
