// Small helpers for building elements.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Sets attributes; functions become listeners, and `null` or `false` leaves one out.
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  set(element, attributes);
  element.append(...children);
  return element;
}

/** A number with its thousands apart. @param {number} number */
export function grouped(number) {
  return number.toLocaleString('en-US');
}

/** A value as people write it. @param {number | string} value */
export function told(value) {
  if (value === Infinity || value === 'Infinity') return '∞';
  if (value === -Infinity || value === '-Infinity') return '−∞';
  return String(value).replace('-', '−');
}

/** @param {string} text */
export const capitalised = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A problem as a sentence: what comes from elsewhere begins and ends as it likes. @param {unknown} problem */
export function sentence(problem) {
  const text = (problem instanceof Error ? problem.message : String(problem)).trim();
  // The name of a file stays as it is.
  const begins = /^[a-z]+(?![\w.-]*[.][a-z])/.test(text) ? capitalised(text) : text;
  return /[.!?…]$/.test(begins) ? begins : `${begins}.`;
}

/** Whether whoever looks wants things to move. */
export function moves() {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Names the page, and with it the tab and its history. @param {...string} parts what is shown first */
export function entitle(...parts) {
  document.title = [...parts, 'Plyglot'].join(' · ');
}

/** Scrolls a list to what is current in it, if that is known. @param {HTMLElement} list whose items are placed within it */
export function reveal(list) {
  const current = list.querySelector('[aria-current]');
  if (current instanceof HTMLElement) list.scrollTop = current.offsetTop - (list.clientHeight - current.clientHeight) / 2;
}

/** @param {number} ms */
export function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
