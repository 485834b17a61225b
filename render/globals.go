package render

import (
	"context"
	_ "embed"
	"errors"
	"log/slog"
	"maps"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/dop251/goja"
)

// Polyfill is a script that defines globals of browsers or Node. Those that come with the engine are in package
// render/platform.
type Polyfill struct {
	// Names are the globals that it defines, such as "URL", and the methods that it replaces, such as
	// "Date.prototype.toString". Of several polyfills with the same name, the last counts.
	Names []string
	// Script is a JavaScript function that returns an object with all of Names. Each runtime calls it when a program
	// first uses one of them, with an object that has Natives and
	//
	//   - mode, the value of NODE_ENV,
	//   - log(level, text), which writes to [Config.Log], with the place of the call in the sources,
	//   - warnOnce(text), which does so in development, once for each place,
	//   - now() and timeOrigin, as those of performance.
	//
	// A leading "export default" is ignored.
	Script string
	// Natives are Go values and functions for the script. Several goroutines may call the functions at the same time.
	// An error that a function returns is thrown.
	Natives map[string]any
}

var (
	//go:embed runtime/console.js
	consoleScript string
	//go:embed runtime/limits.js
	limitsScript string
)

// ownPolyfills are in each runtime. Where goja differs from browsers and package render/platform does not, the second
// one throws: nothing differs silently.
var ownPolyfills = []Polyfill{
	{Names: []string{"console"}, Script: consoleScript},
	{Names: strings.Fields(`Array.prototype.toLocaleString BigInt.prototype.toLocaleString
		Date.prototype.toString Date.prototype.toTimeString Date.prototype.toLocaleString
		Date.prototype.toLocaleDateString Date.prototype.toLocaleTimeString Number.prototype.toLocaleString
		String.prototype.localeCompare String.prototype.toLocaleLowerCase String.prototype.toLocaleUpperCase`),
		Script: limitsScript},
}

// script is a polyfill that is compiled when a runtime first needs it.
type script struct {
	program func() *goja.Program
	natives map[string]any
}

func scriptsByName(polyfills []Polyfill) map[string]*script {
	scripts := map[string]*script{}
	for _, p := range polyfills {
		name := runtimeNamespace + ":globals/" + p.Names[0]
		function := strings.Replace(p.Script, "export default ", "", 1) // goja has no modules
		s := &script{natives: p.Natives, program: sync.OnceValue(func() *goja.Program {
			return goja.MustCompile(name, function, true)
		})}
		for _, name := range p.Names {
			scripts[name] = s
		}
	}
	return scripts
}

// globals are those of the polyfills. They are the prototype of the global object, which asks them for names that it
// does not have itself: nothing is made before a program uses it.
type globals struct {
	vm    *goja.Runtime
	cfg   Config
	began time.Time
	made  map[*script]*goja.Object
	// warnings receives the warnings of React's development build.
	warnings *[]Message
}

func addGlobals(w *worker, cfg Config) error {
	vm := w.vm
	g := &globals{vm: vm, cfg: cfg, began: time.Now(), made: map[*script]*goja.Object{}, warnings: &w.warnings}
	own := vm.GlobalObject()
	symbols, asyncIterator := vm.Get("Symbol").(*goja.Object), goja.NewSymbol("Symbol.asyncIterator")
	const no = goja.FLAG_FALSE
	err := errors.Join(
		symbols.DefineDataProperty("asyncIterator", asyncIterator, no, no, no),
		own.SetPrototype(vm.NewDynamicObject(g)))
	for name, script := range cfg.scripts {
		if strings.Contains(name, ".") {
			err = errors.Join(err, g.replaceMethod(name, script))
		} else {
			err = errors.Join(err, own.Delete(name)) // goja's
		}
	}
	return err
}

// replaceMethod replaces a method by one that runs the script when it is called.
func (g *globals) replaceMethod(name string, script *script) error {
	function := func(call goja.FunctionCall) goja.Value {
		f, _ := goja.AssertFunction(g.globalsOf(script).Get(name))
		result, err := f(call.This, call.Arguments...)
		if err != nil {
			panic(err)
		}
		return result
	}
	of, path := g.vm.GlobalObject(), strings.Split(name, ".")
	for _, part := range path[:len(path)-1] {
		of = of.Get(part).(*goja.Object)
	}
	value := g.vm.ToValue(function)
	return of.DefineDataProperty(path[len(path)-1], value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// Get implements [goja.DynamicObject]. From then on the global object has the global itself.
func (g *globals) Get(name string) goja.Value {
	script := g.cfg.scripts[name]
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
	natives := map[string]any{
		"mode": g.cfg.mode(), "log": g.log, "warnOnce": g.warnOnce,
		"timeOrigin": float64(g.began.UnixMicro()) / 1000,
		"now":        func() float64 { return float64(time.Since(g.began).Microseconds()) / 1000 },
	}
	maps.Copy(natives, script.natives)
	call, _ := goja.AssertFunction(function)
	made, err := call(goja.Undefined(), g.vm.ToValue(natives))
	if err != nil {
		panic(err)
	}
	g.made[script] = made.(*goja.Object)
	return g.made[script]
}

func (g *globals) Has(name string) bool        { return g.cfg.scripts[name] != nil }
func (g *globals) Set(string, goja.Value) bool { return false } // goja calls it for the prototype itself only
func (g *globals) Delete(string) bool          { return false }
func (g *globals) Keys() []string              { return nil }

// log writes a message of the console to Config.Log. stack is of the element that React visits, if it is known.
func (g *globals) log(level, text, stack string) {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "warn": slog.LevelWarn, "error": slog.LevelError}
	at := g.caller()
	if g.vm.Get(ownerStackName) != nil {
		if !byReact.MatchString(formatFrames(g.vm.CaptureCallStack(0, nil))) {
			return // the render before has written it
		}
		if at.file == "" || strings.Contains(at.file, "node_modules/") {
			at = placeOf(stack)
		}
		*g.warnings = append(*g.warnings, Message{Text: text, File: at.file, Line: at.line, Column: at.column})
	}
	g.cfg.Log.Log(context.Background(), levels[level], "console: "+text, "file", at.file, "line", at.line)
}

// ownerStackName is the global with the stack of the element that React's development build visits.
const ownerStackName = "__haulfrontOwnerStack"

// byReact matches the stack of a message that React writes.
var byReact = regexp.MustCompile(`^(\s*at [^\n]*(` + runtimeNamespace + `|\(native\))[^\n]*\n)*` +
	`\s*at [^\n]*node_modules/react(-dom)?/`)

func (g *globals) warnOnce(text string) {
	if !g.cfg.Development {
		return
	}
	at := g.caller()
	if _, warned := g.cfg.life.warned.LoadOrStore(at, true); !warned {
		g.cfg.Log.Warn(text, "file", at.file, "line", at.line)
	}
}

type sourcePlace struct {
	file         string
	line, column int
}

// caller is the innermost call in the sources below Config.Dir, or else in a package.
func (g *globals) caller() sourcePlace { return placeOf(formatFrames(g.vm.CaptureCallStack(0, nil))) }

func placeOf(stack string) sourcePlace {
	e := Error{Stack: stack}
	e.locate()
	return sourcePlace{e.File, e.Line, e.Column}
}
