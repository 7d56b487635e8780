// A game that agents play or played: its moves one by one, and the boards between them.

import * as api from '../api.js';
import { after } from '../board/pictures.js';

/** @import { LiveGame, Picture, Played } from '../types' */

export class Course {
  /** @param {string} name which game @param {string} start */
  constructor(name, start) {
    this.name = name;
    this.start = start;
    /** @type {Played[]} */
    this.played = [];
    /** The boards: of the start, and after each of those moves.
     *  @type {Picture[]} */
    this.pictures = [];
    /** Who is to move after all of them. */
    this.toMove = 0;
    /** For each move its turn, counted from 1; 0 in the opening.
     *  @type {number[]} */
    this.turns = [];
    /** @type {LiveGame['turns']} */
    this.timed = [];
  }

  /** Goes as far as the game has come. @param {LiveGame} game @param {AbortSignal} signal */
  async follow({ opening, turns }, signal) {
    const moves = [...opening, ...turns.flatMap((turn) => turn.moves)];
    // A game that was interrupted begins again when its contest goes on.
    const known = this.played.some(({ move }, at) => move !== moves[at]) ? [] : this.played;
    if (moves.length > known.length || this.pictures.length === 0) {
      const line = { game: this.name, position: this.start, moves, since: known.length };
      const stand = await api.stand(line, signal);
      const pictures = this.pictures.length ? this.pictures.slice(0, known.length + 1) : [stand.before ?? stand.picture];
      for (const { frames } of stand.played) pictures.push(after(pictures[pictures.length - 1], frames));
      [this.played, this.pictures, this.toMove] = [[...known, ...stand.played], pictures, stand.to_move];
    }
    this.turns = [...opening.map(() => 0), ...turns.flatMap((turn, at) => turn.moves.map(() => at + 1))];
    this.timed = turns;
  }

  get length() {
    return this.played.length;
  }

  /** All moves up to a step, as texts. @param {number} at */
  moves(at) {
    return this.played.slice(0, at).map(({ move }) => move);
  }

  /** The position after so many moves. @param {number} at */
  text(at) {
    return at === 0 ? this.start : this.played[at - 1].position;
  }

  /** The board after so many moves. @param {number} at */
  picture(at) {
    return this.pictures[at];
  }

  /** Who is to move there. @param {number} at */
  mover(at) {
    return this.played[at]?.side ?? this.toMove;
  }

  /** How the last move before a step is made. @param {number} at */
  frames(at) {
    return this.played[at - 1].frames;
  }

  /** The cells of the last move before a step. @param {number} at */
  last(at) {
    return this.played[at - 1]?.path ?? [];
  }

  /** The CPU time that a side has used up to a step. @param {number} side @param {number} at */
  used(side, at) {
    const last = this.turns[at - 1] ?? 0;
    return this.timed.slice(0, last).reduce((sum, turn) => sum + (turn.side === side ? turn.cpu_seconds : 0), 0);
  }

  /** The step right after a turn. @param {number} turn counted from 1 */
  after(turn) {
    return this.turns.lastIndexOf(turn) + 1;
  }
}
