// How contests are spoken of.

import { capitalised, grouped, h } from '../dom.js';

/** @import { ContestSummary, State } from '../types' */

/** @type {Record<State, string>} */
const STATES = { playing: 'being played', finished: 'finished', stopped: 'stopped' };

/** @param {State} state */
export const stateMark = (state) => h('span', { class: `state ${state}`, 'data-state': state }, STATES[state]);

/** @param {Pick<ContestSummary, 'played' | 'least' | 'most'>} contest */
export function progress({ played, least, most }) {
  const all = played >= most ? grouped(most)
    : least === most ? grouped(most) : `${grouped(Math.max(least, played))} to ${grouped(most)}`;
  return `${grouped(played)} of ${all} ${most === 1 ? 'game' : 'games'}`;
}

/** @param {Pick<ContestSummary, 'kind' | 'most' | 'format'>} contest */
export function howPlayed({ kind, most, format }) {
  return kind === 'match' ? `Match of ${grouped(most)} ${most === 1 ? 'game' : 'games'}` : capitalised(format);
}

/** Seconds as they are worth telling. @param {number} seconds */
export function time(seconds) {
  if (seconds >= 0.1) return `${seconds.toFixed(seconds < 100 ? 2 : 0)} s`;
  if (seconds === 0) return '0 s';
  return seconds < 1e-5 ? '< 0.01 ms' : `${(1000 * seconds).toFixed(seconds < 0.01 ? 2 : 0)} ms`;
}

/** Points, with a half where there is one. @param {number} points */
export function half(points) {
  const whole = Math.floor(points);
  return points === whole ? String(points) : `${whole || ''}½`;
}

/** @param {number} number */
export const signed = (number) => `${number < 0 ? '−' : '+'}${Math.abs(Math.round(number))}`;

/** @param {number | null} winner */
export const result = (winner) => (winner === null ? '½ – ½' : winner === 0 ? '1 – 0' : '0 – 1');

/** When something was, in the reader's own way. @param {number} seconds since 1970 */
export const when = (seconds) => new Date(1000 * seconds).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
