// What can be practised, how hard, and how an exercise is named.

import { Link } from '../link.js';

/** @typedef {{name: string, title: string, about: string}} Choice */

/** @type {Choice[]} */
export const KINDS = [
  { name: 'cut', title: 'Predict the next cut', about: 'A search has come to a line: at which node does it stop next, and what does it not look at?' },
  { name: 'window', title: 'Enter value, alpha and beta', about: 'What stands in the next line of the log?' },
  { name: 'move', title: 'Which move, and why', about: 'Which move does the search choose, and what is it worth?' },
  { name: 'log', title: 'Which log line is wrong', about: 'A program has misread a rule: where does its log first go wrong, and which rule was it?' },
];

/** @type {Choice[]} */
export const LEVELS = [
  { name: 'easy', title: 'Easy', about: 'Small trees, as in textbooks.' },
  { name: 'medium', title: 'Medium', about: 'Three plies, values below zero, real positions.' },
  { name: 'hard', title: 'Hard', about: 'Deeper trees, equal values, turns of several moves.' },
];

/** The largest number of an exercise. */
export const MOST = 999999999;
/** The most exercises of a set. */
export const LARGEST_SET = 100;

/** Which exercise. @typedef {{kind: string, level: string, seed: number}} Name */

/** What an address or a line says, if there is such an exercise. @param {string[]} parts kind, level and number
 *  @returns {Name | null} */
export function named([kind, level, seed = '']) {
  const has = (/** @type {Choice[]} */ all, /** @type {string} */ wanted) => all.some(({ name }) => name === wanted);
  return has(KINDS, kind) && has(LEVELS, level) && /^[1-9]\d{0,8}$/.test(seed) ? { kind, level, seed: Number(seed) } : null;
}

/** @param {Name} name */
export const written = ({ kind, level, seed }) => `${kind}/${level}/${seed}`;

/** In words: the kind, and the level. @param {Name} name */
export const titles = ({ kind, level }) => [[KINDS, kind], [LEVELS, level]].map(([all, wanted]) =>
  /** @type {Choice[]} */ (all).find(({ name }) => name === wanted)?.title ?? '');

/** @param {Name} name */
export const linkTo = (name) => new Link(['practise', ...written(name).split('/')]);

/** How many exercises an address sets; none if it names one alone. @param {Link} link */
export function setSize(link) {
  const count = link.number('count');
  return count ? Math.min(count, LARGEST_SET) : null;
}

/** The exercises of a set. @param {Name} first @param {number} count @returns {Name[]} */
export const setOf = (first, count) => Array.from({ length: count }, (_, at) => ({ ...first, seed: Math.min(MOST, first.seed + at) }));
