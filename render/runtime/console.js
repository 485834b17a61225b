// The global console, which writes to Config.Log.
export default (native) => {
  // inspect is like Node's util.inspect on one line.
  const inspect = (value, around = []) => {
    if (typeof value === "string") return around.length > 0 ? JSON.stringify(value) : value;
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return `[Function: ${value.name || "(anonymous)"}]`;
    if (Object.is(value, -0)) return "-0";
    if (typeof value !== "object" || value === null) return String(value);
    if (around.includes(value)) return "[Circular]";
    if (value instanceof Error) return String(value.stack || value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (around.length > 3) return Array.isArray(value) ? "[Array]" : "[Object]";
    const inside = (of) => inspect(of, [...around, value]);
    const wrap = (open, parts, close) => {
      const shown = parts.length > 100 ? [...parts.slice(0, 100), `... ${parts.length - 100} more`] : parts;
      return shown.length > 0 ? `${open} ${shown.join(", ")} ${close}` : open + close;
    };
    if (Array.isArray(value)) return wrap("[", value.map(inside), "]");
    if (value instanceof Set) return wrap(`Set(${value.size}) {`, Array.from(value, inside), "}");
    if (value instanceof Map) {
      return wrap(`Map(${value.size}) {`, Array.from(value, ([k, v]) => `${inside(k)} => ${inside(v)}`), "}");
    }
    const name = Object.getPrototypeOf(value)?.constructor?.name ?? "Object";
    const entries = Object.keys(value).map((key) => `${key}: ${inside(value[key])}`);
    return wrap(name === "Object" ? "{" : `${name} {`, entries, "}");
  };

  const number = (convert) => (value) => String(typeof value === "symbol" ? NaN : convert(value));
  const directives = {
    "%s": inspect, "%d": number(Number), "%i": number(parseInt), "%f": number(parseFloat),
    "%o": (value) => inspect(value, [null]), "%O": (value) => inspect(value, [null]),
    "%j": JSON.stringify, "%c": () => "",
  };

  // See https://console.spec.whatwg.org/#formatter.
  const format = ([first, ...rest]) => {
    let text = inspect(first);
    if (typeof first === "string" && rest.length > 0) {
      text = first.replace(/%[sdifoOjc%]/g, (directive) => {
        if (directive === "%%") return "%";
        return rest.length > 0 ? directives[directive](rest.shift()) : directive;
      });
    }
    return [text, ...rest.map((value) => inspect(value))].join(" ");
  };

  const write = (level, values, stack = "") => {
    let text = "";
    try {
      if (values.length > 0) text = format(values);
    } catch {
      text = "a value that cannot be printed"; // a getter or toJSON throws
    }
    native.log(level, text, stack);
  };
  const writer = (level) => (...values) => write(level, values);
  const counts = new Map();
  const started = new Map();
  const timeLog = (label = "default", ...values) => {
    if (!started.has(label)) return;
    write("info", [`${label}: ${(native.now() - started.get(label)).toFixed(3)}ms`, ...values]);
  };
  const group = (...values) => {
    if (values.length > 0) write("info", values);
  };
  const console = {
    debug: writer("debug"),
    log: writer("info"),
    info: writer("info"),
    dir: (value) => write("info", [value]),
    table: (value) => write("info", [value]),
    warn: writer("warn"),
    // In development, what React warns about is at an element that it visits.
    error: (...values) => write("error", values, globalThis.__haulfrontOwnerStack?.() ?? ""),
    group,
    groupCollapsed: group,
    groupEnd() {},
    trace(...values) {
      const [, , ...frames] = new Error().stack.split("\n"); // without this function
      write("debug", [["Trace: " + (values.length > 0 ? format(values) : ""), ...frames].join("\n")]);
    },
    assert(holds, ...values) {
      if (!holds) write("error", ["Assertion failed", ...values]);
    },
    count(label = "default") {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      write("info", [`${label}: ${counts.get(label)}`]);
    },
    countReset(label = "default") {
      counts.delete(label);
    },
    time(label = "default") {
      started.set(label, native.now());
    },
    timeLog,
    timeEnd(label = "default") {
      timeLog(label);
      started.delete(label);
    },
  };
  return { console };
};
