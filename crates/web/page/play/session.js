// A game that is being played. All of it is here and none of it in the server: a start and moves.

import * as api from '../api.js';
import { after } from '../board/pictures.js';
import { Link } from '../link.js';

/** @import { About, Picture, Played, Stand, Thought } from '../types' */

/** @typedef {{game: string, start: string, moves: string[], undone: string[][], seats: string[], seconds: number, seed: number}} Saved */

export const HUMAN = 'human';
/** Who plays against people that have not chosen. */
const USUAL = 'club';

export class Session {
  /** @param {Saved} saved */
  constructor(saved) {
    this.game = saved.game;
    this.start = saved.start;
    this.moves = saved.moves;
    /** What can be played again: a decision and what followed it, the next one last. */
    this.undone = saved.undone;
    this.seats = saved.seats;
    this.seconds = saved.seconds;
    this.seed = saved.seed;
    /** @type {Played[]} */
    this.played = [];
    /** The boards: of the start, and after each of those moves.
     *  @type {Picture[]} */
    this.pictures = [];
    /** How the game stood, by the number of moves before.
     *  @type {Map<number, Stand>} */
    this.stands = new Map();
    /** What was thought of each position, in the same way.
     *  @type {Map<number, Thought>} */
    this.thoughts = new Map();
  }

  /** As sent to the server. */
  get line() {
    return this.lineTo(this.moves.length);
  }

  /** The same up to a position. @param {number} at */
  lineTo(at) {
    return { game: this.game, position: this.start, moves: this.moves.slice(0, at) };
  }

  /** Asks how the game stands. @param {AbortSignal} [signal] */
  async refresh(signal) {
    this.played.length = Math.min(this.played.length, this.moves.length);
    const stand = await api.stand({ ...this.line, since: this.played.length }, signal);
    this.pictures.length = Math.min(this.pictures.length, this.played.length + 1);
    if (this.pictures.length === 0) this.pictures.push(stand.before ?? stand.picture);
    for (const played of stand.played) this.pictures.push(after(this.pictures[this.pictures.length - 1], played.frames));
    this.played.push(...stand.played);
    this.stands.set(this.moves.length, stand);
    return stand;
  }

  /** How it stood after so many moves. @param {number} at @param {AbortSignal} [signal] */
  async standAt(at, signal) {
    const stand = this.stands.get(at) ?? await api.stand({ ...this.lineTo(at), since: at }, signal);
    this.stands.set(at, stand);
    return stand;
  }

  /** @param {string} move */
  play(move) {
    this.undone = [];
    this.moves.push(move);
    for (const known of [this.thoughts, this.stands]) {
      for (const at of known.keys()) if (at >= this.moves.length) known.delete(at);
    }
  }

  /** Whether a person decides at a position. @param {number} at */
  #isDecision(at) {
    const { side, is_automatic: isAutomatic } = this.played[at];
    return this.seats[side] === HUMAN && !isAutomatic;
  }

  get canUndo() {
    return this.played.some((_, at) => at < this.moves.length && this.#isDecision(at));
  }

  /** Takes back the last decision of a person, and what followed it. */
  undo() {
    let at = this.moves.length - 1;
    while (at >= 0 && !this.#isDecision(at)) at--;
    if (at >= 0) this.cut(at);
  }

  /** Takes back all moves after a position: at once they can be played again. @param {number} at */
  cut(at) {
    this.undone.push(this.moves.splice(at));
  }

  /** Plays again what was taken back last. */
  redo() {
    this.moves.push(...(this.undone.pop() ?? []));
  }

  /** @returns {Saved} */
  #saved() {
    const { game, start, moves, undone, seats, seconds, seed } = this;
    return { game, start, moves, undone, seats, seconds, seed };
  }

  /** In this tab only: two pages are two games. */
  save() {
    keep(slot(this.game), JSON.stringify(this.#saved()));
  }

  /** Keeps the tab's game as it is for later, if anything was played in it. @param {string} game */
  static setAside(game) {
    const session = Session.saved(game);
    if (session?.moves.length) keep(slot(game, true), JSON.stringify(session.#saved()));
  }

  /** The game that this tab has left, or the one that was set aside. @param {string} game @param {boolean} [isAside] */
  static saved(game, isAside = false) {
    try {
      const saved = JSON.parse(sessionStorage.getItem(slot(game, isAside)) ?? 'null');
      return saved ? new Session(saved) : null;
    } catch { return null; }
  }

  /** @param {string} game @param {string} start @param {Partial<Saved>} [rest] */
  static fresh(game, start, rest = {}) {
    return new Session({
      game, start, moves: [], undone: [], seats: [HUMAN, USUAL], seconds: 2,
      seed: Math.floor(Math.random() * 1e6), ...rest,
    });
  }
}

/** Where a game of this tab is kept. @param {string} game @param {boolean} [isAside] */
const slot = (game, isAside = false) => `game ${game}${isAside ? ' aside' : ''}`;

/** @param {string} name @param {string} text */
function keep(name, text) {
  try { sessionStorage.setItem(name, text); } catch { /* then it is not remembered */ }
}

/** A person on this side, and the opponent that there is or the usual one on the other.
 *  @param {number} side @param {string[]} [seats] as they were */
export function seatsFor(side, seats = [HUMAN, USUAL]) {
  const other = seats.find((seat) => seat !== HUMAN) ?? HUMAN;
  return side === 0 ? [HUMAN, other] : [other, HUMAN];
}

/** The only person sits at the bottom, where it makes a difference. @param {About} about @param {string[]} seats */
export function isTurned({ viewer }, seats) {
  const [first, second] = seats.map((seat) => seat === HUMAN);
  return viewer !== null && first !== second && (first ? 0 : 1) !== viewer;
}

/** How a position is searched, and which line of the log is looked at.
 *  @typedef {{algorithm?: string, depth?: number, line?: number}} How */

/** Takes a position along to where its search is seen. @param {string} game @param {string} text @param {How} [how] */
export function seeSearch(game, text, how = {}) {
  new Link(['tree', game]).with({ position: text, ...how }).go();
}

/** Takes a game along to where it can be played on; the tab's own is set aside.
 *  @param {string} game @param {string} start @param {string[]} moves @param {string[]} [seats] */
export function playOn(game, start, moves, seats) {
  Session.setAside(game);
  Session.fresh(game, start, { moves, ...(seats ? { seats } : {}) }).save();
  new Link(['play', game]).go();
}

/** Takes a game along to where it is looked at again. @param {{game: string, start: string, moves: string[], seats?: string[]}} game */
export function review({ game, start, moves, seats }) {
  new Link(['review', game]).with({ start, moves, seats }).go();
}
