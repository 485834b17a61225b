package render

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"log/slog"
	neturl "net/url"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/nlnwa/whatwg-url/url"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"haulfront/render/intl"
)

// globals are those of browsers and Node that goja lacks, such as console and URL. They are the prototype of the global
// object, which asks them for names that it does not have itself: nothing is made before a program uses it.
type globals struct {
	vm       *goja.Runtime
	cfg      Config
	began    time.Time
	collator intl.Collator
	made     map[*script]*goja.Object
}

// script is a function in runtime/globals that makes the globals of those names. It is compiled once per process, when
// a runtime first needs it.
type script struct {
	names   map[string]bool
	program func() *goja.Program
}

var globalScripts = []script{
	newScript("console.js", "console"),
	newScript("events.js", "DOMException Event CustomEvent EventTarget AbortSignal AbortController"),
	newScript("values.js", `global process performance queueMicrotask setTimeout setInterval setImmediate clearTimeout
		clearInterval clearImmediate btoa atob TextEncoder TextDecoder structuredClone`),
	newScript("url.js", "URL URLSearchParams"),
	newScript("regexp.js", "RegExp"),
	newScript("intl.js", "Intl"),
}

func newScript(name, names string) script {
	return script{set(names), sync.OnceValue(func() *goja.Program {
		source, err := runtimeFiles.ReadFile("runtime/globals/" + name)
		if err != nil {
			panic(err)
		}
		function := strings.Replace(string(source), "export default ", "", 1) // goja has no modules
		return goja.MustCompile(runtimeNamespace+":globals/"+name, function, true)
	})}
}

// addGlobals gives a runtime the globals.
func addGlobals(vm *goja.Runtime, cfg Config) error {
	g := &globals{vm: vm, cfg: cfg, began: time.Now(), made: map[*script]*goja.Object{}}
	g.replaceMethods()
	own := vm.GlobalObject()
	symbols, asyncIterator := vm.Get("Symbol").(*goja.Object), goja.NewSymbol("Symbol.asyncIterator")
	const no = goja.FLAG_FALSE
	return errors.Join(
		symbols.DefineDataProperty("asyncIterator", asyncIterator, no, no, no),
		vm.Get("Math").(*goja.Object).Set("pow", func(call goja.FunctionCall) goja.Value { return power(vm, call) }),
		own.Delete("RegExp"), own.SetPrototype(vm.NewDynamicObject(g)))
}

func scriptWith(name string) *script {
	for i := range globalScripts {
		if globalScripts[i].names[name] {
			return &globalScripts[i]
		}
	}
	return nil
}

// Get implements goja.DynamicObject. From then on the global object has the global itself.
func (g *globals) Get(name string) goja.Value {
	script := scriptWith(name)
	if script == nil {
		return nil
	}
	value := g.globalsOf(script).Get(name)
	err := g.vm.GlobalObject().DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	if err != nil {
		panic(err)
	}
	return value
}

// globalsOf returns an object with the globals of a script, which runs the first time.
func (g *globals) globalsOf(script *script) *goja.Object {
	if made := g.made[script]; made != nil {
		return made
	}
	function, err := g.vm.RunProgram(script.program())
	if err != nil {
		panic(err)
	}
	call, _ := goja.AssertFunction(function)
	made, err := call(goja.Undefined(), g.vm.ToValue(g.natives()))
	if err != nil {
		panic(err)
	}
	g.made[script] = made.(*goja.Object)
	return g.made[script]
}

// Has implements goja.DynamicObject.
func (g *globals) Has(name string) bool { return scriptWith(name) != nil }

// Set implements goja.DynamicObject. goja calls it for the prototype itself only.
func (g *globals) Set(string, goja.Value) bool { return false }

// Delete implements goja.DynamicObject.
func (g *globals) Delete(string) bool { return false }

// Keys implements goja.DynamicObject.
func (g *globals) Keys() []string { return nil }

// natives are the functions that the scripts call.
func (g *globals) natives() map[string]any {
	return map[string]any{
		"mode": g.cfg.mode(), "log": g.log, "never": g.never,
		"timeOrigin": float64(g.began.UnixMicro()) / 1000,
		"now":        func() float64 { return float64(time.Since(g.began).Microseconds()) / 1000 },
		"btoa":       g.btoa, "atob": g.atob, "encode": g.encode, "decode": g.decode,
		"parseURL": g.parseURL, "parseForm": g.parseForm, "formatForm": formatForm,
		"expandProperties": expandProperties,
		"numberFormat":     intl.NewNumberFormat, "dateFormat": intl.NewDateFormat, "dateText": intl.DateText,
		"localZone": intl.LocalZone, "plural": intl.PluralForm, "pluralCategories": intl.PluralCategories,
		"compare": g.collator.Compare, "cased": intl.ChangeCase,
	}
}

// log writes a message of the console to Config.Log.
func (g *globals) log(level, text string) {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "warn": slog.LevelWarn, "error": slog.LevelError}
	at := g.caller()
	g.cfg.Log.Log(context.Background(), levels[level], "console: "+text, "file", at.file, "line", at.line)
}

// never warns in development, once per place, that a timer does nothing.
func (g *globals) never(function string) {
	if !g.cfg.Development {
		return
	}
	at := g.caller()
	if _, warned := g.cfg.life.timers.LoadOrStore(at, true); !warned {
		const text = " does nothing on the server: a render does not wait. Call it in an effect or an event handler."
		g.cfg.Log.Warn(function+text, "file", at.file, "line", at.line)
	}
}

// sourceLine is a line of the sources.
type sourceLine struct {
	file string
	line int
}

// caller is the innermost call in the sources below Config.Dir, or else in a package.
func (g *globals) caller() sourceLine {
	e := Error{Stack: formatFrames(g.vm.CaptureCallStack(0, nil))}
	e.locate()
	return sourceLine{e.File, e.Line}
}

// btoa returns undefined if a character is not in Latin-1.
func (g *globals) btoa(text string) goja.Value {
	data, err := charmap.ISO8859_1.NewEncoder().String(text)
	if err != nil {
		return goja.Undefined()
	}
	return g.vm.ToValue(base64.StdEncoding.EncodeToString([]byte(data)))
}

// atob returns undefined if the text is not Base64. See https://infra.spec.whatwg.org/#forgiving-base64-decode.
func (g *globals) atob(text string) goja.Value {
	text = strings.NewReplacer(" ", "", "\t", "", "\n", "", "\f", "", "\r", "").Replace(text)
	if len(text)%4 == 0 {
		text = strings.TrimSuffix(strings.TrimSuffix(text, "="), "=")
	}
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return goja.Undefined()
	}
	runes := make([]rune, len(data))
	for i, b := range data {
		runes[i] = rune(b)
	}
	return g.vm.ToValue(string(runes))
}

func (g *globals) encode(text string) goja.ArrayBuffer { return g.vm.NewArrayBuffer([]byte(text)) }

// decode decodes UTF-8. It returns undefined if fatal and the bytes are not UTF-8.
func (g *globals) decode(data goja.ArrayBuffer, fatal bool) goja.Value {
	if fatal && !utf8.Valid(data.Bytes()) {
		return goja.Undefined()
	}
	return g.vm.ToValue(decodeUTF8(data.Bytes()))
}

// decodeUTF8 replaces what is not UTF-8 as browsers do.
func decodeUTF8(data []byte) string {
	text, _ := unicode.UTF8.NewDecoder().Bytes(data)
	return string(text)
}

// urlParts read and write the parts of a URL, by their names in JavaScript.
var urlParts = map[string]struct {
	get func(*url.Url) string
	set func(*url.Url, string)
}{
	"protocol": {(*url.Url).Protocol, (*url.Url).SetProtocol},
	"username": {(*url.Url).Username, (*url.Url).SetUsername},
	"password": {(*url.Url).Password, (*url.Url).SetPassword},
	"host":     {(*url.Url).Host, (*url.Url).SetHost},
	"hostname": {(*url.Url).Hostname, (*url.Url).SetHostname},
	"port":     {(*url.Url).Port, (*url.Url).SetPort},
	"pathname": {(*url.Url).Pathname, (*url.Url).SetPathname},
	"search":   {(*url.Url).Search, (*url.Url).SetSearch},
	"hash":     {(*url.Url).Hash, (*url.Url).SetHash},
	"href":     {(*url.Url).String, nil},
	"origin":   {origin, nil},
}

// origin is that of https://url.spec.whatwg.org/#concept-url-origin.
func origin(u *url.Url) string {
	switch u.Scheme() {
	case "http", "https", "ws", "wss", "ftp":
		return u.Protocol() + "//" + u.Host()
	case "blob":
		if inner, err := url.Parse(u.Pathname()); err == nil && strings.HasPrefix(inner.Scheme(), "http") {
			return origin(inner)
		}
	}
	return "null"
}

// parseURL returns functions that read and write the parts of a URL, or undefined if it is invalid.
func (g *globals) parseURL(text string, base goja.Value) goja.Value {
	var parsed *url.Url
	var err error
	if goja.IsUndefined(base) {
		parsed, err = url.Parse(text)
	} else {
		parsed, err = url.ParseRef(base.String(), text)
	}
	if err != nil {
		return goja.Undefined()
	}
	return g.vm.ToValue(map[string]any{
		"get": func(part string) string { return urlParts[part].get(parsed) },
		"set": func(part, value string) bool {
			if part == "href" {
				changed, err := url.Parse(value)
				if err == nil {
					parsed = changed
				}
				return err == nil
			}
			urlParts[part].set(parsed, value)
			return true
		},
	})
}

// parseForm returns the pairs of names and values of a query, see
// https://url.spec.whatwg.org/#concept-urlencoded-parser.
func (g *globals) parseForm(query string) goja.Value {
	var pairs []any
	for part := range strings.SplitSeq(query, "&") {
		if part != "" {
			name, value, _ := strings.Cut(part, "=")
			pairs = append(pairs, g.vm.NewArray(unescapeForm(name), unescapeForm(value)))
		}
	}
	return g.vm.NewArray(pairs...)
}

func unescapeForm(text string) string {
	var data []byte
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '+':
			data = append(data, ' ')
		case text[i] == '%' && i+2 < len(text):
			if decoded, err := hex.DecodeString(text[i+1 : i+3]); err == nil {
				data = append(data, decoded...)
				i += 2
				continue
			}
			fallthrough
		default:
			data = append(data, text[i])
		}
	}
	return decodeUTF8(data)
}

// formEscapes are the differences between Go's and the browsers' encoding of a form, see
// https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set.
var formEscapes = strings.NewReplacer("%2A", "*", "~", "%7E")

func formatForm(pairs [][]string) string {
	parts := make([]string, len(pairs))
	for i, pair := range pairs {
		parts[i] = formEscapes.Replace(neturl.QueryEscape(pair[0]) + "=" + neturl.QueryEscape(pair[1]))
	}
	return strings.Join(parts, "&")
}
