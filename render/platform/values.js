// Small globals: the program's surroundings, tasks for later, texts as bytes, and copies of values.
export default (native) => {
  const process = { env: { NODE_ENV: native.mode }, versions: {} };
  const performance = { now: native.now, timeOrigin: native.timeOrigin };

  const queueMicrotask = (callback) => {
    if (typeof callback !== "function") throw new TypeError("queueMicrotask wants a function");
    Promise.resolve().then(callback).catch((error) => console.error(error));
  };

  // Timers never fire: a render ends without waiting, and its runtime must not run code of a former one.
  let timers = 0;
  const timer = (name) => () => {
    const remedy = "a render does not wait. Call it in an effect or an event handler.";
    native.warnOnce(`${name} does nothing on the server: ${remedy}`);
    return ++timers;
  };
  const clear = () => {};
  const setTimeout = timer("setTimeout");
  const setInterval = timer("setInterval");
  const setImmediate = timer("setImmediate");

  const converter = (convert, message) => (text) => {
    const given = String(text);
    try {
      return convert(given);
    } catch {
      throw new DOMException(message, "InvalidCharacterError");
    }
  };
  const btoa = converter(native.btoa, "Invalid character");
  const atob = converter(native.atob, "The string to be decoded is not correctly encoded.");

  const bytesOf = (data) => {
    if (ArrayBuffer.isView(data)) return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
    return data;
  };
  class TextEncoder {
    get encoding() {
      return "utf-8";
    }
    encode(text = "") {
      return new Uint8Array(native.encode(String(text)));
    }
    encodeInto(text, into) {
      let read = 0;
      let written = 0;
      for (const character of text) {
        const bytes = this.encode(character);
        if (written + bytes.length > into.length) break;
        into.set(bytes, written);
        read += character.length;
        written += bytes.length;
      }
      return { read, written };
    }
  }
  class TextDecoder {
    #fatal;
    #ignoreBOM;
    constructor(label = "utf-8", { fatal = false, ignoreBOM = false } = {}) {
      if (!/^\s*(unicode-1-1-)?utf-?8\s*$/i.test(label)) {
        throw new RangeError(`TextDecoder knows only utf-8 here, not ${label}: decode the text in Go`);
      }
      this.#fatal = fatal;
      this.#ignoreBOM = ignoreBOM;
    }
    get encoding() {
      return "utf-8";
    }
    get fatal() {
      return this.#fatal;
    }
    get ignoreBOM() {
      return this.#ignoreBOM;
    }
    decode(data, options) {
      if (options?.stream) throw new TypeError("TextDecoder does not decode streams here: pass all bytes at once");
      let text = "";
      try {
        if (data !== undefined) text = native.decode(bytesOf(data), this.#fatal);
      } catch {
        throw new TypeError("The encoded data was not valid for encoding utf-8");
      }
      return !this.#ignoreBOM && text.startsWith("\ufeff") ? text.slice(1) : text;
    }
  }

  // See https://html.spec.whatwg.org/multipage/structured-data.html#structuredserializeinternal.
  const fail = (value) => {
    throw new DOMException(`${String(value)} could not be cloned.`, "DataCloneError");
  };
  const empty = (value, clone) => {
    const of = Object.prototype.toString.call(value).slice(8, -1);
    if (value instanceof Error) {
      const names = ["EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"];
      const copy = new (names.includes(value.name) ? globalThis[value.name] : Error)(value.message);
      Object.defineProperty(copy, "stack", { value: value.stack, configurable: true, writable: true });
      if ("cause" in value) Object.defineProperty(copy, "cause", { value: clone(value.cause), configurable: true });
      return copy;
    }
    if (value instanceof Boolean || value instanceof Number || value instanceof String) return Object(value.valueOf());
    if (value instanceof Date) return new Date(value.getTime());
    if (value instanceof RegExp) return new RegExp(value.source, value.flags);
    if (value instanceof ArrayBuffer) return value.slice(0);
    if (value instanceof DataView) return new DataView(clone(value.buffer), value.byteOffset, value.byteLength);
    if (ArrayBuffer.isView(value)) return new value.constructor(clone(value.buffer), value.byteOffset, value.length);
    if (value instanceof Map) return new Map();
    if (value instanceof Set) return new Set();
    if (Array.isArray(value)) return new Array(value.length);
    if (of === "WeakMap" || of === "WeakSet" || of === "WeakRef" || of === "Promise") fail(`#<${of}>`);
    return {};
  };
  const structuredClone = (root) => {
    const known = new Map();
    const clone = (value) => {
      if (typeof value === "function" || typeof value === "symbol") fail(value);
      if (typeof value !== "object" || value === null) return value;
      if (known.has(value)) return known.get(value);
      const copy = empty(value, clone);
      known.set(value, copy);
      if (value instanceof Map) for (const [key, item] of value) copy.set(clone(key), clone(item));
      else if (value instanceof Set) for (const item of value) copy.add(clone(item));
      else if (Array.isArray(value) || Object.prototype.toString.call(copy) === "[object Object]") {
        for (const key of Object.keys(value)) copy[key] = clone(value[key]);
      }
      return copy;
    };
    return clone(root);
  };

  // Libraries ask whether a value is one of these: none is.
  const absent = {};
  for (const name of ["Blob", "File", "FormData", "Headers", "Request", "Response"]) {
    absent[name] = class {
      static name = name;
      constructor() {
        throw new TypeError(`the server makes no ${name}: do it in an effect or an event handler`);
      }
    };
  }

  return {
    ...absent,
    ...{ global: globalThis, process, performance, queueMicrotask, setTimeout, setInterval, setImmediate },
    ...{ clearTimeout: clear, clearInterval: clear, clearImmediate: clear },
    ...{ btoa, atob, TextEncoder, TextDecoder, structuredClone },
  };
};
