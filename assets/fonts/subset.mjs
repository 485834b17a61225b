// Subsets the display face to the letters listed as unicode-range in assets/css/fonts.css, which cover nearly all
// headings, and the text face to those in assets/css/text.css (npm run fonts). Other letters come from the complete
// faces.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subset from "subset-font";

// Features that browsers apply by default, and tabular figures. The other features add glyphs that no page shows.
const keepFeatures = ["calt", "ccmp", "kern", "liga", "locl", "tnum"];

// Kerning is rounded to 1/70 em, which makes the file a sixth smaller. The error is less than half a pixel in the
// largest heading. The tables: https://learn.microsoft.com/typography/opentype/spec/gpos.
const kerningStep = 14; // of 1,000 units
function roundKerning(font) {
  const tables = Object.fromEntries(
    Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i).map((entry) => [
      font.toString("latin1", entry, entry + 4),
      font.readUInt32BE(entry + 8),
    ]),
  );
  const u16 = (offset) => font.readUInt16BE(offset);
  const round = (offset) => font.writeInt16BE(Math.round(font.readInt16BE(offset) / kerningStep) * kerningStep, offset);
  const lookups = tables.GPOS + u16(tables.GPOS + 8);
  for (let i = 0; i < u16(lookups); i++) {
    const lookup = lookups + u16(lookups + 2 + 2 * i);
    for (let j = 0; j < u16(lookup + 4); j++) {
      let [type, pairs] = [u16(lookup), lookup + u16(lookup + 6 + 2 * j)];
      if (type === 9) [type, pairs] = [u16(pairs + 2), pairs + font.readUInt32BE(pairs + 4)];
      // Pairs of glyphs or glyph classes; only the advance of the first one changes.
      if (type !== 2 || u16(pairs + 4) !== 4 || u16(pairs + 6) !== 0)
        throw new Error(`lookup ${i} of GPOS is not pair kerning of horizontal advances`);
      if (u16(pairs) === 1)
        for (let set = 0; set < u16(pairs + 8); set++) {
          const at = pairs + u16(pairs + 10 + 2 * set);
          for (let pair = 0; pair < u16(at); pair++) round(at + 4 + 4 * pair);
        }
      else for (let value = 0; value < u16(pairs + 12) * u16(pairs + 14); value++) round(pairs + 16 + 2 * value);
    }
  }
}

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Subsets a file of a font package to the letters of the rule whose URL is "../fonts/<name>.woff2" in a stylesheet. */
async function cut(css, name, file, make) {
  const rule = new RegExp(`${name}\\.woff2"[^}]*unicode-range: ([^;]*);`);
  const [, ranges] = rule.exec(readFileSync(path(`../css/${css}`), "utf8"));
  let letters = "";
  for (const [, first, last = first] of ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g))
    for (let code = parseInt(first, 16); code <= parseInt(last, 16); code++) letters += String.fromCodePoint(code);
  const whole = readFileSync(path(`../../node_modules/${file}`));
  writeFileSync(path(`${name}.woff2`), await make(whole, letters));
}

await cut(
  "fonts.css",
  "bricolage-grotesque-700",
  "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2",
  async (whole, letters) => {
    const font = Buffer.from(await subset(whole, letters, { keepFeatures, targetFormat: "truetype" }));
    roundKerning(font);
    // STAT names the styles of a family and GDEF classifies combining accents; the subset has neither.
    return subset(font, "", { keepFeatures, keepAllGlyphs: true, targetFormat: "woff2", dropTables: ["STAT", "GDEF"] });
  },
);
await cut(
  "text.css",
  "figtree-400-600",
  "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  (whole, letters) =>
    subset(whole, letters, {
      keepFeatures,
      targetFormat: "woff2",
      variationAxes: { wght: { min: 400, max: 600, default: 400 } },
      dropTables: ["STAT"],
    }),
);
