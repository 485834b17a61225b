// Runs the browser's entry by itself, until it calls start, and returns the names of the islands there: null if it does
// not call start, and undefined if the names or the call come from another module.
(globals, code) => {
  let names = null;
  const stop = {}, unknown = "?";
  // Whatever the entry imports, and every global of browsers. A copy of it has the property.
  const anything = new Proxy(Object.assign(function () {}, { [unknown]: true }), {
    get: (_, name) => (name === Symbol.toPrimitive ? () => "" : name === "__esModule" ? false : anything),
    getPrototypeOf: () => anything,
    set: () => true,
    apply: () => anything,
    construct: () => anything,
  });
  const run = (0, eval)(code);
  Object.setPrototypeOf(globals, new Proxy({}, { has: () => true, get: () => anything }));
  const start = (islands) => {
    names = unknown in islands ? undefined : Object.keys(islands);
    throw stop;
  };
  const require = (name) => {
    if (name === "@haulfront/render/browser") return { start };
    if (name.startsWith(".")) names = undefined; // it may call start
    return anything;
  };
  try {
    run(require, {}, { exports: {} });
  } catch (error) {
    if (error !== stop) return undefined;
  }
  return names;
};
