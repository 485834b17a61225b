package render_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Every option of Intl.NumberFormat that the server knows gives Node's bytes.
func TestNumberFormat(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("platform/internal/intl/cldr/units.txt")
	must(t, err)
	units, _ := json.Marshal(strings.Split(strings.TrimSpace(string(table)), "\n"))
	compareWithNode(t, `
const some = [0, -0, 1, -1, 0.5, 1.005, 1.5, 2.5, 12.345, 99.95, 999, 999.9, 1000, 1050, 1499, 1500, -1234.5, 9999.5,
  15500, 99950, 123456.789, 999499, 999500, 999999, 1e6, 1234567.891, 1e9, 1e12, 1e15, 1e18, 1e21, 1.7e-7, 0.0005,
  NaN, Infinity, -Infinity, 5e-324, 1.7976931348623157e308]
const format = (options) => some.map((value) => new Intl.NumberFormat("en-US", options).format(value)).join(" ")
const all = (...options) => options.map((o) => JSON.stringify(o) + format(o)).join("; ")
const codes = "AED ARS AUD BDT BGN BHD BRL BTN CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL HKD HUF IDR ILS " +
  "INR IQD ISK JOD JPY KES KRW KWD LKR MAD MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN PYG QAR RON RSD RUB SAR SEK " +
  "SGD THB TND TRY TWD UAH UGX USD UYU VND XAF XCD XCG XOF XPF ZAR"
const units = `+string(units)+`.map((line) => line.split("|")[0])
const usd = { style: "currency", currency: "USD" }
format()
all(...[0, 1, 2, 5].map((minimumFractionDigits) => ({ minimumFractionDigits })))
all(...[0, 1, 2, 5, 20].map((maximumFractionDigits) => ({ maximumFractionDigits })))
all(...[1, 2, 3, 21].map((maximumSignificantDigits) => ({ maximumSignificantDigits })))
all(...[1, 2, 5].map((minimumSignificantDigits) => ({ minimumSignificantDigits })))
all({ minimumSignificantDigits: 2, maximumSignificantDigits: 4 }, { minimumIntegerDigits: 3 })
all({ useGrouping: false }, { useGrouping: true }, { useGrouping: "min2" }, { useGrouping: "always" })
all(...["auto", "never", "always", "exceptZero", "negative"].map((signDisplay) => ({ signDisplay })))
all({ style: "percent" }, { style: "percent", maximumFractionDigits: 1 }, { style: "percent", signDisplay:
  "exceptZero" })
all(...["USD", "EUR", "JPY", "CHF", "KWD", "XOF", "XCG", "BRL", "cad"].map((currency) => ({ style: "currency",
  currency })))
all(...["code", "symbol", "narrowSymbol"].map((currencyDisplay) => ({ ...usd, currencyDisplay })))
all(...["BRL", "CAD", "CNY"].map((currency) => ({ style: "currency", currency, currencyDisplay: "narrowSymbol" })))
all(...["auto", "always", "exceptZero", "never"].map((signDisplay) => ({ ...usd, currencySign: "accounting",
  signDisplay })))
all({ ...usd, maximumFractionDigits: 0 }, { ...usd, minimumFractionDigits: 0 }, { ...usd, minimumIntegerDigits: 2 })
all({ notation: "compact" }, { notation: "compact", compactDisplay: "long" }, { ...usd, notation: "compact" })
all({ notation: "compact", maximumFractionDigits: 1 }, { notation: "compact", maximumSignificantDigits: 3 })
all({ notation: "compact", style: "percent" }, { ...usd, notation: "compact", compactDisplay: "long" })
all({ notation: "compact", useGrouping: "always" }, { notation: "compact", minimumFractionDigits: 1 })
codes.split(" ").map((currency) => [1, -1234.5678].map((n) => n.toLocaleString("en", { style: "currency", currency })))
units.map((unit) => ["short", "narrow", "long"].map((unitDisplay) => [1, 2.5].map((n) =>
  n.toLocaleString("en", { style: "unit", unit, unitDisplay }))))
format({ style: "unit", unit: "day", unitDisplay: "long" })
["12345678901234567890", -5].map((n) => BigInt(n).toLocaleString()).join() + new
  Intl.NumberFormat().format("12345678901234567890.125")
[null, undefined, true, "", "1e3", " 12 ", "x", [5], new Date(7)].map((v) => new Intl.NumberFormat("en").format(v))
(1234.5).toLocaleString() + (0.25).toLocaleString("en-US", { style: "percent" }) + Number("1e6").toLocaleString(["en"])
[1234.5, "a", null, new Date(0)].toLocaleString("en-US", { timeZone: "UTC", minimumFractionDigits: 2 })
JSON.stringify([-1234.5, 12345678].map((v) => new Intl.NumberFormat("en", { ...usd, currency: "CHF"
  }).formatToParts(v)))
JSON.stringify(new Intl.NumberFormat("en", { notation: "compact", compactDisplay: "long" }).formatToParts(12345678))
JSON.stringify([{}, usd, { notation: "compact" }, { maximumSignificantDigits: 3 }, { style: "unit", unit: "day"
  }].map((o) => new Intl.NumberFormat("en", o).resolvedOptions()))
new class { text = Intl.NumberFormat("en-US").format(5) + new (class extends Intl.NumberFormat {})().format(6) }().text
Intl.NumberFormat("en-US").format(5) + [1000, 2].map(new Intl.NumberFormat().format) + Intl.NumberFormat.name
Object.prototype.toString.call(new Intl.NumberFormat()) + (new Intl.NumberFormat() instanceof Intl.NumberFormat) + Intl
Intl.NumberFormat.supportedLocalesOf(["en-US", "en"])
new Intl.NumberFormat("en-US", { style: "currency" })
new Intl.NumberFormat("en-US", { style: "currency", currency: "US" })
new Intl.NumberFormat("en-US", { maximumFractionDigits: 101 })
new Intl.NumberFormat("en-US", { minimumFractionDigits: 5, maximumFractionDigits: 2 })
new Intl.NumberFormat("x_y")
new Intl.NumberFormat("en-US", { style: "x" })
new Intl.NumberFormat(null)
`)
}

// Every combination of fields that the server knows gives Node's bytes.
func TestDateTimeFormat(t *testing.T) {
	t.Parallel()
	compareWithNode(t, `
const times = [0, 1704467049007, 1720105200000, -62135596800001, 253402300800000, 951782400000, 1710057599999, -1e13]
const zones = ["UTC", "America/Chicago", "Europe/London", "Asia/Kolkata", "Australia/Lord_Howe", "Etc/GMT+5"]
const format = (o) => times.map((time, i) => new Intl.DateTimeFormat("en-US", { timeZone: zones[i % 6], ...o
  }).format(time))
const all = (list) => list.map((o) => JSON.stringify(o) + format(o).join("|")).join("; ")
const numeric = [undefined, "numeric", "2-digit"]
const names = ["long", "short", "narrow"]
const fields = (...dates) => dates.flatMap((date) => [{}, { hour: "numeric" }, { hour: "2-digit", minute: "2-digit" },
  { minute: "numeric", second: "numeric" }].map((time) => ({ ...date, ...time })))
format()
all(["full", "long", "medium", "short", undefined].flatMap((dateStyle) => ["medium", "short",
  undefined].map((timeStyle) =>
  ({ dateStyle, timeStyle }))))
all(numeric.flatMap((year) => [...numeric.slice(1), ...names].flatMap((month) => numeric.flatMap((day) =>
  fields({ year, month, day })))))
all([undefined, ...names].flatMap((weekday) => numeric.flatMap((year) => [...numeric.slice(1),
  ...names].flatMap((month) =>
  fields({ weekday, year, month, day: "numeric" })))))
all(names.flatMap((era) => [{}, { year: "2-digit" }].flatMap((year) => [{}, { hour: "2-digit" }, { weekday: "short",
  month: "long", day: "numeric" }, ...["numeric", ...names].map((month) => ({ month, year: "numeric" })),
  { month: "2-digit", day: "numeric", minute: "2-digit", second: "2-digit" }].map((o) => ({ year: "numeric", ...year,
  ...o, era })))))
all([{ era: "long" }, { era: "short", month: "short", day: "2-digit" }, { era: "narrow", month: "numeric",
  day: "numeric" }])
all(fields(...names.map((weekday) => ({ weekday })), { year: "numeric" }, { year: "2-digit" }, { day: "numeric" }))
all(numeric.slice(1).flatMap((hour) => numeric.flatMap((minute) => [undefined, true, false].map((hour12) =>
  ({ hour, minute, hour12 })))))
all(numeric.slice(1).flatMap((minute) => numeric.slice(1).flatMap((second) => [undefined, 1, 2, 3].flatMap((n) =>
  [undefined, "numeric"].map((hour) => ({ hour, minute, second, fractionalSecondDigits: n }))))))
all(["h11", "h12", "h23", "h24"].flatMap((hourCycle) => [{ hour: "numeric", hourCycle }, { timeStyle: "short",
  hourCycle }]))
all([{ second: "2-digit" }, { minute: "2-digit" }, { second: "numeric", fractionalSecondDigits: 2 }])
all(["shortOffset", "longOffset"].flatMap((timeZoneName) => [{}, { hour: "numeric" }, { year: "numeric", month: "long",
  day: "numeric" }, { minute: "numeric", second: "numeric" }].map((o) => ({ ...o, timeZoneName }))))
["UTC", "America/New_York", "America/Denver", "Europe/Paris", "Asia/Tokyo"].map((timeZone) => [1704467049007,
  1720105200000]
  .map((time) => ["short", "long"].map((timeZoneName) => new Date(time).toLocaleString("en-US", { timeZone,
  timeZoneName }))))
["long", "full"].map((timeStyle) => new Date(5).toLocaleTimeString("en-US", { timeStyle, timeZone: "UTC" }))
["toLocaleString", "toLocaleDateString", "toLocaleTimeString"].map((f) => [{}, { weekday: "long" }, { hour: "numeric" },
  { month: "short", day: "numeric" }, { timeZoneName: "short" }].map((o) => new Date(0)[f]("en-US", { timeZone:
  "UTC", ...o })))
new Date(NaN).toLocaleString() + new Date(NaN).toLocaleDateString("en-US")
JSON.stringify(new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "long", timeZone: "UTC"
  }).formatToParts(0)).replace("\u202f", " ")
JSON.stringify([{}, { hour: "numeric", hour12: false }, { dateStyle: "full", timeStyle: "long" }, { minute: "numeric"
  }, { era: "long", year: "numeric", weekday: "short", month: "long", day: "numeric" }].map((o) =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...o }).resolvedOptions()))
Intl.DateTimeFormat().resolvedOptions().timeZone + [0].map(new Intl.DateTimeFormat("en", { timeZone: "UTC" }).format)
new Intl.DateTimeFormat("en-US", { dateStyle: "short", year: "numeric" })
new Date().toLocaleTimeString("en-US", { dateStyle: "short" })
new Intl.DateTimeFormat("en-US", { year: "x" })
new Intl.DateTimeFormat("en-US").format(NaN)
new Intl.DateTimeFormat("en-US", { timeZone: "Nowhere/X" })
`)
}

// Dates are written with the English name of the zone. It is that of the process, so each runs in one of its own.
func TestDateText(t *testing.T) {
	const inner = "DATE_TEXT"
	if os.Getenv(inner) == "" {
		for _, zone := range []string{"America/Chicago", "Europe/London", "Asia/Kolkata"} {
			cmd := exec.Command(os.Args[0], "-test.run", "^TestDateText$")
			cmd.Env = append(os.Environ(), inner+"=1", "TZ="+zone)
			if output, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("in %s: %v: %s", zone, err, output)
			}
		}
	}
	compareWithNode(t, `
const times = [1704467049007, 1720105200000, 951782400000, 5e12, 1e14]
times.map((time) => String(new Date(time)))
times.map((time) => new Date(time).toTimeString() + new Date(time).toDateString() + new Date(time).toLocaleString())
times.map((time) => "" + new Date(time) + new Date(time).toLocaleTimeString("en-US", { timeStyle: "full" }))
String(new Date(NaN)) + new Date(NaN).toTimeString()
Intl.DateTimeFormat().resolvedOptions().timeZone.replace("Calcutta", "Kolkata")
`)
}

// The names of all zones in the table are Node's, since the year in it.
func TestZoneNames(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("platform/internal/intl/cldr/zones.txt")
	must(t, err)
	text, _ := json.Marshal(string(table))
	compareWithNode(t, `
const lines = `+string(text)+`.trim().split("\n").map((line) => line.split("|"))
const months = (since) => Array.from({ length: 12 }, (_, i) => Date.UTC(since + i * 5, i * 5, 15))
const names = (since, timeZone) => ["long", "short"].map((timeZoneName) => months(Number(since)).map(
  new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName, hour: "numeric" }).format))
lines.map(([since, , , , , zones]) => zones.split(" ").map((zone) => zone + names(since, zone)).join()).join()
`)
}

func TestPluralRules(t *testing.T) {
	compareWithNode(t, `
const languages = ("af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id it
  ja " +
  "ka kk km kn ko ky lo lt lv ml mn ms my nb ne nl no pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh
  zu " +
  "pt-PT fr-CA es-MX en-GB de-CH zh-TW").split(" ")
const numbers = [...Array(32).keys(), 40, 41, 80, 100, 101, 102, 103, 111, 112, 121, 800, 1000, 1e6, 2e6, 1000001,
  1e9, -1, 0.5, 1.5, 2.1, 10.1, 1.21, NaN, Infinity]
const forms = (options, numbers) => languages.map((l) => ((rules) => l + numbers.map((n) => rules.select(n)))(
  new Intl.PluralRules(l, options)))
forms({}, numbers)
forms({ type: "ordinal" }, numbers.slice(0, 44))
forms({ minimumFractionDigits: 1 }, [0, 1, 2])
languages.map((l) => l + [..."co"].map((c) => new Intl.PluralRules(l, { type: c === "c" ? "cardinal" : "ordinal" })
  .resolvedOptions().pluralCategories.sort()))
Intl.PluralRules()
`)
}

func TestOtherLocaleMethods(t *testing.T) {
	t.Parallel()
	compareWithNode(t, `
const words = ["", "a", "A", "á", "b", "B", "co-op", "coop", "CO-OP", "co op", "résumé", "resume", "Resume", "10",
  "9", "item 2", "item 10", "zebra", "Z", "ä", "ß", "ss", "_x", "-x", "(x)", "$5", "5%", "ñ", "n", "o'clock",
  "oclock", "é"]
const sorted = (o) => words.map((a) => words.map((b) => "<=>"[Math.sign(a.localeCompare(b, "en-US", o)) +
  1]).join("")).join(" ")
sorted()
JSON.stringify(new Intl.Collator("en-US", { numeric: true }).resolvedOptions())
[...words].sort(new Intl.Collator().compare).join("|")
sorted({ numeric: true })
sorted({ sensitivity: "base" })
sorted({ sensitivity: "accent" })
["base", "accent", "variant"].map((sensitivity) => new Intl.Collator("en", { usage: "search", sensitivity })).map((c) =>
  words.map((a) => words.map((b) => "<=>"[Math.sign(c.compare(a, b)) + 1]).join("")).join(" "))
JSON.stringify(new Intl.Collator("en", { usage: "search" }).resolvedOptions())
["conjunction", "disjunction", "unit"].map((type) => ["long", "short", "narrow"].map((style) => ["", "a", "ab",
  "abc", "abcd"]
  .map((list) => new Intl.ListFormat("en", { type, style }).format([...list])).join("|")).join("|")).join("|")
JSON.stringify(new Intl.ListFormat("en").formatToParts(["a", "b", "c"]))
["second", "minutes", "hour", "days", "week", "month", "quarter", "years"].map((unit) => [-2, -1, -0, 0, 1, 1.5, 1234]
  .map((n) => ["auto", "always"].map((numeric) => new Intl.RelativeTimeFormat("en", { numeric }).format(n, unit))))
"straße İi".toLocaleUpperCase("en-US") + "ışİI".toLocaleLowerCase("tr") + "ili".toLocaleUpperCase("tr")
(2).toLocaleString(null)
"ÀÉΑΣ".toLocaleLowerCase() + "άέ".toLocaleUpperCase("el")
["e\u0301", "\u1e9b\u0323", "ﬁ", "가"].map((s) => ["NFC", "NFD", "NFKC", "NFKD"].map((f) => s.normalize(f)))
`)
}

// What the server does not know is an error with its place, and not another text than in the browser.
func TestUnknownLocale(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{
		{`(1).toLocaleString("de-DE")`, "Number knows only en-US on the server, not de-DE. Format it in Go"},
		{`new Date(0).toLocaleDateString("fr")`, "Date knows only en-US on the server, not fr"},
		{`[1].toLocaleString("de")`, "not de"},
		{`new Intl.Collator("en", { usage: "search" }).compare("가", "각")`, "searches only Latin letters"},
		{`"a".localeCompare("b", "sv")`, "localeCompare knows only en-US"},
		{`new Intl.DateTimeFormat("en-US", { era: "short", month: "long" })`, "no pattern"},
		{`new Intl.DateTimeFormat("en-US", { year: "numeric", day: "numeric" })`, "no pattern for this combination"},
		{`(1).toLocaleString("en", { style: "currency", currency: "USD", currencyDisplay: "name" })`, "of currencies"},
		{`new Intl.NumberFormat("en", { roundingMode: "ceil" })`, "knows no roundingMode on the server but halfExpand"},
		{`new Intl.Segmenter("en")`, "TypeError"},
		{`new Intl.PluralRules("mr").select(1)`, "plural rules of mr"},
		{`new Date(0).toLocaleString([], { timeZone: "Asia/Almaty", timeZoneName: "long" })`, `"Asia/Almaty" in 1970`},
	} {
		page := "export function Page() {\n return <p>{String(\n" + test[0] + ")}</p>; }"
		_, err := newEngine(t, alone(page), serverAlone).Render(t.Context(), "Page", nil)
		if !says(err, "render Page: server.tsx:4:") || !says(err, test[1]) {
			t.Errorf("Render() with %s = %v, want %s in line 4", test[0], err, test[1])
		}
	}
}

// In the parts of a time, too, a common space precedes AM, as in browsers: Node 20 has a narrow one.
func TestTimeParts(t *testing.T) {
	engine := newEngine(t, alone(`export function Page() {
  const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "UTC" });
  return <p>{time.formatToParts(0).map((part) => part.value).join("")}</p>;
}`), serverAlone)
	if got := html(t, engine, "Page", nil); got != "<p>12:00 AM</p>" {
		t.Errorf("the page is %q", got)
	}
}
