// Cuts the display face to the letters that nearly all headings are made of, which the unicode-range of assets/css/fonts.css
// lists: npm run fonts. Other letters come from the face's own files.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

// What browsers apply by themselves, and figures of one width. The other features bring letters that no page shows.
const keepFeatures = ["calt", "ccmp", "kern", "liga", "locl", "tnum"];
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const css = readFileSync(path("../css/fonts.css"), "utf8");
for (const [, file, weight, ranges] of css.matchAll(/url\("\.\.\/fonts\/(bricolage-grotesque-(\d+)\.woff2)"\)[^}]*unicode-range: ([^;]*);/g)) {
  let letters = "";
  for (const [, first, last = first] of ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g))
    for (let code = parseInt(first, 16); code <= parseInt(last, 16); code++) letters += String.fromCodePoint(code);
  const whole = readFileSync(path(`../../node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-${weight}-normal.woff2`));
  writeFileSync(path(file), await subset(whole, letters, { targetFormat: "woff2", keepFeatures }));
}
