// Regular expressions, functions of texts, and typed arrays as in browsers, see syntax.go. goja's own methods are right
// for most expressions, and faster.
(Original, enginePattern, sourceOf, evaluate) => {
  const { prototype } = Original;
  const { exec, [Symbol.split]: split } = prototype;

  // V8's words for regexp2's.
  const reasons = [
    ["Invalid property name", /unknown unicode|malformed/],
    ["Invalid character class", /shorthand escape/],
    ["Nothing to repeat", /nested repetition|missing argument/],
    ["Range out of order in character class", /reverse order/],
    ["numbers out of order in {} quantifier", /repeat count/],
    ["Unterminated group", /missing closing/],
    ["Duplicate capture group name", /duplicate/],
    ["Invalid capture group name", /invalid capture group name/],
    ["Invalid escape", /unrecognized escape/],
    ["Invalid quantifier", /cannot be quantified/],
    ["Invalid named capture referenced", /undefined group/],
    ["Invalid Unicode escape", /hex values/],
  ];
  // Compiling \p{L} takes a third of a millisecond, and components may do it in each render.
  const compiled = new Map();
  // bounded refuses what the parsers of source and patterns, which call themselves, have no stack for.
  const bounded = (source) => {
    const { length } = source;
    if (length > 2 ** 17) throw new RangeError(`source of ${length} characters, and the limit here is ${2 ** 17}`);
    return source;
  };
  const compile = (source, flags) => {
    const key = `${flags}/${source}`;
    if (!compiled.has(key)) {
      if (compiled.size >= 100) compiled.clear();
      // Go's strings have no single surrogates.
      const whole = source.replace(/[\ud800-\udfff]/gu, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);
      bounded(source);
      try {
        compiled.set(key, new Original(enginePattern(whole, flags), flags));
      } catch ({ message }) {
        if (message.startsWith("Invalid flags")) throw new SyntaxError(message);
        const why = reasons.find(([, pattern]) => pattern.test(message))?.[0] ?? message;
        throw new SyntaxError(`Invalid regular expression: /${source}/${flags}: ${why}`);
      }
    }
    return compiled.get(key);
  };
  function RegExp(pattern, flags) {
    const constructs = this instanceof RegExp; // in a call by a constructor, goja's new.target is that constructor
    const copies = pattern instanceof Original;
    if (copies && flags === undefined && !constructs && pattern.constructor === RegExp) return pattern;
    const source = copies ? pattern.source : pattern === undefined ? "" : String(pattern);
    const made = new Original(compile(source, flags !== undefined ? String(flags) : copies ? pattern.flags : ""));
    const own = constructs ? Object.getPrototypeOf(this) : prototype;
    return own === prototype ? made : Object.setPrototypeOf(made, own);
  }
  RegExp.prototype = prototype;
  const define = (of, name, property) => Object.defineProperty(of, name, { configurable: true, ...property });
  const method = (name, value) => define(prototype, name, { value, writable: true });
  method("constructor", RegExp);
  // goja itself uses the original for copies, which keeps its fast paths.
  define(RegExp, Symbol.species, { value: Original });
  const { get } = Object.getOwnPropertyDescriptor(prototype, "source");
  define(prototype, "source", {
    get() {
      return this === prototype ? "(?:)" : sourceOf(get.call(this));
    },
  });
  method("toString", function toString() {
    return `/${this.source}/${this.flags}`;
  });

  // With an exec of its own, an expression takes the steps of the specification: goja's shorter ones stop at an empty
  // match if sticky, and replace all matches without the flag g if unicode.
  for (const name of ["match", "replace"]) {
    const original = prototype[Symbol[name]];
    method(Symbol[name], function (...args) {
      if (!(this instanceof Original) || !(this.sticky || (this.unicode && !this.global))) {
        return original.apply(this, args);
      }
      const copy = Object.assign(new Original(this), { exec, lastIndex: this.lastIndex });
      try {
        return original.apply(copy, args);
      } finally {
        this.lastIndex = copy.lastIndex;
      }
    });
  }
  // goja splits again at an empty match right after another one.
  method(Symbol.split, function (text, limit) {
    const { source } = this;
    if (Object.getPrototypeOf(this) !== prototype || !/[*?|^$]|\\b|\{[0,]/i.test(source)) {
      return split.call(this, text, limit);
    }
    const splitter = new RegExp(this, this.flags.replace(/[gy]/g, "") + "g");
    const all = String(text);
    const most = limit === undefined ? 2 ** 32 - 1 : limit >>> 0;
    const parts = [];
    if (all === "") return most === 0 || exec.call(splitter, all) ? parts : [all];
    let end = 0;
    for (let match; parts.length < most && (match = exec.call(splitter, all)); ) {
      const after = splitter.lastIndex;
      if (match[0] === "") splitter.lastIndex += splitter.unicode && all.codePointAt(after) > 0xffff ? 2 : 1;
      if (match.index >= all.length) break;
      if (match[0] === "" && after === end) continue;
      parts.push(all.slice(end, match.index), ...match.slice(1));
      end = after;
    }
    parts.push(all.slice(end));
    return parts.slice(0, most);
  });
  // guarded makes a constructor check its arguments, and use make if it is called itself.
  const guarded = (prototype, check, make) => {
    const original = prototype.constructor;
    const value = new Proxy(original, {
      apply: (_, self, args) => make?.(args.map(check)) ?? Reflect.apply(original, self, args.map(check)),
      construct: (_, args, target) =>
        (target === value ? make?.(args.map(check)) : undefined) ??
        Reflect.construct(original, args.map(check), target === value ? original : target),
    });
    define(prototype, "constructor", { value, writable: true });
    // goja's own refuses a Proxy.
    const hasInstance = function (of) {
      return Object.prototype.isPrototypeOf.call(this.prototype, of);
    };
    define(original, Symbol.hasInstance, { value: hasInstance });
    return value;
  };
  const guardedFunction = (kind, of) =>
    guarded(
      Object.getPrototypeOf(of),
      (part) => bounded(String(part)),
      (parts) => evaluate(`(${kind} anonymous(${parts.slice(0, -1)}\n) {\n${parts.at(-1) ?? ""}\n})`),
    );
  globalThis.Function = guardedFunction("function", () => {});
  guardedFunction("function*", function* () {});
  guardedFunction("async function", async function () {});
  const fits = (from) => {
    const size = typeof from === "number" ? from : from?.length;
    if (size > 2 ** 28) throw new RangeError(`Invalid typed array length: ${size}, and the limit here is ${2 ** 28}`);
    return from;
  };
  for (const { prototype } of [ArrayBuffer, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array,
    Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array]) {
    globalThis[prototype.constructor.name] = guarded(prototype, fits);
  }
  // goja makes typed arrays of lists only.
  const TypedArray = Object.getPrototypeOf(Uint8Array);
  const original = TypedArray.from;
  const from = function from(values, ...rest) {
    return original.call(this, typeof values === "string" ? Array.from(values) : values, ...rest);
  };
  define(TypedArray, "from", { value: from, writable: true });
  return RegExp;
};
