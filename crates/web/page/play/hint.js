// A hint: first a move, and when asked again the reason. It is for one position only.

import { h, sentence } from '../dom.js';
import { Pointer, expected, ponder } from './adviser.js';
import { reason, told } from './words.js';

/** @import { Drawing } from '../board/drawing.js' */
/** @import { About, Played, Thought } from '../types' */
/** @import { PlayedLine } from './adviser.js' */

export class Hint {
  /** @param {About} about @param {Drawing} drawing @param {(words: string) => void} announce */
  constructor(about, drawing, announce) {
    this.about = about;
    this.announce = announce;
    this.pointer = new Pointer(drawing);
    this.root = h('p', { class: 'advised', hidden: true });
    /** Ends the search for one. */
    this.work = new AbortController();
    /** @type {{thought: Thought, moves: Played[]} | null} */
    this.given = null;
  }

  /** What the next one is about. */
  get title() {
    return this.given ? 'Why?' : 'Hint';
  }

  /** @param {PlayedLine} line up to the position that is shown */
  async give(line) {
    if (this.given) { this.#say(reason(this.given.thought, this.given.moves)); return; }
    this.forget();
    const { signal } = this.work;
    this.root.hidden = false;
    this.root.textContent = 'Thinking…';
    try {
      const thought = await ponder(line, signal);
      const moves = thought && await expected(line, thought, signal);
      if (!thought || !moves || signal.aborted) return;
      this.given = { thought, moves };
      this.pointer.show({ path: moves[0].path, kind: 'better' });
      this.#say(`Hint: ${told(this.about, moves[0], 'could play')}`);
    } catch (problem) { if (!signal.aborted) this.#say(sentence(problem)); }
  }

  /** @param {string} words */
  #say(words) {
    this.root.textContent = words;
    this.announce(words);
  }

  /** Another position is shown, or none. */
  forget() {
    this.work.abort();
    this.work = new AbortController();
    this.given = null;
    this.root.hidden = true;
    this.pointer.show();
  }
}
