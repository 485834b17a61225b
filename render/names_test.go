package render

import "testing"

func TestUnnamed(t *testing.T) {
	const helper = "var __name = (target, value) => __defProp(target, \"name\", { value });\n"
	for module, want := range map[string]string{
		helper + "function at() {}\n__name(at, \"at\");\nexport { at };\n": helper +
			"function at() {}\nexport { at };\n",
		"var Dict = class extends Map {\n  static {\n    __name(this, \"D\");\n  }\n};\n": "" +
			"var Dict = class extends Map {\n};\n",
		"var F = /* @__PURE__ */ __name(() => {\n}, \"F\");\n": "var F = (() => {\n});\n",
		// The end of one is like a call of another function, or missing.
		"var F = /* @__PURE__ */ __name(() => {\n}, \"F\"), G = on(() => {\n}, \"G\");\n": "",
		"var F = /* @__PURE__ */ __name(() => 1, \"F\");\n":                               "",
	} {
		if want == "" {
			want = module
		}
		if got := unnamed(module); got != want {
			t.Errorf("unnamed(%q) = %q, want %q", module, got, want)
		}
	}
}
