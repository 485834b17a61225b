// What goja does otherwise than browsers, and package render/platform does not.
export default () => {
  const remedy = "set Config.Globals to platform.Globals()";

  // goja takes \p{…} for the letter p. esbuild calls the constructor for literals with the flag u, see siteOptions.
  const original = /./.constructor;
  function RegExp(pattern, flags) {
    const copies = pattern instanceof original;
    if (copies && flags === undefined && new.target === undefined && pattern.constructor === RegExp) return pattern;
    const source = copies ? pattern.source : String(pattern);
    const own = flags ?? (copies ? pattern.flags : "");
    if (/u/.test(own) && /(?:^|[^\\])(?:\\\\)*\\p/i.test(source)) {
      throw new SyntaxError(`Invalid regular expression: /${source}/${own}: the server knows no \\p: ${remedy}`);
    }
    return Reflect.construct(original, [pattern, flags], new.target ?? RegExp);
  }
  RegExp.prototype = original.prototype;
  Object.defineProperty(original.prototype, "constructor", { value: RegExp, writable: true, configurable: true });
  // goja itself uses the original for copies, which keeps its fast paths.
  Object.defineProperty(RegExp, Symbol.species, { value: original, configurable: true });

  return new Proxy({ RegExp }, {
    get: (own, name) => own[name] ?? (() => {
      throw new Error(`${name} depends on the locale: ${remedy}, or format in Go`);
    }),
  });
};
