// The turning points of a game in words. What was better stays hidden until somebody asks.

import { h, sentence } from '../dom.js';
import { spoken } from '../notation.js';
import { expected } from '../play/adviser.js';
import { swatch } from '../play/swatch.js';
import { reason, told } from '../play/words.js';

/** @import { PlayedLine } from '../play/adviser.js' */
/** @import { About, Played, Thought } from '../types' */
/** @import { Judged } from './judge.js' */

/**
 * @typedef {object} Can What can be done with a turning point.
 * @property {(at: number) => void} visit
 * @property {(at: number, better: string[]) => void} point shows a better move on the board, by its path
 * @property {(at: number) => void} retry
 */

export class Turns {
  /** @param {About} about @param {Can} can */
  constructor(about, can) {
    this.about = about;
    this.can = can;
    this.root = h('ol', { class: 'turns' });
  }

  /** @param {PlayedLine} line up to the position before it @param {Played} played @param {Judged} before @param {Judged} after */
  add(line, played, before, after) {
    const at = line.moves.length;
    const better = h('p', { class: 'remedy', hidden: true, role: 'status' });
    const ask = h('button', { type: 'button', 'data-tool': 'better', 'aria-expanded': 'false', click: () => show() }, 'Show what was better');
    const show = async () => {
      const { thought } = before;
      if (!thought) return;
      ask.setAttribute('aria-expanded', 'true');
      try {
        const moves = await expected(line, thought);
        const answer = after.thought && (await expected({ ...line, moves: [...line.moves, played.move] }, after.thought))[0];
        better.textContent = why(thought, moves, played, answer);
        this.can.point(at, moves[0].path);
      } catch (problem) { better.textContent = sentence(problem); }
      better.hidden = false;
    };
    this.root.append(h('li', { 'data-at': at + 1 },
      h('button', { type: 'button', class: 'quiet what', 'data-tool': 'turn', click: () => this.can.visit(at + 1) },
        swatch(this.about, played.side), `Move ${at + 1}: ${told(this.about, played)}`),
      h('p', {}, `Before it: ${before.words}. After it: ${after.words}.`),
      h('div', { class: 'tools' }, ask,
        h('button', { type: 'button', 'data-tool': 'retry', click: () => this.can.retry(at) }, 'Try again from here')),
      better));
  }
}

/** What was better, what it leads to, and what the move that was played allowed.
 *  @param {Thought} thought @param {Played[]} moves @param {Played} played @param {Played} [answer] */
function why(thought, moves, played, answer) {
  const better = `Better was ${[spoken(moves[0]), ...moves[0].effects].join(', ')}: ${reason(thought, moves)}`;
  return answer ? `${better} After ${spoken(played)} follows ${[spoken(answer), ...answer.effects].join(', ')}.` : better;
}
