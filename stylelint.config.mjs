// Rules for stylesheets; components/README.md has the reasons. Contrast and unused tokens are
// checked in cmd/haulfront/internal/sources/styles_test.go.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const tokens = "assets/css/tokens.css";

// A component's selectors begin with its own class, so that no component reaches into one that it does not contain.
// Conditions in brackets, as in :has(…), belong to no component.
const brackets = String.raw`\((?:[^()]|\([^()]*\))*\)`;
const ownClass = readdirSync("components", { recursive: true })
  .filter((file) => file.endsWith(".css"))
  .map((file) => {
    const name = basename(file, ".css");
    if (!name.startsWith(basename(dirname(file)))) throw new Error(`components/${file} is not named after its folder`);
    const other = `/^(?!from$|to$|[0-9.]+%$)(?!(?:[^.(]|${brackets})*\\.${name}(?![A-Za-z0-9_]))/`;
    return { files: [join("components", file)], rules: { "selector-disallowed-list": [[other], { splitList: true }] } };
  });

/** @type {import("stylelint").Config} */
export default {
  extends: "stylelint-config-recommended",
  plugins: ["stylelint-value-no-unknown-custom-properties"],
  reportNeedlessDisables: true,
  rules: {
    // Only tokens.css has literal colors, type sizes and shadows. Values from the visitor's system or the context
    // (CanvasText, inherit, currentColor, fractions of 1em) are not literal.
    "color-named": "never",
    "color-no-hex": true,
    "function-disallowed-list": ["color", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "rgb", "rgba"],
    "declaration-property-unit-allowed-list": { "/^(font|font-size|box-shadow|text-shadow)$/": ["em"] },
    // Browsers of 2020 drop a layer with everything in it.
    "at-rule-disallowed-list": ["layer"],
    "csstools/value-no-unknown-custom-properties": [true, { importFrom: [tokens] }],
    // The order of the files decides which rule wins: a component's CSS follows that of the components in it.
    "no-descending-specificity": null,
  },
  overrides: [{ files: [tokens], rules: { "color-no-hex": null, "function-disallowed-list": null } }, ...ownClass],
};
