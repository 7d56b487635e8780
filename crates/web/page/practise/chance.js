// Chance that is the same everywhere: whole numbers only, and all of it follows from a text.

/** A text as a number of 32 bits (FNV-1a). @param {string} text */
function numbered(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

export class Chance {
  /** @param {string} text the same text gives the same chance */
  constructor(text) {
    this.state = numbered(text);
  }

  /** A number of 32 bits: a counter, well mixed. */
  #next() {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }

  /** From 0 to one less than this. @param {number} count */
  below(count) {
    return Math.floor((this.#next() * count) / 0x100000000);
  }

  /** Both ends included. @param {number} least @param {number} most */
  between(least, most) {
    return least + this.below(most - least + 1);
  }

  /** @template T @param {T[]} all @returns {T} */
  one(all) {
    return all[this.below(all.length)];
  }

  /** In another order. @template T @param {T[]} all @returns {T[]} */
  shuffled(all) {
    const rest = [...all];
    return all.map(() => rest.splice(this.below(rest.length), 1)[0]);
  }
}
