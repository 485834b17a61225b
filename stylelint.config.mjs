// What every stylesheet keeps to; components/README.md has the reasons. Contrast, and tokens that nothing uses, are
// checked in cmd/haulfront/internal/sources/styles_test.go: no rule here knows them.
import { readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import stylelint from "stylelint";

const tokens = "assets/css/tokens.css";

// A component's selectors begin with its own class, so that no component reaches into one that it does not contain.
// What is asked of the surroundings, as in :has(…), is in brackets and belongs to no component.
const brackets = String.raw`\((?:[^()]|\([^()]*\))*\)`;
const ownClass = readdirSync("components", { recursive: true })
  .filter((file) => file.endsWith(".css"))
  .map((file) => {
    const name = basename(file, ".css");
    if (!name.startsWith(basename(dirname(file)))) throw new Error(`components/${file} is not named after its folder`);
    const other = `/^(?!from$|to$|[0-9.]+%$)(?!(?:[^.(]|${brackets})*\\.${name}(?![A-Za-z0-9_]))/`;
    return { files: [join("components", file)], rules: { "selector-disallowed-list": [[other], { splitList: true }] } };
  });

// A component's rules are in the layer that its folder is named after: outside of all layers they would beat every
// other.
const layerName = "haulfront/layer";
const messages = stylelint.utils.ruleMessages(layerName, { expected: (layer) => `Expected everything inside of "@layer ${layer}"` });
const layerRule = (enabled) => (root, result) => {
  const [top, layer] = relative(process.cwd(), root.source.input.file).split(/[/\\]/);
  if (!enabled || top !== "components") return;
  for (const node of root.nodes) {
    const inside = node.type === "comment" || (node.type === "atrule" && node.name === "layer" && node.params.split(".")[0] === layer);
    if (!inside) stylelint.utils.report({ result, ruleName: layerName, node, message: messages.expected(layer) });
  }
};
layerRule.ruleName = layerName;
layerRule.messages = messages;

/** @type {import("stylelint").Config} */
export default {
  extends: "stylelint-config-recommended",
  plugins: ["stylelint-value-no-unknown-custom-properties", stylelint.createPlugin(layerName, layerRule)],
  reportNeedlessDisables: true,
  rules: {
    // Colors, sizes of type and shadows are written in tokens.css alone. What the visitor's own system or the
    // surroundings decide (CanvasText, inherit, currentColor, a part of 1em) is no literal.
    "color-named": "never",
    "color-no-hex": true,
    "function-disallowed-list": ["color", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "rgb", "rgba"],
    "declaration-property-unit-allowed-list": { "/^(font|font-size|box-shadow|text-shadow)$/": ["em"] },
    [layerName]: true,
    "csstools/value-no-unknown-custom-properties": [true, { importFrom: [tokens] }],
    // Later rules win by their layer and their place, whatever order the bundler joins the files in.
    "no-descending-specificity": null,
  },
  overrides: [
    { files: [tokens], rules: { "color-no-hex": null, "function-disallowed-list": null } },
    ...ownClass,
  ],
};
