// The modules of a program in development: each is a function, which is called when the module is first required. With
// refresh.js, a module that is defined again with another hash replaces the former one.
(() => {
  if (globalThis.__haulfrontModules) return; // a page with other packages is loaded again
  const modules = new Map();
  const outside = globalThis.require;

  const load = (id, importer) => {
    const module = modules.get(id);
    if (!module) {
      if (id.endsWith(".css")) return {};
      return outside(id);
    }
    if (importer?.running) module.importers.add(importer);
    if (!module.loaded) {
      module.loaded = { exports: {} };
      module.used = module.running = true;
      try {
        module.run(module.loaded.exports, (name) => load(name, module), module.loaded);
      } catch (error) {
        module.loaded = undefined;
        throw error;
      } finally {
        module.running = false;
      }
      registry.loaded?.(module);
    }
    return module.loaded.exports;
  };

  // Runs the entry. If it has run, it shows what has changed, and returns whether that was possible: not with other
  // packages.
  let started;
  const start = (entry, packages = "") => {
    if (started !== undefined) return started === packages && (registry.refresh?.(entry) ?? false);
    started = packages;
    load(entry);
    return true;
  };

  const registry = { modules, load, start, loaded: undefined, refresh: undefined };
  globalThis.__haulfrontModules = registry;
  globalThis.__haulfrontDefine = (id, sum, run) => {
    const known = modules.get(id);
    if (!known) modules.set(id, { id, sum, run, importers: new Set() });
    // Modules of packages have no hash and stay.
    else if (sum && sum !== known.sum) Object.assign(known, { sum, run, changed: true });
  };
})();
