// What depends on the locale, without package render/platform.
export default () => new Proxy({}, {
  get: (_, name) => () => {
    throw new Error(`${name} depends on the locale: set Config.Globals to platform.Globals(), or format in Go`);
  },
});
