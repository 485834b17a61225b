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
  const component = lazy(load);
  try {
    component._init(component._payload);
  } catch {
    // its promise, or an error that is thrown again where the component is rendered
  }
  return component;
};
const modules = {
  react,
  "react/jsx-runtime": require("react/jsx-runtime"),
  "react-dom": require("react-dom"),
  "react-dom/server": require("react-dom/server"),
};
