// Playing: the board, and everything around it.

import * as api from '../api.js';
import { entitle, h, reveal, wait } from '../dom.js';
import { Link } from '../link.js';
import { notationChoice, spoken } from '../notation.js';
import { PlayBoard } from './board.js';
import { Opinion } from './opinion.js';
import { HUMAN, Session, seeSearch } from './session.js';
import { newGameDialog } from './dialogs.js';
import { setUp } from './set_up.js';

/** @import { Catalogue, RecordedGame, Stand } from '../types' */

/**
 * A game that the link names, or the one played last; with `start` and `moves`, that very game.
 * @param {HTMLElement} main @param {Catalogue} catalogue @param {Link} link
 * @returns {() => void} to be called when the view is left
 */
export function playView(main, catalogue, link) {
  const wanted = link.path[1];
  const last = sessionStorage.getItem('last game');
  const about = catalogue.games.find(({ name }) => name === (wanted ?? last ?? catalogue.usual)) ?? catalogue.games[0];
  sessionStorage.setItem('last game', about.name);
  const start = link.text('start');
  if (start !== null) Session.fresh(about.name, start, { moves: link.list('moves') ?? [] }).save();
  const view = new PlayView(catalogue, about.name);
  main.replaceChildren(view.root);
  entitle(about.title);
  view.root.querySelector('.picker [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  view.open();
  return () => view.close();
}

class PlayView {
  /** @param {Catalogue} catalogue @param {string} game */
  constructor(catalogue, game) {
    this.catalogue = catalogue;
    this.about = /** @type {Catalogue['games'][0]} */ (catalogue.games.find(({ name }) => name === game));
    /** @type {Session | null} */
    this.session = null;
    /** Which position is shown, if not the last: the number of moves before it.
     *  @type {number | null} */
    this.visited = null;
    /** @type {(() => void) | null} */
    this.endSetUp = null;
    /** Ends whatever is asked or thought for the position before. */
    this.work = new AbortController();
    this.isOpinionOn = localStorage.getItem('opinion') !== 'off';

    this.board = new PlayBoard(game, {
      play: (move) => this.play(move),
      paint: () => {},
    });
    this.board.drawing.root.setAttribute('aria-label', `${this.about.title} board`);
    this.opinion = new Opinion((at) => this.visit(at), (isOn) => this.turnOpinion(isOn));
    this.opinion.box.checked = this.isOpinionOn;
    this.status = h('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
    this.said = h('p', { class: 'said', 'aria-live': 'polite' });
    this.list = h('ol', { class: 'moves', 'aria-label': 'Moves' });
    this.notation = h('p', { class: 'hint' });
    this.sides = h('div', { class: 'sides' });
    this.tools = h('div', { class: 'tools' });
    this.tray = h('div', { class: 'tray' });
    this.aside = h('aside', { class: 'side' },
      h('section', { class: 'card' }, this.sides, this.tools),
      this.opinion.root,
      h('section', { class: 'card' }, h('h2', {}, 'Moves'), this.list, this.notation));
    this.root = h('div', { class: 'view play' },
      this.#picker(),
      h('div', { class: 'stage' }, h('div', { class: 'talk' }, this.status, this.said), this.tray, this.board.root, this.board.others),
      this.aside);
  }

  #picker() {
    return h('div', { class: 'picker', role: 'group', 'aria-label': 'Game' },
      ...this.catalogue.games.map(({ name, title, about }) => h('a', {
        href: `#/play/${name}`, title: about, 'aria-current': name === this.about.name ? 'true' : null,
      }, title)));
  }

  async open() {
    this.session = Session.saved(this.about.name);
    if (!this.session) {
      const { position } = await api.start({ game: this.about.name, seed: Math.floor(Math.random() * 1e6) });
      this.session = Session.fresh(this.about.name, position);
    }
    await this.proceed(false);
  }

  close() {
    this.work.abort();
  }

  /** Begins anew from a start. @param {string} start @param {object} [rest] */
  async begin(start, rest = {}) {
    const { seats, seconds } = /** @type {Session} */ (this.session);
    this.session = Session.fresh(this.about.name, start, { seats, seconds, ...rest });
    this.said.textContent = '';
    await this.proceed(false);
  }

  /** Makes a move of a person. @param {string} move */
  async play(move) {
    this.session?.play(move);
    this.root.dataset.turn = 'moving';
    await this.proceed(true);
  }

  /** From the moves to the board, and on to whoever is next. @param {boolean} isMove */
  async proceed(isMove) {
    const session = /** @type {Session} */ (this.session);
    this.work.abort();
    const { signal } = this.work = new AbortController();
    this.visited = null;
    try {
      const before = session.stand;
      const stand = await session.refresh(signal);
      const played = session.played[session.played.length - 1];
      if (isMove && played && before) {
        this.say();
        await this.board.animate(session.pictures[session.moves.length - 1], played.frames, () => !signal.aborted);
        signal.throwIfAborted();
      }
      this.show();
      await this.goOn(stand, signal);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  /** @param {Stand} stand @param {AbortSignal} signal */
  async goOn(stand, signal) {
    const session = /** @type {Session} */ (this.session);
    if (stand.ending) return;
    if (stand.is_automatic) {
      await wait(500);
      signal.throwIfAborted();
      return this.play(stand.legal[0].move);
    }
    const seat = session.seats[stand.to_move];
    const isMachine = seat !== HUMAN;
    if (!isMachine && !this.isOpinionOn) return;
    const at = session.moves.length;
    const wanted = { ...session.line, seed: session.seed, seconds: isMachine ? session.seconds : 2 };
    const said = api.think(isMachine ? { ...wanted, opponent: seat } : wanted, signal);
    for await (const { thought, move } of said) {
      signal.throwIfAborted();
      if (thought) {
        session.thoughts.set(at, thought);
        if (this.visited === null) this.showOpinion(at, isMachine ? seat : undefined);
      }
      if (move) {
        session.play(move);
        return this.proceed(true);
      }
    }
  }

  /** @param {unknown} error */
  fail(error) {
    this.status.textContent = error instanceof Error ? error.message : String(error);
    this.status.classList.add('bad');
  }

  /** Shows the position where the game is, or the one that is visited. */
  show() {
    const session = /** @type {Session} */ (this.session);
    const stand = /** @type {Stand} */ (session.stand);
    const at = this.visited ?? session.moves.length;
    const isNow = at === session.moves.length;
    const isMine = isNow && session.seats[stand.to_move] === HUMAN && !stand.is_automatic;
    this.board.show(session.pictures[at], {
      legal: isMine ? stand.legal : [],
      last: session.played[at - 1]?.path ?? [],
      flipped: this.isFlipped(),
    });
    this.board.root.classList.toggle('past', !isNow);
    this.showStatus(stand, isNow);
    this.showSides(stand);
    this.showTools(stand);
    this.showMoves(at);
    this.showOpinion(at);
    this.root.dataset.moves = String(session.moves.length);
    this.root.dataset.turn = stand.ending ? 'over' : isMine ? 'person' : 'machine';
  }

  /** The only person sits at the bottom, where it makes a difference. */
  isFlipped() {
    const { seats } = /** @type {Session} */ (this.session);
    const { viewer } = this.about;
    const [first, second] = seats.map((seat) => seat === HUMAN);
    return viewer !== null && first !== second && (first ? 0 : 1) !== viewer;
  }

  /** @param {Stand} stand @param {boolean} isNow */
  showStatus(stand, isNow) {
    const session = /** @type {Session} */ (this.session);
    const title = this.about.sides[stand.to_move].title;
    const isOne = session.seats.filter((seat) => seat === HUMAN).length === 1;
    this.status.classList.remove('bad');
    let words;
    if (stand.ending) {
      const { winner, how } = stand.ending;
      const you = isOne && winner !== null ? (session.seats[winner] === HUMAN ? ' You win!' : ' You lose.') : '';
      words = `The game is over. ${how[0].toUpperCase()}${how.slice(1)}.${you}`;
    } else if (stand.is_automatic) words = `${title} has no move, and passes.`;
    else if (session.seats[stand.to_move] !== HUMAN) words = `${title} (${session.seats[stand.to_move]}) is thinking…`;
    else words = `${isOne ? `Your move (${title}).` : `${title} to move.`} ${stand.notice ?? ''}`;
    this.status.textContent = isNow ? words : 'An earlier position.';
  }

  /** What was just played, for those who do not see it. */
  say() {
    const session = /** @type {Session} */ (this.session);
    const { move, usual, side, effects } = session.played[session.played.length - 1];
    const next = session.stand;
    const again = next && !next.ending && next.to_move === side ? ' And moves again.' : '';
    this.said.textContent = `${[`${this.about.sides[side].title} plays ${spoken(move, usual)}`, ...effects].join(', ')}.${again}`;
  }

  /** @param {Stand} stand */
  showSides(stand) {
    const session = /** @type {Session} */ (this.session);
    const [one, many] = this.about.unit;
    this.sides.replaceChildren(...this.about.sides.map(({ title }, side) => {
      const tally = stand.tally[side];
      const select = h('select', {
        'aria-label': `Who plays ${title}`, 'data-seat': side,
        change: () => {
          session.seats[side] = select.value;
          this.proceed(false);
        },
      }, ...[{ name: HUMAN, about: 'somebody at this screen' }, ...this.catalogue.opponents].map(({ name, about }) =>
        h('option', { value: name, title: about, selected: session.seats[side] === name }, name === HUMAN ? 'person' : name)));
      return h('div', { class: `who side-${side}${stand.to_move === side && !stand.ending ? ' turn' : ''}` },
        h('strong', {}, title), h('span', { class: 'tally' }, `${tally} ${tally === 1 ? one : many}`), select);
    }));
    if (session.seats.includes('full')) this.sides.append(this.#time(session));
  }

  /** How long the full level thinks. @param {Session} session */
  #time(session) {
    const input = h('input', {
      type: 'number', min: 0.1, max: this.catalogue.limits.seconds, step: 'any', value: session.seconds,
      change: () => { if (input.validity.valid) session.seconds = Number(input.value); session.save(); },
    });
    return h('label', { class: 'field' }, 'Seconds a move for full', input);
  }

  /** @param {Stand} stand */
  showTools(stand) {
    const session = /** @type {Session} */ (this.session);
    const tool = (/** @type {string} */ name, /** @type {string} */ title, /** @type {() => void} */ click, isOff = false) =>
      h('button', { type: 'button', 'data-tool': name, disabled: isOff, click }, title);
    this.tools.replaceChildren(
      tool('new', 'New game', () => newGameDialog(this.about, (start) => this.begin(start))),
      tool('undo', 'Undo', () => { session.undo(); this.proceed(false); }, !session.canUndo),
      tool('redo', 'Redo', () => { session.redo(); this.proceed(false); }, session.undone.length === 0),
      ...(this.about.brushes.length ? [tool('set-up', 'Set up', () => this.setUp())] : []),
      tool('input', 'Open', () => this.openText()),
      tool('share', 'Share', () => this.share()),
      tool('tree', 'See the search', () => seeSearch(this.about.name, stand.position)));
  }

  async openText() {
    const { openDialog } = await import('../share/open.js');
    openDialog({ game: this.about.name, play: (game) => this.paste(game) });
  }

  async share() {
    const { line: { game, position, moves } } = /** @type {Session} */ (this.session);
    const line = { game, position, moves: moves.slice(0, this.visited ?? moves.length) };
    const { shareDialog } = await import('../share/dialog.js');
    shareDialog({ link: new Link(['play', game]).with({ start: position, moves: line.moves }), line, drawing: this.board.drawing });
  }

  /** Goes on with a game that somebody has brought. @param {RecordedGame} brought */
  paste({ game, start, moves }) {
    if (game === this.about.name) { this.begin(start, { moves }); return; }
    const { seats, seconds } = /** @type {Session} */ (this.session);
    Session.fresh(game, start, { seats, seconds, moves }).save();
    location.hash = `#/play/${game}`;
  }

  setUp() {
    const session = /** @type {Session} */ (this.session);
    this.work.abort();
    const stand = /** @type {Stand} */ (session.stand);
    this.aside.inert = true;
    this.root.dataset.turn = 'set-up';
    const end = () => { this.aside.inert = false; this.tray.replaceChildren(); };
    setUp(this.tray, this.board, this.about, stand, this.isFlipped(), {
      use: async (text) => {
        const { position } = await api.read(text, this.about.name);
        end();
        await this.begin(position);
      },
      cancel: () => { end(); this.proceed(false); },
    });
    this.status.textContent = 'Set up a position: choose a brush, and paint the board.';
    this.said.textContent = '';
  }

  /** @param {number} at */
  showMoves(at) {
    const session = /** @type {Session} */ (this.session);
    const visible = session.played.slice(0, session.moves.length);
    this.list.replaceChildren(...visible.map(({ move, usual, side, effects }, index) => h('li', {},
      h('button', {
        type: 'button', class: `quiet side-${side}`, 'aria-current': index + 1 === at ? 'true' : null,
        title: effects.join(', '), click: () => this.visit(index + 1),
      }, spoken(move, usual)))));
    reveal(this.list);
    this.#showNotation();
  }

  /** Where moves are written in two ways, one of them can be chosen. */
  #showNotation() {
    const session = /** @type {Session} */ (this.session);
    const { move, usual } = session.played[0] ?? session.stand?.legal[0] ?? {};
    if (this.notation.firstChild || !move || !usual) return;
    this.notation.append('Notation ', notationChoice(move, usual, () => this.show()));
  }

  /** @param {number} at @param {string} [who] */
  showOpinion(at, who) {
    const session = /** @type {Session} */ (this.session);
    this.opinion.body.hidden = !this.isOpinionOn;
    // A game with large leads needs a larger scale.
    const leads = [...session.thoughts.values()].map(({ lead, wins }) => (wins === undefined ? Math.abs(lead) : 0));
    const scale = Math.max(this.about.clear_lead, 0.7 * Math.max(0, ...leads));
    this.opinion.show(session.thoughts.get(at), scale, who);
    this.opinion.plot(session.thoughts, session.moves.length, scale, at);
  }

  /** @param {boolean} isOn */
  turnOpinion(isOn) {
    this.isOpinionOn = isOn;
    localStorage.setItem('opinion', isOn ? 'on' : 'off');
    this.proceed(false);
  }

  /** Shows an earlier position. @param {number} at */
  visit(at) {
    const session = /** @type {Session} */ (this.session);
    const last = session.moves.length;
    this.visited = at >= last ? null : Math.max(0, at);
    this.show();
  }
}
