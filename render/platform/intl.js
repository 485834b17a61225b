// Intl and the methods that depend on a locale, see https://tc39.es/ecma402/. Go formats for American English; anything
// else is an error, because the browser would show something else than the server.
export default (native) => {
  const refuse = (why) => {
    throw new RangeError(`${why}. Format it in Go, or pass a string`);
  };
  // checked calls Go, and throws its errors as those of JavaScript.
  const checked = (f, ...values) => {
    try {
      return f(...values);
    } catch ({ message }) {
      if (message.startsWith("invalid")) throw new RangeError(message[0].toUpperCase() + message.slice(1));
      return refuse(message[0].toUpperCase() + message.slice(1));
    }
  };

  const requested = (locales) => {
    const list = locales === undefined ? [] : typeof locales === "string" ? [locales] : Array.from(Object(locales));
    if (locales === null) throw new TypeError("Cannot convert undefined or null to object");
    for (const tag of list) {
      if (typeof tag !== "string") throw new TypeError("Language ID should be string or object.");
      if (!/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag)) throw new RangeError("Incorrect locale information provided");
    }
    return list;
  };
  const supported = (tag) => /^en(-us)?$/i.test(tag);
  const localeOf = (of, locales) => {
    const [tag = "en-US"] = requested(locales);
    if (!supported(tag)) refuse(`${of} knows only en-US on the server, not ${tag}`);
    return tag.length === 2 ? "en" : "en-US";
  };

  // reader reads options and checks them.
  const reader = (of, options) => {
    if (options === null) throw new TypeError(`${of} called on null or undefined`);
    const from = Object(options ?? {});
    const fail = (name, value) => {
      throw new RangeError(`Value ${value} out of range for ${of} options property ${name}`);
    };
    return {
      from,
      get(name, values, fallback) {
        if (from[name] === undefined) return fallback;
        const value = String(from[name]);
        return values && !values.includes(value) ? fail(name, value) : value;
      },
      flag: (name) => (from[name] === undefined ? undefined : Boolean(from[name])),
      digits(name, least, most, fallback) {
        if (from[name] === undefined) return fallback;
        const value = Number(from[name]);
        if (!(value >= least && value <= most)) throw new RangeError(`${name} value is out of range.`);
        return Math.floor(value);
      },
      only(name, value) {
        if (from[name] !== undefined && from[name] !== value) {
          refuse(`${of} knows no ${name} on the server but ${value}`);
        }
      },
    };
  };

  // define makes a constructor of Intl. Methods get what make has returned for the instance.
  const states = new WeakMap();
  const Intl = {};
  const define = (name, make, methods, { calls = true, bound } = {}) => {
    const of = `Intl.${name}`;
    const constructor = function (locales, options) {
      const constructs = this instanceof constructor; // new.target may be that of a constructor which calls
      if (!constructs && !calls) throw new TypeError(`Constructor ${of} requires 'new'`);
      const self = constructs ? this : Object.create(constructor.prototype);
      states.set(self, make(of, locales, options));
      return self;
    };
    const hidden = { configurable: true, writable: true };
    const state = (self) => {
      if (!states.has(self)) throw new TypeError(`Method ${of} called on incompatible receiver ${String(self)}`);
      return states.get(self);
    };
    for (const [key, method] of Object.entries(methods)) {
      const value = { [key](...values) { return method(state(this), ...values); } }[key];
      if (key !== bound) Object.defineProperty(constructor.prototype, key, { value, ...hidden });
      else {
        const get = function () {
          return (state(this).bound ??= (...values) => method(state(this), ...values));
        };
        Object.defineProperty(constructor.prototype, key, { get, configurable: true });
      }
    }
    Object.defineProperty(constructor, "name", { value: name, configurable: true });
    Object.defineProperty(constructor, "supportedLocalesOf", {
      value: (locales) => requested(locales).filter(supported), ...hidden,
    });
    Object.defineProperty(constructor.prototype, Symbol.toStringTag, { value: of, configurable: true });
    Object.defineProperty(Intl, name, { value: constructor, ...hidden });
  };
  const parts = (pairs) => pairs.map(([type, value]) => ({ type, value }));
  const text = (pairs) => pairs.map(([, value]) => value).join("");

  // digitOptions is https://tc39.es/ecma402/#sec-setnfdigitoptions.
  const digitOptions = (read, least, most, compact) => {
    const o = { minimumIntegerDigits: read.digits("minimumIntegerDigits", 1, 21, 1) };
    read.only("roundingMode", "halfExpand");
    read.only("roundingIncrement", 1);
    read.only("roundingPriority", "auto");
    read.only("trailingZeroDisplay", "auto");
    const { from } = read;
    if (from.minimumSignificantDigits !== undefined || from.maximumSignificantDigits !== undefined) {
      o.minimumSignificantDigits = read.digits("minimumSignificantDigits", 1, 21, 1);
      o.maximumSignificantDigits = read.digits("maximumSignificantDigits", o.minimumSignificantDigits, 21, 21);
      return o;
    }
    const given = from.minimumFractionDigits !== undefined || from.maximumFractionDigits !== undefined;
    if (compact && !given) {
      const significant = { minimumSignificantDigits: 1, maximumSignificantDigits: 2 };
      const fraction = { minimumFractionDigits: 0, maximumFractionDigits: 0 };
      return Object.assign(o, significant, fraction, { roundingPriority: "morePrecision" });
    }
    let low = read.digits("minimumFractionDigits", 0, 20);
    let high = read.digits("maximumFractionDigits", 0, 20);
    low ??= Math.min(least, high ?? least);
    high ??= Math.max(most, low);
    if (low > high) throw new RangeError("maximumFractionDigits value is out of range.");
    return Object.assign(o, { minimumFractionDigits: low, maximumFractionDigits: high });
  };

  const decimals = {
    0: `AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX VND
      VUV XAF XOF XPF YER`,
    3: "BHD JOD KWD LYD OMR TND",
  };
  const currencyDigits = (code) => Number(Object.keys(decimals).find((n) => decimals[n].includes(code)) ?? 2);

  const numberFormat = (of, locales, options) => {
    const locale = localeOf(of, locales);
    const read = reader(of, options);
    read.only("numberingSystem", "latn");
    const o = { locale, numberingSystem: "latn" };
    o.style = read.get("style", ["decimal", "percent", "currency", "unit"], "decimal");
    const currency = read.get("currency");
    if (currency !== undefined && !/^[a-z]{3}$/i.test(currency)) {
      throw new RangeError(`Invalid currency code : ${currency}`);
    }
    if (o.style === "currency") {
      if (currency === undefined) throw new TypeError("Currency code is required with currency style.");
      o.currency = currency.toUpperCase();
      o.currencyDisplay = read.get("currencyDisplay", ["code", "symbol", "narrowSymbol", "name"], "symbol");
      o.currencySign = read.get("currencySign", ["standard", "accounting"], "standard");
    } else if (o.style === "unit") {
      o.unit = read.get("unit", undefined, "");
      if (!o.unit) throw new TypeError("Invalid unit argument for Intl.NumberFormat() ''");
      o.unitDisplay = read.get("unitDisplay", ["short", "narrow", "long"], "short");
    }
    const notation = read.get("notation", ["standard", "scientific", "engineering", "compact"], "standard");
    const compact = notation === "compact";
    const least = o.currency && !compact ? currencyDigits(o.currency) : 0;
    const most = (o.currency && !compact) || o.style === "percent" ? least : 3;
    Object.assign(o, digitOptions(read, least, most, compact));
    const groups = read.from.useGrouping;
    const grouping = groups === true ? "always" : groups === false ? "false" : String(groups ?? "");
    if (!["", "always", "auto", "min2", "true", "false"].includes(grouping)) read.get("useGrouping", []);
    o.useGrouping = grouping === "" || grouping === "true" ? (compact ? "min2" : "auto") : grouping;
    if (grouping === "false") o.useGrouping = groups === false ? false : compact ? "min2" : "auto";
    o.notation = notation;
    if (compact) o.compactDisplay = read.get("compactDisplay", ["short", "long"], "short");
    o.signDisplay = read.get("signDisplay", ["auto", "never", "always", "exceptZero", "negative"], "auto");
    const format = checked(native.numberFormat, JSON.stringify({ ...o, useGrouping: String(o.useGrouping) }));
    const { roundingPriority = "auto", ...shown } = o;
    const rounding = { roundingMode: "halfExpand", roundingIncrement: 1, trailingZeroDisplay: "auto", roundingPriority };
    return { resolved: { ...shown, ...rounding }, format };
  };
  // numeral is a number as Go reads it.
  const numeral = (value) => {
    const primitive = typeof value === "object" && value !== null ? value.valueOf() : value;
    if (typeof primitive === "string" && /^-?\d+(\.\d+)?$/.test(primitive.trim())) return primitive.trim();
    if (typeof primitive === "bigint") return String(primitive);
    const number = Number(primitive);
    return Object.is(number, -0) ? "-0" : String(number).replace("+", "");
  };
  define("NumberFormat", numberFormat, {
    format: ({ format }, value) => text(format(numeral(value))),
    formatToParts: ({ format }, value) => parts(format(numeral(value))),
    resolvedOptions: ({ resolved }) => ({ ...resolved }),
  }, { bound: "format" });

  const widths = ["numeric", "2-digit"];
  const names = ["narrow", "short", "long"];
  const fields = { weekday: names, era: names, year: widths, month: [...widths, ...names], day: widths,
    hour: widths, minute: widths, second: widths };
  const dateFields = ["weekday", "year", "month", "day"];
  const timeFields = ["hour", "minute", "second", "fractionalSecondDigits"];
  const dateStyles = {
    full: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
    long: { year: "numeric", month: "long", day: "numeric" },
    medium: { year: "numeric", month: "short", day: "numeric" },
    short: { year: "2-digit", month: "numeric", day: "numeric" },
  };
  const clock = { hour: "numeric", minute: "2-digit", second: "2-digit" };
  const timeStyles = {
    full: { ...clock, timeZoneName: "long" },
    long: { ...clock, timeZoneName: "short" },
    medium: clock,
    short: { hour: "numeric", minute: "2-digit" },
  };
  const zoneNames = ["short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"];

  // dateFormat is https://tc39.es/ecma402/#sec-createdatetimeformat.
  const dateFormat = (of, locales, options, required = "any", defaults = "date") => {
    const locale = localeOf(of, locales);
    const read = reader(of, options);
    read.only("calendar", "gregory");
    read.only("numberingSystem", "latn");
    read.only("dayPeriod", undefined);
    const o = {};
    for (const [name, values] of Object.entries(fields)) o[name] = read.get(name, values);
    o.fractionalSecondDigits = read.digits("fractionalSecondDigits", 1, 3);
    o.timeZoneName = read.get("timeZoneName", zoneNames);
    const hour12 = read.flag("hour12");
    const cycle = read.get("hourCycle", ["h11", "h12", "h23", "h24"]);
    const styles = ["full", "long", "medium", "short"];
    const dateStyle = read.get("dateStyle", styles);
    const timeStyle = read.get("timeStyle", styles);
    if (dateStyle || timeStyle) {
      const explicit = Object.keys(o).find((name) => o[name] !== undefined);
      const style = dateStyle ? "dateStyle" : "timeStyle";
      if (explicit) throw new TypeError(`Can't set option ${explicit} when ${style} is used`);
      if (required === "date" && timeStyle) throw new TypeError("Invalid option : timeStyle");
      if (required === "time" && dateStyle) throw new TypeError("Invalid option : dateStyle");
      Object.assign(o, dateStyles[dateStyle], timeStyles[timeStyle]);
    } else {
      const some = (list) => list.some((name) => o[name] !== undefined);
      const given = (required !== "time" && some(dateFields)) || (required !== "date" && some(timeFields));
      if (!given && defaults !== "time") o.year = o.month = o.day = "numeric";
      if (!given && defaults !== "date") o.hour = o.minute = o.second = "numeric";
    }
    o.hourCycle = hour12 === undefined ? (cycle ?? "h12") : hour12 ? "h12" : "h24";
    const timeZone = read.get("timeZone");
    const format = checked(native.dateFormat, JSON.stringify({ ...o, timeZone: timeZone ?? "" }));
    const resolved = { locale, calendar: "gregory", numberingSystem: "latn" };
    resolved.timeZone = /^(etc\/)?(utc|gmt)$/i.test(timeZone) ? "UTC" : (timeZone ?? native.localZone());
    if (o.hour) Object.assign(resolved, { hourCycle: o.hourCycle, hour12: /h1/.test(o.hourCycle) });
    if (o.minute) o.minute = o.hour || o.second ? "2-digit" : "numeric";
    if (o.second) o.second = o.minute ? "2-digit" : "numeric";
    if (o.hour && /h2/.test(o.hourCycle)) o.hour = "2-digit";
    if (dateStyle || timeStyle) Object.assign(resolved, { dateStyle, timeStyle });
    else for (const name of [...Object.keys(fields), ...timeFields, "timeZoneName"]) resolved[name] = o[name];
    for (const name of Object.keys(resolved)) if (resolved[name] === undefined) delete resolved[name];
    return { resolved, format };
  };
  const formatDate = ({ format }, value) => {
    const time = value === undefined ? Date.now() : Number(value);
    if (!(Math.abs(time) <= 8.64e15)) throw new RangeError("Invalid time value");
    return checked(format, Math.trunc(time));
  };
  define("DateTimeFormat", dateFormat, {
    format: (state, value) => text(formatDate(state, value)),
    formatToParts: (state, value) => parts(formatDate(state, value)),
    resolvedOptions: ({ resolved }) => ({ ...resolved }),
  }, { bound: "format" });

  // Plural rules are those of x/text, for the languages in which they are CLDR's of today.
  const pluralRules = (of, locales, options) => {
    const [locale = "en-US"] = requested(locales);
    const read = reader(of, options);
    const type = read.get("type", ["cardinal", "ordinal"], "cardinal");
    const digits = digitOptions(read, 0, 3, false);
    checked(native.plural, locale, false, "0"); // whether it is known
    const plain = { ...digits, style: "decimal", useGrouping: "false", signDisplay: "never" };
    const format = checked(native.numberFormat, JSON.stringify(plain));
    return { format, resolved: { locale, type, ...digits } };
  };
  define("PluralRules", pluralRules, {
    select({ format, resolved: { locale, type } }, value) {
      const number = Number(value);
      if (!Number.isFinite(number)) return "other";
      return native.plural(locale, type === "ordinal", text(format(numeral(number))));
    },
    resolvedOptions({ resolved }) {
      return { ...resolved, pluralCategories: native.pluralCategories(resolved.locale, resolved.type === "ordinal") };
    },
  }, { calls: false });

  const listFormat = (of, locales, options) => {
    const locale = localeOf(of, locales);
    const read = reader(of, options);
    const type = read.get("type", ["conjunction", "disjunction", "unit"], "conjunction");
    return { locale, type, style: read.get("style", ["long", "short", "narrow"], "long") };
  };
  const listParts = ({ type, style }, values) => {
    const list = Array.from(values, (value) => {
      if (typeof value !== "string") throw new TypeError("Iterable yielded a non-String value");
      return { type: "element", value };
    });
    const and = { long: "and", short: "&", narrow: "" }[style];
    const word = { conjunction: and, disjunction: "or", unit: "" }[type];
    const comma = type === "unit" && style === "narrow" ? " " : ", ";
    const last = word === "" ? comma : list.length === 2 ? ` ${word} ` : `, ${word} `;
    return list.flatMap((element, i) => {
      if (i === 0) return [element];
      return [{ type: "literal", value: i === list.length - 1 ? last : comma }, element];
    });
  };
  define("ListFormat", listFormat, {
    format: (state, values) => listParts(state, values).map(({ value }) => value).join(""),
    formatToParts: listParts,
    resolvedOptions: (state) => ({ ...state }),
  }, { calls: false });

  const near = { second: { 0: "now" }, day: { [-1]: "yesterday", 0: "today", 1: "tomorrow" } };
  for (const unit of ["minute", "hour"]) near[unit] = { 0: `this ${unit}` };
  for (const unit of ["week", "month", "quarter", "year"]) {
    near[unit] = { [-1]: `last ${unit}`, 0: `this ${unit}`, 1: `next ${unit}` };
  }
  const relativeTime = (of, locales, options) => {
    const locale = localeOf(of, locales);
    const read = reader(of, options);
    read.only("style", "long");
    const numeric = read.get("numeric", ["always", "auto"], "always");
    return { locale, style: "long", numeric, numberingSystem: "latn" };
  };
  define("RelativeTimeFormat", relativeTime, {
    format({ numeric }, value, unit) {
      const number = Number(value);
      const singular = String(unit).replace(/s$/, "");
      if (!near[singular]) throw new RangeError(`Invalid unit argument for format() '${unit}'`);
      if (!Number.isFinite(number)) throw new RangeError("Invalid time value");
      const word = numeric === "auto" ? near[singular][number] : undefined;
      if (word) return word;
      const amount = new Intl.NumberFormat("en-US").format(Math.abs(number));
      const span = `${amount} ${singular}${amount === "1" ? "" : "s"}`;
      return number < 0 || Object.is(number, -0) ? `${span} ago` : `in ${span}`;
    },
    resolvedOptions: (state) => ({ ...state }),
  }, { calls: false });

  const collator = (of, locales, options) => {
    const locale = localeOf(of, locales);
    const read = reader(of, options);
    read.only("ignorePunctuation", false);
    read.only("caseFirst", "false");
    const usage = read.get("usage", ["sort", "search"], "sort");
    const sensitivity = read.get("sensitivity", ["base", "accent", "case", "variant"], "variant");
    const numeric = read.flag("numeric") ?? false;
    const [ignorePunctuation, collation, caseFirst] = [false, "default", "false"];
    return { locale, usage, sensitivity, ignorePunctuation, collation, numeric, caseFirst };
  };
  define("Collator", collator, {
    compare({ usage, sensitivity, numeric }, a, b) {
      // Other scripts are searched by rules of their own.
      if (usage === "search" && /[^\0-\u036f\u1e00-\u20cf]/.test(`${a}${b}`)) {
        refuse("Intl.Collator searches only Latin letters on the server");
      }
      return native.compare(String(a), String(b), sensitivity, numeric);
    },
    resolvedOptions({ bound, ...resolved }) { return resolved; },
  }, { bound: "compare" });

  Object.defineProperty(Intl, Symbol.toStringTag, { value: "Intl", configurable: true });

  // Methods that depend on a locale, of values. They keep formats: making one takes a tenth of a millisecond.
  const kept = new Map();
  const keep = (make, of, locales, options, ...more) => {
    const key = [of, String(locales), JSON.stringify(options), ...more].join("|");
    if (!kept.has(key)) {
      if (kept.size >= 100) kept.clear();
      kept.set(key, make(of, locales, options, ...more));
    }
    return kept.get(key);
  };
  const date = (...more) => function (locales, options) {
    const time = Date.prototype.getTime.call(this);
    const state = keep(dateFormat, "Date", locales, options, ...more);
    return Number.isNaN(time) ? "Invalid Date" : text(formatDate(state, time));
  };
  const number = (prototype) => function (locales, options) {
    const value = prototype.valueOf.call(this);
    return text(keep(numberFormat, "Number", locales, options).format(numeral(value)));
  };
  const dateText = (from) => function () {
    const time = Date.prototype.getTime.call(this);
    return Number.isNaN(time) ? "Invalid Date" : checked(native.dateText, time).slice(from);
  };
  const cased = (upper) => function (locales) {
    const [locale = "en-US"] = requested(locales);
    if (/^lt\b/i.test(locale)) refuse("The server does not know the letters of Lithuanian");
    if (/^(az|el|tr)\b/i.test(locale)) return native.cased(String(this), locale, upper);
    return upper ? String(this).toUpperCase() : String(this).toLowerCase();
  };
  return {
    Intl,
    "Number.prototype.toLocaleString": number(Number.prototype),
    "BigInt.prototype.toLocaleString": number(BigInt.prototype),
    "Date.prototype.toString": dateText(0),
    "Date.prototype.toTimeString": dateText("Fri Jan 05 2024 ".length),
    "Date.prototype.toLocaleString": date("any", "all"),
    "Date.prototype.toLocaleDateString": date("date", "date"),
    "Date.prototype.toLocaleTimeString": date("time", "time"),
    "String.prototype.localeCompare"(that, locales, options) {
      const { sensitivity, numeric } = collator("localeCompare", locales, options);
      return native.compare(String(this), String(that), sensitivity, numeric);
    },
    "String.prototype.toLocaleUpperCase": cased(true),
    "String.prototype.toLocaleLowerCase": cased(false),
    "Array.prototype.toLocaleString"(locales, options) {
      return Array.from(this, (value) => value?.toLocaleString(locales, options) ?? "").join(",");
    },
  };
};
