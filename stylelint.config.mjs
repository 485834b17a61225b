// Rules for stylesheets; components/README.md has the reasons. Contrast and unused tokens are
// checked in cmd/haulfront/internal/server/sources/styles_test.go.
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import baseline from "stylelint-plugin-use-baseline";

const tokens = "assets/css/tokens.css";

// A component's selectors begin with its own class and contain no other component's, so that no component depends on the
// inside of another: it passes a className, or sets custom properties that the other documents. Conditions in brackets,
// as in :has(…), belong to no component; the spacing between two sections (+) belongs to the first.
const brackets = String.raw`\((?:[^()]|\([^()]*\))*\)`;
const ownClass = readdirSync("components", { recursive: true })
  .filter((file) => file.endsWith(".css"))
  .map((file) => {
    const name = basename(file, ".css").replace(/\.late$/, "");
    if (!name.startsWith(basename(dirname(file)))) throw new Error(`components/${file} is not named after its folder`);
    const other = `/^(?!from$|to$|[0-9.]+%$)(?!(?:[^.(]|${brackets})*\\.${name}(?![A-Za-z0-9_]))/`;
    const inner = `/^(?:[^(]|${brackets})*[^+(] \\.(?!${basename(dirname(file))})[A-Z]/`;
    return {
      files: [join("components", file)],
      rules: { "selector-disallowed-list": [[other, inner], { splitList: true }] },
    };
  });

// Browsers of 2020 are supported. They may ignore the features listed here: esbuild transforms them ("inset"), they have
// a fallback, or the page works without them.
const newer = {
  available: 2020,
  ignoreSelectors: ["file-selector-button", "focus-visible", "marker", "selection"],
  ignoreAtRules: ["container", "view-transition"],
  ignoreProperties: {
    "/^(accent-color|animation-range|appearance|color-scheme|container-type|inset|line-clamp|outline)$/": ["/./"],
    "/^(overscroll-behavior|paint-order|resize|scroll-(behavior|padding-.*|margin-.*))$/": ["/./"],
    "/^(text-(decoration-thickness|size-adjust|wrap)|view-transition-name)$/": ["/./"],
    "aspect-ratio": ["/./"],
    "break-after": ["avoid"],
    "content-visibility": ["/./"],
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

// The widths at which pages change; components/README.md names them. Components that depend on their own width have
// container queries.
const widths = [16, 25.5, 36, 48, 60, 75];
const media = {
  "min-width": widths.map((width) => `${width}rem`),
  "max-width": widths.map((width) => `${(width - 0.01).toFixed(2)}rem`),
};

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
    "media-feature-name-value-allowed-list": media,
    "plugin/use-baseline": [true, newer],
    "selector-not-notation": "simple", // as all supported browsers know it
    "csstools/value-no-unknown-custom-properties": [true, { importFrom: [tokens] }],
    // The order of the files decides which rule wins: a component's CSS follows that of the components in it.
    "no-descending-specificity": null,
  },
  overrides: [{ files: [tokens], rules: { "color-no-hex": null, "function-disallowed-list": null } }, ...ownClass],
};
