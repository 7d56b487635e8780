// What is thought of each position of a game, and at which moves that changed.

import { scaleOf, share } from '../play/graph.js';

/** @import { About, Played, Stand, Thought } from '../types' */

/**
 * @typedef {object} Judged What is thought of a position.
 * @property {number | null} result 1 if the first side wins, -1 if it loses, 0 for a draw; null if that is not certain
 * @property {string} words
 * @property {Thought} [thought] none where the game is over
 */

/** A quarter of a clear lead, for who was even; whoever is far ahead loses less by it. */
const CLEAR = 0.24;
/** The part of a clear lead that counts for everybody. */
const MUCH = 0.5;

/** @param {Thought} thought @returns {Judged} */
export function judge(thought) {
  const { wins, lead, is_proven: isProven, words } = thought;
  const result = wins !== undefined ? Math.sign(wins) : isProven ? Math.sign(lead) : null;
  return { result, words, thought };
}

/** How a game ended. @param {NonNullable<Stand['ending']>} ending @returns {Judged} */
export const ended = ({ winner, how }) => ({ result: winner === null ? 0 : winner === 0 ? 1 : -1, words: how });

/** Whether a move gave something away: a result, or a clear part of the lead. What the engine would have
 *  played, too, did not. @param {Played} played @param {Judged} before @param {Judged} after @param {number} clear */
export function isTurn({ move, side }, before, after, clear) {
  const sign = side === 0 ? 1 : -1;
  if (before.thought?.line[0] === move) return false;
  if (before.result !== null && after.result !== null && before.result !== after.result) return sign * (before.result - after.result) > 0;
  // What was known to come has come.
  if (!before.thought || !after.thought) return before.result === null && sign * (guess(before, clear) - guess(after, clear)) > CLEAR;
  const isCounted = before.thought.wins === undefined && after.thought.wins === undefined;
  return sign * (guess(before, clear) - guess(after, clear)) > CLEAR
    || (isCounted && sign * (before.thought.lead - after.thought.lead) > MUCH * clear);
}

/** The result that is to be expected, for the first side. @param {Judged} judged @param {number} scale */
const guess = ({ thought, result }, scale) => (thought ? share(thought, scale) : result ?? 0);

/** All of it for a graph. @param {About} about @param {Judged[]} judged @returns {[number, number][]} */
export function course(about, judged) {
  const scale = scaleOf(about, judged.flatMap(({ thought }) => thought ?? []));
  // An end that was known changes nothing.
  return judged.map((one, at) => [at, guess(!one.thought && one.result === judged[at - 1]?.result ? judged[at - 1] : one, scale)]);
}
