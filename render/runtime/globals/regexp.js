// The constructor RegExp, with \p{…} as goja lacks it. esbuild calls it for literals with the flag u, see siteOptions.
export default (native) => {
  const original = /./.constructor;
  // Compiling \p{L} takes a third of a millisecond, and components evaluate literals in each render.
  const compiled = new Map();
  const expand = (source, flags) => {
    if (!/\\p/i.test(source)) return source;
    try {
      return native.expandProperties(source);
    } catch ({ message }) {
      const why = message[0].toUpperCase() + message.slice(1);
      throw new SyntaxError(`Invalid regular expression: /${source}/${flags}: ${why}`);
    }
  };
  function RegExp(pattern, flags) {
    const copies = pattern instanceof original;
    if (copies && flags === undefined && new.target === undefined && pattern.constructor === RegExp) return pattern;
    const target = new.target ?? RegExp;
    const source = copies ? pattern.source : pattern === undefined ? "" : String(pattern);
    const own = flags !== undefined ? String(flags) : copies ? pattern.flags : "";
    if (!own.includes("u")) return Reflect.construct(original, [source, own], target);
    const key = `${own}/${source}`;
    if (!compiled.has(key)) {
      if (compiled.size >= 256) compiled.clear();
      compiled.set(key, new original(expand(source, own), own));
    }
    const known = compiled.get(key);
    // goja gives copies no other prototype.
    const made = target === RegExp ? new original(known) : Reflect.construct(original, [known.source, own], target);
    if (made.source !== source) Object.defineProperty(made, "source", { value: source, configurable: true });
    return made;
  }
  RegExp.prototype = original.prototype;
  Object.defineProperty(RegExp.prototype, "constructor", { value: RegExp, writable: true, configurable: true });
  // goja itself uses the original for copies, which keeps its fast paths.
  Object.defineProperty(RegExp, Symbol.species, { value: original, configurable: true });
  return { RegExp };
};
