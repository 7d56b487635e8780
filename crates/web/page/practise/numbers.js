// Numbers that people write, infinity among them.

import { h } from '../dom.js';

/** What was written, or null if it is no number. @param {string} text */
export function number(text) {
  const [, sign, size] = /^([+\-−–]?)\s*(\d{1,15}(?:\.\d{1,9})?|∞|inf|infinity)$/i.exec(text.trim()) ?? [];
  if (size === undefined) return null;
  const amount = /^\d/.test(size) ? Number(size) : Infinity;
  // Not minus zero, which is another number to some.
  return sign && sign !== '+' ? 0 - amount : amount;
}

/** A field for one. @param {string} name */
export function numberField(name) {
  const input = h('input', { type: 'text', name, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', size: 6 });
  return { input, root: h('label', { class: 'number-field' }, name, input) };
}
