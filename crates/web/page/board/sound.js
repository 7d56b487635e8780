// Short tones for those who want to hear a game. Nothing is made before somebody does.

/** @import { Frame, Picture } from '../types' */

/** Each as its pitch in Hz, when it begins and how long it lasts, both in seconds.
 *  @type {Record<'move' | 'capture' | 'end', [number, number, number][]>} */
const TONES = {
  move: [[440, 0, 0.08]],
  capture: [[330, 0, 0.08], [220, 0.09, 0.14]],
  end: [[392, 0, 0.16], [494, 0.16, 0.16], [587, 0.32, 0.34]],
};

/** @type {AudioContext | null} */
let context = null;

export const isOn = () => localStorage.getItem('sound') === 'on';

/** @param {boolean} on */
export function turnSound(on) {
  localStorage.setItem('sound', on ? 'on' : 'off');
  if (on) sound('move');
  else context?.close().catch(() => {});
  if (!on) context = null;
}

/** @param {'move' | 'capture' | 'end'} kind */
export function sound(kind) {
  // Before somebody has touched the page a browser lets none be heard.
  if (!isOn() || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  for (const [pitch, at, length] of TONES[kind]) {
    const [begin, tone, volume] = [context.currentTime + at, context.createOscillator(), context.createGain()];
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.2, begin + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}

/** Whether a move takes something: a side has fewer pieces after it, or a heap is gone that was not moved.
 *  @param {Picture} before @param {Picture} after @param {Frame[]} frames */
export function isCapture(before, after, frames) {
  const pieces = (/** @type {Picture} */ { cells }, /** @type {string} */ side) => cells.reduce((sum, { piece }) =>
    (piece?.side === side && piece.shape !== 'seeds' ? sum + (piece.count ?? 1) : sum), 0);
  const isLess = ['first', 'second'].some((side) => pieces(after, side) < pieces(before, side));
  return isLess || frames.slice(1).some(({ cells }) => cells.some(({ piece }) => piece?.shape === 'seeds' && piece.count === 0));
}
