package render

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"
)

// pool lends JavaScript runtimes, each to one goroutine at a time.
type pool struct {
	programs []*goja.Program
	free     chan *worker
	cfg      Config
	firsts   sync.Map     // the first renders in a runtime, *atomic.Int64 by name
	stuck    atomic.Int64 // discarded runtimes whose native functions go on
	checks   checks
}

// worker is one JavaScript runtime with the server program loaded.
type worker struct {
	vm *goja.Runtime
	// calls run in a goroutine of the runtime's own, whose stack stays as large as renders need it.
	calls                               chan func()
	renderPage, renderIsland, readValue goja.Callable
	out                                 bytes.Buffer
	tree                                tree
	maxMemory                           int
	// fallback is the error for which a <Suspense> of the island shows its fallback: the browser renders it again.
	fallback error
	warnings []Message // what React has written to console.error in development, see checks
	// rendered are the pages and islands that the runtime has rendered.
	rendered map[string]bool
}

// rendered is a page as React rendered it, with markers for its islands.
type rendered struct {
	html  []byte
	slots []Slot
}

// newPool makes a pool with a first runtime. The others are made in the background. Without a first one, each is made
// when it is needed: after a change in development, the browser needs the processors.
func newPool(programs []*goja.Program, first *worker, cfg Config) *pool {
	p := &pool{programs: programs, free: make(chan *worker, cfg.Workers), cfg: cfg}
	p.checks.init(programs, cfg)
	missing := cfg.Workers
	if first != nil {
		p.free <- first
		missing--
	}
	for range missing {
		if first == nil {
			p.free <- nil
		} else {
			go p.refill()
		}
	}
	return p
}

// refill adds a fresh runtime. If none can be made, although the program has run before, it adds nil: the goroutine
// that takes it tries again, and gets the error.
func (p *pool) refill() {
	if p.cfg.life.Err() != nil {
		return
	}
	w, err := newWorker(p.programs, p.cfg)
	if err != nil {
		w = nil
	}
	p.free <- w
}

// newWorker makes a runtime, and runs the programs in it.
func newWorker(programs []*goja.Program, cfg Config) (w *worker, err error) {
	defer recovered(&err)
	w = &worker{vm: goja.New(), calls: make(chan func()), maxMemory: cfg.MaxMemory, rendered: map[string]bool{}}
	go runAll(w.calls)
	runtime.AddCleanup(w, func(calls chan func()) { close(calls) }, w.calls)
	w.vm.SetMaxCallStackSize(callDepth)
	w.tree.vm, w.tree.maxHTML, w.tree.meter = w.vm, cfg.MaxHTML, newMeter()
	w.tree.shapes, w.tree.samples = map[string]shape{}, map[sample]string{}
	w.tree.overflow.init(w.vm)
	w.tree.reset()
	for name, value := range w.natives(cfg) {
		if err := w.vm.GlobalObject().Set(name, value); err != nil {
			return nil, err
		}
	}
	run := w.vm.Get("__haulfrontRun").(*goja.Object)
	err = errors.Join(addGlobals(w, cfg), repairBuiltins(w.vm), boundNatives(w.vm), w.tree.overflow.watch(run))
	if err != nil {
		return nil, err
	}
	for _, program := range programs {
		// Loading takes longer than a render, and is bounded because of infinite loops only.
		const name = "the server entry"
		err := withLimit(context.Background(), w, name, max(cfg.Timeout, defaultTimeout), func() error {
			_, err := w.vm.RunProgram(program)
			return err
		})
		if err != nil {
			return nil, newError(name, err)
		}
	}
	object, ok := w.vm.Get("__haulfront").(*goja.Object) // set by serve
	if !ok {
		return nil, errors.New("the server entry does not call serve from @haulfront/render")
	}
	w.renderPage, _ = goja.AssertFunction(object.Get("renderPage"))
	w.renderIsland, _ = goja.AssertFunction(object.Get("renderIsland"))
	w.readValue, _ = goja.AssertFunction(object.Get("readValue"))
	return w, nil
}

// runAll runs all calls. Between them, nothing keeps the worker that they are for: the channel is closed when that is
// garbage.
func runAll(calls <-chan func()) {
	for call := range calls {
		call()
	}
}

// natives are the globals for runtime/ and React's patched source.
func (w *worker) natives(cfg Config) map[string]any {
	t := &w.tree
	natives := map[string]any{
		"__haulfrontMarker":     marker,
		"__haulfrontStarted":    cfg.started,
		"__haulfrontWrite":      w.write,
		"__haulfrontEscape":     w.escape,
		"__haulfrontConnect":    t.connect,
		"__haulfrontRender":     t.render,
		"__haulfrontFailed":     t.failure,
		"__haulfrontUsedID":     func(goja.FunctionCall) goja.Value { t.usedID = true; return goja.Undefined() },
		"__haulfrontPosition":   t.position,
		"__haulfrontPositionID": t.positionID,
		"__haulfrontSlot":       t.add,
		"__haulfrontRun":        callFunction,
		"__haulfrontCaught":     t.catch,
		"__haulfrontJSX":        t.jsx,
		"__haulfrontFreeze":     t.freeze,
		elementFunction:         t.element,
		"__haulfrontBegin":      t.begin,
		"__haulfrontLeave":      t.leave,
		"isNaN":                 w.isNaN,
	}
	for name, function := range t.hookFunctions() {
		natives[hookPrefix+name] = function
	}
	return natives
}

// write receives one chunk of HTML from React, or an array of them. A number stands for a piece that Go wrote.
func (w *worker) write(call goja.FunctionCall) goja.Value {
	defer func() { w.tree.bound(w.out.Len()) }()
	chunk := call.Argument(0).Export()
	chunks, ok := chunk.([]any)
	if !ok {
		chunks = []any{chunk}
	}
	for _, chunk := range chunks {
		if number, ok := chunk.(int64); ok {
			w.out.Write(w.tree.text(number))
		} else {
			w.out.WriteString(chunk.(string))
		}
	}
	return goja.Undefined()
}

// escaper makes the same replacements as React.
var escaper = strings.NewReplacer(`"`, "&quot;", "&", "&amp;", "'", "&#x27;", "<", "&lt;", ">", "&gt;")

// escape is React's escapeTextForBrowser for a string.
func (w *worker) escape(call goja.FunctionCall) goja.Value {
	value := call.Argument(0)
	text := value.String()
	if !strings.ContainsAny(text, `"&'<>`) {
		return value
	}
	return w.vm.ToValue(escaper.Replace(text))
}

// isNaN replaces goja's own, which takes a text with a no-break space for no number, and one with U+0085 for a number.
func (w *worker) isNaN(call goja.FunctionCall) goja.Value {
	value := call.Argument(0)
	text, ok := value.(goja.String)
	isNaN := ok && strings.Contains(text.String(), "\u0085") || math.IsNaN(value.ToNumber().ToFloat())
	return w.vm.ToValue(isNaN)
}

func (p *pool) page(ctx context.Context, name string, props any) (r rendered, err error) {
	data, err := encode(props)
	if err == nil && data[0] != '{' && string(data) != "null" {
		err = errNoObject
	}
	if err != nil {
		return r, fmt.Errorf("encode the props of %s: %w", name, err)
	}
	render := func(w *worker) error {
		_, err := w.renderPage(goja.Undefined(), w.vm.ToValue(name), parseJSON(w.vm, data))
		return err
	}
	defer p.check(name, render)
	return use(ctx, p, name, func(w *worker) (rendered, error) {
		err := render(w)
		if err == nil && w.tree.caught != nil { // nothing would replace the fallback of its <Suspense>
			err = w.describeCaught(name)
		}
		return rendered{bytes.Clone(w.out.Bytes()), w.tree.slots}, err
	})
}

func (p *pool) island(ctx context.Context, is island, props []byte) (html []byte, err error) {
	render := func(w *worker) error {
		_, err := w.renderIsland(goja.Undefined(), w.vm.ToValue(is.name), w.vm.ToValue(is.id), parseJSON(w.vm, props),
			w.vm.ToValue(is.children))
		return err
	}
	defer p.check(is.name, render)
	return use(ctx, p, is.name, func(w *worker) ([]byte, error) {
		err := render(w)
		if err == nil && w.tree.caught != nil && !w.tree.waits {
			w.fallback = w.describeCaught(is.name)
			p.cfg.Log.Error("an island shows the fallback of a <Suspense>", "island", is.id, "err", w.fallback)
		}
		return bytes.Clone(w.out.Bytes()), err
	})
}

// value reads one of the entry's values, as JSON, or calls it with arguments that are JSON.
func (p *pool) value(ctx context.Context, name string, args [][]byte) (data json.RawMessage, err error) {
	return use(ctx, p, name, func(w *worker) (json.RawMessage, error) {
		values := []goja.Value{w.vm.ToValue(name)}
		for _, arg := range args {
			values = append(values, parseJSON(w.vm, arg))
		}
		value, err := w.readValue(goja.Undefined(), values...)
		if err != nil {
			return nil, err
		}
		return json.RawMessage(value.String()), nil
	})
}

// firstFactor multiplies the limit of the first render of a page or an island in a runtime: libraries then make what
// they keep, such as styles, and a new runtime would run into the limit again.
const firstFactor = 4

// limit returns the time limit of a render. The factor is for the first runtimes only: a page that never ends would get
// it in each one that replaces another.
func (p *pool) limit(w *worker, name string) time.Duration {
	limit := p.cfg.Timeout
	if !w.rendered[name] {
		firsts, _ := p.firsts.LoadOrStore(name, new(atomic.Int64))
		if firsts.(*atomic.Int64).Add(1) <= int64(p.cfg.Workers) {
			limit *= firstFactor
		}
	}
	return min(limit, matchTimeout)
}

// maxStuck is how many stuck runtimes, for each of a pool, are replaced at once: each of them keeps a processor busy.
const maxStuck = 4

// replace makes a runtime for one that is discarded, because an interrupt or a panic leaves React's module state
// undefined. It does not wait for a stuck one, unless too many are stuck already.
func (p *pool) replace(idle <-chan struct{}, stuck bool) {
	if stuck {
		defer p.stuck.Add(-1)
		if p.stuck.Add(1) <= int64(maxStuck*p.cfg.Workers) {
			p.refill()
			<-idle
			return
		}
	}
	<-idle
	p.refill()
}

// use runs f on a free runtime within the time limit.
func use[T any](ctx context.Context, p *pool, name string, f func(*worker) (T, error)) (result T, err error) {
	use, began := Use{Context: ctx, Name: name}, time.Now()
	var fallback error
	if p.cfg.Observe != nil {
		defer func() {
			use.Err, use.Warnings = cmp.Or(err, fallback), p.checks.of(name)
			p.cfg.Observe(use)
		}()
	}
	p.cfg.life.inUse.RLock()
	defer p.cfg.life.inUse.RUnlock()
	w, leave, err := p.acquire(ctx)
	use.Waited = time.Since(began)
	if err != nil {
		return result, fmt.Errorf("render %s: %w", name, err)
	}
	defer leave()
	healthy, idle := false, make(chan struct{})
	defer func() {
		use.Took, use.Discarded = time.Since(began)-use.Waited, !healthy
		if healthy {
			p.free <- w
			return
		}
		select {
		case <-idle:
		default:
			use.Stuck = true
		}
		go p.replace(idle, use.Stuck)
	}()
	if w == nil {
		if w, err = newWorker(p.programs, p.cfg); err != nil {
			close(idle)
			return result, newError(name, err)
		}
	}
	var out T
	err = withLimit(ctx, w, name, p.limit(w, name), func() (err error) {
		defer close(idle)
		w.out.Reset()
		w.tree.reset()
		w.fallback = nil
		out, err = f(w)
		return err
	})
	if err == nil {
		healthy, w.rendered[name], fallback, use.Bytes = true, true, w.fallback, w.out.Len()
		return out, nil
	}
	failure := newError(name, err)
	healthy = failure.thrown
	return result, failure
}

// acquire waits for the caller's turn and a free runtime, which is nil if the caller has to make one.
func (p *pool) acquire(ctx context.Context) (w *worker, leave func(), err error) {
	if p.cfg.life.Err() != nil {
		return nil, nil, ErrClosed
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer time.AfterFunc(p.cfg.Wait, func() { cancel(ErrBusy) }).Stop()
	defer context.AfterFunc(p.cfg.life, func() { cancel(ErrClosed) })()
	leave = func() {}
	if p.cfg.Admit != nil {
		leave, err = p.cfg.Admit(ctx)
	}
	if err != nil {
		return nil, nil, cmp.Or(context.Cause(ctx), err)
	}
	if ctx.Err() == nil {
		select {
		case w := <-p.free:
			return w, leave, nil
		case <-ctx.Done():
		}
	}
	leave()
	return nil, nil, context.Cause(ctx)
}

// grace is the time for a runtime to notice an interrupt.
const grace = 250 * time.Millisecond

// withLimit runs f, and interrupts the runtime when the time is up, ctx ends or memory runs out. A late interrupt must
// not hit the next render, so it returns when f has. Only a native function, which goja cannot interrupt, may run
// longer than grace: the runtime must not be used again then, as after every interrupt.
func withLimit(ctx context.Context, w *worker, name string, limit time.Duration, f func() error) (err error) {
	done := make(chan error, 1)
	w.calls <- func() {
		var err error
		defer func() { done <- err }()
		defer recovered(&err)
		_, _ = w.tree.meter.call(func(goja.Value, ...goja.Value) (goja.Value, error) {
			err = f()
			return nil, nil
		})
		if thrown, ok := err.(*goja.Exception); ok {
			err = w.describe(name, thrown)
		}
	}
	timer, memory := time.NewTimer(limit), time.NewTicker(10*time.Millisecond)
	defer timer.Stop()
	defer memory.Stop()
	for first := uint64(0); err == nil; {
		select {
		case err := <-done:
			return err
		case <-timer.C:
			err = fmt.Errorf("%w: longer than %v", ErrTimeout, limit)
		case <-ctx.Done():
			err = ctx.Err()
		case <-memory.C:
			live := liveHeap()
			first = cmp.Or(first, live)
			if live <= first+uint64(w.maxMemory) {
				continue
			}
			if w.tree.meter.inUse() > float64(w.maxMemory) {
				err = fmt.Errorf("%w: more than %d MiB", ErrMemory, w.maxMemory>>20)
			}
			first = 0 // others have taken it
		}
	}
	w.vm.Interrupt(err)
	timer.Reset(grace)
	select {
	case err := <-done:
		w.vm.ClearInterrupt()
		return err
	case <-timer.C:
		return err
	}
}
