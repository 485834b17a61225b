// React's own part of the server program. It is most of it and needs none of the components, so that it is bundled and compiled
// while they are, and only once while they are developed. The names are those of reactModules in plugins.go.
globalThis.require = (name) => modules[name];
const modules = {
  react: require("react"),
  "react/jsx-runtime": require("react/jsx-runtime"),
  "react-dom": require("react-dom"),
  "react-dom/server": require("react-dom/server"),
};
