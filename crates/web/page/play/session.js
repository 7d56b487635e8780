// A game that is being played. All of it is here and none of it in the server: a start and moves.

import * as api from '../api.js';
import { after } from '../board/pictures.js';
import { Link } from '../link.js';

/** @import { Picture, Played, Stand, Thought } from '../types' */

/** @typedef {{game: string, start: string, moves: string[], undone: string[][], seats: string[], seconds: number, seed: number}} Saved */

export const HUMAN = 'human';

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
    /** @type {Stand | null} */
    this.stand = null;
    /** What was thought of each position, by the number of moves before it.
     *  @type {Map<number, Thought>} */
    this.thoughts = new Map();
  }

  /** As sent to the server. */
  get line() {
    return { game: this.game, position: this.start, moves: this.moves };
  }

  /** Asks how the game stands. @param {AbortSignal} [signal] */
  async refresh(signal) {
    this.played.length = Math.min(this.played.length, this.moves.length);
    const stand = await api.stand({ ...this.line, since: this.played.length }, signal);
    this.pictures.length = Math.min(this.pictures.length, this.played.length + 1);
    if (this.pictures.length === 0) this.pictures.push(stand.before ?? stand.picture);
    for (const played of stand.played) this.pictures.push(after(this.pictures[this.pictures.length - 1], played.frames));
    this.played.push(...stand.played);
    this.stand = stand;
    this.save();
    return stand;
  }

  /** @param {string} move */
  play(move) {
    this.undone = [];
    this.moves.push(move);
    for (const at of this.thoughts.keys()) if (at >= this.moves.length) this.thoughts.delete(at);
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
    if (at < 0) return;
    this.undone.push(this.moves.splice(at));
  }

  /** Plays again what was taken back last. */
  redo() {
    this.moves.push(...(this.undone.pop() ?? []));
  }

  /** In this tab only: two pages are two games. */
  save() {
    const { game, start, moves, undone, seats, seconds, seed } = this;
    try {
      sessionStorage.setItem(`game ${game}`, JSON.stringify({ game, start, moves, undone, seats, seconds, seed }));
    } catch { /* then it is not remembered */ }
  }

  /** The game that this tab has left, if it did. @param {string} game */
  static saved(game) {
    try {
      const saved = JSON.parse(sessionStorage.getItem(`game ${game}`) ?? 'null');
      return saved ? new Session(saved) : null;
    } catch { return null; }
  }

  /** @param {string} game @param {string} start @param {Partial<Saved>} [rest] */
  static fresh(game, start, rest = {}) {
    return new Session({
      game, start, moves: [], undone: [], seats: [HUMAN, 'club'], seconds: 2,
      seed: Math.floor(Math.random() * 1e6), ...rest,
    });
  }
}

/** How a position is searched, and which line of the log is looked at.
 *  @typedef {{algorithm?: string, depth?: number, line?: number}} How */

/** Takes a position along to where its search is seen. @param {string} game @param {string} text @param {How} [how] */
export function seeSearch(game, text, how = {}) {
  new Link(['tree', game]).with({ position: text, ...how }).go();
}

/** Takes a game along to where it can be played on. @param {string} game @param {string} start @param {string[]} moves */
export function playOn(game, start, moves) {
  Session.fresh(game, start, { moves }).save();
  new Link(['play', game]).go();
}
