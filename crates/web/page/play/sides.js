// Who plays, what each side has, and what the chosen opponent does.

import { capitalised, h, set } from '../dom.js';
import { HUMAN } from './session.js';
import { swatch } from './swatch.js';

/** @import { About, Catalogue, Stand } from '../types' */
/** @import { Session } from './session.js' */

const PERSON = { name: HUMAN, about: 'somebody at this screen' };

export class Sides {
  /**
   * @param {Catalogue} catalogue @param {About} about
   * @param {(side: number, who: string) => void} seat @param {(seconds: number) => void} time
   */
  constructor(catalogue, about, seat, time) {
    this.unit = about.unit;
    this.choices = [PERSON, ...catalogue.opponents];
    this.rows = about.sides.map(({ title }, side) => {
      const select = h('select', {
        'aria-label': `Who plays ${title}`, 'aria-describedby': `level-${side}`, 'data-seat': side,
        change: () => seat(side, select.value),
      }, ...this.choices.map(({ name }) => h('option', { value: name }, name === HUMAN ? 'person' : name)));
      const tally = h('span', { class: 'tally' });
      const level = h('p', { class: 'hint level', id: `level-${side}` });
      const root = h('div', { class: 'who' }, swatch(about, side), h('strong', {}, title), tally, select, level);
      return { root, select, tally, level };
    });
    this.seconds = h('input', {
      type: 'number', min: 0.1, max: catalogue.limits.seconds, step: 'any',
      change: () => { if (this.seconds.validity.valid) time(Number(this.seconds.value)); },
    });
    this.time = h('label', { class: 'field', hidden: true }, 'Seconds a move for full', this.seconds);
    this.root = h('div', { class: 'sides' }, ...this.rows.map(({ root }) => root), this.time);
  }

  /** @param {Session} session @param {Stand} stand of the position that is shown */
  show({ seats, seconds }, stand) {
    const [one, many] = this.unit;
    this.rows.forEach(({ root, select, tally, level }, side) => {
      const count = stand.tally[side];
      tally.textContent = `${count} ${count === 1 ? one : many}`;
      if (select.value !== seats[side]) select.value = seats[side];
      level.textContent = `${capitalised(this.choices.find(({ name }) => name === seats[side])?.about ?? '')}.`;
      set(root, { class: `who${stand.to_move === side && !stand.ending ? ' turn' : ''}` });
    });
    this.time.hidden = !seats.includes('full');
    if (document.activeElement !== this.seconds) this.seconds.value = String(seconds);
  }
}
