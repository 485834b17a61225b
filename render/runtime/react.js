// React's own script, most of the server program. It needs none of the components: it is compiled while they are
// bundled, and only once in development. The names are those of reactModules in plugins.go.
globalThis.require = (name) => {
  if (Object.hasOwn(modules, name)) return modules[name];
  throw new Error(`Cannot find module "${name}": the server program has those that the bundler finds`);
};
const modules = {
  react: require("react"),
  "react/jsx-runtime": require("react/jsx-runtime"),
  "react-dom": require("react-dom"),
  "react-dom/server": require("react-dom/server"),
};
