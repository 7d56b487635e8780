// What is said about a game.

import { spoken } from '../notation.js';

/** @import { About, Played, Thought } from '../types' */

/** Who plays what, and what comes of it. @param {About} about @param {Played} played @param {string} [does] */
export function told(about, played, does = 'plays') {
  return `${[`${about.sides[played.side].title} ${does} ${spoken(played)}`, ...played.effects].join(', ')}.`;
}

/** What the engine expects, and what it thinks of it. @param {Thought} thought @param {Played[]} expected */
export const reason = (thought, expected) => `${thought.words}. Expected: ${expected.map(spoken).join(', ')}.`;
