// Rules for stylesheets; components/README.md has the reasons. Contrast and unused tokens are
// checked in cmd/haulfront/internal/sources/styles_test.go.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import baseline from "stylelint-plugin-use-baseline";

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

// Browsers of 2020 are supported. They may ignore the features listed here: esbuild transforms them ("inset"), they have
// a fallback, or the page works without them.
const newer = {
  available: 2020,
  ignoreSelectors: ["file-selector-button", "focus-visible", "has", "marker", "selection"],
  ignoreAtRules: ["container", "view-transition"],
  ignoreProperties: {
    "/^(accent-color|animation-range|appearance|color-scheme|container-type|inset|line-clamp|outline)$/": ["/./"],
    "/^(overscroll-behavior|paint-order|resize|scroll-(behavior|padding-.*|margin-.*))$/": ["/./"],
    "/^(text-(decoration-thickness|size-adjust|wrap)|view-transition-name)$/": ["/./"],
    "aspect-ratio": ["/./"],
    "break-after": ["avoid"],
    "inline-size": ["fit-content"],
    "overflow-wrap": ["anywhere"],
    "overflow-x": ["clip"],
  },
};

// The rule cannot ignore media features; in browsers that lack these, they never match.
const allowMedia = (rule) =>
  Object.assign((...options) => {
    const check = rule(...options);
    return (root, result) => {
      const copy = root.clone();
      copy.walkAtRules("media", (at) => {
        at.params = at.params.replace(/scripting|forced-colors/, "hover");
      });
      return check(copy, result);
    };
  }, rule);

/** @type {import("stylelint").Config} */
export default {
  extends: "stylelint-config-recommended",
  plugins: [{ ...baseline, rule: allowMedia(baseline.rule) }, "stylelint-value-no-unknown-custom-properties"],
  reportNeedlessDisables: true,
  rules: {
    // Only tokens.css has literal colors, type sizes and shadows. Values from the visitor's system or the context
    // (CanvasText, inherit, currentColor, fractions of 1em) are not literal.
    "color-named": "never",
    "color-no-hex": true,
    "function-disallowed-list": ["color", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "rgb", "rgba"],
    "declaration-property-unit-allowed-list": { "/^(font|font-size|box-shadow|text-shadow)$/": ["em"] },
    "plugin/use-baseline": [true, newer],
    "csstools/value-no-unknown-custom-properties": [true, { importFrom: [tokens] }],
    // The order of the files decides which rule wins: a component's CSS follows that of the components in it.
    "no-descending-specificity": null,
  },
  overrides: [{ files: [tokens], rules: { "color-no-hex": null, "function-disallowed-list": null } }, ...ownClass],
};
