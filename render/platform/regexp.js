// The constructor RegExp, with \p{…}, which goja lacks. esbuild calls it for literals with the flags u and y, see
// siteOptions.
export default (native) => {
  const original = /./.constructor;
  // Compiling \p{L} takes a third of a millisecond, and components evaluate their literals in each render.
  const compiled = new Map();
  // Slashes are escaped, but not in a class.
  const escape = (source) =>
    source.replace(/\\.|\[(?:\\.|[^\]])*\]|\//g, (part) => (part === "/" ? "\\/" : part)).replace(/\n/g, "\\n");
  const expand = (source, flags) => {
    if (!/\\p/i.test(source)) return source;
    try {
      return native.expandProperties(source);
    } catch ({ message }) {
      const why = message[0].toUpperCase() + message.slice(1);
      throw new SyntaxError(`Invalid regular expression: /${source}/${flags}: ${why}`);
    }
  };
  // goja escapes a slash by its number, and the source of an expanded expression is another one.
  const named = (made, source, expanded = source) => {
    if (expanded === source && !source.includes("/")) return made;
    return Object.defineProperty(made, "source", { value: escape(source), configurable: true });
  };
  function RegExp(pattern, flags) {
    const copies = pattern instanceof original;
    if (copies && flags === undefined && new.target === undefined && pattern.constructor === RegExp) return pattern;
    const target = new.target ?? RegExp;
    const source = copies ? pattern.source : pattern === undefined ? "" : String(pattern);
    const own = flags !== undefined ? String(flags) : copies ? pattern.flags : "";
    if (!/[uy]/.test(own)) return named(Reflect.construct(original, [source, own], target), source);
    const key = `${own}/${source}`;
    if (!compiled.has(key)) {
      if (compiled.size >= 100) compiled.clear();
      const expanded = own.includes("u") ? expand(source, own) : source;
      compiled.set(key, { expanded, expression: new original(expanded, own) });
    }
    const { expanded, expression } = compiled.get(key);
    // goja gives copies no other prototype.
    const made = target === RegExp ? new original(expression) : Reflect.construct(original, [expanded, own], target);
    return named(made, source, expanded);
  }
  RegExp.prototype = original.prototype;
  Object.defineProperty(RegExp.prototype, "constructor", { value: RegExp, writable: true, configurable: true });
  // goja itself uses the original for copies, which keeps its fast paths.
  Object.defineProperty(RegExp, Symbol.species, { value: original, configurable: true });
  return { RegExp };
};
