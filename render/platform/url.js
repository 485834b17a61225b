// URL and URLSearchParams, see https://url.spec.whatwg.org. Go parses and serializes URLs.
export default (native) => {
  const pairsOf = (query) => Array.from(native.parseForm(query), ([name, value]) => [name, value]);
  let follow; // makes the parameters those of a URL
  class URLSearchParams {
    #pairs = [];
    #changed = () => {};
    static {
      follow = (params, query, changed) => {
        params.#pairs = pairsOf(query);
        params.#changed = changed;
        return params;
      };
    }
    constructor(init = "") {
      if (typeof init !== "object" || init === null) {
        this.#pairs = pairsOf(String(init).replace(/^\?/, ""));
        return;
      }
      for (const pair of typeof init[Symbol.iterator] === "function" ? init : Object.entries(init)) {
        const [name, value, ...more] = pair;
        if (value === undefined || more.length > 0) throw new TypeError("URLSearchParams wants pairs");
        this.#pairs.push([String(name), String(value)]);
      }
    }
    get size() {
      return this.#pairs.length;
    }
    append(name, value) {
      this.#pairs.push([String(name), String(value)]);
      this.#changed();
    }
    delete(name, value) {
      this.#pairs = this.#pairs.filter((p) => p[0] !== String(name) || (value !== undefined && p[1] !== String(value)));
      this.#changed();
    }
    get(name) {
      return this.#pairs.find((pair) => pair[0] === String(name))?.[1] ?? null;
    }
    getAll(name) {
      return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1]);
    }
    has(name, value) {
      return this.#pairs.some((p) => p[0] === String(name) && (value === undefined || p[1] === String(value)));
    }
    set(name, value) {
      const first = this.#pairs.find((pair) => pair[0] === String(name));
      if (!first) return this.append(name, value);
      first[1] = String(value);
      this.#pairs = this.#pairs.filter((pair) => pair === first || pair[0] !== String(name));
      this.#changed();
    }
    sort() {
      this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      this.#changed();
    }
    forEach(callback, receiver) {
      for (const [name, value] of this) callback.call(receiver, value, name, this);
    }
    *entries() {
      for (let i = 0; i < this.#pairs.length; i++) yield [...this.#pairs[i]];
    }
    *keys() {
      for (const [name] of this) yield name;
    }
    *values() {
      for (const [, value] of this) yield value;
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return native.formatForm(this.#pairs);
    }
    get [Symbol.toStringTag]() {
      return "URLSearchParams";
    }
  }

  const parse = (url, base) => {
    try {
      return native.parseURL(String(url), ...(base === undefined ? [] : [String(base)]));
    } catch {
      throw Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL", input: String(url) });
    }
  };
  const parts = new WeakMap();
  class URL {
    #params;
    constructor(url, base) {
      parts.set(this, parse(url, base));
    }
    static canParse(url, base) {
      try {
        return Boolean(parse(url, base));
      } catch {
        return false;
      }
    }
    static parse(url, base) {
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }
    static {
      for (const name of ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search",
        "hash", "origin"]) {
        const get = function () {
          return parts.get(this).get(name);
        };
        const set = function (value) {
          try {
            parts.get(this).set(name, String(value));
          } catch {
            throw new TypeError("Invalid URL");
          }
          if (this.#params) this.#follow();
        };
        const is = { get, set: name === "origin" ? undefined : set, enumerable: true, configurable: true };
        Object.defineProperty(URL.prototype, name, is);
      }
    }
    #follow() {
      const changed = () => parts.get(this).set("search", this.#params.toString());
      follow(this.#params, this.search.slice(1), changed);
    }
    get searchParams() {
      if (!this.#params) {
        this.#params = new URLSearchParams();
        this.#follow();
      }
      return this.#params;
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
    get [Symbol.toStringTag]() {
      return "URL";
    }
  }
  return { URL, URLSearchParams };
};
