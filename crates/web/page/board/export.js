// A board as a picture of its own, which needs nothing from the page.

/** @import { Drawing } from './drawing.js' */

/** A board as SVG, in the colours that it has now. @param {Drawing} drawing @returns {string} */
export function toSvg({ root, size: [wide, high] }) {
  const copy = /** @type {SVGElement} */ (root.cloneNode(true));
  const all = [...root.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, at) => {
    const now = getComputedStyle(all[at]);
    const names = ['fill', 'stroke', 'stroke-width', 'opacity', 'font-size', 'text-anchor', 'dominant-baseline'];
    for (const name of names) element.setAttribute(name, now.getPropertyValue(name));
    if (now.transform !== 'none') element.setAttribute('transform', now.transform);
    for (const name of ['style', 'class']) element.removeAttribute(name);
  });
  copy.setAttribute('width', String(wide));
  copy.setAttribute('height', String(high));
  return new XMLSerializer().serializeToString(copy);
}

/** A board as PNG. @param {Drawing} drawing @returns {Promise<Blob>} */
export async function toPng(drawing) {
  const image = new Image();
  // The only address that the page's policy lets a picture come from.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(toSvg(drawing))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = drawing.size;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser makes no picture of this board.'))), 'image/png');
  });
}
