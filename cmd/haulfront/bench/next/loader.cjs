// Makes modules of this repository fit for React Server Components.
const path = require("node:path");

module.exports = function (source) {
  const { name, ext, dir } = path.parse(this.resourcePath);
  // The address of a picture, where Next.js would give an object.
  if (ext === ".svg") return `export default "/${name}.svg";`;
  // A server component may not make a context, so that the one there is goes by React's cache.
  if (name === "LayoutContext") return source.replace('from "react"', `from ${JSON.stringify(path.relative(dir, path.join(__dirname, "context.js")))}`);
  if (name !== path.basename(dir)) return source;
  // Only islands ship to the browser, as in the program, without what only the server needs: next build knows what a window is.
  return `"use client";\n${source.replaceAll("import.meta.env.SSR", '(typeof window === "undefined")')}`;
};
