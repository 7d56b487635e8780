// Games under way: a small board for each, which moves as they go.

import { Drawing } from '../board/drawing.js';
import { h } from '../dom.js';
import { Course } from './course.js';
import { players } from './players.js';

/** @import { About, LiveGame, State } from '../types' */

class LiveBoard {
  /** @param {About} about @param {string} id @param {LiveGame} game @param {{seconds: number, nodes?: number}} clock */
  constructor(about, id, game, clock) {
    this.about = about;
    this.clock = clock;
    this.course = new Course(about.name, game.start);
    this.drawing = new Drawing(about.name);
    this.drawing.root.setAttribute('role', 'img');
    this.sides = h('div', { class: 'sides' });
    this.caption = h('figcaption', { class: 'soft' });
    this.root = h('a', { class: 'card live-game', href: `#/contests/${id}/${game.key}`, 'data-key': game.key },
      h('figure', {}, this.sides, this.drawing.root, this.caption));
    /** What is on the board. */
    this.at = -1;
    this.isBusy = false;
    this.isOver = false;
  }

  /** Shows how far the game has come. @param {LiveGame} game @param {AbortSignal} signal */
  async show(game, signal) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.isOver = false;
    this.root.classList.remove('over');
    try {
      const { course, drawing } = this;
      await course.follow(game, signal);
      const at = course.length;
      if (at === this.at) return;
      const isNext = this.at >= 0 && at === this.at + 1;
      this.at = at;
      this.#tell(game);
      if (isNext) {
        drawing.mark([], 'last');
        await drawing.play(course.picture(at - 1), course.frames(at), false, () => !signal.aborted);
      }
      drawing.show(course.picture(at), false);
      drawing.mark(course.last(at), 'last');
    } finally { this.isBusy = false; }
  }

  /** The game has ended; its board stays until another one needs the place. */
  end() {
    if (this.isOver) return;
    this.isOver = true;
    this.root.classList.add('over');
    this.caption.textContent = `Game ${this.root.dataset.key} has ended`;
  }

  /** @param {LiveGame} game */
  #tell({ key, players: names, opening }) {
    const { course, at } = this;
    this.sides.replaceChildren(...players(this.about, names, course, at, { ...this.clock, turn: course.mover(at) }));
    const move = at > opening.length ? `turn ${course.turns[at - 1]}: ${course.played[at - 1].move}` : 'begins';
    // It may have ended while its last move was asked for.
    if (!this.isOver) this.caption.textContent = `Game ${key}, ${move}`;
    this.drawing.root.setAttribute('aria-label', `${names[0]} against ${names[1]}, ${move}`);
    this.root.dataset.moves = String(at);
  }
}

export class LiveBoards {
  /** @param {About} about @param {string} id @param {{seconds: number, nodes?: number}} clock */
  constructor(about, id, clock) {
    this.about = about;
    this.id = id;
    this.clock = clock;
    this.grid = h('div', { class: 'live-grid' });
    this.root = h('section', { class: 'live', 'aria-label': 'Games being played', hidden: true }, h('h2', {}, 'Being played'), this.grid);
    /** @type {Map<string, LiveBoard>} */
    this.boards = new Map();
  }

  /** @param {LiveGame[]} games @param {State} state @param {AbortSignal} signal */
  show(games, state, signal) {
    const keys = new Set(games.map(({ key }) => key));
    for (const [key, board] of this.boards) {
      if (keys.has(key)) continue;
      if (state === 'playing') board.end();
      else this.#remove(key, board);
    }
    for (const game of games) {
      const board = this.boards.get(game.key) ?? this.#add(game);
      // A board that cannot be shown does not keep the others from it.
      board.show(game, signal).catch(() => {});
    }
    this.root.hidden = this.boards.size === 0;
  }

  /** In the place of one that has ended, if there is one: nothing else on the page moves.
   *  @param {LiveGame} game */
  #add(game) {
    const board = new LiveBoard(this.about, this.id, game, this.clock);
    const [key, over] = [...this.boards].find(([, { isOver }]) => isOver) ?? [];
    if (key && over) {
      over.root.replaceWith(board.root);
      this.boards.delete(key);
    } else this.grid.append(board.root);
    this.boards.set(game.key, board);
    return board;
  }

  /** @param {string} key @param {LiveBoard} board */
  #remove(key, board) {
    board.root.remove();
    this.boards.delete(key);
  }
}
