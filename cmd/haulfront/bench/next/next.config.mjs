// The app renders the components of this repository as they are. What Next.js cannot take of them is adapted here and in
// loader.cjs.
import path from "node:path";

const here = import.meta.dirname;
const loader = path.join(here, "loader.cjs");

/** @type {import("next").NextConfig} */
export default {
  turbopack: {
    root: path.join(here, "../../../.."),
    resolveAlias: { "@haulfront/render": "./island.jsx" },
    rules: {
      "**/components/islands/*/*.tsx": { loaders: [loader] },
      "**/components/LayoutContext.tsx": { loaders: [loader] },
      "**/assets/*.svg": { loaders: [loader], as: "*.js" },
    },
  },
};
