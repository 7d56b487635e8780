// A textbook's tree out of its text: what the search did not look at stands there.

/** The game whose positions are nodes of a tree that is written out. */
export const TEXTBOOK = 'textbook';

/** @import { Book } from '../types' */

/** A tree that the server has read already, with values for the side at its root.
 *  @param {string} text @returns {Book} */
export function book(text) {
  const sign = text.startsWith('MIN') ? -1 : 1;
  const tokens = text.match(/[()]|[+-]?\d+/g) ?? [];
  let at = 0;
  /** @returns {Book} */
  const node = () => {
    const token = tokens[at++];
    if (token !== '(') return sign * Number(token) || 0;
    /** @type {Book[]} */
    const children = [];
    while (at < tokens.length && tokens[at] !== ')') children.push(node());
    at++;
    return children;
  };
  return node();
}
