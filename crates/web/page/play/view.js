// Playing: the board, and everything around it.

import * as api from '../api.js';
import { capitalised, entitle, h, sentence, wait } from '../dom.js';
import { Link } from '../link.js';
import { notationChoice } from '../notation.js';
import { PlayBoard } from './board.js';
import { newGameDialog } from './dialogs.js';
import { Hint } from './hint.js';
import { MoveList, walkByKeys } from './moves.js';
import { Opinion } from './opinion.js';
import { HUMAN, Session, isTurned, review, seatsFor, seeSearch } from './session.js';
import { setUp } from './set_up.js';
import { Sides } from './sides.js';
import { dye } from './swatch.js';
import { Tools } from './tools.js';
import { told } from './words.js';

/** @import { Catalogue, Played, RecordedGame, Stand } from '../types' */

/** Browsers refuse an address that changes too often: so many times in so many ms are no trouble. */
const OFTEN = { times: 20, ms: 3000 };

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
  const view = new PlayView(catalogue, about.name);
  main.replaceChildren(view.root);
  entitle(about.title);
  view.root.querySelector('.picker [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  view.open(link);
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
    /** How often another position was wanted. */
    this.visits = 0;
    /** Ends whatever is asked or thought for the position before. */
    this.work = new AbortController();
    /** When the address was changed, and what changes it next.
     *  @type {number[]} */
    this.addressed = [];
    /** @type {number | undefined} */
    this.addressing = undefined;
    this.isSettingUp = false;

    this.board = new PlayBoard(game, {
      play: (move) => this.play(move),
      paint: () => {},
      carry: () => {},
    });
    this.board.hits.setAttribute('aria-label', `${this.about.title} board`);
    this.hinting = new Hint(this.about, this.board.drawing, (words) => this.announce(words));
    this.opinion = new Opinion(this.about, (at) => this.visit(at), () => this.turnOpinion());
    this.status = h('p', { class: 'status' });
    this.said = h('p', { class: 'said' });
    this.notice = h('p', { class: 'bad', role: 'alert' });
    /** The only part that is read aloud by itself: what happened, once. */
    this.live = h('p', { class: 'unseen', role: 'status' });
    this.moves = new MoveList(this.about, (at) => this.visit(at));
    this.notation = h('p', { class: 'hint' });
    this.sides = new Sides(catalogue, this.about, (side, who) => this.seat(side, who), (seconds) => this.time(seconds));
    this.tools = this.#tools();
    this.tray = h('div', { class: 'tray' });
    this.past = offers('Earlier position',
      ['continue', 'Continue from here', () => this.continueHere()],
      ['last', 'Back to the last position', () => this.visit(Infinity)]);
    this.over = offers('The game is over',
      ['review-over', 'Review', () => { if (this.session) review(this.session); }],
      ['rematch', 'Rematch', () => this.rematch(false)],
      ['other-side', 'Other side', () => this.rematch(true)]);
    this.aside = h('aside', { class: 'side', 'aria-label': 'Game' },
      h('section', { class: 'card' }, h('h2', { class: 'unseen' }, 'Players and tools'), this.sides.root, this.tools.root),
      this.opinion.root,
      h('section', { class: 'card' }, h('h2', {}, 'Moves'), this.moves.root, this.notation));
    this.root = h('div', { class: 'view play' },
      h('h1', { class: 'unseen' }, this.about.title), this.#picker(),
      h('div', { class: 'stage' },
        h('div', { class: 'talk' }, this.notice, this.status, this.said, this.hinting.root, this.past, this.over, this.live),
        this.tray, this.board.root, this.board.others, this.board.tools),
      this.aside);
    dye(this.root, this.about);
    this.endKeys = walkByKeys((step) => { if (this.session && !this.isSettingUp) this.visit(step(this.at)); }, () => this.board.turn());
  }

  #picker() {
    return h('div', { class: 'picker', role: 'group', 'aria-label': 'Game' },
      ...this.catalogue.games.map(({ name, title, about }) => h('a', {
        href: `#/play/${name}`, title: about, 'aria-current': name === this.about.name ? 'true' : null,
      }, title)));
  }

  #tools() {
    const tool = (/** @type {string} */ name, /** @type {string} */ title, /** @type {(session: Session) => void} */ use) =>
      ({ name, title, click: () => { if (this.session) use(this.session); } });
    return new Tools({
      Game: [
        tool('new', 'New game', () => newGameDialog(this.about, (start) => this.begin(start))),
        tool('undo', 'Undo', (session) => { session.undo(); this.goBack('Taken back.'); }),
        tool('redo', 'Redo', (session) => { session.redo(); this.goBack('Played again.'); }),
        tool('aside', 'The game before', () => this.swap()),
      ],
      Position: [
        ...(this.about.brushes.length ? [tool('set-up', 'Set up', () => this.setUp())] : []),
        tool('input', 'Open', () => this.openText()),
        tool('share', 'Share', (session) => this.share(session)),
      ],
      Learn: [
        tool('hint', 'Hint', () => this.hint()),
        tool('tree', 'See the search', () => seeSearch(this.about.name, this.stand.position)),
        tool('review', 'Review', (session) => review(session)),
      ],
    });
  }

  /** The number of moves before the position that is shown. */
  get at() {
    return this.visited ?? this.session?.moves.length ?? 0;
  }

  /** How the position stands that is shown. */
  get stand() {
    return /** @type {Stand} */ (this.session?.stands.get(this.at));
  }

  /** @param {Link} link */
  async open(link) {
    const { signal } = this.work;
    try {
      this.session = await this.#brought(link, signal) ?? Session.saved(this.about.name);
      if (!this.session) {
        const { position } = await api.start({ game: this.about.name, seed: Math.floor(Math.random() * 1e6) });
        this.session = Session.fresh(this.about.name, position);
      }
      if (!signal.aborted) await this.proceed();
    } catch (error) { if (!signal.aborted) this.fail(error); }
  }

  /** The game that a link has; if it is another than the tab's, that one is set aside.
   *  @param {Link} link @param {AbortSignal} signal */
  async #brought(link, signal) {
    const start = link.text('start');
    if (start === null) return null;
    const moves = link.list('moves') ?? [];
    const at = Math.min(link.number('at') ?? Infinity, moves.length);
    const own = Session.saved(this.about.name);
    const isOwn = own?.start === start && moves.every((move, index) => own.moves[index] === move);
    const session = isOwn ? own : Session.fresh(this.about.name, start, { moves });
    try {
      const stand = await session.refresh(signal);
      if (!isOwn) {
        // Nothing is played before somebody wants it.
        session.seats = seatsFor(stand.to_move);
        Session.setAside(this.about.name);
      }
      this.visited = at < session.moves.length ? at : null;
      return session;
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.notice.textContent = `The game of this address cannot be shown. ${sentence(error)}`;
      return null;
    }
  }

  close() {
    this.work.abort();
    this.hinting.forget();
    this.endKeys();
    clearTimeout(this.addressing);
  }

  /** Begins anew from a start. @param {string} start @param {object} [rest] */
  async begin(start, rest = {}) {
    const { seats, seconds } = /** @type {Session} */ (this.session);
    Session.setAside(this.about.name);
    await this.change(Session.fresh(this.about.name, start, { seats, seconds, ...rest }));
  }

  /** Goes over to another game. @param {Session} session */
  async change(session) {
    this.session = session;
    await this.goBack('Another game.');
  }

  /** The game that was set aside, for this one. */
  async swap() {
    const other = Session.saved(this.about.name, true);
    if (!other) return;
    Session.setAside(this.about.name);
    await this.change(other);
  }

  /** The same start again. @param {boolean} isOther whether sides are changed */
  async rematch(isOther) {
    const { start, seats } = /** @type {Session} */ (this.session);
    await this.begin(start, { seats: isOther ? [seats[1], seats[0]] : [...seats] });
  }

  /** Plays on from the position that is shown. What came after it can be played again, and is set aside, too. */
  async continueHere() {
    if (this.visited === null) return;
    Session.setAside(this.about.name);
    this.session?.cut(this.visited);
    await this.goBack('The game goes on from here.');
    this.board.focus(this.board.focused);
  }

  /** @param {number} side @param {string} who */
  async seat(side, who) {
    if (!this.session) return;
    this.session.seats[side] = who;
    await this.proceed();
  }

  /** @param {number} seconds */
  time(seconds) {
    if (!this.session) return;
    this.session.seconds = seconds;
    this.session.save();
  }

  /** Makes a move of a person. @param {string} move */
  async play(move) {
    this.session?.play(move);
    this.root.dataset.turn = 'moving';
    this.notice.textContent = '';
    this.visited = null;
    await this.proceed(true);
  }

  /** Shows the last position of a game that is no longer as it was. @param {string} why */
  async goBack(why) {
    this.visited = null;
    await this.proceed();
    if (this.session?.stands.has(this.at)) this.announce(`${why} ${this.status.textContent}`);
  }

  /** From the moves to the board, and on to whoever is next. @param {boolean} [isMove] */
  async proceed(isMove = false) {
    const session = /** @type {Session} */ (this.session);
    this.work.abort();
    const { signal } = this.work = new AbortController();
    try {
      const isKnown = session.stands.size > 0;
      const stand = await session.refresh(signal);
      session.save();
      if (this.visited !== null) await session.standAt(this.visited, signal);
      const played = session.played[session.played.length - 1];
      if (isMove && played && isKnown) {
        this.tell(played, stand);
        if (this.visited === null) {
          this.forgetHint();
          this.said.textContent = this.saidAt(session.moves.length);
          await this.board.animate(session.pictures[session.moves.length - 1], played.frames, () => !signal.aborted, Boolean(stand.ending));
          signal.throwIfAborted();
        }
      } else this.forgetHint();
      this.show();
      if (isMove && stand.ending && this.visited === null) this.offerMore();
      this.goOn(stand, signal);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  /** @param {Stand} stand @param {AbortSignal} signal */
  async goOn(stand, signal) {
    try { await this.#goOn(stand, signal); } catch (error) { if (!signal.aborted) this.fail(error); }
  }

  /** @param {Stand} stand @param {AbortSignal} signal */
  async #goOn(stand, signal) {
    const session = /** @type {Session} */ (this.session);
    if (stand.ending) return;
    if (stand.is_automatic) {
      await wait(500);
      signal.throwIfAborted();
      session.play(stand.legal[0].move);
      await this.proceed(true);
      return;
    }
    const seat = session.seats[stand.to_move];
    const isMachine = seat !== HUMAN;
    if (!isMachine && !this.opinion.isOn) return;
    const at = session.moves.length;
    const wanted = { ...session.line, seed: session.seed, seconds: isMachine ? session.seconds : 2 };
    const said = api.think(isMachine ? { ...wanted, opponent: seat } : wanted, signal);
    for await (const { thought, move } of said) {
      signal.throwIfAborted();
      if (thought) {
        session.thoughts.set(at, thought);
        if (this.visited === null) this.opinion.show(session.thoughts, at, at, isMachine ? seat : undefined);
      }
      if (move) {
        session.play(move);
        await this.proceed(true);
        return;
      }
    }
  }

  /** An opinion is begun or ended; whoever else thinks goes on. */
  turnOpinion() {
    const { session } = this;
    const stand = session?.stands.get(session.moves.length);
    if (!session || !stand) return;
    this.opinion.show(session.thoughts, session.moves.length, this.at);
    if (!this.isMine(stand)) return;
    this.work.abort();
    this.work = new AbortController();
    this.goOn(stand, this.work.signal);
  }

  /** @param {unknown} error */
  fail(error) {
    this.status.textContent = sentence(error);
    this.status.classList.add('bad');
    this.announce(this.status.textContent);
  }

  /** Has something read aloud. @param {string} words */
  announce(words) {
    this.live.textContent = words.trim();
  }

  /** A move for those who do not see it, and what comes next if somebody has to know. @param {Played} played @param {Stand} stand */
  tell(played, stand) {
    const isWaiting = stand.ending || this.isMine(stand);
    this.announce(`${told(this.about, played)}${isWaiting ? ` ${this.statusOf(stand)}` : ''}`);
  }

  /** Whether a person at this screen moves next. @param {Stand} stand */
  isMine(stand) {
    return this.session?.seats[stand.to_move] === HUMAN && !stand.is_automatic && !stand.ending;
  }

  /** Shows the position where the game is, or the one that is visited. */
  show() {
    const session = /** @type {Session} */ (this.session);
    const { at, stand } = this;
    const isNow = this.visited === null;
    const isMine = isNow && this.isMine(stand);
    this.board.show(session.pictures[at], {
      legal: isMine ? stand.legal : [],
      last: session.played[at - 1]?.path ?? [],
      flipped: isTurned(this.about, session.seats),
    });
    this.board.root.classList.toggle('past', !isNow);
    this.status.classList.remove('bad');
    this.status.textContent = isNow ? this.statusOf(stand) : `An earlier position, after ${at} of ${session.moves.length} moves. ${this.moverOf(stand)}`;
    this.said.textContent = this.saidAt(at);
    this.past.hidden = isNow;
    this.over.hidden = !isNow || !stand.ending;
    this.sides.show(session, stand);
    this.showTools(stand, isMine || !isNow);
    this.moves.show(session.played.slice(0, session.moves.length), at);
    this.offerNotation();
    this.opinion.show(session.thoughts, session.moves.length, at);
    this.root.dataset.moves = String(session.moves.length);
    this.root.dataset.at = String(at);
    this.root.dataset.turn = !isNow ? 'past' : stand.ending ? 'over' : isMine ? 'person' : 'machine';
    this.address();
  }

  /** Where moves are written in two ways, one of them can be chosen. */
  offerNotation() {
    const { move, usual } = this.session?.played[0] ?? this.stand.legal[0] ?? {};
    if (this.notation.firstChild || !move || !usual) return;
    this.notation.append('Notation ', notationChoice(move, usual, () => this.show()));
  }

  /** @param {Stand} stand */
  moverOf(stand) {
    return `${this.about.sides[stand.to_move].title} to move.`;
  }

  /** @param {Stand} stand of the last position */
  statusOf(stand) {
    const { seats } = /** @type {Session} */ (this.session);
    const title = this.about.sides[stand.to_move].title;
    const isOne = seats.filter((seat) => seat === HUMAN).length === 1;
    if (stand.ending) {
      const { winner, how } = stand.ending;
      const you = isOne && winner !== null ? (seats[winner] === HUMAN ? ' You win!' : ' You lose.') : '';
      return `The game is over. ${capitalised(how)}.${you}`;
    }
    if (stand.is_automatic) return `${title} has no move, and passes.`;
    if (seats[stand.to_move] !== HUMAN) return `${title} (${seats[stand.to_move]}) is thinking…`;
    return `${isOne ? `Your move (${title}).` : this.moverOf(stand)} ${stand.notice ?? ''}`.trim();
  }

  /** What led to a position. @param {number} at */
  saidAt(at) {
    const session = /** @type {Session} */ (this.session);
    const played = session.played[at - 1];
    if (!played) return '';
    const next = session.stands.get(at);
    const again = next && !next.ending && next.to_move === played.side ? ' And moves again.' : '';
    return told(this.about, played) + again;
  }

  /** @param {Stand} stand @param {boolean} isFree whether nobody is thinking about it */
  showTools(stand, isFree) {
    const session = /** @type {Session} */ (this.session);
    this.tools.enable('undo', session.canUndo);
    this.tools.enable('redo', session.undone.length > 0);
    this.tools.offer('aside', Session.saved(this.about.name, true) !== null);
    this.tools.enable('hint', isFree && !stand.ending && !stand.is_automatic);
    this.tools.enable('tree', !stand.ending);
    this.tools.enable('review', session.moves.length > 0);
  }

  /** What can be done now; whoever was busy with the board comes there. */
  offerMore() {
    const { activeElement } = document;
    const isBusy = activeElement && activeElement !== document.body && !this.board.root.contains(activeElement)
      && !this.board.others.contains(activeElement);
    if (!isBusy) this.over.querySelector('button')?.focus({ preventScroll: true });
  }

  async hint() {
    if (!this.session) return;
    await this.hinting.give(this.session.lineTo(this.at));
    this.tools.entitle('hint', this.hinting.title);
  }

  /** A hint is for the position that was shown. */
  forgetHint() {
    this.hinting.forget();
    this.tools.entitle('hint', this.hinting.title);
  }

  async openText() {
    const { openDialog } = await import('../share/open.js');
    openDialog({ game: this.about.name, play: (game) => this.paste(game) });
  }

  /** @param {Session} session */
  async share(session) {
    const line = session.lineTo(this.at);
    const { shareDialog } = await import('../share/dialog.js');
    const link = new Link(['play', this.about.name]).with({ start: line.position, moves: line.moves });
    shareDialog({ link, line, drawing: this.board.drawing });
  }

  /** Goes on with a game that somebody has brought. @param {RecordedGame} brought */
  paste({ game, start, moves }) {
    if (game === this.about.name) { this.begin(start, { moves }); return; }
    const { seats, seconds } = /** @type {Session} */ (this.session);
    Session.setAside(game);
    Session.fresh(game, start, { seats, seconds, moves }).save();
    new Link(['play', game]).go();
  }

  setUp() {
    const session = /** @type {Session} */ (this.session);
    this.work.abort();
    this.forgetHint();
    this.aside.inert = true;
    this.isSettingUp = true;
    this.past.hidden = this.over.hidden = true;
    this.root.dataset.turn = 'set-up';
    const end = () => { this.aside.inert = this.isSettingUp = false; this.tray.replaceChildren(); };
    setUp(this.tray, this.board, this.about, this.stand, isTurned(this.about, session.seats), {
      use: async (text) => {
        const { position } = await api.read(text, this.about.name);
        // The brushes stay until the game is there: what is clicked before is no move.
        await this.begin(position);
        end();
      },
      cancel: () => { end(); this.proceed(); },
    });
    this.status.textContent = 'Set up a position: choose a brush and paint the board, or drag pieces.';
    this.said.textContent = '';
    this.announce(this.status.textContent);
  }

  /** Shows an earlier position, or the last. @param {number} to */
  async visit(to) {
    const session = /** @type {Session} */ (this.session);
    const last = session.moves.length;
    const at = Math.max(0, Math.min(last, to));
    if (at === this.at) return;
    this.forgetHint();
    const visit = ++this.visits;
    this.visited = at === last ? null : at;
    const { signal } = this.work;
    try {
      await session.standAt(at, signal);
      if (visit !== this.visits) return;
      this.show();
      this.announce(`${this.said.textContent} ${this.status.textContent}`);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  /** The address says what is seen, so that it can be seen again. */
  address() {
    clearTimeout(this.addressing);
    const { start, moves } = /** @type {Session} */ (this.session);
    const link = new Link(['play', this.about.name]).with({ start, moves: moves.length ? moves : null, at: this.visited });
    const stay = () => { this.addressed = [performance.now(), ...this.addressed].slice(0, OFTEN.times); link.stay(); };
    const pause = (this.addressed[OFTEN.times - 1] ?? -Infinity) + OFTEN.ms - performance.now();
    if (pause <= 0) stay();
    else this.addressing = setTimeout(stay, pause);
  }
}

/** What is offered at times, the main thing first. @param {string} title @param {...[string, string, () => void]} choices */
function offers(title, ...choices) {
  return h('div', { class: 'tools offers', role: 'group', 'aria-label': title, hidden: true }, ...choices.map(([name, words, click], index) =>
    h('button', { type: 'button', class: index === 0 ? 'main' : null, 'data-tool': name, click }, words)));
}
