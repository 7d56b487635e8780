// The page's colours, for canvases.

/** @typedef {Record<'page' | 'card' | 'line' | 'ink' | 'soft' | 'accent' | 'pale' | 'first' | 'firstPale' | 'second' | 'secondPale' | 'cut' | 'mark', string>} Colours */

/** @type {{theme: string | undefined, colours: Colours} | null} */
let known = null;

/** The colours of the present theme; asking the page takes longer than drawing. @returns {Colours} */
export function colours() {
  const { theme } = document.documentElement.dataset;
  if (known === null || known.theme !== theme) known = { theme, colours: read() };
  return known.colours;
}

/** @returns {Colours} */
function read() {
  const style = getComputedStyle(document.documentElement);
  const get = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  return {
    page: get('page'), card: get('card'), line: get('line'), ink: get('ink'), soft: get('soft'),
    accent: get('accent'), pale: get('accent-pale'), first: get('first'), firstPale: get('first-pale'),
    second: get('second'), secondPale: get('second-pale'), cut: get('cut'), mark: get('mark'),
  };
}

/** @param {string} colour @returns {number[]} */
function parts(colour) {
  const hex = colour.slice(1);
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** Steps from one colour to another, by way of a third. @param {string[]} three */
export function ramp(three) {
  const [low, middle, high] = three.map(parts);
  return Array.from({ length: 33 }, (_, at) => {
    const t = at / 16 - 1;
    const [from, to] = t < 0 ? [middle, low] : [middle, high];
    return `rgb(${from.map((part, index) => Math.round(part + Math.abs(t) * (to[index] - part))).join(' ')})`;
  });
}

/** A canvas sized for the screen; returns its context in CSS pixels. @param {HTMLCanvasElement} canvas */
export function fit(canvas) {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) {
    canvas.width = Math.round(wide * ratio);
    canvas.height = Math.round(high * ratio);
  }
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, wide, high };
}
