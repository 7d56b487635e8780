// The games by name.

import { captureGo } from './capture_go.js';
import { checkers } from './checkers.js';
import { mancala } from './mancala.js';
import { stakeRaid } from './stake_raid.js';
import { starCircle } from './star_circle.js';

/** @import { Look } from '../types' */

/** @type {Record<string, Look>} */
export const LOOKS = {
  'star-circle': starCircle,
  checkers,
  'stake-raid': stakeRaid,
  mancala,
  'capture-go': captureGo,
};
