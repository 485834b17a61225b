package render_test

import "testing"

// An arrow function has the arguments of the function around it.
func TestArguments(t *testing.T) {
	t.Parallel()
	compareWithNode(t, `
(function (a, b) { const p = 7; return [1].map(() => arguments[0] + p).join() })("A")
(function (a = () => arguments[0], b = a()) { return [a(), b, arguments.length] })(undefined, 3)
(function ({ a = () => arguments.length } = {}) { return a() })({}, 1)
(function () { return () => async () => arguments[0] })(5)()().constructor.name + (function () { return () => () =>
  arguments[0] })(5)()()
(function () { const g = function () { return () => arguments[0] }; return [g(1)(), (() => arguments[0])()] })(9)
[...(function* (a) { const f = () => arguments[0]; yield f(); yield a })(4)]
((A) => [new A(1, 2).m(3), new A().g, A.s(1, 2, 3), new A(1, 2).n])(class { m(x) { const y = 2; return [1].map(() =>
  arguments[0] + y) } get g() { return (() => arguments.length)() } static s(...r) { return (() =>
  arguments.length)() } constructor(...x) { this.n = (() => arguments.length)() } })
new (class extends Array { constructor(...a) { super(); this.k = (() => arguments[0])() } })(8).k
[function (x) { "use strict"; x = 2; return (() => arguments[0])() }, function (x) { x = 2; return (() =>
  arguments[0])() }].map((f) => f(1))
(function () { for (const i of [1, 2]) if (i == 2) return (() => { try { throw 1 } catch (e) { return arguments[0] + e
  + i } })() })(10)
(function () { return ((a = () => arguments[0]) => a())() })(11)
(function (a) { return (() => typeof arguments)() + (() => { arguments[0] = 5; return arguments[0] })() })(1)
(function () { const inner = () => { function deep() { return (() => arguments[0])() } return deep("d") + arguments[0]
  }; return inner() })("o")
(function (a, b) { return ((...r) => r.concat(Array.from(arguments)))(9) })(1, 2)
(function () { const o = { arguments: 3 }; return (() => o.arguments)() })()
(function () { const o = { f: () => arguments[0] }; let a; ({ a = () => arguments[0] } = {}); return [o.f.name, a.name,
  o.f(), a()] })(4)
(function () { return (() => ({ arguments }))().arguments[0] })(6)
(function ([a] = (() => arguments[1])(), { b = (() => arguments[2])() } = {}) { return a + b })(undefined, ["x"], "y")
(() => { class A { constructor() { this.f = () => arguments[0] } static #p() { return (() => arguments[0])() } static
  q() { return A.#p(6) } } return new (class extends A {})(4).f() + A.q() })()
(function () { return (() => [[...arguments], Math.max.apply(null, arguments), typeof arguments, 0 in
  arguments])() })(1)
`)
}

// A function that is made of a text is like any other.
func TestFunctionOfText(t *testing.T) {
	t.Parallel()
	compareWithNode(t, `
new Function("a", "b", "return (() => arguments[1] + a)()")(1, 2)
Function("return 'é 😀'.replace(/\\b\\w/g, 'X').replace(/[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]/g, 'E')")()
String(new Function("a,b", "c", "return a+b+c")) + new Function("a,b", "c", "return a+b+c")(1, 2, 3)
new Function().name + new Function("a", "b", "").length + (Function() instanceof Function)
["return (", "throw new TypeError('x')"].map((text) => { try { new Function(text)() } catch (e) { return e.name } })
[...Object.getPrototypeOf(function* () {}).constructor("yield 1; yield (() => arguments[0])()")(7)]
Object.getPrototypeOf(async function () {}).constructor("return 1")() instanceof Promise
(() => { class F extends Function {} const f = new F("a", "return a * 2"); return f(4) + (f instanceof F) })()
`)
}

func TestTypedArrays(t *testing.T) {
	t.Parallel()
	compareWithNode(t, `
[Uint8Array.from(atob("aGk="), (c) => c.charCodeAt(0)), Float32Array.from("12"), Uint8Array.from("1😀"),
  Uint8Array.from("")]
[Uint8Array.from([1, 2], function (x) { return x * this.n }, { n: 3 }), Uint8Array.from(new Set([1, 2])),
  Int8Array.from({ length: 2, 1: 7 }), Uint8Array.of(1, "2"), new Uint8Array("3"), new Uint16Array(new
  Uint8Array([1, 300]))]
[Uint8Array.from.name, Uint8Array.from.length, Uint8Array.from === Int8Array.from, [1, [2, [3]]].flat(1 / 0).length,
  JSON.stringify(JSON.parse('{"a":"[[\\"[{","b":[1]}'))]
`)
}

// Regular expressions match as in browsers, whatever the text.
func TestRegExp(t *testing.T) {
	t.Parallel()
	compareWithNode(t, `
const pairs = "😀x\ud83d\ude00\ude00\ud83da"
"😀".replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, "[emoji]") + "José García".replace(/\b\w/g, (c) => c.toUpperCase())
JSON.stringify([/(?:(a)|b)*/.exec("ab"), /(z)((a+)?(b+)?(c))*/.exec("zaacbbbcac"), /(?:(\d)|(x))+/g.exec("é1x")])
escape(pairs.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "L"))
escape(pairs.replace(/[\ud800-\udbff](?![\udc00-\udffe])/g, "L") + pairs.match(/[\ud800-\udbff]|[\udc00-\udfff]/gu))
escape(pairs.match(
  /\ud83c[\udffb-\udfff]|[^\ud800-\udfff][\u0300-\u036f]?|[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]/g))
escape(pairs.replace(new RegExp("[\ud83d][\ude00]", "g"), "E") + pairs.replace(/[😀y]/g, "?"))
["k", "K", "\u212a", "s", "ſ", "ß", "ẞ", "Ω", "\u2126", "İ", "ı", "i", "σ", "ς"].map((c) => [/k/i, /ſ/i, /\W/i,
  /[^ß]/i, /ω/i, /i/i, /Σ/i, /k/iu, /ſ/iu, /\w/iu, /[^\W_]/iu].map((r) => Number(r.test(c))).join("")).join()
["\n", "\r", "\u2028", "\r\n"].map((end) => ("a" + end + "b").match(/^b$|a$|./gm)).join("|")
[/\bé/, /é\b/, /\Bé/, /^\w+$/, /\d/, /\s/].map((r) => r.test("é") + "" + r.test(" é٣\u00a0")).join()
"aé".match(/(?<=(\w))é|(?<!a)b/).concat("2026-01-02".replace(/(?<y>\d+)-(?<m>\d+)/u, "$<m>.$<y>$1$9$$"))
["baa".replace(/a/y, "x"), "aab".match(/a/gy), "aab".replace(/a|/gy, "x"), "ΩΩ".replace(/\p{L}/u, "x")].join()
((r) => ["aab".replace(r, "x"), r.lastIndex, "aab".replace(r, "x"), r.lastIndex, "aab".replace(r, "x")])(/a/y)
[" c c".split(/\w+|/), "a1b2".split(/(\d)|/), ",A".split(/,|(?=A)/), "aXbxc".split(/x/i), "😀b".split(/(?:)/u),
  "a\r\nb\nc".split(/\r?\n/), "abc".split(/b?/, 2), "".split(/,/), "".split(/,?/), "ab".split(/(a)|b/)].map(String)
[..."a1b2".matchAll(/(?<l>[a-z])(\d)/g)].map((m) => m.index + m.groups.l + m[2]) + "aé".search(/é/)
/^(?:[^<]|<[^b])*$/.test("é".repeat(90000)) + "" + /[[:alpha:]]/.test("a]")
[/[/]/, /\//, /(?:)/, /\u002f[\ud800]\S./i, /\D/gi, /\W[\W]/i, new RegExp("a/b[/]\n\u2028"), new RegExp("/"), new
  RegExp(/\W/i, "g"), new RegExp(new RegExp("\\W/", "i")), new RegExp("")].map((r) => r.source + r)
RegExp.prototype.source + RegExp.prototype + Object.keys(/a/) + RegExp.prototype.toString.call({ source: 1, flags: 2 })
(() => { class R extends RegExp { exec(s) { const r = super.exec(s); if (r) r[0] = "Z"; return r } } return
  "aab".replace(new R("a", "g"), "[$&]") + new R("a").source + (new R("x") instanceof R) })()
["(", ")", "[", "a**", "[b-a]", "a{2,1}", "(?<n>a)(?<n>b)", "(?<1>a)"].map((p) => { try { new RegExp(p) } catch (e) {
  return e.name + e.message } }).join()
["\\\\1", "(?<=a)+"].map((p) => { try { new RegExp(p, "u") } catch (e) { return e.message } }).join()
`)
}

// Generated patterns give the same results as in Node.
func TestGeneratedRegExp(t *testing.T) {
	t.Parallel()
	compareWithNode(t, `
const atoms = ["a", "b", "é", "ß", "k", "\u212a", "\\ud83d", "[\\ud800-\\udbff]", "[\\udc00-\\udfff]", ".", "\\w",
  "\\W", "\\d", "\\D", "\\s", "\\S", "[^a]", "[a-c]", "[éa]", "[\\w-]", "[\\s\\S]", "[^]", "-", "[😀b]", "\\u2028",
  "[K-ſ]", "Σ"]
const chars = [..."abAéÉßẞſsKk\u212aΣς\n\r\u2028 -_1x/", "😀", "\ud83d", "\ude00"]
const counts = ["", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,1}?"]
const random = (seed) => (n) => { seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e37 | 0;
  return (seed >>> 8) % n }
const one = (r, list) => list[r(list.length)]
const term = (r, d) => { const kind = d && r(9); if (kind === 1) return one(r, ["^", "$", "\\b", "\\B"]);
  if (kind === 2) return one(r, ["(?=", "(?!", "(?<=", "(?<!"]) + terms(r, d - 1) + ")";
  if (kind === 3 || kind === 4) return one(r, ["(", "(?:"]) + terms(r, d - 1) + ")" + one(r, counts);
  return one(r, atoms) + one(r, counts) }
const terms = (r, d) => Array.from({ length: 1 + r(3) }, () => term(r, d)).join("") + (r(5) ? "" : "|" + term(r, 0))
const sample = (seed) => { const r = random(seed); return Array.from({ length: 150 }, () => { const flags = one(r, ["",
  "g", "i", "gi", "m", "gm", "s", "y", "gy", "u", "gu"]); const text = Array.from({ length: r(9) }, () => one(r,
  chars)).join(""); const source = terms(r, 2); const e = new RegExp(source, flags); return [source, flags, text,
  text.match(e), e.lastIndex, text.replace(e, "<$&$1>"), text.search(e), /u/.test(flags) || text.split(e)] }).map((x) =>
  escape(JSON.stringify(x))).join("\n") }
sample(1)
sample(22)
sample(333)
sample(4444)
`)
}
