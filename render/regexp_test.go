package render_test

import "testing"

// Every property that the server knows matches the same characters as in Node, by constructor and as a literal.
func TestUnicodeProperties(t *testing.T) {
	t.Parallel()
	const properties = `["L", "Lu", "Ll", "Lt", "Lm", "Lo", "LC", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P",
  "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Cs",
  "Co", "Cn", "Letter", "Uppercase_Letter", "Other", "gc=Decimal_Number", "General_Category=Sc", "punct", "ASCII",
  "Assigned", "AHex", "Alphabetic", "Alpha", "Bidi_C", "Cased", "Dash", "Dep", "Diacritic", "Emoji", "EComp", "EMod",
  "EBase", "Emoji_Presentation", "ExtPict", "Extender", "Gr_Base", "Gr_Ext", "Hex", "IDSB", "IDST", "ID_Continue",
  "IDS",
  "Ideographic", "Join_C", "LOE", "Lowercase", "Math", "NChar", "Pat_Syn", "Pat_WS", "QMark", "Radical", "RI",
  "Sentence_Terminal", "SD", "Term", "UIdeo", "Uppercase", "VS", "White_Space", "space", "Script=Greek", "sc=Han",
  "Script=Latin", "sc=Cyrillic", "Script=Arabic"]`
	const characters = `[..."aZzäÄßſµªǅʰ9٣Ⅷ²½_-–()«»„!?#+×<€$^\u0060¨©™",
  ..." \t\n\u00a0\u2028\u2029\u3000",
  ..."\ufeff\u0301\u0903\u20ddαΩжЖשع漢字かナ가ไ",
  ..."\u0345\u00ad\u200d\u061c\ue000\ufdd0\u{1d400}\u{10400}\u{20000}",
  ..."\u{1f600}\u{1f3fd}\u{1f1e9}❤☺⌚",
  ..."\u2e80\u2ff0\u2ff2\ufe0f\u0378\u{10ffff}\u{e0041}\u{e000}ñŉ٪·"]`
	compareWithNode(t, `
`+properties+`.map((p) => p + [`+characters+`].flat().map((c) => Number(new RegExp("\\p{" + p + "}",
  "u").test(c))).join(""))
["L", "Lu", "Ll", "ASCII", "sc=Greek"].map((p) => p + [`+characters+`].flat().map((c) =>
  Number(new RegExp("^[^\\P{" + p + "}]$", "iu").test(c)) + Number(new RegExp("(?=\\P{" + p + "})", "iu").test(c))))
"Größe 12 m²".match(/\p{L}+/u)
"a\n\ud800\u{10ffff}".replace(/\p{Any}/gu, "x") + /\P{Any}|[\P{Any}]/u.test("a")
"Größe 12 m²".match(/\p{L}+|\p{N}/gu)
"Größe 12 m²".replace(/[\p{Lu}\p{N}\s]/gu, "-")
"Größe 12 m²".replace(/[^\p{L}\d-]/gu, "-")
"Größe 12 m²".split(/\P{L}+/u)
"Größe 12".split(/(\p{Zs})/u)
[..."a1b2".matchAll(/(?<letter>\p{L})\p{N}/gu)].map((m) => m.groups.letter + m.index)
"straße ſ".replace(/\p{Lu}/giu, "x")
"a\ud800b".replace(/\p{Cs}/u, "x")
"a😀b".replace(/\p{L}(?=\p{Emoji})|(?<=\p{Emoji})b/gu, "x")
/\p{L}/.test("p{L}") + "" + /\p{L}/.test("a")
/\\p{2}/u.test("\\pp") + /[\\p{L}]/u.source
String(/\p{L}+\/x/giu) + /\p{L}/u.source + new RegExp(/\p{L}/u).source + new RegExp(/\p{L}/u, "gu")
new RegExp("\\p{L}", "u").flags + (/\p{L}/u instanceof RegExp) + (/x/.constructor === RegExp) + (/\p{L}/u.constructor
  === RegExp)
((re) => RegExp(re) === re && RegExp("\\p{Lu}", "u").test("A"))(/\p{L}/u)
((re) => [re.test("äö"), re.lastIndex, re.test("äö"), re.lastIndex, re.test("äö"), re.lastIndex])(/\p{L}/gu)
[1, 2].map(() => { const re = /\p{L}/gu; re.test("a"); return re.lastIndex })
(() => { class Re extends RegExp { test(s) { return !super.test(s) } } return new Re("\\p{L}", "u").test("a") })()
new (class { constructor() { this.found = RegExp("a").test("a") + "" + new (class extends RegExp {})("b") } })().found
Object.prototype.toString.call(RegExp("a")) + RegExp.name + RegExp.length + typeof RegExp.prototype.exec
new RegExp("\\p{Foo}", "u")
new RegExp("\\pL", "u")
new RegExp("[\\p{L}-z]", "u")
new RegExp("\\p{lu}", "u")
new RegExp("\\p{Other_Alphabetic}", "u")
new RegExp("\\p{gc=Any}", "u")
new RegExp("", "u").source + new RegExp("\\p{L}", "u").source + new RegExp("", "y").source
((re) => { re.lastIndex = 1; return [re.test("aa"), re.lastIndex, re.test("aa"), /a/y.test("ba")] })(/a/y)
new RegExp("\\p{L}/[/]", "u").source
new RegExp("/").source + new RegExp("[/]\\/\n", "i").source + RegExp("a/b", "g") + /[\/]\//.source
"a,b".split(/,/) + new RegExp().source + new RegExp(undefined)
/^\p{scx=Grek}\p{sc=Grek}[\p{Case_Ignorable}\p{XIDS}]$/u.test("αβ'")
/\p{Default_Ignorable_Code_Point}/u.test("a")
`)
}
