// Addresses: everything that can be seen has one. `#/tree/mancala?depth=3&line=14` names a view, what
// it is about, and how it is seen.

export class Link {
  /** @param {string[]} path the view, and what it is about @param {Map<string, string>} [values] as they stand in an address */
  constructor(path, values = new Map()) {
    this.path = path;
    this.values = values;
  }

  /** What an address says. @param {string} hash */
  static read(hash) {
    const [path, query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
    const values = query.split('&').filter(Boolean).map((part) => {
      const [name, value = ''] = part.split(/=(.*)/s);
      return /** @type {[string, string]} */ ([name, value]);
    });
    return new Link(path.split('/').map(decoded), new Map(values));
  }

  /** What the page's own address says. */
  static here() {
    return Link.read(location.hash);
  }

  /** @param {string} name @returns {string | null} */
  text(name) {
    const value = this.values.get(name);
    return value === undefined ? null : decoded(value);
  }

  /** A whole number that is not below 0. @param {string} name @returns {number | null} */
  number(name) {
    const text = this.text(name) ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  }

  /** @param {string} name @returns {string[] | null} */
  list(name) {
    const value = this.values.get(name);
    if (value === undefined) return null;
    return value === '' ? [] : value.split('~').map(decoded);
  }

  /** The same with something more; `null` leaves it out. @param {Record<string, string | number | string[] | null | undefined>} more */
  with(more) {
    const values = new Map(this.values);
    for (const [name, value] of Object.entries(more)) {
      if (value === null || value === undefined) values.delete(name);
      else values.set(name, Array.isArray(value) ? value.map(encoded).join('~') : encoded(String(value)));
    }
    return new Link(this.path, values);
  }

  /** As an address within the page. */
  get hash() {
    const query = [...this.values].map(([name, value]) => `${name}=${value}`).join('&');
    return `#/${this.path.map(encoded).join('/')}${query && `?${query}`}`;
  }

  /** To be given to others. */
  get address() {
    return location.href.replace(/#.*/s, '') + this.hash;
  }

  /** Goes there. */
  go() {
    location.hash = this.hash;
  }

  /** Says that this is what is seen now, without going anywhere: whoever loads the page again comes back to it. Whoever is
   *  on the way elsewhere is not called back. */
  stay() {
    const isHere = Link.here().path.every((part, at) => part === this.path[at]);
    if (isHere && location.hash !== this.hash) history.replaceState(null, '', this.hash);
  }
}

/** Blanks as signs that can be read, and the sign between the parts of a list as none of a part.
 *  @param {string} text */
const encoded = (text) => encodeURIComponent(text).replaceAll('~', '%7E').replaceAll('%20', '+');

/** @param {string} text */
function decoded(text) {
  try { return decodeURIComponent(text.replaceAll('+', ' ')); } catch { return text; }
}
