// Fast Refresh for islands: changed modules replace the former ones, and React renders their components again with the
// state that they have. It needs the package react-refresh, and does without its Babel plugin: components are the
// capitalized names at the top of a module, and keep their state as long as they call the same hooks.
(() => {
  const registry = globalThis.__haulfrontModules;
  if (registry.refresh) return;
  const { modules, load } = registry;
  const refresh = load("~/node_modules/react-refresh/runtime");
  refresh.injectIntoGlobalHook(globalThis);

  const isHook = (name) => /^use[A-Z]/.test(name);
  let remount = false;
  registry.loaded = (module) => {
    for (const [name, type] of Object.entries(module.loaded.components ?? {})) {
      if (!refresh.isLikelyComponentType(type)) continue;
      refresh.register(type, `${module.id} ${name}`);
      if (typeof type !== "function") continue;
      const hooks = String(type).match(/\buse[A-Z]\w*\)?\(/g) ?? [];
      refresh.setSignature(type, hooks.join(), remount);
    }
  };

  // The importers of a module that exports only components need not be loaded again: React replaces its components.
  const isBoundary = ({ loaded }) => {
    const exports = Object.values(loaded?.exports ?? {});
    return exports.length > 0 && exports.every(refresh.isLikelyComponentType);
  };

  // Loads what has changed, and returns whether the page shows it: not if the entry itself would have to run again.
  registry.refresh = (entry) => {
    const changed = [...modules.values()].filter((module) => module.changed);
    for (const module of changed) module.changed = false;
    const stale = new Set(changed.filter((module) => module.used));
    remount = false;
    for (const module of stale) {
      if (module.id === entry) return false;
      if (isBoundary(module)) continue;
      remount ||= changed.includes(module) && Object.keys(module.loaded?.exports ?? {}).some(isHook);
      for (const importer of module.importers) stale.add(importer);
    }
    for (const module of stale) module.loaded = undefined;
    for (const module of stale) load(module.id);
    refresh.performReactRefresh();
    return true;
  };
})();
