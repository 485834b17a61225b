// Package platform has the globals of browsers and Node that libraries use while they render, for
// [render.Config.Globals]:
//
//	engine, err := render.New(render.Config{Globals: platform.Globals(), …})
//
// A program that does not import the package does without them, and without the tables of languages and characters
// that they need. In a runtime, each is made when a program first uses it.
//
//   - DOMException, Event, CustomEvent, EventTarget, AbortController and AbortSignal: as in browsers.
//   - URL and URLSearchParams: as in browsers, by github.com/nlnwa/whatwg-url.
//   - TextEncoder and TextDecoder: UTF-8. Other encodings and streams are an error.
//   - structuredClone, atob and btoa: as in browsers. performance: now and timeOrigin.
//   - Blob, File, FormData, Headers, Request and Response, for instanceof: to make one is an error.
//   - global, and process: process.env has NODE_ENV and nothing else.
//   - queueMicrotask calls the function after the render. setTimeout, setInterval and setImmediate do nothing, because
//     a render does not wait; in development they warn.
//   - Math.pow and "**", Math.sin, cos and tan: with the digits of browsers, which are not goja's.
//   - Intl, toLocaleString and its kin, localeCompare, Date.prototype.toString: for en-US, see below.
//
// # Locales
//
// Numbers, dates, lists and relative times are written for en-US, which is also the default, as Node writes them.
// Intl.PluralRules knows 72 languages. Any timeZone of the IANA database works, by its exact name. Whatever the server
// does not know is undefined, as Intl.Segmenter, so that libraries can tell, or an error, as any other locale; it is
// never another text than in the browser. Not known are dayPeriod, generic names of zones, ranges, rounding modes,
// scientific notation, names of currencies, compound units, and short relative times.
//
// For anything else, import a polyfill at the top of both entries, so that the server and the browser run the same
// code, with the data of each locale:
//
//   - numbers, dates and plurals of other locales: polyfill-force.js of @formatjs/intl-getcanonicallocales, -locale,
//     -pluralrules, -numberformat and -datetimeformat, in this order;
//   - Intl.Locale, DisplayNames and Segmenter: polyfill.js of @formatjs/intl-locale, -displaynames and -segmenter.
package platform

import (
	"embed"
	"strings"

	"haulfront/render"
	"haulfront/render/platform/internal/intl"
)

//go:embed *.js
var scripts embed.FS

// Globals returns all globals of the package.
func Globals() []render.Polyfill {
	return []render.Polyfill{
		polyfill("events.js", "DOMException Event CustomEvent EventTarget AbortSignal AbortController", nil),
		polyfill("values.js", `global process performance queueMicrotask setTimeout setInterval
			setImmediate clearTimeout clearInterval clearImmediate btoa atob
			TextEncoder TextDecoder structuredClone Blob File FormData Headers Request Response`, map[string]any{
			"btoa": toBase64, "atob": fromBase64, "encode": encode, "decode": decode,
		}),
		polyfill("url.js", "URL URLSearchParams", map[string]any{
			"parseURL": parseURL, "parseForm": parseForm, "formatForm": formatForm,
		}),
		polyfill("math.js", "Math.pow Math.sin Math.cos Math.tan", map[string]any{
			"pow": pow, "sin": sin, "cos": cos, "tan": tan,
		}),
		polyfill("intl.js", `Intl Array.prototype.toLocaleString BigInt.prototype.toLocaleString
			Date.prototype.toString Date.prototype.toTimeString Date.prototype.toLocaleString
			Date.prototype.toLocaleDateString Date.prototype.toLocaleTimeString Number.prototype.toLocaleString
			String.prototype.localeCompare String.prototype.toLocaleLowerCase
			String.prototype.toLocaleUpperCase`, map[string]any{
			"numberFormat": intl.NewNumberFormat, "dateFormat": intl.NewDateFormat, "dateText": intl.DateText,
			"localZone": intl.LocalZone, "plural": intl.PluralForm, "pluralCategories": intl.PluralCategories,
			"compare": intl.Compare, "cased": intl.ChangeCase,
		}),
	}
}

func polyfill(file, names string, natives map[string]any) render.Polyfill {
	script, err := scripts.ReadFile(file)
	if err != nil {
		panic(err) // it is embedded
	}
	return render.Polyfill{Names: strings.Fields(names), Script: string(script), Natives: natives}
}
