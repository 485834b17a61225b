// React's own script, most of the server program. It needs none of the components: it is compiled while they are
// bundled, and only once in development. The names are those of reactModules in plugins.go.
globalThis.require = (name) => {
  if (Object.hasOwn(modules, name)) return modules[name];
  throw new Error(`Cannot find module "${name}": the server program has those that the bundler finds`);
};
const react = require("react");
if (react.captureOwnerStack) globalThis.__haulfrontOwnerStack = react.captureOwnerStack; // the development build
// A lazy component is loaded when it is made, so that the first render has it like all others: promises settle when the
// program has run.
const { lazy } = react;
react.lazy = (load) => {
  const [, name = "default"] = /\bdefault:\s*[\w$]+\.([\w$]+)/.exec(load) ?? [];
  const missing = new Error(`React.lazy loads a module that has no export ${name}`); // with the place of the call
  const component = lazy(load);
  const init = component._init;
  component._init = (payload) => {
    const loaded = init(payload);
    if (loaded === undefined) throw missing;
    return loaded;
  };
  component.load = load; // see tree.js
  try {
    component._init(component._payload);
  } catch {
    // its promise, or an error that is thrown again where the component is rendered
  }
  return component;
};
// Go makes the elements, see jsx.go. React's development build checks what it is given.
let jsxRuntime = require("react/jsx-runtime");
const { jsx, jsxs } = jsxRuntime;
if (!react.captureOwnerStack) {
  const made = __haulfrontJSX(jsx);
  jsxRuntime = { ...jsxRuntime, jsx: made, jsxs: made };
  for (const name of ["freeze", "seal", "preventExtensions"]) {
    const original = Object[name];
    const { [name]: own } = { [name]: (value) => (__haulfrontFreeze(value, name === "freeze") ? value : original(value)) };
    Object.defineProperty(Object, name, { value: own, writable: true, configurable: true });
  }
} else {
  globalThis.__haulfrontElement = (form, ...values) => {
    let [type, ...names] = form.split(" ");
    if (type === "-") type = values.shift();
    const key = names.at(-1) === "!" ? (names.pop(), values.pop()) : undefined;
    const listed = names.at(-1) === "*";
    if (listed) {
      names.splice(-1, 1, "children");
      values.push(values.splice(names.length - 1));
    }
    return (listed ? jsxs : jsx)(type, Object.fromEntries(names.map((name, i) => [name, values[i]])), key);
  };
}
const modules = {
  react,
  "react/jsx-runtime": jsxRuntime,
  "react-dom": require("react-dom"),
  "react-dom/server": require("react-dom/server"),
};
