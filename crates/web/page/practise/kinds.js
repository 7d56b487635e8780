// What can be practised, how hard, and how an exercise is named.

import { Link } from '../link.js';

/** @type {{name: string, title: string, about: string}[]} */
export const KINDS = [
  { name: 'cut', title: 'Predict the next cut', about: 'A search has come to a line: at which node does it stop next, and what does it not look at?' },
  { name: 'window', title: 'Enter value, alpha and beta', about: 'What stands in the next line of the log?' },
  { name: 'move', title: 'Which move, and why', about: 'Which move does the search choose, and what is it worth?' },
  { name: 'log', title: 'Which log line is wrong', about: 'A program has misread a rule: where does its log first go wrong, and which rule was it?' },
];

/** @type {{name: string, title: string, about: string}[]} */
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

/** What an address or a line says, if there is such an exercise. @param {string} kind @param {string} level @param {string} seed
 *  @returns {Name | null} */
export function named(kind, level, seed) {
  const isKnown = KINDS.some(({ name }) => name === kind) && LEVELS.some(({ name }) => name === level);
  return isKnown && /^[1-9]\d{0,8}$/.test(seed) ? { kind, level, seed: Number(seed) } : null;
}

/** @param {Name} name */
export const written = ({ kind, level, seed }) => `${kind}/${level}/${seed}`;

/** @param {Name} name */
export const linkTo = ({ kind, level, seed }) => new Link(['practise', kind, level, String(seed)]);

/** How many exercises an address sets; none if it names one alone. @param {Link} link */
export function setSize(link) {
  const count = link.number('count');
  return count ? Math.min(count, LARGEST_SET) : null;
}

/** @param {{name: string, title: string}[]} all @param {string} name */
export const titleOf = (all, name) => all.find((each) => each.name === name)?.title ?? name;
