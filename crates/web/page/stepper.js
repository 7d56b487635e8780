// Going through a search or a game: by steps, by a slider, or like a film.

import { capitalised, grouped, h, s } from './dom.js';

const ICONS = {
  first: 'M10 4 3 10l7 6ZM18 4l-7 6 7 6Z',
  back: 'M5 4v12M16 4 8 10l8 6Z',
  play: 'M6 3l11 7-11 7Z',
  pause: 'M6 4v12M13 4v12',
  next: 'M15 4v12M4 4l8 6-8 6Z',
  cut: 'M4 5l12 8M4 15 16 7M4 5m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 15m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  last: 'M10 4l7 6-7 6ZM2 4l7 6-7 6Z',
};

/** @param {keyof typeof ICONS} name */
const icon = (name) => s('svg', { viewBox: '0 0 20 20', class: `icon icon-${name}`, 'aria-hidden': 'true' },
  s('path', { d: ICONS[name] }));

/** What is gone through: what one is called, the number of the first, how many a second (slowest first) and which of these it begins with.
 *  @typedef {{unit: string, first: number, speeds: number[], usual: number, nextCut?: () => void}} Course */

export class Stepper {
  /** @param {(step: number) => void} visit steps count from 0 @param {Course} course */
  constructor(visit, { unit, first, speeds, usual, nextCut }) {
    this.visit = visit;
    this.first = first;
    this.step = 0;
    this.last = 0;
    this.isPlaying = false;
    this.then = 0;
    const button = (/** @type {keyof typeof ICONS} */ name, /** @type {string} */ title, /** @type {() => void} */ click) =>
      h('button', { type: 'button', 'data-tool': name, title, 'aria-label': title, click }, icon(name));
    this.playButton = button('play', 'Play', () => this.play(!this.isPlaying));
    const name = capitalised(unit);
    this.slider = h('input', { type: 'range', min: first, max: first, value: first, 'aria-label': name, input: () => visit(Number(this.slider.value) - first) });
    this.number = h('input', {
      type: 'number', min: first, value: first,
      input: () => { this.isTyping = true; },
      change: () => this.#typed(), blur: () => { if (this.isTyping) this.#typed(); },
    });
    this.isTyping = false;
    this.speed = h('select', { 'aria-label': 'Speed' },
      ...speeds.map((speed) => h('option', { value: speed, selected: speed === usual }, `${grouped(speed)} / s`)));
    this.root = h('div', { class: 'steps' },
      button('first', 'To the beginning', () => visit(0)),
      button('back', `One ${unit} back`, () => visit(this.step - 1)),
      this.playButton,
      button('next', `One ${unit} on`, () => visit(this.step + 1)),
      nextCut ? button('cut', 'To the next cut', nextCut) : null,
      button('last', 'To the end', () => visit(Infinity)),
      this.speed, h('label', {}, name, this.number), this.slider);
  }

  /** @param {number} steps */
  begin(steps) {
    this.grow(steps);
    this.play(false);
  }

  /** There are more steps now. @param {number} steps */
  grow(steps) {
    this.last = steps - 1;
    this.slider.max = this.number.max = String(this.last + this.first);
  }

  /** @param {number} step */
  show(step) {
    this.step = step;
    this.slider.value = String(step + this.first);
    if (!this.isTyping) this.number.value = String(step + this.first);
  }

  /** Goes to the number that was typed; without one, all stays. */
  #typed() {
    this.isTyping = false;
    const { value } = this.number;
    this.show(this.step);
    if (value !== '') this.visit(Number(value) - this.first);
  }

  /** @param {boolean} isPlaying */
  play(isPlaying) {
    if (isPlaying && this.step >= this.last) this.visit(0);
    this.isPlaying = isPlaying;
    this.then = performance.now();
    this.playButton.replaceChildren(icon(isPlaying ? 'pause' : 'play'));
    this.playButton.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  }

  /** Goes on, if it is a film. @param {number} now */
  tick(now) {
    if (!this.isPlaying) return;
    const passed = Math.floor(((now - this.then) / 1000) * Number(this.speed.value));
    if (passed < 1) return;
    this.then = now;
    const next = this.step + passed;
    this.visit(next);
    if (next >= this.last) this.play(false);
  }
}
