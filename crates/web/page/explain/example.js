// A wrong answer to look at: its author updates alpha and beta before the line of a cut is written.

const INPUT = ['3', '1', '2', '3 3 3', '3 3 3', '0', '0'];

const LOG = [
  'Node,Depth,Value,Alpha,Beta', 'root,0,-Infinity,-Infinity,Infinity', 'B2,1,-Infinity,-Infinity,Infinity',
  'B3,1,Infinity,-Infinity,Infinity', 'A2,2,1,-Infinity,Infinity', 'B3,1,1,-Infinity,1',
  'A3,2,1,-Infinity,1', 'B3,1,1,-Infinity,1', 'A4,2,1,-Infinity,1',
  'B3,1,1,-Infinity,1', 'B2,1,1,1,Infinity', 'B4,1,Infinity,1,Infinity',
  'A2,2,1,1,Infinity', 'B4,1,1,1,1', 'B2,1,1,1,Infinity',
  'root,0,1,1,Infinity', 'B3,1,Infinity,1,Infinity', 'A2,2,0,1,Infinity',
  'B3,1,0,1,0', 'root,0,1,1,Infinity', 'B4,1,Infinity,1,Infinity',
  'A2,2,0,1,Infinity', 'B4,1,0,1,0', 'root,0,1,1,Infinity',
];

/** @param {string[]} lines */
const text = (lines) => `${lines.join('\n')}\n`;

export const EXAMPLE = { game: 'mancala', input: text(INPUT), files: { 'traverse_log.txt': text(LOG) } };
