// A board as a picture of its own, which needs nothing from the page.

/** @import { Drawing } from './drawing.js' */

const SVG = 'http://www.w3.org/2000/svg';
/** What is taken over from the style sheets, besides colours: of lines, of texts, and of all. */
const OF_LINES = ['stroke-width', 'stroke-linecap', 'stroke-linejoin', 'paint-order'];
const OF_TEXTS = ['font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];
const OF_ALL = ['opacity'];
/** What a picture has if nothing is said. */
const USUAL = new Set(['none', 'normal', 'auto', 'butt', 'miter', '1', '400', '0px']);

/** A board as SVG, in the colours that it has now. @param {Drawing} drawing @returns {string} */
export function toSvg({ root, size: [wide, high] }) {
  const copy = /** @type {SVGElement} */ (root.cloneNode(true));
  style(root, copy);
  copy.querySelector('.cells')?.remove();
  for (const name of ['role', 'aria-label', 'style', 'class']) copy.removeAttribute(name);
  const ground = document.createElementNS(SVG, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  colour(ground, 'fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  copy.setAttribute('width', String(wide));
  copy.setAttribute('height', String(high));
  copy.setAttribute('font-family', 'system-ui, sans-serif');
  return new XMLSerializer().serializeToString(copy);
}

/** A board as PNG. @param {Drawing} drawing @param {number} [width] in pixels @returns {Promise<Blob>} */
export async function toPng(drawing, width = 1024) {
  const [wide, high] = drawing.size;
  const image = new Image();
  // The only address that the page's policy lets a picture come from.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(toSvg(drawing))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, Math.round((width * high) / wide)];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser makes no picture of this board.'))), 'image/png');
  });
}

/** Writes into a copy what the style sheets say of the original, and all below it. @param {Element} original @param {Element} copy */
function style(original, copy) {
  const now = getComputedStyle(original);
  const isGroup = ['svg', 'g'].includes(original.tagName);
  if (!isGroup) for (const name of ['fill', 'stroke']) colour(copy, name, now.getPropertyValue(name));
  const wanted = [
    ...OF_ALL,
    ...(isGroup || now.stroke === 'none' ? [] : OF_LINES),
    ...(original.tagName === 'text' ? OF_TEXTS : []),
    ...(original.tagName === 'rect' ? ['rx'] : []),
  ];
  for (const name of wanted) {
    const value = now.getPropertyValue(name);
    if (value && !USUAL.has(value)) copy.setAttribute(name, value);
  }
  // A place that a script has set is a style; other programs read the attribute.
  const place = /** @type {SVGElement} */ (original).style.transform.match(/^translate\((-?[\d.]+)px(?:, (-?[\d.]+)px)?\)$/);
  if (place) copy.setAttribute('transform', `translate(${place[1]} ${place[2] ?? 0})`);
  for (const name of ['class', 'style', 'aria-hidden']) copy.removeAttribute(name);
  if (original.classList.contains('cells')) copy.setAttribute('class', 'cells');
  else [...original.children].forEach((child, at) => style(child, copy.children[at]));
}

/** Colours as every program reads them: how much is seen through stands apart.
 *  @param {Element} element @param {string} name @param {string} value */
function colour(element, name, value) {
  const numbers = value.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
  if (numbers.length < 3) {
    if (name === 'fill') element.setAttribute(name, 'none');
    return;
  }
  const [red, green, blue] = numbers.slice(0, 3).map((part) => Math.round(value.startsWith('color(') ? part * 255 : part));
  element.setAttribute(name, `rgb(${red}, ${green}, ${blue})`);
  if (numbers.length > 3) element.setAttribute(`${name}-opacity`, String(numbers[3]));
}
